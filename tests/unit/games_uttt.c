/* Ultimate tic-tac-toe against nine little arrays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/playout.h"

extern const struct pns_game pns_game_uttt;

struct naive {
  char cell[9][9], global[9]; /* 'X', 'O' or '.'; in `global` also 'd' for full */
  char mover;
  int target; /* -1: any */
};

static bool has_line(const char *cells, char side) {
  static const char lines[] = "012345678036147258048246";
  for (const char *line = lines; *line != '\0'; line += 3)
    if (cells[line[0] - '0'] == side && cells[line[1] - '0'] == side &&
        cells[line[2] - '0'] == side)
      return true;
  return false;
}

static enum pns_outcome naive_outcome(const struct naive *game) {
  if (has_line(game->global, 'X')) return PNS_FIRST_WINS;
  if (has_line(game->global, 'O')) return PNS_SECOND_WINS;
  return memchr(game->global, '.', 9) != NULL ? PNS_ONGOING : PNS_DRAW;
}

static bool is_legal(const struct naive *game, int board, int cell) {
  return game->global[board] == '.' && game->cell[board][cell] == '.' &&
         (game->target < 0 || game->target == board);
}

static void started(void *user, const struct pns_rules *rules) {
  struct naive *game = user;
  (void)rules;
  memset(game, '.', sizeof *game);
  game->mover = 'X';
  game->target = -1;
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *game = user;
  (void)rules, (void)position, (void)move;
  assert_int_equal(strlen(text), 3);
  const int board = text[0] - '1', cell = text[2] - '1';
  assert_true(is_legal(game, board, cell));
  game->cell[board][cell] = game->mover;
  if (has_line(game->cell[board], game->mover))
    game->global[board] = game->mover;
  else if (memchr(game->cell[board], '.', 9) == NULL)
    game->global[board] = 'd';
  game->target = game->global[cell] == '.' ? cell : -1;
  game->mover = game->mover == 'X' ? 'O' : 'X';
}

static void naive_format(const struct naive *game, char *text) {
  *text++ = game->mover;
  *text++ = ';';
  for (int board = 0; board < 9; board++)
    *text++ = game->target == board ? '@' : game->global[board] == 'd' ? '.' : game->global[board];
  for (int board = 0; board < 9; board++) {
    *text++ = board == 0 ? ';' : '/';
    memcpy(text, game->cell[board], 9);
    text += 9;
  }
  *text = '\0';
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  const struct naive *game = user;
  char text[PNS_POSITION_TEXT_MAX], expected[128];
  const enum pns_outcome outcome = naive_outcome(game);
  uint32_t legal = 0;
  (void)moves;
  rules->game->format(rules, position, text);
  naive_format(game, expected);
  assert_string_equal(text, expected);
  assert_int_equal(rules->game->outcome(rules, position), outcome);
  if (outcome != PNS_ONGOING) return;
  for (int i = 0; i < 81; i++) legal += is_legal(game, i / 9, i % 9);
  assert_int_equal(count, legal);
}

static void random_play_agrees_with_plain_rules(void **state) {
  struct naive game;
  const struct playout_hooks hooks = {&game, started, reached, played};
  struct pns_rules rules;
  (void)state;
  playout_open(&pns_game_uttt, "", &rules);
  playout_run(&rules, 1000, 3, &hooks);
  playout_close(&rules);
}

static int turned_place(int place, int how) {
  int x = place % 3, y = place / 3;
  if (how & 1) x = 2 - x;
  if (how & 2) y = 2 - y;
  return how & 4 ? x * 3 + y : y * 3 + x;
}

static void check_siblings(const struct pns_rules *rules, const union playout_position *position) {
  char text[PNS_POSITION_TEXT_MAX], turned[PNS_POSITION_TEXT_MAX];
  rules->game->format(rules, position, text);
  for (int how = 1; how < 8; how++) {
    strcpy(turned, text);
    for (int i = 0; i < 9; i++) {
      const int board = turned_place(i, how);
      turned[2 + board] = text[2 + i];
      for (int cell = 0; cell < 9; cell++)
        turned[12 + board * 10 + turned_place(cell, how)] = text[12 + i * 10 + cell];
    }
    playout_same_as(rules, position, turned);
  }
}

static void early_symmetric_positions_share_a_key(void **state) {
  struct pns_rules rules;
  uint64_t random = 9;
  (void)state;
  playout_open(&pns_game_uttt, "", &rules);
  for (unsigned game = 0; game < 200; game++) {
    union playout_position position;
    rules.game->start(&rules, &position);
    for (unsigned ply = 0; ply < 5; ply++) {
      pns_move moves[81];
      check_siblings(&rules, &position);
      const uint32_t count = rules.game->moves(&rules, &position, moves);
      rules.game->play(&rules, &position, moves[playout_random(&random) % count]);
    }
  }
  playout_close(&rules);
}

