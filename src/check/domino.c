#include "check/domino.h"

#include <string.h>

static bool is_free(const struct check_rules *rules, const struct check_position *position, int x,
                    int y) {
  return x >= 0 && x < rules->width && y >= 0 && y < rules->height &&
         position->cell[y * rules->width + x] == 0;
}

/* Free cells without a free neighbour can never be covered: they count as covered, so that
 * positions that go on alike are equal. */
static void cover_lonely_cells(const struct check_rules *rules, struct check_position *position) {
  for (int y = 0; y < rules->height; y++)
    for (int x = 0; x < rules->width; x++)
      if (is_free(rules, position, x, y) && !is_free(rules, position, x - 1, y) &&
          !is_free(rules, position, x + 1, y) && !is_free(rules, position, x, y - 1) &&
          !is_free(rules, position, x, y + 1))
        position->cell[y * rules->width + x] = 1;
}

bool check_domino_parse(const struct check_rules *rules, const char *text, const char *letters,
                        struct check_position *position) {
  char rows[80];
  const size_t length = strcspn(text, " ");
  if (length >= sizeof rows || strlen(text) != length + 2) return false;
  memcpy(rows, text, length);
  rows[length] = '\0';
  if (!check_read_rows(rules, rows, ".#", position)) return false;
  cover_lonely_cells(rules, position);
  position->side = text[length + 1] == letters[0] ? CHECK_FIRST : CHECK_SECOND;
  return text[length + 1] == letters[0] || text[length + 1] == letters[1];
}

uint32_t check_domino_moves(const struct check_rules *rules, const struct check_position *position,
                            bool upright, bool flat, uint32_t *moves) {
  uint32_t count = 0;
  for (int x = 0; x < rules->width; x++)
    for (int y = 0; y < rules->height; y++) {
      if (!is_free(rules, position, x, y)) continue;
      const uint32_t cell = (uint32_t)(y * rules->width + x);
      if (upright && is_free(rules, position, x, y + 1)) moves[count++] = 2 * cell;
      if (flat && is_free(rules, position, x + 1, y)) moves[count++] = 2 * cell + 1;
    }
  return count;
}

static uint32_t other_cell(const struct check_rules *rules, uint32_t move) {
  return move / 2 + (move % 2 == 1 ? 1 : (uint32_t)rules->width);
}

void check_domino_play(const struct check_rules *rules, struct check_position *position,
                       uint32_t move) {
  position->cell[move / 2] = 1;
  position->cell[other_cell(rules, move)] = 1;
  cover_lonely_cells(rules, position);
  position->side = !position->side;
}

void check_domino_move_text(const struct check_rules *rules, const struct check_position *position,
                            uint32_t move, char *text) {
  (void)position;
  text = check_square_text(rules, move / 2, text);
  *text++ = '-';
  check_square_text(rules, other_cell(rules, move), text);
}
