/* m,n,k games: tic-tac-toe to gomoku. */
#include "check/rules.h"

static bool open(struct check_rules *rules, const char *parameters) {
  const char *end = parameters;
  if (!check_read_size(rules, parameters, 1, 15, &end) || *end++ != 'x') return false;
  for (int digits = 0; *end >= '0' && *end <= '9'; end++) {
    if (++digits > 2) return false;
    rules->line = rules->line * 10 + (*end - '0');
  }
  rules->images = check_rectangle_images(rules);
  return *end == '\0' && rules->line >= 1 && rules->line <= 15;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  return check_read_stones(rules, text, position) &&
         !check_has_line(rules, position, position->side == CHECK_FIRST ? 1 : 2);
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  if (check_has_line(rules, position, 1)) return CHECK_FIRST_WINS;
  if (check_has_line(rules, position, 2)) return CHECK_SECOND_WINS;
  return check_is_full(rules, position) ? CHECK_DRAW : CHECK_ONGOING;
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  (void)position;
  check_square_text(rules, move, text);
}

const struct check_game check_game_mnk = {
    .name = "mnk",
    .rules =
        "X and O in turn put a stone on an empty cell; K or more in a row, level, upright or "
        "diagonal, win; a full board is a draw",
    .bits_per_cell = 2,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .hopeless = check_is_hopeless,
    .moves = check_empty_cells,
    .play = check_place,
    .move_text = move_text,
};
