/* Breakthrough. Row 0 is the top rank of the text; the first player (W) moves up, to row 0. */
#include <string.h>

#include "check/rules.h"

static bool open(struct check_rules *rules, const char *parameters) {
  rules->images = CHECK_MIRROR;
  return check_read_size(rules, parameters, 2, 8, NULL) && rules->height >= 4;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  char rows[80];
  const size_t length = strcspn(text, " ");
  if (length >= sizeof rows) return false;
  memcpy(rows, text, length);
  rows[length] = '\0';
  if (!check_read_rows(rules, rows, ".WB", position)) return false;
  text += length;
  position->side = strcmp(text, " B") == 0 ? CHECK_SECOND : CHECK_FIRST;
  return strcmp(text, " B") == 0 || strcmp(text, " W") == 0;
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  uint32_t men[3] = {0};
  bool first_there = false, second_there = false;
  for (uint32_t i = 0; i < rules->cells; i++) men[position->cell[i]]++;
  for (int x = 0; x < rules->width; x++) {
    first_there |= position->cell[x] == 1;
    second_there |= position->cell[(rules->height - 1) * rules->width + x] == 2;
  }
  if (first_there || men[2] == 0) return CHECK_FIRST_WINS;
  if (second_there || men[1] == 0) return CHECK_SECOND_WINS;
  return CHECK_ONGOING;
}

/* A move is the square left times three, plus how far the man goes aside, plus one. */
static bool can_step(const struct check_rules *rules, const struct check_position *position, int x,
                     int y, int aside) {
  const uint8_t own = position->side == CHECK_FIRST ? 1 : 2;
  const int to_x = x + aside, to_y = position->side == CHECK_FIRST ? y - 1 : y + 1;
  if (position->cell[y * rules->width + x] != own) return false;
  if (to_x < 0 || to_x >= rules->width || to_y < 0 || to_y >= rules->height) return false;
  const uint8_t there = position->cell[to_y * rules->width + to_x];
  return there == 0 || (aside != 0 && there != own);
}

/* Rank 1 is the lowest row, so ranks count from the bottom up. */
static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  uint32_t count = 0;
  for (int x = 0; x < rules->width; x++)
    for (int y = rules->height - 1; y >= 0; y--)
      for (int aside = -1; aside <= 1; aside++)
        if (can_step(rules, position, x, y, aside))
          list[count++] = (uint32_t)((y * rules->width + x) * 3 + aside + 1);
  return count;
}

static int target(const struct check_rules *rules, const struct check_position *position,
                  uint32_t move) {
  const int ahead = position->side == CHECK_FIRST ? -rules->width : rules->width;
  return (int)(move / 3) + ahead + (int)(move % 3) - 1;
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  const int to = target(rules, position, move);
  position->cell[to] = position->cell[move / 3];
  position->cell[move / 3] = 0;
  position->side = !position->side;
}

static char *square_text(const struct check_rules *rules, uint32_t cell, char *text) {
  const uint32_t width = (uint32_t)rules->width;
  *text++ = (char)('a' + cell % width);
  *text++ = (char)('0' + rules->height - (int)(cell / width));
  *text = '\0';
  return text;
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  text = square_text(rules, move / 3, text);
  square_text(rules, (uint32_t)target(rules, position, move), text);
}

const struct check_game check_game_breakthrough = {
    .name = "breakthrough",
    .rules =
        "men step one square ahead, straight or diagonally, and capture diagonally; reaching the "
        "far rank or taking the last enemy man wins",
    .bits_per_cell = 2,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
