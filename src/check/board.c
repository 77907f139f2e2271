/* What the boards have in common. */
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

static const char *read_number(const char *text, int *number) {
  *number = 0;
  for (int digits = 0; *text >= '0' && *text <= '9'; text++) {
    if (++digits > 3) return NULL;
    *number = *number * 10 + (*text - '0');
  }
  return text;
}

bool check_read_size(struct check_rules *rules, const char *text, int least, int most,
                     const char **end) {
  text = read_number(text, &rules->width);
  rules->height = rules->width;
  if (text != NULL && *text == 'x') text = read_number(text + 1, &rules->height);
  if (text == NULL || (end == NULL && *text != '\0')) return false;
  if (end != NULL) *end = text;
  rules->cells = (uint32_t)(rules->width * rules->height);
  return rules->width >= least && rules->width <= most && rules->height >= least &&
         rules->height <= most && rules->cells <= CHECK_CELLS_MAX;
}

uint32_t check_rectangle_images(const struct check_rules *rules) {
  return rules->width == rules->height ? CHECK_SQUARE : CHECK_MIRRORS;
}

bool check_read_rows(const struct check_rules *rules, const char *text, const char *letters,
                     struct check_position *position) {
  for (int y = 0; y < rules->height; y++) {
    if (y > 0 && *text++ != '/') return false;
    for (int x = 0; x < rules->width; x++, text++) {
      const char *letter = *text == '\0' ? NULL : strchr(letters, *text);
      if (letter == NULL) return false;
      position->cell[y * rules->width + x] = (uint8_t)(letter - letters);
    }
  }
  return *text == '\0';
}

bool check_read_stones(const struct check_rules *rules, const char *text,
                       struct check_position *position) {
  if (!check_read_rows(rules, text, ".XO", position)) return false;
  uint32_t stones[3] = {0};
  for (uint32_t i = 0; i < rules->cells; i++) stones[position->cell[i]]++;
  position->side = stones[1] == stones[2] ? CHECK_FIRST : CHECK_SECOND;
  return stones[1] == stones[2] || stones[1] == stones[2] + 1;
}

static bool in_line(const struct check_rules *rules, const struct check_position *position,
                    uint8_t who, int x, int y, int step_x, int step_y) {
  for (int i = 0; i < rules->line; i++, x += step_x, y += step_y) {
    if (x < 0 || x >= rules->width || y < 0 || y >= rules->height) return false;
    if (position->cell[y * rules->width + x] != who) return false;
  }
  return true;
}

bool check_has_line(const struct check_rules *rules, const struct check_position *position,
                    uint8_t who) {
  for (int y = 0; y < rules->height; y++)
    for (int x = 0; x < rules->width; x++)
      if (in_line(rules, position, who, x, y, 1, 0) || in_line(rules, position, who, x, y, 0, 1) ||
          in_line(rules, position, who, x, y, 1, 1) || in_line(rules, position, who, x, y, 1, -1))
        return true;
  return false;
}

bool check_is_hopeless(const struct check_rules *rules, const struct check_position *position,
                       uint8_t side) {
  struct check_position filled = *position;
  for (uint32_t i = 0; i < rules->cells; i++)
    if (filled.cell[i] == 0) filled.cell[i] = side == CHECK_FIRST ? 1 : 2;
  return rules->game->outcome(rules, &filled) !=
         (side == CHECK_FIRST ? CHECK_FIRST_WINS : CHECK_SECOND_WINS);
}

bool check_is_full(const struct check_rules *rules, const struct check_position *position) {
  return memchr(position->cell, 0, rules->cells) == NULL;
}

uint32_t check_empty_cells(const struct check_rules *rules, const struct check_position *position,
                           uint32_t *moves) {
  uint32_t count = 0;
  for (int x = 0; x < rules->width; x++)
    for (int y = 0; y < rules->height; y++)
      if (position->cell[y * rules->width + x] == 0)
        moves[count++] = (uint32_t)(y * rules->width + x);
  return count;
}

void check_place(const struct check_rules *rules, struct check_position *position, uint32_t cell) {
  (void)rules;
  position->cell[cell] = position->side == CHECK_FIRST ? 1 : 2;
  position->side = !position->side;
}

char *check_square_text(const struct check_rules *rules, uint32_t cell, char *text) {
  const unsigned width = (unsigned)rules->width;
  return text + sprintf(text, "%c%u", (char)('a' + cell % width), cell / width + 1);
}
