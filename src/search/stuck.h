/*
 * Where positions can come back, workers may visit the same nodes again and again: an edge is stale
 * and nobody comes by to refresh it, or the prover has nothing but circles left, seen from no
 * single path. After many visits without an expansion a worker therefore looks at all that can be
 * reached from its node by unsolved edges. One of three things is always possible there:
 *
 * STUCK-1  What is already solved is carried along edges until nothing changes.
 * STUCK-2  The greatest set is taken in which every unsolved edge of the prover's nodes, and one
 *          edge of each of the opponent's, stays inside. The prover cannot leave it, so all of it
 *          is disproven: a fact about the rules, whatever others write meanwhile. Leaves count for
 *          the prover.
 * STUCK-3  Else a leaf exists: the nearest ones that nobody has claimed are expanded, one for every
 *          few nodes looked at, so that looking round does not cost more than it brings.
 *
 * Why one is possible: with no leaf about and nothing to carry, all edges stay inside, and STUCK-2
 * takes everything. When all leaves are claimed, their owners make the progress.
 */
#ifndef PNS_SEARCH_STUCK_H
#define PNS_SEARCH_STUCK_H

#include "search/worker.h"

/* Looking round takes memory beside the store: these bytes for a worker (none where no position can
 * come back), and for all workers together this part of the store's budget. */
size_t pns_stuck_bytes(const struct pns_rules *rules);
#define PNS_STUCK_PART 8

/* Looks round from a node, which stands for `position`, and tells how many nodes it has seen.
 * PNS_DID_EXPAND when a leaf was expanded, PNS_DID_VISIT when something was settled or all is
 * claimed, else what is short. */
enum pns_did pns_stuck_move_on(const struct pns_search *search, struct pns_litter *litter,
                               struct pns_cursor *cursor, struct pns_node *node,
                               const void *position, struct pns_tally *tally, uint32_t *seen);

#endif
