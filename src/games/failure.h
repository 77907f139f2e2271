/* Where a game that cannot answer says so. The functions of game.h return no status, because a game
 * that is code cannot fail; one that lives in another process can, and one that is being checked
 * can break a promise. Both leave the sentence here and go on with an answer that no verdict may
 * rest on: whoever searches looks here before anything is written into the store. */
#ifndef PNS_GAMES_FAILURE_H
#define PNS_GAMES_FAILURE_H

#include <pns/pns.h>
#include <pthread.h>
#include <stdatomic.h>

struct pns_failure {
  /* Set after `error`, with release; once set, both stay. */
  _Atomic bool broken;
  pthread_mutex_t lock;
  struct pns_error error;
};

void pns_failure_init(struct pns_failure *failure);
void pns_failure_done(struct pns_failure *failure);

/* The first sentence stays. Any thread. */
void pns_failure_note(struct pns_failure *failure, enum pns_status status, const char *format, ...)
    PNS_PRINTF(3, 4);

static inline bool pns_failure_is_set(const struct pns_failure *failure) {
  return atomic_load_explicit(&failure->broken, memory_order_acquire);
}

/* PNS_OK, or the failure's status with its sentence. */
enum pns_status pns_failure_status(const struct pns_failure *failure, struct pns_error *error);

#endif
