/* How a worker that finds nothing to do lets others run: longer each time. */
#ifndef PNS_SEARCH_PAUSE_H
#define PNS_SEARCH_PAUSE_H

#include <stdint.h>

enum {
  PNS_PAUSE_YIELDS = 4, /* pauses in a row that only yield */
  PNS_PAUSE_FIRST_NS = 20000,
  PNS_PAUSE_MOST_NS = 1000000,
  PNS_STUCK_VISITS = 4096, /* visits without an expansion after which a worker pauses as well */
};

/* Nanoseconds to sleep in the pause of this number, from 1; 0: only yield. */
static inline uint32_t pns_pause_ns(uint32_t pauses) {
  if (pauses <= PNS_PAUSE_YIELDS) return 0;
  uint32_t doublings = pauses - PNS_PAUSE_YIELDS - 1;
  uint32_t ns = doublings > 5 ? PNS_PAUSE_MOST_NS : (uint32_t)PNS_PAUSE_FIRST_NS << doublings;
  return ns < PNS_PAUSE_MOST_NS ? ns : PNS_PAUSE_MOST_NS;
}

#endif
