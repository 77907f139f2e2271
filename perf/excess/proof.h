/* Where the expansions of a finished search lie, seen from the proof that it found. */
#ifndef PNS_EXCESS_PROOF_H
#define PNS_EXCESS_PROOF_H

#include "search/search.h"

/* Deeper positions count as of this depth. */
enum { PNS_EXCESS_DEPTHS = 128 };

/* Positions of the proof at one depth where its player moves, and the expansions below their moves,
 * summed up. One move of each is in the proof; those beside it were not needed. */
struct pns_excess_level {
  uint64_t positions;
  uint64_t chosen;        /* below the move that is in the proof */
  uint64_t settled, open; /* below moves beside it: to no avail, or left undecided */
};

/* Fills `levels[PNS_EXCESS_DEPTHS]` from a store whose root is solved and at which nobody works. A
 * position that the proof comes to by several ways counts once, at the first. A disproof is the
 * other player's proof. False when out of memory. */
bool pns_excess_look(const struct pns_search *search, struct pns_excess_level *levels);

#endif
