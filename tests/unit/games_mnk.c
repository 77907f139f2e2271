/* m,n,k games against an array and loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/playout.h"

extern const struct pns_game pns_game_mnk;

/* cell[row][column]: '.', 'X' or 'O'. */
struct naive {
  int width, height, k, stones;
  char cell[15][15];
};

static void started(void *user, const struct pns_rules *rules) {
  struct naive *naive = user;
  memset(naive, 0, sizeof *naive);
  memset(naive->cell, '.', sizeof naive->cell);
  assert_int_equal(sscanf(rules->parameters, "%dx%dx%d", &naive->width, &naive->height, &naive->k),
                   3);
}

static bool row_from(const struct naive *naive, int row, int column, int down, int right, char c) {
  for (int i = 0; i < naive->k; i++, row += down, column += right) {
    if (row < 0 || row >= naive->height || column < 0 || column >= naive->width) return false;
    if (naive->cell[row][column] != c) return false;
  }
  return true;
}

static bool has_row(const struct naive *naive, char c) {
  for (int row = 0; row < naive->height; row++)
    for (int column = 0; column < naive->width; column++)
      for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
          if ((down != 0 || right != 0) && row_from(naive, row, column, down, right, c))
            return true;
  return false;
}

static enum pns_outcome naive_outcome(const struct naive *naive) {
  if (has_row(naive, 'X')) return PNS_FIRST_WINS;
  if (has_row(naive, 'O')) return PNS_SECOND_WINS;
  return naive->stones == naive->width * naive->height ? PNS_DRAW : PNS_ONGOING;
}

/* Bits of `symmetry`: mirror left and right, mirror top and bottom, swap rows and columns. */
static void naive_text(const struct naive *naive, int symmetry, char *text) {
  for (int row = 0; row < naive->height; row++) {
    for (int column = 0; column < naive->width; column++) {
      const int r = (symmetry & 2) != 0 ? naive->height - 1 - row : row;
      const int c = (symmetry & 1) != 0 ? naive->width - 1 - column : column;
      *text++ = (symmetry & 4) != 0 ? naive->cell[c][r] : naive->cell[r][c];
    }
    *text++ = row + 1 < naive->height ? '/' : '\0';
  }
}

static bool must_fold(const struct naive *naive) {
  return naive->width * naive->height <= 25 || naive->stones <= 4;
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  const struct naive *naive = user;
  const struct pns_game *game = rules->game;
  char expected[PNS_POSITION_TEXT_MAX], text[PNS_POSITION_TEXT_MAX];
  assert_int_equal(game->outcome(rules, position), naive_outcome(naive));
  assert_int_equal(game->mover(rules, position), naive->stones % 2);
  naive_text(naive, 0, expected);
  game->format(rules, position, text);
  assert_string_equal(text, expected);
  if (naive_outcome(naive) == PNS_ONGOING)
    assert_int_equal(count, naive->width * naive->height - naive->stones);
  for (uint32_t i = 0; i < count; i++) {
    char column;
    int row;
    game->move_text(rules, position, moves[i], text);
    assert_int_equal(sscanf(text, "%c%d", &column, &row), 2);
    assert_int_equal(naive->cell[row - 1][column - 'a'], '.');
  }
  for (int symmetry = 1; symmetry < (naive->width == naive->height ? 8 : 4); symmetry++) {
    union playout_position image;
    struct pns_error error;
    memset(&image, 0, sizeof image);
    naive_text(naive, symmetry, text);
    assert_int_equal(game->parse(rules, text, &image, &error), PNS_OK);
    if (must_fold(naive)) playout_same_class(rules, position, &image);
  }
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *naive = user;
  char column;
  int row;
  (void)rules;
  (void)position;
  (void)move;
  assert_int_equal(sscanf(text, "%c%d", &column, &row), 2);
  naive->cell[row - 1][column - 'a'] = naive->stones++ % 2 == 0 ? 'X' : 'O';
}

static void random_games_agree(void **state) {
  static const struct {
    const char *parameters;
    unsigned games;
  } sizes[] = {{"", 200},       {"1x1x1", 5},    {"2x2x2", 40},   {"4x3x3", 100}, {"3x4x4", 100},
               {"4x4x4", 100},  {"5x5x4", 100},  {"6x6x5", 40},   {"7x6x4", 40},  {"1x9x3", 40},
               {"8x8x5", 20},   {"8x8x8", 20},   {"9x8x5", 20},   {"9x9x3", 20},  {"15x15x5", 6},
               {"15x2x15", 20}, {"13x15x4", 10}, {"15x15x15", 2}, {"8x8x1", 5},   {"11x12x6", 6}};
  struct naive naive;
  const struct playout_hooks hooks = {&naive, started, reached, played};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct pns_rules rules;
    playout_open(&pns_game_mnk, sizes[i].parameters, &rules);
    playout_run(&rules, sizes[i].games, 7 + i, &hooks);
    playout_close(&rules);
  }
}

static void a_known_game(void **state) {
  struct pns_rules rules;
  union playout_position position;
  pns_move moves[9];
  (void)state;
  playout_open(&pns_game_mnk, "", &rules);
  assert_string_equal(rules.parameters, "3x3x3");
  assert_true(rules.exact_key && rules.draws && !rules.cyclic);
  rules.game->start(&rules, &position);
  rules.game->moves(&rules, &position, moves);
  assert_int_equal(moves[0], 4);
  playout_line(&rules, &position, "b2 a1 a3 c1");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_ONGOING);
  playout_move(&rules, &position, "b1");
  playout_move(&rules, &position, "a2");
  playout_move(&rules, &position, "b3");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_FIRST_WINS);
  playout_close(&rules);
}

static void bad_input_is_refused(void **state) {
  struct pns_rules rules;
  (void)state;
  playout_open_refused(&pns_game_mnk, "16x3x3", "15x15");
  playout_open_refused(&pns_game_mnk, "3x3", "WIDTHxHEIGHTxK");
  playout_open_refused(&pns_game_mnk, "3x3x0", "K from 1 to the longer side, 3");
  playout_open_refused(&pns_game_mnk, "3x3x4", "K from 1 to the longer side, 3");
  playout_open_refused(&pns_game_mnk, "3x3x3x3", "WIDTHxHEIGHTxK");
  playout_open_refused(&pns_game_mnk, "3x3x99999999999999999999", "WIDTHxHEIGHTxK");
  playout_open_refused(&pns_game_mnk, "3x3x\x1b", "3x3x?");
  playout_open(&pns_game_mnk, "3x3x3", &rules);
  playout_parse_refused(&rules, ".../.../..", "ends after 10");
  playout_parse_refused(&rules, ".../.../...x", "after the last row");
  playout_parse_refused(&rules, ".../.-./...", "'-' at character 6");
  playout_parse_refused(&rules, "XX./.../...", "2 X and 0 O");
  playout_parse_refused(&rules, "XXX/OOO/...", "X is to move and has 3 in a row");
  playout_parse_refused(&rules, "XXO/.XO/X.O", "O is to move and has 3 in a row");
  playout_close(&rules);
}

static void garbage_is_survived(void **state) {
  static const char *const samples[] = {".../.../...", "xo./.X./O..", "3x3x3", "15x15x5", NULL};
  (void)state;
  playout_garbage(&pns_game_mnk, "3x3x3", samples, 5000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_games_agree),
      cmocka_unit_test(a_known_game),
      cmocka_unit_test(bad_input_is_refused),
      cmocka_unit_test(garbage_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
