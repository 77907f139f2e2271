/* Hex. The neighbours of (x, y) are left, right, up, down, up-right and down-left. */
#include "check/hex.h"

#include <string.h>

bool check_hex_open(struct check_rules *rules, const char *parameters) {
  rules->images = CHECK_HALF_TURN;
  return check_read_size(rules, parameters, 1, 15, NULL) && rules->width == rules->height;
}

bool check_hex_parse(const struct check_rules *rules, const char *text,
                     struct check_position *position) {
  return check_read_stones(rules, text, position) &&
         !check_hex_joined(rules, position, position->side == CHECK_FIRST ? 1 : 2);
}

/* Spreads from the first edge through neighbouring stones of `who`. */
bool check_hex_joined(const struct check_rules *rules, const struct check_position *position,
                      uint8_t who) {
  static const int steps[6][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, 1}};
  const int size = rules->width;
  bool seen[CHECK_CELLS_MAX] = {false};
  int waiting[CHECK_CELLS_MAX];
  int count = 0;
  for (int i = 0; i < size; i++) {
    const int cell = who == 1 ? i : i * size;
    if (position->cell[cell] != who) continue;
    seen[cell] = true;
    waiting[count++] = cell;
  }
  while (count > 0) {
    const int cell = waiting[--count];
    const int x = cell % size, y = cell / size;
    if ((who == 1 ? y : x) == size - 1) return true;
    for (int i = 0; i < 6; i++) {
      const int next_x = x + steps[i][0], next_y = y + steps[i][1];
      if (next_x < 0 || next_x >= size || next_y < 0 || next_y >= size) continue;
      const int next = next_y * size + next_x;
      if (seen[next] || position->cell[next] != who) continue;
      seen[next] = true;
      waiting[count++] = next;
    }
  }
  return false;
}

void check_hex_move_text(const struct check_rules *rules, const struct check_position *position,
                         uint32_t move, char *text) {
  (void)position;
  check_square_text(rules, move, text);
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  if (check_hex_joined(rules, position, 1)) return CHECK_FIRST_WINS;
  if (check_hex_joined(rules, position, 2)) return CHECK_SECOND_WINS;
  return check_is_full(rules, position) ? CHECK_DRAW : CHECK_ONGOING;
}

const struct check_game check_game_hex = {
    .name = "hex",
    .rules =
        "X and O in turn put a stone on an empty cell; X wins by a chain from top to bottom, O "
        "by one from left to right",
    .bits_per_cell = 2,
    .open = check_hex_open,
    .parse = check_hex_parse,
    .outcome = outcome,
    .moves = check_empty_cells,
    .play = check_place,
    .move_text = check_hex_move_text,
};
