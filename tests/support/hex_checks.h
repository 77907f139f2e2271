/* Hex and Reverse Hex differ in who wins when two edges are joined, and in nothing else. Include
 * the cmocka headers first. */
#ifndef PNS_TESTS_HEX_CHECKS_H
#define PNS_TESTS_HEX_CHECKS_H

#include <stdbool.h>

#include "support/playout.h"

/* Random games on boards of every length against an array and a plain search for connections. */
void hex_checks_random_games(const struct pns_game *game, bool joining_loses);
/* Sizes and positions that both games must refuse, and garbage. */
void hex_checks_bad_input(const struct pns_game *game);

#endif
