/* A real line of play and its image in the store, which has canonical positions alone.
 *
 * Where a game folds every position, both stand on the same canonical form after every move, and a
 * move is told by the child it leads to. A game that folds only while few stones lie on the board
 * leaves later positions as they are: the store then goes on from the last position that it folded,
 * and all of that is a mirror image of the real line, by one and the same symmetry. `unfold` of
 * that last position says which: it answers for all moves after it. */
#ifndef PNS_SEARCH_WALK_H
#define PNS_SEARCH_WALK_H

#include "search/search.h"

struct pns_walk {
  const struct pns_rules *rules;
  bool unfolds; /* moves are told by `unfold`, not by where they lead */
  char *here;   /* the real position */
  char *stored; /* what the store has in its place */
  char *turned; /* the last real position whose canonical form was in the store's line */
  char *child;  /* scratch, as are the next */
  pns_move *moves, *images;
};

/* Stands on a real position, of which the store has the canonical form. False when out of memory;
 * to be done with all the same. */
bool pns_walk_init(struct pns_walk *walk, const struct pns_rules *rules, const void *position);
void pns_walk_done(struct pns_walk *walk);

/* The legal move here that an edge of the stored position stands for. False when there is none: in
 * a game without `unfold`, where it stops folding. */
bool pns_walk_name(struct pns_walk *walk, pns_move stored, pns_move *real);

/* The same for all moves at once, the other way round: stored[i] stands for real[i]. False when the
 * game has no `unfold`, or one that breaks its promise. */
bool pns_walk_pair(struct pns_walk *walk, const pns_move *real, uint32_t count, pns_move *stored);

/* One move on, in both. Without `unfold` the canonical form of the real position is what the store
 * has, and `stored` does not matter. */
void pns_walk_play(struct pns_walk *walk, pns_move real, pns_move stored);

/* Where a walk stands, for who keeps such on a stack of his own: so many bytes, first the real
 * position, then the stored one. */
static inline size_t pns_walk_bytes(const struct pns_rules *rules) {
  return 3 * rules->position_bytes;
}
void pns_walk_save(const struct pns_walk *walk, void *state);
void pns_walk_load(struct pns_walk *walk, const void *state);

#endif
