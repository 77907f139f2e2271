/*
 * One solve: what is asked, the thread that answers it, and the search that can be asked about
 * while it lasts and until it is forgotten.
 *
 * The loop owns it and writes `state` and what stands beside it; `prepare` fills in the question
 * before the loop sees it again; the thread of the solve writes the rest under the lock. Everybody
 * who holds it has a reference; the last one frees it.
 */
#ifndef PNS_FRONT_SOLVE_H
#define PNS_FRONT_SOLVE_H

#include <pthread.h>
#include <stdatomic.h>

#include "front/mail.h"
#include "front/question.h"

enum pns_front_state {
  PNS_FRONT_PREPARING, /* the question is being read */
  PNS_FRONT_WAITING,   /* for its share of the machine */
  PNS_FRONT_RUNNING,
  PNS_FRONT_FINISHED, /* kept to be asked about */
};

struct pns_front_solve {
  struct pns_front_solve *next; /* in the loop's list */
  atomic_uint references;
  uint64_t number; /* of this server, from 1 */
  uint64_t client, ticket;
  struct pns_front_request *request; /* gives the id, and warnings to the result */
  struct pns_front_mail *mail;
  const struct pns_game_options *game; /* of games that are not built in */
  const struct pns_front_folder *folder;
  struct pns_front_question question;

  /* the loop's */
  enum pns_front_state state;
  bool orphan;      /* the client is gone or forgot it: to be freed when it ends */
  uint32_t threads; /* its share */
  uint64_t memory_bytes, kept_bytes;
  uint64_t server_memory_bytes;
  double began_s, ended_s; /* by the loop's clock; 0: not yet */
  uint64_t touched;        /* when it was last asked about, in requests */
  pthread_t thread;

  /* under the lock */
  pthread_mutex_t lock;
  pthread_cond_t unused;
  struct pns_solver *solver; /* NULL when there is none to ask */
  unsigned users;            /* who are asking it */
  enum pns_reason stop;      /* NONE: go on */
  struct pns_result result;  /* once it has ended */
};

/* Takes the request over. NULL without memory. */
struct pns_front_solve *pns_front_solve_new(struct pns_front_request *request);
struct pns_front_solve *pns_front_solve_hold(struct pns_front_solve *solve);
void pns_front_solve_release(struct pns_front_solve *solve);

/* Reads the question out of the request. Any thread. */
enum pns_status pns_front_solve_prepare(struct pns_front_solve *solve, struct pns_error *error);
/* Starts the thread with the share that was written into the solve. It posts PNS_FRONT_PROGRESS
 * and at its end PNS_FRONT_ENDED with the result. */
enum pns_status pns_front_solve_start(struct pns_front_solve *solve, struct pns_error *error);
/* Ends it, or has it end at once when it starts. Never waits for the search. */
void pns_front_solve_stop(struct pns_front_solve *solve, enum pns_reason reason);

/* The search, to be given back soon: until then it stays. NULL when there is none. Any thread. */
struct pns_solver *pns_front_solve_borrow(struct pns_front_solve *solve);
void pns_front_solve_return(struct pns_front_solve *solve);

/* "waiting", "running", ... */
const char *pns_front_state_name(enum pns_front_state state);

#endif
