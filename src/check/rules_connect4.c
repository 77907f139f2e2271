/* Connect Four. Rows count from the top, so stones fall towards larger rows. */
#include <stdio.h>

#include "check/rules.h"

static bool open(struct check_rules *rules, const char *parameters) {
  rules->line = 4;
  rules->images = CHECK_MIRROR;
  return check_read_size(rules, parameters, 2, 12, NULL);
}

/* The lowest empty cell of a column, or -1. */
static int landing(const struct check_rules *rules, const struct check_position *position, int x) {
  for (int y = rules->height - 1; y >= 0; y--)
    if (position->cell[y * rules->width + x] == 0) return y * rules->width + x;
  return -1;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  if (!check_read_stones(rules, text, position)) return false;
  for (uint32_t i = 0; i + (uint32_t)rules->width < rules->cells; i++)
    if (position->cell[i] != 0 && position->cell[i + (uint32_t)rules->width] == 0) return false;
  return !check_has_line(rules, position, position->side == CHECK_FIRST ? 1 : 2);
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  if (check_has_line(rules, position, 1)) return CHECK_FIRST_WINS;
  if (check_has_line(rules, position, 2)) return CHECK_SECOND_WINS;
  return check_is_full(rules, position) ? CHECK_DRAW : CHECK_ONGOING;
}

static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  uint32_t count = 0;
  for (int x = 0; x < rules->width; x++)
    if (landing(rules, position, x) >= 0) list[count++] = (uint32_t)x;
  return count;
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  check_place(rules, position, (uint32_t)landing(rules, position, (int)move));
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  (void)rules, (void)position;
  sprintf(text, "%u", move + 1);
}

const struct check_game check_game_connect4 = {
    .name = "connect4",
    .rules =
        "X and O in turn drop a stone into a column; four in a row, level, upright or diagonal, "
        "win; a full board is a draw",
    .bits_per_cell = 2,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .hopeless = check_is_hopeless,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
