/* Searching again what was solved once and dropped for memory since, or what the game decided: by
 * the finished games that a certificate must show. */
#ifndef PNS_CERTIFICATE_AGAIN_H
#define PNS_CERTIFICATE_AGAIN_H

#include "search/worker.h"

/* One thread that does it. No worker may be at work meanwhile. Zeroed, it may be done with. */
struct pns_again {
  const struct pns_search *whole;
  struct pns_search part;
  struct pns_worker worker;
  uint64_t began_at;  /* the worker's expansions when the position at hand was begun */
  uint32_t sweeps;    /* since they were last judged, */
  uint64_t judged_at; /* at so many expansions */
  bool sweeps_not;    /* a full store is the end instead */
  bool found_no_room; /* why the last search failed */
};

/* Memory that it takes at most beside a store of so many bytes, that many workers may search. */
uint64_t pns_again_bytes(const struct pns_rules *rules, uint64_t store_bytes, uint32_t workers);

enum pns_status pns_again_init(struct pns_again *again, const struct pns_search *search,
                               struct pns_error *error);
void pns_again_done(struct pns_again *again);

/* Searches from an unfinished canonical position, in the search's own store, until it is solved;
 * the store is swept when it is full. The nodes of the position and of the search's root are there
 * afterwards, any other may be gone. Fails when the store cannot hold enough to make progress, and
 * when `stopped` (may be NULL) says so. */
enum pns_status pns_again(struct pns_again *again, const void *position,
                          bool (*stopped)(void *user), void *user, struct pns_error *error);

/* Takes so many bytes off the store's budget for good. `position`, which is settled, and the
 * root stay known. False when too little would be left. */
bool pns_again_give_way(struct pns_again *again, const void *position, uint64_t bytes);

#endif
