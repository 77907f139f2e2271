/* Checkers: known counts, jumps that were thought out by hand, FEN. The naive rules of the checker
 * play along in certificate/rules_agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playout.h"

extern const struct pns_game pns_game_checkers;

static void stand_on(const struct pns_rules *rules, const char *text,
                     union playout_position *position) {
  struct pns_error error = {0};
  memset(position, 0, sizeof *position);
  if (rules->game->parse(rules, text, position, &error) != PNS_OK)
    fail_msg("%s: %s", text, error.text);
}

/* ---- counts ---- */

static uint64_t count_lines(const struct pns_rules *rules, const union playout_position *position,
                            unsigned plies) {
  pns_move moves[256];
  uint64_t lines = 0;
  if (plies == 0) return 1;
  if (rules->game->outcome(rules, position) != PNS_ONGOING) return 0;
  const uint32_t count = rules->game->moves(rules, position, moves);
  for (uint32_t i = 0; i < count; i++) {
    union playout_position child;
    memcpy(&child, position, rules->position_bytes);
    rules->game->play(rules, &child, moves[i]);
    lines += count_lines(rules, &child, plies - 1);
  }
  return lines;
}

/* Published by A. Bik and others; a jump over several enemies counts as one move. */
static void lines_from_the_start_are_counted(void **state) {
  static const uint64_t known[] = {7, 49, 302, 1469, 7361, 36768, 179740, 845931};
  struct pns_rules rules;
  union playout_position start;
  (void)state;
  playout_open(&pns_game_checkers, "", &rules);
  assert_string_equal(rules.parameters, "8x8");
  assert_true(rules.exact_key && rules.cyclic && !rules.draws);
  memset(&start, 0, sizeof start);
  rules.game->start(&rules, &start);
  for (unsigned plies = 1; plies <= 8; plies++)
    assert_int_equal(count_lines(&rules, &start, plies), known[plies - 1]);
  playout_close(&rules);
}

/* ---- moves ---- */

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* All moves of the position are these, in the order of the alphabet. */
static void expect_moves(const char *parameters, const char *position_text, const char *expected) {
  struct pns_rules rules;
  union playout_position position;
  pns_move moves[256];
  char texts[256][PNS_MOVE_TEXT_MAX], line[8192] = "";
  playout_open(&pns_game_checkers, parameters, &rules);
  stand_on(&rules, position_text, &position);
  playout_check(&rules, &position);
  const uint32_t count = rules.game->moves(&rules, &position, moves);
  for (uint32_t i = 0; i < count; i++) rules.game->move_text(&rules, &position, moves[i], texts[i]);
  qsort(texts, count, sizeof texts[0], by_text);
  for (uint32_t i = 0; i < count; i++)
    sprintf(line + strlen(line), "%s%s", i > 0 ? " " : "", texts[i]);
  assert_string_equal(line, expected);
  playout_close(&rules);
}

static void men_and_kings_go_as_they_should(void **state) {
  (void)state;
  expect_moves("8x8", "B:W32:B15", "15-18 15-19");
  expect_moves("8x8", "W:W15:B28", "15-10 15-11");
  expect_moves("8x8", "B:W32:BK15", "15-10 15-11 15-18 15-19");
  /* over no edge */
  expect_moves("8x8", "B:W32:B5,12", "12-16 5-9");
  expect_moves("8x8", "W:WK4,K29:B9", "29-25 4-8");
  expect_moves("6x6", "B:W18:BK7,K12", "12-14 12-15 12-8 12-9 7-10 7-11 7-4 7-5");
  expect_moves("4x4", "W:WK4,K5:B1", "4-2 4-6 5-3 5-7 5-8");
}

static void jumps_are_forced_and_go_all_the_way(void **state) {
  (void)state;
  expect_moves("8x8", "W:W22,31:B18,11", "22x15x8");
  /* men jump ahead only, kings both ways */
  expect_moves("8x8", "W:W14:B18,28", "14-10 14-9");
  expect_moves("8x8", "W:WK14:B18,28", "14x23");
  /* either way, and the longer one need not be taken */
  expect_moves("8x8", "W:W22:B17,18,10", "22x13 22x15x6");
  /* one enemy once, back to where it began, round either way */
  expect_moves("8x8", "B:BK2:W6,7,14,15", "2x11x18x9x2 2x9x18x11x2");
  /* nothing behind, or its own man behind */
  expect_moves("8x8", "W:W22,15:B18,28", "15-10 15-11 22-17");
  expect_moves("8x8", "W:W13:B9,28", "13x6");
  expect_moves("8x8", "W:W12:B8,28", "12x3");
  expect_moves("8x8", "W:W9:B5,28", "9-6");
}

static void a_man_crowned_by_a_jump_stops(void **state) {
  struct pns_rules rules;
  union playout_position position;
  char text[PNS_POSITION_TEXT_MAX];
  (void)state;
  expect_moves("8x8", "W:W11:B7,6,28", "11x2");
  expect_moves("8x8", "W:WK11:B7,6,28", "11x2x9");
  playout_open(&pns_game_checkers, "8x8", &rules);
  stand_on(&rules, "W:W11:B7,6,28", &position);
  playout_move(&rules, &position, "11x2");
  rules.game->format(&rules, &position, text);
  assert_string_equal(text, "B:WK2:B6,28");
  stand_on(&rules, "B:WK1:B25,2", &position);
  playout_move(&rules, &position, "25-30");
  rules.game->format(&rules, &position, text);
  assert_string_equal(text, "W:WK1:B2,K30");
  playout_close(&rules);
}

