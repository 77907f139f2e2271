/* A game that counts what the search asks of it, so that the search need not count for us. */
#ifndef PNS_PERF_COUNTING_H
#define PNS_PERF_COUNTING_H

#include <pns/pns.h>

#include "sample.h"

/* For one thread. `game` goes to pns_position_new_game. */
struct pns_counting {
  struct pns_game game; /* first: found again through rules->game */
  const struct pns_game *inner;
  uint64_t plays, outcomes, keys;
  uint64_t leaves;           /* `leaf` or `mobility` */
  struct pns_sample *sample; /* of the positions whose moves were asked for; NULL: none is wanted */
};

void pns_counting_init(struct pns_counting *counting, const struct pns_game *inner);

/* The search makes a move for each child of an expansion, whose outcome it asks, and for each step
 * down, whose outcome it does not ask; of both it wants the key, unless the game was over. */
static inline uint64_t pns_counting_steps(const struct pns_counting *c) {
  return c->plays - c->outcomes;
}
/* Children whose buckets were read. */
static inline uint64_t pns_counting_looked_up(const struct pns_counting *c) {
  return c->keys - pns_counting_steps(c);
}

#endif
