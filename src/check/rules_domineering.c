/* Domineering: the first player (V) lays upright dominoes, the second (H) flat ones. */
#include "check/domino.h"

static bool open(struct check_rules *rules, const char *parameters) {
  const bool read = check_read_size(rules, parameters, 1, 8, NULL);
  rules->images = CHECK_MIRRORS;
  return read;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  return check_domino_parse(rules, text, "VH", position);
}

static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  return check_domino_moves(rules, position, position->side == CHECK_FIRST,
                            position->side == CHECK_SECOND, list);
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  uint32_t list[2 * CHECK_CELLS_MAX];
  if (moves(rules, position, list) > 0) return CHECK_ONGOING;
  return position->side == CHECK_FIRST ? CHECK_SECOND_WINS : CHECK_FIRST_WINS;
}

const struct check_game check_game_domineering = {
    .name = "domineering",
    .rules = "V lays upright dominoes on two free cells, H flat ones; whoever cannot move loses",
    .bits_per_cell = 1,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .moves = moves,
    .play = check_domino_play,
    .move_text = check_domino_move_text,
};
