/*
 * Threads that answer what may take a while: opening a game, looking into a search whose store is
 * being swept, checking a certificate. The loop never waits for them; they post their answers.
 */
#ifndef PNS_FRONT_ASKER_H
#define PNS_FRONT_ASKER_H

#include "front/config.h"
#include "front/folder.h"
#include "front/mail.h"
#include "front/request.h"
#include "front/solve.h"

#define PNS_FRONT_ASKERS_MAX 4u

struct pns_front_asker;

/* One thing to find out. */
struct pns_front_task {
  struct pns_front_task *next;
  /* Makes the fields of the answer; NULL: nothing is done but what is taken over given back. */
  enum pns_status (*find)(struct pns_front_task *task, json_t **fields, struct pns_error *error);
  const char *type;
  struct pns_front_asker *asker;
  struct pns_front_request *request; /* freed with the task; NULL: nobody waits for an answer */
  struct pns_front_solve *solve;     /* released with the task; NULL: none */
  uint64_t client, ticket;
  bool cancelled; /* under the asker's lock, as is the next */
  int child;      /* a process that it waits for; 0: none */
};

/* What tasks may use. */
struct pns_front_tools {
  struct pns_front_mail *mail;
  const struct pns_front_folder *folder;
  const struct pns_game_options *game;
  const char *checker;
};

struct pns_front_asker {
  struct pns_front_tools tools;
  pthread_t threads[PNS_FRONT_ASKERS_MAX];
  unsigned count;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct pns_front_task *first, **end; /* that wait */
  struct pns_front_task *at_work;
  bool ending;
};

enum pns_status pns_front_asker_init(struct pns_front_asker *asker, unsigned threads,
                                     const struct pns_front_tools *tools, struct pns_error *error);
/* Ends processes that tasks wait for, answers nothing any more and joins the threads. */
void pns_front_asker_done(struct pns_front_asker *asker);
/* Takes over what the task points to. False without memory: then nothing is taken. */
bool pns_front_asker_add(struct pns_front_asker *asker, const struct pns_front_task *task);
/* What a client that is gone has asked for need not be found out any more; processes are ended. */
void pns_front_asker_cancel(struct pns_front_asker *asker, uint64_t client);

#endif
