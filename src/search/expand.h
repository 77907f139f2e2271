/* Making a node of a leaf: moves, finished games, transpositions, first numbers. */
#ifndef PNS_SEARCH_EXPAND_H
#define PNS_SEARCH_EXPAND_H

#include "search/search.h"

struct pns_newborn {
  struct pns_key key;
  uint64_t hash;
  uint64_t hint; /* where the store may have it (find.h) */
  uint64_t word;
  pns_move move;
  uint32_t below; /* what the edge starts with */
};

/* One worker's scratch for the children of one position. */
struct pns_litter {
  pns_move *moves;
  pns_move *counted; /* a child's moves where the game cannot count without listing */
  struct pns_newborn *children;
  char *positions;
};

/* What a worker has done so far. */
struct pns_tally {
  uint64_t expansions;
  uint64_t visits;
  uint64_t transpositions; /* children found in the store on expansion */
  uint64_t duplicates;     /* expansions that another worker finished first */
  uint64_t wasted;         /* expansions below nodes that others had solved */
  uint64_t waits;          /* times there was nothing to do */
  uint64_t milestones;     /* solved nodes with much work below */
};

enum pns_status pns_litter_init(struct pns_litter *litter, const struct pns_rules *rules);
void pns_litter_done(struct pns_litter *litter);

/* Expands an unfinished canonical position and publishes the node; gives the node that another
 * worker published meanwhile, if one did. NULL when the store has no room, or the game is broken:
 * nothing it says may get into the store then. */
struct pns_node *pns_expand(const struct pns_search *search, struct pns_litter *litter,
                            struct pns_cursor *cursor, const void *position,
                            const struct pns_key *key, uint64_t hash, struct pns_tally *tally);

#endif
