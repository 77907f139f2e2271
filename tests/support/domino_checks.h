/* What the tests of Cram and Domineering share: boards of cells that dominoes cover. */
#ifndef PNS_TESTS_DOMINO_CHECKS_H
#define PNS_TESTS_DOMINO_CHECKS_H

#include "playout.h"

struct domino_game {
  const struct pns_game *game;
  char movers[3]; /* as a position's text names them: "AB" */
  bool by_mover;  /* the first mover covers upright, the second level; else both as they like */
};

/* Random play against an array of cells: moves, outcomes, and which reflections are the same. */
void domino_checks_random_games(const struct domino_game *game);
/* Two boards that differ in a cell which nobody can cover. */
void domino_checks_dead_cells(const struct domino_game *game);
void domino_checks_bad_input(const struct domino_game *game);
/* What leaves say they know, in random games on boards of at most 20 cells: it must be so, and wins
 * as well as losses must be known often. `sizes` ends with NULL. */
void domino_checks_known_leaves(const struct domino_game *game, const char *const *sizes);

#endif
