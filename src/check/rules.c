#include "check/rules.h"

#include <stdio.h>
#include <string.h>

#define CHECK_GAMES(row)                                                                       \
  row(andor) row(breakthrough) row(checkers) row(connect4) row(cram) row(domineering) row(hex) \
      row(mnk) row(othello) row(rex) row(synth) row(uttt)

#define DECLARE(name) extern const struct check_game check_game_##name;
CHECK_GAMES(DECLARE)
#undef DECLARE

#define ROW(name) &check_game_##name,
static const struct check_game *const games[] = {CHECK_GAMES(ROW)};
#undef ROW

const struct check_game *check_game_at(size_t index) {
  return index < sizeof games / sizeof games[0] ? games[index] : NULL;
}

const struct check_game *check_game_find(const char *name) {
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
    if (strcmp(games[i]->name, name) == 0) return games[i];
  return NULL;
}

/* ---- opening ---- */

/* from[k][i]: the cell that comes to lie on cell i when the board is turned by k. */
static void fill_images(struct check_rules *rules) {
  for (uint32_t k = 0; k < CHECK_IMAGES_MAX; k++) {
    if ((rules->images >> k & 1) == 0) continue;
    for (int y = 0; y < rules->height; y++)
      for (int x = 0; x < rules->width; x++) {
        int to_x = x, to_y = y;
        check_rules_turn(k, rules->width, rules->height, &to_x, &to_y);
        rules->from[k][to_y * rules->width + to_x] = (uint8_t)(y * rules->width + x);
      }
  }
}

enum check_reason check_rules_open(struct check_rules *rules, const char *game,
                                   const char *parameters, const char *definition,
                                   size_t definition_bytes) {
  memset(rules, 0, sizeof *rules);
  const struct check_game *found = check_game_find(game);
  if (found == NULL) return CHECK_UNKNOWN_GAME;
  rules->game = found;
  rules->images = 1;
  if (!found->open(rules, parameters)) return CHECK_BAD_PARAMETERS;
  if (found->define == NULL && definition_bytes > 0) return CHECK_BAD_DEFINITION;
  if (found->define != NULL && !found->define(rules, definition, definition_bytes))
    return CHECK_BAD_DEFINITION;
  rules->packed_bytes = (rules->cells * found->bits_per_cell + 7) / 8 + 1 + 8 * found->words;
  fill_images(rules);
  return CHECK_NONE;
}

void check_rules_close(struct check_rules *rules) {
  if (rules->game != NULL && rules->game->close != NULL) rules->game->close(rules);
  rules->game = NULL;
}

/* ---- exact bytes of a position ---- */

void check_rules_turn(uint32_t k, int width, int height, int *x, int *y) {
  if (k & 1) *x = width - 1 - *x;
  if (k & 2) *y = height - 1 - *y;
  if (k & 4) {
    const int old_x = *x;
    *x = *y;
    *y = old_x;
  }
}

static uint8_t turned_extra(const struct check_rules *rules, uint8_t extra, uint32_t k) {
  if (!rules->extra_is_board || extra >= 9) return extra;
  int x = extra % 3, y = extra / 3;
  check_rules_turn(k, 3, 3, &x, &y);
  return (uint8_t)(y * 3 + x);
}

static void pack_image(const struct check_rules *rules, const struct check_position *position,
                       uint32_t k, uint8_t *packed) {
  const uint32_t width = rules->game->bits_per_cell;
  memset(packed, 0, rules->packed_bytes);
  uint32_t bit = 0;
  for (uint32_t i = 0; i < rules->cells; i++, bit += width) {
    const uint32_t value = (uint32_t)position->cell[rules->from[k][i]] << (bit % 8);
    packed[bit / 8] = (uint8_t)(packed[bit / 8] | value);
    if (value > 0xff) packed[bit / 8 + 1] = (uint8_t)(value >> 8);
  }
  uint8_t *rest = packed + (bit + 7) / 8;
  *rest++ = (uint8_t)(position->side | turned_extra(rules, position->extra, k) << 1);
  memcpy(rest, position->words, rules->game->words * sizeof position->words[0]);
}

void check_rules_pack(const struct check_rules *rules, const struct check_position *position,
                      uint8_t *packed) {
  pack_image(rules, position, 0, packed);
  for (uint32_t k = 1; k < CHECK_IMAGES_MAX; k++) {
    if ((rules->images >> k & 1) == 0) continue;
    uint8_t image[CHECK_PACKED_MAX];
    pack_image(rules, position, k, image);
    if (memcmp(image, packed, rules->packed_bytes) < 0) memcpy(packed, image, rules->packed_bytes);
  }
}

/* ---- order of texts ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Compares the numbers that begin here, and moves both past them. */
static int number_order(const char **a, const char **b) {
  while (**a == '0') ++*a;
  while (**b == '0') ++*b;
  size_t a_digits = 0, b_digits = 0;
  while (is_digit((*a)[a_digits])) a_digits++;
  while (is_digit((*b)[b_digits])) b_digits++;
  int order = a_digits < b_digits ? -1 : a_digits > b_digits;
  if (order == 0) order = memcmp(*a, *b, a_digits);
  *a += a_digits;
  *b += b_digits;
  return order;
}

int check_text_order(const char *a, const char *b) {
  const char *const whole_a = a, *const whole_b = b;
  while (*a != '\0' && *b != '\0') {
    if (is_digit(*a) && is_digit(*b)) {
      const int order = number_order(&a, &b);
      if (order != 0) return order;
    } else if (*a != *b) {
      return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
    } else {
      a++;
      b++;
    }
  }
  if (*a == *b) return strcmp(whole_a, whole_b); /* equal but for leading zeros */
  return *a == '\0' ? -1 : 1;
}
