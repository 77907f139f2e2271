/* The workers' clocks, the one that is furthest behind first: a binary heap. Equal clocks come in
 * an order drawn anew each time, by seed. */
#ifndef PNS_SIMULATE_CLOCKS_H
#define PNS_SIMULATE_CLOCKS_H

#include <stdint.h>

struct pns_clock {
  uint64_t now; /* picoseconds */
  uint32_t tie;
  uint32_t worker;
};

struct pns_clocks {
  uint32_t count;
  uint64_t random; /* state */
  struct pns_clock *heap;
};

/* A number drawn from the state (splitmix64). */
uint64_t pns_clocks_draw(uint64_t *random);

/* Clocks within the first `spread` picoseconds. `heap` has room for `count`. */
void pns_clocks_init(struct pns_clocks *clocks, struct pns_clock *heap, uint32_t count,
                     uint64_t seed, uint64_t spread);
/* Sets the first clock, which must not go back, and puts it in its new place. */
void pns_clocks_advance(struct pns_clocks *clocks, uint64_t now);
/* All clocks meet: they show this time. */
void pns_clocks_meet(struct pns_clocks *clocks, uint64_t now);
uint64_t pns_clocks_latest(const struct pns_clocks *clocks);

#endif
