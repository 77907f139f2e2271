/*
 * Proofs in games whose positions come back. Every position of a proof is won, but a walk that
 * takes any won move may go round in a circle and never win. So the positions are given an order
 * first:
 *
 * GROUND-1  A position is grounded after all the positions that its own win rests on: where the
 *           prover moves, after one won child (or a move that wins at once), elsewhere after all
 *           children. Who always takes the child grounded first never comes back to a position.
 *
 * The walk is depth first over all won moves. A position that is still open does not ground the one
 * that leads to it; what failed so is tried again in the next round, as long as a round grounds
 * anything.
 */
#ifndef PNS_CERTIFICATE_GROUND_H
#define PNS_CERTIFICATE_GROUND_H

#include "certificate/hand.h"
#include "certificate/seen.h"

/* Starts zeroed. */
struct pns_ground {
  struct pns_seen_table table;
  uint32_t grounded; /* positions */
  uint32_t round;
};

/* Grounds the claim's position. `make_way` is asked before the table grows. */
enum pns_status pns_ground(struct pns_ground *ground, struct pns_hand *hand,
                           enum pns_status (*make_way)(void *user, uint64_t bytes));
/* When the position was grounded, from 1; 0: never. */
uint32_t pns_ground_order(const struct pns_ground *ground, const struct pns_key *key);
void pns_ground_done(struct pns_ground *ground);

#endif