/* Nine enemies stand between the squares a king can land on: the most that one move can take. */
static void nine_are_the_most(void **state) {
  struct pns_rules rules;
  union playout_position position;
  char text[PNS_POSITION_TEXT_MAX], most[PNS_MOVE_TEXT_MAX] = "";
  pns_move moves[256];
  (void)state;
  playout_open(&pns_game_checkers, "8x8", &rules);
  for (unsigned square = 1; square <= 32; square++) {
    if ((square - 1) % 8 >= 4) continue;
    sprintf(text, "W:WK%u:B6,7,8,14,15,16,22,23,24", square);
    stand_on(&rules, text, &position);
    playout_check(&rules, &position);
    const uint32_t count = rules.game->moves(&rules, &position, moves);
    assert_in_range(count, 1, 16);
    for (uint32_t i = 0; i < count; i++) {
      rules.game->move_text(&rules, &position, moves[i], text);
      if (strlen(text) > strlen(most)) strcpy(most, text);
    }
  }
  unsigned jumps = 0;
  for (const char *c = most; *c != '\0'; c++) jumps += *c == 'x';
  assert_int_equal(jumps, 9);
  playout_close(&rules);
}

static void expect_outcome(const char *parameters, const char *text, enum pns_outcome outcome) {
  struct pns_rules rules;
  union playout_position position;
  playout_open(&pns_game_checkers, parameters, &rules);
  stand_on(&rules, text, &position);
  assert_int_equal(rules.game->outcome(&rules, &position), outcome);
  playout_check(&rules, &position);
  playout_close(&rules);
}

static void who_cannot_move_loses(void **state) {
  (void)state;
  expect_outcome("8x8", "W:W5:B1,K9,14", PNS_FIRST_WINS);
  expect_outcome("8x8", "W:W:B1", PNS_FIRST_WINS);
  expect_outcome("8x8", "B:W:B1", PNS_FIRST_WINS);
  expect_outcome("8x8", "B:W32:B", PNS_SECOND_WINS);
  expect_outcome("4x4", "B:W4,5:B2", PNS_SECOND_WINS);
  expect_outcome("4x4", "B:W3:B1", PNS_ONGOING);
}

/* ---- promises and texts ---- */

static void random_play_keeps_the_promises(void **state) {
  static const char *const sizes[] = {"4", "6x6", "8x8"};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct pns_rules rules;
    playout_open(&pns_game_checkers, sizes[i], &rules);
    playout_run(&rules, 40, 5 + i, NULL);
    playout_close(&rules);
  }
}

static void expect_fen(const char *text, const char *canonical) {
  struct pns_rules rules;
  union playout_position position;
  char again[PNS_POSITION_TEXT_MAX];
  playout_open(&pns_game_checkers, "8x8", &rules);
  stand_on(&rules, text, &position);
  rules.game->format(&rules, &position, again);
  assert_string_equal(again, canonical);
  playout_close(&rules);
}

static void fen_is_read_as_pdn_allows(void **state) {
  (void)state;
  expect_fen("W:WK1,K2:BK29", "W:WK1,K2:BK29");
  expect_fen("B:B1-12:W21-32.",
             "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
  expect_fen("w:bk9-11,3:wk32,5", "W:W5,K32:B3,K9,K10,K11");
  expect_fen("B:W5:B", "B:W5:B");
}

static void bad_input_is_refused(void **state) {
  static const char *const samples[] = {"W:WK1,K2:BK29", "B:W21-32:B1-12.", "8x8", "W:W:BK3", NULL};
  struct pns_rules rules;
  (void)state;
  playout_open_refused(&pns_game_checkers, "5x5", "even");
  playout_open_refused(&pns_game_checkers, "6x8", NULL);
  playout_open_refused(&pns_game_checkers, "2x2", NULL);
  playout_open_refused(&pns_game_checkers, "10x10", NULL);
  playout_open_refused(&pns_game_checkers, "8x8x8", NULL);
  playout_open(&pns_game_checkers, "8x8", &rules);
  playout_parse_refused(&rules, "", "side to move");
  playout_parse_refused(&rules, "X:W1:B2", "side to move");
  playout_parse_refused(&rules, "W", "character 2");
  playout_parse_refused(&rules, "W:", "a side, W or B");
  playout_parse_refused(&rules, "W:W5", "character 5");
  playout_parse_refused(&rules, "W:W5:W6", "other side");
  playout_parse_refused(&rules, "W:W33:B6", "1 to 32");
  playout_parse_refused(&rules, "W:W0:B6", "1 to 32");
  playout_parse_refused(&rules, "W:W5,:B6", "character 6");
  playout_parse_refused(&rules, "W:W5:B6:", "character 8");
  playout_parse_refused(&rules, "W:W5:B6,5", "square 5 twice");
  playout_parse_refused(&rules, "W:W9-5:B6", "greater");
  playout_parse_refused(&rules, "W:W9-:B6", "character 6");
  playout_parse_refused(&rules, "W:W1:B6", "man of White on square 1");
  playout_parse_refused(&rules, "W:W5:B28-30", "man of Black on square 29");
  playout_parse_refused(&rules, "W:W5-17:B1", "13 pieces of White");
  playout_parse_refused(&rules, "W:W:B", "no pieces");
  playout_close(&rules);
  playout_garbage(&pns_game_checkers, "8x8", samples, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_from_the_start_are_counted),
      cmocka_unit_test(men_and_kings_go_as_they_should),
      cmocka_unit_test(jumps_are_forced_and_go_all_the_way),
      cmocka_unit_test(a_man_crowned_by_a_jump_stops),
      cmocka_unit_test(nine_are_the_most),
      cmocka_unit_test(who_cannot_move_loses),
      cmocka_unit_test(random_play_keeps_the_promises),
      cmocka_unit_test(fen_is_read_as_pdn_allows),
      cmocka_unit_test(bad_input_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
