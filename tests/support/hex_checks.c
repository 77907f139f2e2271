#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/hex_checks.h"

/* cell[row][column]: '.', 'X' or 'O'. */
struct naive {
  bool joining_loses;
  int length, stones;
  char cell[11][11];
  bool seen[11][11];
};

static void started(void *user, const struct pns_rules *rules) {
  struct naive *naive = user;
  naive->length = atoi(rules->parameters);
  naive->stones = 0;
  memset(naive->cell, '.', sizeof naive->cell);
}

/* Whether stones of `c` lead from here to the last row (X) or the last column (O). */
static bool leads_on(struct naive *naive, int row, int column, char c) {
  static const int beside[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
  const int last = naive->length - 1;
  if (row < 0 || row > last || column < 0 || column > last) return false;
  if (naive->cell[row][column] != c || naive->seen[row][column]) return false;
  if ((c == 'X' ? row : column) == last) return true;
  naive->seen[row][column] = true;
  for (int i = 0; i < 6; i++)
    if (leads_on(naive, row + beside[i][0], column + beside[i][1], c)) return true;
  return false;
}

static bool has_joined(struct naive *naive, char c) {
  memset(naive->seen, 0, sizeof naive->seen);
  for (int i = 0; i < naive->length; i++)
    if (leads_on(naive, c == 'X' ? 0 : i, c == 'X' ? i : 0, c)) return true;
  return false;
}

static enum pns_outcome naive_outcome(struct naive *naive) {
  if (has_joined(naive, 'X')) return naive->joining_loses ? PNS_SECOND_WINS : PNS_FIRST_WINS;
  if (has_joined(naive, 'O')) return naive->joining_loses ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  return PNS_ONGOING;
}

static void naive_text(const struct naive *naive, bool turned, char *text) {
  const int last = naive->length - 1;
  for (int row = 0; row <= last; row++) {
    for (int column = 0; column <= last; column++)
      *text++ = turned ? naive->cell[last - row][last - column] : naive->cell[row][column];
    *text++ = row < last ? '/' : '\0';
  }
}

static void check_leaf_turned(const struct pns_rules *rules, const void *a, const void *b) {
  if (rules->game->leaf == NULL) return;
  for (int prover = PNS_FIRST; prover <= PNS_SECOND; prover++) {
    uint32_t pn[2], dn[2];
    rules->game->leaf(rules, a, (enum pns_player)prover, &pn[0], &dn[0]);
    rules->game->leaf(rules, b, (enum pns_player)prover, &pn[1], &dn[1]);
    assert_int_equal(pn[0], pn[1]);
    assert_int_equal(dn[0], dn[1]);
  }
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  struct naive *naive = user;
  const struct pns_game *game = rules->game;
  const enum pns_outcome outcome = naive_outcome(naive);
  char expected[PNS_POSITION_TEXT_MAX], text[PNS_POSITION_TEXT_MAX];
  assert_int_equal(game->outcome(rules, position), outcome);
  assert_int_equal(game->mover(rules, position), naive->stones % 2);
  naive_text(naive, false, expected);
  game->format(rules, position, text);
  assert_string_equal(text, expected);
  if (outcome == PNS_ONGOING)
    assert_int_equal(count, naive->length * naive->length - naive->stones);
  for (uint32_t i = 0; i < count; i++) {
    char column;
    int row;
    game->move_text(rules, position, moves[i], text);
    assert_int_equal(sscanf(text, "%c%d", &column, &row), 2);
    assert_int_equal(naive->cell[row - 1][column - 'a'], '.');
  }

  union playout_position image;
  struct pns_error error;
  memset(&image, 0, sizeof image);
  naive_text(naive, true, text);
  assert_int_equal(game->parse(rules, text, &image, &error), PNS_OK);
  playout_same_class(rules, position, &image);
  if (outcome == PNS_ONGOING) check_leaf_turned(rules, position, &image);
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

void hex_checks_random_games(const struct pns_game *game, bool joining_loses) {
  struct naive naive = {.joining_loses = joining_loses};
  const struct playout_hooks hooks = {&naive, started, reached, played};
  for (unsigned length = 1; length <= 11; length++) {
    struct pns_rules rules;
    char parameters[8];
    snprintf(parameters, sizeof parameters, "%u", length);
    playout_open(game, parameters, &rules);
    assert_true(!rules.draws && !rules.cyclic);
    playout_run(&rules, length < 6 ? 100 : 30, length, &hooks);
    playout_close(&rules);
  }
}

void hex_checks_bad_input(const struct pns_game *game) {
  static const char *const samples[] = {".../.../...", "xo./.X./O..", "3", "11", NULL};
  struct pns_rules rules;
  playout_open_refused(game, "12", "expected N from 1 to 11");
  playout_open_refused(game, "0", "expected N from 1 to 11");
  playout_open_refused(game, "3x4", "'3x4'");
  playout_open_refused(game, "5 ", "'5 '");
  playout_open_refused(game, "5\n5", "'5?5'");
  playout_open(game, "", &rules);
  assert_string_equal(rules.parameters, "5");
  playout_close(&rules);
  playout_open(game, "3", &rules);
  playout_parse_refused(&rules, ".../.../..", "ends after 10");
  playout_parse_refused(&rules, ".../.../....", "after the last row");
  playout_parse_refused(&rules, ".../.?./...", "'?' at character 6");
  playout_parse_refused(&rules, "XX./.../...", "2 X and 0 O");
  playout_parse_refused(&rules, "X.O/X.O/X.O", "X is to move and has joined");
  playout_parse_refused(&rules, "OOO/X.X/X.X", "O is to move and has joined");
  playout_close(&rules);
  playout_garbage(game, "3", samples, 10000, 5);
}
