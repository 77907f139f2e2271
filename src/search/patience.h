/* When sweeps of the store bring no progress any more: nothing large was settled for many times of
 * what memory holds, so what is worked out is dropped again before it is used; or hardly anything
 * was expanded between them, because what they free is too little for all workers. */
#ifndef PNS_SEARCH_PATIENCE_H
#define PNS_SEARCH_PATIENCE_H

#include "search/expand.h"

enum {
  /* Times the store's capacity in expansions without a milestone. */
  PNS_PATIENCE = 1000,
  /* A sweep counts as such a part of the capacity in expansions at least. One that frees what it
   * should leaves room for more even where the table of settled positions has its most. */
  PNS_PATIENCE_SWEEP_PART = 64,
  /* Sweeps in a row that make no room for a node. A few are no bad sign: the table of settled
   * positions grows by steps, and what finds no place in it this time does next time. */
  PNS_PATIENCE_FRUITLESS = 8,
};

struct pns_patience {
  uint64_t milestones; /* at the last sweep */
  uint64_t lost;       /* since one had new ones, in expansions */
  uint64_t swept_at;   /* expansions */
  uint32_t fruitless;  /* sweeps in a row without any */
};

static inline struct pns_patience pns_patience_new(void) {
  /* Never: the first sweep may come before the first expansion. */
  return (struct pns_patience){.swept_at = UINT64_MAX};
}

/* After a sweep: false when it is time to give up. `capacity` is the store's. */
static inline bool pns_patience_left(struct pns_patience *p, const struct pns_tally *tally,
                                     uint64_t capacity) {
  const uint64_t before = p->swept_at == UINT64_MAX ? 0 : p->swept_at;
  const uint64_t expansions = tally->expansions - before;
  const uint64_t least = capacity / PNS_PATIENCE_SWEEP_PART;
  p->fruitless = tally->expansions != p->swept_at ? 0 : p->fruitless + 1;
  p->swept_at = tally->expansions;
  p->lost += expansions > least ? expansions : least;
  if (tally->milestones > p->milestones) p->lost = 0;
  p->milestones = tally->milestones;
  return p->fruitless < PNS_PATIENCE_FRUITLESS && p->lost <= PNS_PATIENCE * capacity;
}

#endif
