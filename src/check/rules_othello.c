/* Othello. Row 1 is the top row of the text. */
#include <string.h>

#include "check/rules.h"

#define PASS CHECK_CELLS_MAX

static bool open(struct check_rules *rules, const char *parameters) {
  if (!check_read_size(rules, parameters, 4, 8, NULL)) return false;
  rules->images = check_rectangle_images(rules);
  return rules->width % 2 == 0 && rules->height % 2 == 0;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  for (uint32_t i = 0; i < rules->cells; i++, text++) {
    if (*text == '\0' || strchr("-XO", *text) == NULL) return false;
    position->cell[i] = (uint8_t)(*text == 'X' ? 1 : *text == 'O' ? 2 : 0);
  }
  position->side = text[0] == ' ' && text[1] == 'O' ? CHECK_SECOND : CHECK_FIRST;
  return text[0] == ' ' && (text[1] == 'X' || text[1] == 'O') && text[2] == '\0';
}

/* The discs a disc of `who` on the cell would enclose in one direction; they change sides if
 * `turn` is set. */
static int enclosed(const struct check_rules *rules, struct check_position *position, int cell,
                    uint8_t who, int step_x, int step_y, bool turn) {
  int x = cell % rules->width, y = cell / rules->width, count = 0;
  for (;;) {
    x += step_x;
    y += step_y;
    if (x < 0 || x >= rules->width || y < 0 || y >= rules->height) return 0;
    const uint8_t disc = position->cell[y * rules->width + x];
    if (disc == 0) return 0;
    if (disc == who) break;
    count++;
  }
  for (int i = 1; turn && i <= count; i++)
    position->cell[cell + i * (step_y * rules->width + step_x)] = who;
  return count;
}

/* All eight directions. */
static int enclose(const struct check_rules *rules, struct check_position *position, int cell,
                   uint8_t who, bool turn) {
  int count = 0;
  for (int step_x = -1; step_x <= 1; step_x++)
    for (int step_y = -1; step_y <= 1; step_y++)
      if (step_x != 0 || step_y != 0)
        count += enclosed(rules, position, cell, who, step_x, step_y, turn);
  return count;
}

static uint32_t placements(const struct check_rules *rules, const struct check_position *position,
                           uint8_t who, uint32_t *list) {
  struct check_position copy = *position;
  uint32_t count = 0;
  for (int x = 0; x < rules->width; x++)
    for (int y = 0; y < rules->height; y++) {
      const int cell = y * rules->width + x;
      if (copy.cell[cell] == 0 && enclose(rules, &copy, cell, who, false) > 0)
        list[count++] = (uint32_t)cell;
    }
  return count;
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  uint32_t list[CHECK_CELLS_MAX];
  if (placements(rules, position, 1, list) > 0 || placements(rules, position, 2, list) > 0)
    return CHECK_ONGOING;
  int discs[3] = {0};
  for (uint32_t i = 0; i < rules->cells; i++) discs[position->cell[i]]++;
  if (discs[1] == discs[2]) return CHECK_DRAW;
  return discs[1] > discs[2] ? CHECK_FIRST_WINS : CHECK_SECOND_WINS;
}

static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  const uint32_t count = placements(rules, position, position->side == CHECK_FIRST ? 1 : 2, list);
  if (count > 0) return count;
  list[0] = PASS;
  return 1;
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  const uint8_t who = position->side == CHECK_FIRST ? 1 : 2;
  if (move != PASS) {
    enclose(rules, position, (int)move, who, true);
    position->cell[move] = who;
  }
  position->side = !position->side;
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  (void)position;
  if (move == PASS)
    strcpy(text, "pass");
  else
    check_square_text(rules, move, text);
}

const struct check_game check_game_othello = {
    .name = "othello",
    .rules =
        "X and O in turn put a disc where it encloses enemy discs in a line, which change sides; "
        "who cannot passes; when neither can, most discs win",
    .bits_per_cell = 2,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
