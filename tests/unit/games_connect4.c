/* Connect Four against an array and loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/playout.h"

extern const struct pns_game pns_game_connect4;

/* cell[column][height from the ground]: '.', 'X' or 'O'. */
struct naive {
  int width, height, stones;
  char cell[12][9];
};

static void started(void *user, const struct pns_rules *rules) {
  struct naive *naive = user;
  memset(naive, 0, sizeof *naive);
  memset(naive->cell, '.', sizeof naive->cell);
  assert_int_equal(sscanf(rules->parameters, "%dx%d", &naive->width, &naive->height), 2);
}

static bool inside(const struct naive *naive, int column, int row) {
  return column >= 0 && column < naive->width && row >= 0 && row < naive->height;
}

static bool run_of_four(const struct naive *naive, int column, int row, int right, int up, char c) {
  for (int i = 0; i < 4; i++, column += right, row += up)
    if (!inside(naive, column, row) || naive->cell[column][row] != c) return false;
  return true;
}

static bool has_four(const struct naive *naive, char c) {
  static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int column = 0; column < naive->width; column++)
    for (int row = 0; row < naive->height; row++)
      for (int i = 0; i < 4; i++)
        if (run_of_four(naive, column, row, steps[i][0], steps[i][1], c)) return true;
  return false;
}

static enum pns_outcome naive_outcome(const struct naive *naive) {
  if (has_four(naive, 'X')) return PNS_FIRST_WINS;
  if (has_four(naive, 'O')) return PNS_SECOND_WINS;
  return naive->stones == naive->width * naive->height ? PNS_DRAW : PNS_ONGOING;
}

static void naive_text(const struct naive *naive, bool mirrored, char *text) {
  for (int row = naive->height - 1; row >= 0; row--) {
    for (int i = 0; i < naive->width; i++)
      *text++ = naive->cell[mirrored ? naive->width - 1 - i : i][row];
    *text++ = row > 0 ? '/' : '\0';
  }
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  const struct naive *naive = user;
  const struct pns_game *game = rules->game;
  char expected[PNS_POSITION_TEXT_MAX], text[PNS_POSITION_TEXT_MAX];
  assert_int_equal(game->outcome(rules, position), naive_outcome(naive));
  assert_int_equal(game->mover(rules, position), naive->stones % 2);
  naive_text(naive, false, expected);
  game->format(rules, position, text);
  assert_string_equal(text, expected);

  uint32_t playable = 0;
  for (int column = 0; column < naive->width; column++)
    playable += naive->cell[column][naive->height - 1] == '.';
  if (naive_outcome(naive) == PNS_ONGOING) assert_int_equal(count, playable);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(naive->cell[moves[i]][naive->height - 1], '.');

  naive_text(naive, true, text);
  playout_same_as(rules, position, text);
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *naive = user;
  int column = 0, row = 0;
  (void)rules;
  (void)position;
  (void)move;
  assert_int_equal(sscanf(text, "%d", &column), 1);
  while (naive->cell[column - 1][row] != '.') row++;
  naive->cell[column - 1][row] = naive->stones++ % 2 == 0 ? 'X' : 'O';
}

static void random_games_agree(void **state) {
  static const char *const sizes[] = {"",    "2x2", "4x4",  "5x4",  "4x5", "8x7", "3x2",
                                      "9x7", "8x8", "12x9", "12x2", "2x9", "10x6"};
  struct naive naive;
  const struct playout_hooks hooks = {&naive, started, reached, played};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct pns_rules rules;
    playout_open(&pns_game_connect4, sizes[i], &rules);
    playout_run(&rules, 120, 7 + i, &hooks);
    playout_close(&rules);
  }
}

static void defaults_and_order(void **state) {
  struct pns_rules rules;
  union playout_position position;
  pns_move moves[12];
  (void)state;
  playout_open(&pns_game_connect4, "", &rules);
  assert_string_equal(rules.parameters, "7x6");
  assert_true(rules.exact_key && rules.draws && !rules.cyclic);
  rules.game->start(&rules, &position);
  assert_int_equal(rules.game->moves(&rules, &position, moves), 7);
  assert_int_equal(moves[0], 3);
  playout_line(&rules, &position, "4 4 3 3 2 2");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_ONGOING);
  playout_move(&rules, &position, "1");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_FIRST_WINS);
  playout_close(&rules);
}

static void bad_input_is_refused(void **state) {
  struct pns_rules rules;
  (void)state;
  playout_open_refused(&pns_game_connect4, "13x6", "12x9");
  playout_open_refused(&pns_game_connect4, "1x6", "expected");
  playout_open_refused(&pns_game_connect4, "7x6\n", "7x6?");
  playout_open_refused(&pns_game_connect4, "7x6x4", "expected");
  playout_open_refused(&pns_game_connect4, "99999999999999999999x6", "expected");
  playout_open(&pns_game_connect4, "4x3", &rules);
  playout_parse_refused(&rules, "", "ends after 0");
  playout_parse_refused(&rules, "..../..../...", "ends after 13");
  playout_parse_refused(&rules, "..../..../.....", "after the last row");
  playout_parse_refused(&rules, "..../....X....", "'/' between two rows");
  playout_parse_refused(&rules, "..../..../Z...", "'Z' at character 11");
  playout_parse_refused(&rules, "..../..../\xff...", "0xff");
  playout_parse_refused(&rules, "..../.X../....", "hangs above");
  playout_parse_refused(&rules, "..../..../O...", "0 X and 1 O");
  playout_parse_refused(&rules, "O.../OOO./XXXX", "X is to move and has four");
  playout_close(&rules);
}

static void garbage_is_survived(void **state) {
  static const char *const samples[] = {"..../..../....", "..../.O../XX..", "4x3", "7x6", NULL};
  (void)state;
  playout_garbage(&pns_game_connect4, "4x3", samples, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_games_agree),
      cmocka_unit_test(defaults_and_order),
      cmocka_unit_test(bad_input_is_refused),
      cmocka_unit_test(garbage_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
