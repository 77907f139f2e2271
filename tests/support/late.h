/* All that can be reached from late positions of random games. Include the cmocka headers first. */
#ifndef PNS_TESTS_LATE_H
#define PNS_TESTS_LATE_H

#include "support/proof.h"

struct late_start {
  const char *spec;
  unsigned ply;   /* after so many random moves */
  unsigned games; /* so often; sanitizers take an eighth */
};

bool late_is_of(const struct late_start *start, const struct pns_game *game);

/* Spreads out each of the positions; random games that end before are left out. */
void late_graphs(const struct late_start *start,
                 void (*judge)(const struct proof_graph *graph, void *user), void *user);

#endif
