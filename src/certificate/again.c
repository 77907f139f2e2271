#include "certificate/again.h"

#include "search/worker.h"

#define ASK_EVERY 4096u /* steps */

/* Alone at work, this thread is at a safepoint between any two steps. */
static bool make_room(struct pns_store *store) {
  if (!pns_store_crowded(store)) return true;
  if (!pns_store_grow_begin(store)) return false;
  pns_store_grow_share(store);
  pns_store_grow_end(store);
  return true;
}

static enum pns_status no_room(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_SYSTEM,
                       "certificate: memory does not suffice to search again what was dropped");
}

static enum pns_status step_on(struct pns_worker *worker, bool (*stopped)(void *user), void *user,
                               struct pns_error *error) {
  for (uint64_t step = 1;; step++) {
    switch (pns_worker_step(worker)) {
      case PNS_DID_SOLVE:
        return PNS_OK;
      case PNS_DID_EXPAND:
        if (!make_room(worker->search->store)) return no_room(error);
        break;
      case PNS_FOUND_NO_ROOM:
        return no_room(error);
      default:
        break;
    }
    if (step % ASK_EVERY == 0 && stopped != NULL && stopped(user))
      return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: stopped before it was complete");
  }
}

enum pns_status pns_again(const struct pns_search *search, const void *position,
                          bool (*stopped)(void *user), void *user, struct pns_error *error) {
  struct pns_search part = *search;
  struct pns_worker worker;
  part.root = position;
  enum pns_status status = pns_worker_init(&worker, &part, error);
  if (status != PNS_OK) return status;
  status = step_on(&worker, stopped, user, error);
  pns_worker_unwind(&worker, 0);
  pns_store_settle(search->store, &worker.cursor);
  pns_worker_done(&worker);
  return status;
}