/* The cells of a closed board are history; those of an open one are not, nor is the target. */
static void closed_boards_keep_no_history(void **state) {
  static const char one[] =
      "O;X..@.....;XXX....../OO......./........./........./........./........./........./........./"
      ".........";
  static const char other[] =
      "O;X..@.....;...XXX.../OO......./........./........./........./........./........./........./"
      ".........";
  static const char more[] =
      "O;X..@.....;XXXO...../O......../........./........./........./........./........./........./"
      ".........";
  static const char anywhere[] =
      "O;X........;XXX....../OO......./........./........./........./........./........./........./"
      ".........";
  struct pns_rules rules;
  union playout_position a, b;
  struct pns_key key_a, key_b;
  (void)state;
  playout_open(&pns_game_uttt, "", &rules);
  assert_int_equal(rules.game->parse(&rules, one, &a, NULL), PNS_OK);
  assert_int_equal(rules.game->parse(&rules, other, &b, NULL), PNS_OK);
  playout_same_class(&rules, &a, &b);
  rules.game->key(&rules, &a, &key_a);
  assert_int_equal(rules.game->parse(&rules, more, &b, NULL), PNS_OK);
  rules.game->key(&rules, &b, &key_b);
  assert_memory_not_equal(&key_a, &key_b, sizeof key_a);
  assert_int_equal(rules.game->parse(&rules, anywhere, &b, NULL), PNS_OK);
  rules.game->key(&rules, &b, &key_b);
  assert_memory_not_equal(&key_a, &key_b, sizeof key_a);
  playout_close(&rules);
}

static void known_positions_are_read(void **state) {
  struct pns_rules rules;
  char line[256], again[PNS_POSITION_TEXT_MAX];
  unsigned rows = 0;
  FILE *file = fopen(PNS_TESTS_DIR "/oracles/uttt.tsv", "r");
  (void)state;
  assert_non_null(file);
  playout_open(&pns_game_uttt, "", &rules);
  while (fgets(line, sizeof line, file) != NULL) {
    union playout_position position;
    struct pns_error error;
    if (line[0] == '#') continue;
    line[strcspn(line, "\t")] = '\0';
    if (rules.game->parse(&rules, line, &position, &error) != PNS_OK) fail_msg("%s", error.text);
    rules.game->format(&rules, &position, again);
    assert_string_equal(again, line);
    playout_check(&rules, &position);
    rows++;
  }
  fclose(file);
  assert_int_equal(rows, 62);
  playout_close(&rules);
}

static const char good[] =
    "O;O.X@..O.X;.XO.OXO.X/X.XOO.O.O/X..X..X.X/O.OO.X.OX/.XX....OX/O.OX...../OOOX...X./OXXXX.O../"
    "XO.X.OXOO";

static void refuse_changed(const struct pns_rules *rules, size_t at, char c, const char *part) {
  char text[sizeof good];
  memcpy(text, good, sizeof good);
  text[at] = c;
  playout_parse_refused(rules, text, part);
}

static void bad_input_is_refused(void **state) {
  static const char *const samples[] = {good, "X;.........;", NULL};
  struct pns_rules rules;
  (void)state;
  playout_open_refused(&pns_game_uttt, "3x3", "none");
  playout_open(&pns_game_uttt, "", &rules);
  playout_parse_refused(&rules, "", "side to move");
  refuse_changed(&rules, 0, 'Z', "side to move");
  refuse_changed(&rules, 0, 'X', "as many X");
  refuse_changed(&rules, 1, ',', "';'");
  refuse_changed(&rules, 2, '.', "character 3");
  refuse_changed(&rules, 3, 'X', "without a line");
  refuse_changed(&rules, 3, '@', "only one @");
  refuse_changed(&rules, 3, '\0', "character 4");
  refuse_changed(&rules, 11, ',', "character 12");
  refuse_changed(&rules, 21, '.', "between two local boards");
  refuse_changed(&rules, 12, '@', "character 13");
  refuse_changed(&rules, 100, '\0', "character 101");
  playout_parse_refused(&rules,
                        "O;@........;XXOOOXXXO/........./........./........./........./........./"
                        "........./........./.........",
                        "full board");
  playout_parse_refused(&rules,
                        "X;X........;XXXOOO.../........./........./........./........./........./"
                        "........./........./.........",
                        "both X and O");
  playout_close(&rules);
  playout_garbage(&pns_game_uttt, "", samples, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_play_agrees_with_plain_rules),
      cmocka_unit_test(early_symmetric_positions_share_a_key),
      cmocka_unit_test(closed_boards_keep_no_history),
      cmocka_unit_test(known_positions_are_read),
      cmocka_unit_test(bad_input_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
