/*
 * Proofs in games whose positions come back. Every position of a proof is won, but a walk that
 * takes any won move may go round in a circle and never win. So the positions are given an order
 * first:
 *
 * GROUND-1  A position is grounded after all the positions that its own win rests on: where the
 *           prover moves, after one won child (or a move that wins at once), elsewhere after all
 *           children. Who always takes the child grounded first never comes back to a position.
 *
 * A round is a walk, depth first, over all won moves. A position that is still open does not ground
 * the one that leads to it; what failed so is tried again in the next round, as long as a round
 * grounds anything.
 *
 * In the order in which a search finds its wins all of them are grounded. But a store that is swept
 * can lose a win and find it once more, by way of positions that were won by way of it: then it
 * holds nothing but true words that rest on each other. A round may be given somebody to help out
 * where it fails (afresh.h).
 */
#ifndef PNS_CERTIFICATE_GROUND_H
#define PNS_CERTIFICATE_GROUND_H

#include "certificate/hand.h"
#include "certificate/seen.h"

struct pns_ground {
  struct pns_seen_table table;
  const struct pns_ground *elder; /* what is grounded there is so before all that is here */
  uint32_t grounded;              /* positions, those of the elder as well */
  uint32_t round;
  uint64_t path;   /* bytes of the round at work */
  uint64_t beside; /* that others take */
  /* Asked before the table grows, for the bytes of all. */
  enum pns_status (*make_way)(void *user, uint64_t bytes);
  void *user;
  /* Asked to ground a canonical position where the chooser moves and a round knows no way, if it
   * took no more work (its logarithm) than `most_work`, and any that cannot be searched again for
   * want of room. May be NULL. */
  enum pns_status (*help)(void *helper, const void *position);
  void *helper;
  int most_work;
  int least_failed; /* the least work of those positions in the last round */
};

/* Rounds from the claim's position, until it is grounded or one grounds nothing. */
enum pns_status pns_ground_rounds(struct pns_ground *ground, struct pns_hand *hand);
/* A single one. */
enum pns_status pns_ground_round(struct pns_ground *ground, struct pns_hand *hand);

/* When the position was grounded, from 1; 0: never. */
uint32_t pns_ground_order(const struct pns_ground *ground, const struct pns_key *key);
/* Bytes of path, table and others at most until the next position is added. */
uint64_t pns_ground_bytes_next(const struct pns_ground *ground);
/* Takes over what another one, whose elder this one is, has grounded. */
enum pns_status pns_ground_join(struct pns_ground *ground, const struct pns_ground *younger,
                                struct pns_error *error);
void pns_ground_done(struct pns_ground *ground);

#endif
