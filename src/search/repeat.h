/*
 * Games whose positions can come back: what a worker knows of an edge on its own path only.
 *
 * Play without end never counts for the prover. So a worker that would enter a position of its own
 * path does not: in that frame alone the edge reads "disproven", and the reading *depends* on the
 * depth of the position that came back. What follows from such readings travels up as a value with
 * its dependence and never gets into the store:
 *
 * REPEAT-1  A node disproven by readings depends, where the prover moves, on the shallowest depth
 *           that its edges depend on (he could choose any of them), elsewhere on the deepest among
 *           its disproven edges (one is enough). What the store says depends on nothing.
 * REPEAT-2  A node at depth d that is disproven and depends on nothing above d is disproven for
 *           good. The positions that the readings went through form a set which the prover cannot
 *           leave: where he moves all edges stay inside or lose, where the opponent moves one edge
 *           does. That is a fact about the rules, so it stays true whatever others write meanwhile.
 *           Given that fact the children that depend on d alone are disproven for good as well.
 * REPEAT-3  A disproven reading holds as long as its frame, since the path above stays what it was.
 *           An unsolved one lapses when the edge's shared word changes.
 *
 * Proofs need no care: no reading is ever "proven", so a win never rests on a repetition.
 */
#ifndef PNS_SEARCH_REPEAT_H
#define PNS_SEARCH_REPEAT_H

#include "search/update.h"

#define PNS_DEPENDS_ON_NOTHING UINT32_MAX

struct pns_reading {
  uint32_t edge;    /* its index in the node */
  uint32_t depends; /* depth on the worker's path */
  uint64_t word;    /* what the edge reads instead of ... */
  uint64_t shared;  /* ... this word, which stood in it */
};

/* The readings of all frames of a path; those of the top frame are the last ones. */
struct pns_readings {
  struct pns_reading *list;
  uint32_t count, capacity;
};

void pns_readings_done(struct pns_readings *readings);

/* Notes a reading in the top frame, whose own begin at `first`; replaces an older one of the edge.
 * False when memory is short. */
bool pns_readings_note(struct pns_readings *readings, uint32_t first, struct pns_reading reading);

/* The node as its frame sees it: like pns_update, but writes nothing, and tells the depth that the
 * word depends on. Where an edge wins for the mover the choice is void. */
uint64_t pns_readings_look(const struct pns_readings *readings, uint32_t first,
                           const struct pns_node *node, bool weak, struct pns_loss loss,
                           uint64_t blocked, struct pns_choice *choice, uint32_t *depends);

/* Writes a disproof that depends on nothing above `depth`, where the node stands, into the store
 * (REPEAT-2): its edges first, so that the update rule finds it. */
void pns_readings_settle(const struct pns_readings *readings, uint32_t first, struct pns_node *node,
                         uint32_t depth);

#endif
