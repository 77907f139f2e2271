/*
 * What the threads that search and look things up tell the one thread that talks to clients. Any
 * thread may post; the loop is woken by a descriptor and takes all there is.
 */
#ifndef PNS_FRONT_MAIL_H
#define PNS_FRONT_MAIL_H

#include <jansson.h>
#include <pns/pns.h>
#include <pthread.h>

struct pns_front_solve;

enum pns_front_mail_kind {
  PNS_FRONT_ANSWERED, /* a request that was looked up has its answer */
  PNS_FRONT_PROGRESS, /* may be lost */
  PNS_FRONT_PREPARED, /* the position of a solve is there */
  PNS_FRONT_REFUSED,  /* or it is none */
  PNS_FRONT_ENDED,    /* a solve is over, its thread ends */
};

struct pns_front_letter {
  struct pns_front_letter *next;
  enum pns_front_mail_kind kind;
  uint64_t client, ticket; /* whose request this answers */
  json_t *object;          /* NULL: none */
  struct pns_front_solve *solve;
};

struct pns_front_mail {
  pthread_mutex_t lock;
  struct pns_front_letter *first, **end;
  int fd; /* readable when there are letters */
};

enum pns_status pns_front_mail_init(struct pns_front_mail *mail, struct pns_error *error);
/* Nobody may post any more. */
void pns_front_mail_done(struct pns_front_mail *mail);
/* Gives the object away. A letter is never lost: without memory the caller waits for some. */
void pns_front_mail_post(struct pns_front_mail *mail, const struct pns_front_letter *letter);
/* All letters in their order; the caller frees each with its object. */
struct pns_front_letter *pns_front_mail_take(struct pns_front_mail *mail);

#endif
