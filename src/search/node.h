/*
 * What the store holds: expanded positions. A child that nobody expanded is only an edge of its
 * parent, which is where the memory is won: most positions of a search are leaves.
 *
 * NODE-1  Key, edge count, side and the moves of the edges never change between publication and
 *         the next safepoint. Only the atomic fields do.
 * NODE-2  A solved word, in a node or in an edge, is absorbing: nothing ever replaces it.
 * NODE-3  A node solved for its mover keeps at least one edge that wins; a node solved against him
 *         may keep none, since every move loses and the rules name them all. Edges lost for the
 *         mover of an unsolved node have no say in its numbers and may be missing too; the root
 *         keeps all of its own.
 */
#ifndef PNS_SEARCH_NODE_H
#define PNS_SEARCH_NODE_H

#include <pns/game.h>
#include <stdatomic.h>

#include "search/numbers.h"

struct pns_edge {
  _Atomic uint64_t word;  /* the child's numbers as last seen */
  pns_move move;          /* in the node's canonical position */
  _Atomic uint32_t below; /* workers below this edge, and the two bits that follow */
};

/* Set in `below` while a worker expands the child. */
#define PNS_CLAIMED 0x80000000u
/* Set in `below` once the child was seen in the store or claimed. It may not be there all the same
 * (dropped since), and without the bit it can be there, published by way of another parent. */
#define PNS_EXPANDED 0x40000000u
#define PNS_BELOW_MASK 0x3fffffffu

struct pns_node {
  struct pns_key key;
  _Atomic uint64_t word;
  _Atomic uint32_t work; /* expansions below, saturating; lost updates are harmless */
  uint16_t edge_count;
  uint8_t side; /* PNS_SIDE_OR or PNS_SIDE_AND */
  uint8_t mark; /* 0 for who searches; whoever walks the store alone may use it */
  struct pns_edge edges[];
};

_Static_assert(sizeof(struct pns_edge) == 16, "an edge is 16 bytes");
_Static_assert(sizeof(struct pns_node) == 32, "a node's head is 32 bytes");
_Static_assert(PNS_MOVES_MAX <= UINT16_MAX, "edge counts fit");

static inline size_t pns_node_bytes(uint32_t edge_count) {
  return sizeof(struct pns_node) + edge_count * sizeof(struct pns_edge);
}

static inline bool pns_key_equal(const struct pns_key *a, const struct pns_key *b) {
  return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

#endif
