/* When sweeps of the store bring no progress any more: nothing large was settled for many times of
 * what memory holds, so what is worked out is dropped again before it is used. */
#ifndef PNS_SEARCH_PATIENCE_H
#define PNS_SEARCH_PATIENCE_H

#include "search/expand.h"

/* Times the store's capacity in expansions without a milestone. */
enum { PNS_PATIENCE = 1000 };

struct pns_patience {
  uint64_t milestones, milestone_expansions; /* at the last sweep that had new ones */
  uint64_t swept_at;                         /* expansions */
};

static inline struct pns_patience pns_patience_new(void) {
  /* Never: the first sweep may come before the first expansion. */
  return (struct pns_patience){.swept_at = UINT64_MAX};
}

/* After a sweep: false when it is time to give up. `capacity` is the store's. */
static inline bool pns_patience_left(struct pns_patience *p, const struct pns_tally *tally,
                                     uint64_t capacity) {
  if (tally->milestones > p->milestones) {
    p->milestones = tally->milestones;
    p->milestone_expansions = tally->expansions;
  }
  bool left = tally->expansions - p->milestone_expansions <= PNS_PATIENCE * capacity &&
              tally->expansions != p->swept_at;
  p->swept_at = tally->expansions;
  return left;
}

#endif
