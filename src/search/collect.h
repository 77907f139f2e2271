/*
 * Sweeping the store when it is full (DESIGN 7, "collecting").
 *
 * Solved nodes shrink to what a proof needs. Of the rest the nodes with the least work below them
 * go, until a quarter of the budget is free. Work counts less the longer a node has not been visited
 * (a factor of two for every two sweeps), which lets the leftovers below solved nodes go without a
 * walk over the whole graph to find them. Parents keep the numbers of dropped nodes in their edges.
 * The root and the nodes near it have the most work and are visited all the time, so they stay, with
 * exact numbers: the search cannot come back to the same leaf for ever.
 *
 * What stays slides together inside blocks of slabs, so no memory is lost to holes, and the index is
 * built anew in the size that fits the nodes met so far.
 *
 * All workers have left their paths and settled their cursors. The steps follow each other with a
 * meeting of all in between: begin (one), weigh (all), choose (one), move (all), end (one). Cursors
 * must be zeroed afterwards and nodes found anew.
 */
#ifndef PNS_SEARCH_COLLECT_H
#define PNS_SEARCH_COLLECT_H

#include "search/store.h"

/* `root` is kept whatever happens. */
void pns_sweep_begin(struct pns_store *store, const struct pns_key *root);
void pns_sweep_weigh(struct pns_store *store);
/* False when there is no memory for the new index; the store is then of no further use. */
bool pns_sweep_choose(struct pns_store *store);
void pns_sweep_move(struct pns_store *store);
void pns_sweep_end(struct pns_store *store);

/* All steps by one thread. */
bool pns_sweep_alone(struct pns_store *store, const struct pns_key *root);

/* How many nodes of the size met so far the budget holds. */
uint64_t pns_store_capacity(const struct pns_store *store);

#endif
