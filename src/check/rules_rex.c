/* Reverse Hex: who joins his own edges loses. */
#include "check/hex.h"

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  if (check_hex_joined(rules, position, 1)) return CHECK_SECOND_WINS;
  if (check_hex_joined(rules, position, 2)) return CHECK_FIRST_WINS;
  return check_is_full(rules, position) ? CHECK_DRAW : CHECK_ONGOING;
}

const struct check_game check_game_rex = {
    .name = "rex",
    .rules =
        "X and O in turn put a stone on an empty cell; a chain of X from top to bottom, or of O "
        "from left to right, loses for its owner",
    .bits_per_cell = 2,
    .open = check_hex_open,
    .parse = check_hex_parse,
    .outcome = outcome,
    .moves = check_empty_cells,
    .play = check_place,
    .move_text = check_hex_move_text,
};
