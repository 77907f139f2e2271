/*
 * Sweeping the store when it is full (DESIGN 7, "collecting").
 *
 * Solved nodes leave for the table of settled positions, unsolved ones lose the edges that have no
 * say any more. Then those go that keep the least work for the room they take, until a quarter of
 * the arena is free; where no unsolved path leads a quarter of the work counts. Parents keep the
 * numbers of dropped nodes in their edges, the table as well while it has room. The root and the
 * nodes near it have the most work, so they stay, with exact numbers: the search cannot come back
 * to the same leaf for ever.
 *
 * What stays slides together inside blocks of slabs, so no memory is lost to holes, and the index
 * is built anew in the size that fits the nodes met so far.
 *
 * All workers have left their paths and settled their cursors. The steps follow each other with a
 * meeting of all in between: begin (one), mark (all), weigh (all), choose (one), settle (all), move
 * (all), end (one). Cursors must be zeroed afterwards and nodes found anew.
 */
#ifndef PNS_SEARCH_COLLECT_H
#define PNS_SEARCH_COLLECT_H

#include "search/search.h"

/* The root is kept whatever happens. False when memory for the walk is short: nothing changed. */
bool pns_sweep_begin(const struct pns_search *search);
/* False when memory for the walk was short: what it did not reach counts as unreached. */
bool pns_sweep_mark(const struct pns_search *search);
void pns_sweep_weigh(struct pns_store *store);
/* False when there is no address space for a new index: the old one and all nodes are still there.
 */
bool pns_sweep_choose(struct pns_store *store);
/* In place of choose and what follows, when the walk is not to be believed: nothing changed. */
void pns_sweep_cancel(struct pns_store *store);
/* Gives the table of settled positions its new size. */
void pns_sweep_settle(struct pns_store *store);
void pns_sweep_move(struct pns_store *store);
void pns_sweep_end(struct pns_store *store);

/* How many nodes of the size met so far the budget holds. */
uint64_t pns_store_capacity(const struct pns_store *store);

#endif
