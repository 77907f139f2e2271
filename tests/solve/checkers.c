/*
 * Checkers against a retrograde table: is every position won, drawn or lost as backward induction
 * over all positions says? Draws are endless play, so a search that is careless about positions
 * that come back fails here.
 *
 * PNS_CHECKERS_EVERY (default 200) asks about every so many positions only; 1 asks about all of 4x4
 * with up to two pieces a side, all of 6x6 with up to three in all, and 10,000 random ones of 8x8.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/checkers_table.h"
#include "support/oracle.h"
#include "support/playout.h"

#define LARGE_ONES 10000u

static const char *const value_names[] = {"loss", "draw", "win"};

static uint32_t every(void) {
  const char *text = getenv("PNS_CHECKERS_EVERY");
  const unsigned long number = text != NULL ? strtoul(text, NULL, 10) : 0;
#ifdef PNS_SANITIZED
  return number > 0 ? (uint32_t)number : 2000;
#else
  return number > 0 ? (uint32_t)number : 200;
#endif
}

static struct checkers_table *make(unsigned size, unsigned pieces, unsigned a_side) {
  struct checkers_table *table = checkers_table_new(size, pieces, a_side);
  assert_non_null(table);
  return table;
}

/* ---- the table itself ---- */

static void expect_known(const struct checkers_table *table, const char *fen,
                         enum checkers_value value) {
  const uint32_t position = checkers_table_find(table, fen);
  if (position == checkers_table_count(table)) fail_msg("'%s' is not in the table", fen);
  if (checkers_table_value(table, position) != value)
    fail_msg("'%s' is a %s in the table", fen, value_names[checkers_table_value(table, position)]);
}

/* How many positions of 1, 2 and 3 pieces there are, the side to move not counted (Schaeffer et
 * al.: Checkers Is Solved, 2007, table 1 of its supplement). */
static void positions_are_complete(const struct checkers_table *table) {
  uint32_t counts[4] = {0};
  for (uint32_t i = 0; i < checkers_table_count(table); i++)
    counts[checkers_table_pieces(table, i)]++;
  assert_int_equal(counts[1], 2 * 120);
  assert_int_equal(counts[2], 2 * 6972);
  assert_int_equal(counts[3], 2 * 261224);
}

static void colours_do_not_matter(const struct checkers_table *table) {
  for (uint32_t i = 0; i < checkers_table_count(table); i++) {
    const uint32_t turned = checkers_table_turned(table, i);
    assert_true(turned < checkers_table_count(table));
    assert_int_equal(checkers_table_turned(table, turned), i);
    assert_int_equal(checkers_table_value(table, i), checkers_table_value(table, turned));
  }
}

static void the_table_knows_what_books_know(void **state) {
  struct checkers_table *table = make(8, 3, 3);
  (void)state;
  positions_are_complete(table);
  colours_do_not_matter(table);
  /* two kings against one win, in the double corner too; one cannot, and draws there */
  expect_known(table, "W:WK1,K2:BK29", CHECKERS_WIN);
  expect_known(table, "W:WK18,K19:BK1", CHECKERS_WIN);
  expect_known(table, "W:WK18,K19:BK32", CHECKERS_WIN);
  expect_known(table, "B:WK18,K19:BK32", CHECKERS_LOSS);
  expect_known(table, "W:WK18:BK32", CHECKERS_DRAW);
  expect_known(table, "B:WK18:BK32", CHECKERS_DRAW);
  /* the first position of the books needs more pieces; here the opposition decides */
  expect_known(table, "W:W5:B1,K9", CHECKERS_LOSS);
  expect_known(table, "W:W13:BK5", CHECKERS_LOSS);
  expect_known(table, "B:W:B1", CHECKERS_WIN);
  checkers_table_free(table);
}

/* ---- the engine ---- */

struct asked {
  struct pns_position *position;
  struct pns_options *wins, *not_loses;
  uint32_t count, values[3];
};

static void ask_init(struct asked *asked, const char *spec, const char *threads) {
  memset(asked, 0, sizeof *asked);
  asked->position = position_after(spec, "");
  asked->wins = options_with("threads", threads, "memory", "256M", "goal", "mover-wins", NULL);
  asked->not_loses =
      options_with("threads", threads, "memory", "256M", "goal", "mover-not-loses", NULL);
}

static void ask_done(struct asked *asked, const char *spec, const char *threads) {
  print_message("%s with %s threads: %u positions, %u won, %u drawn, %u lost\n", spec, threads,
                asked->count, asked->values[CHECKERS_WIN], asked->values[CHECKERS_DRAW],
                asked->values[CHECKERS_LOSS]);
  pns_position_free(asked->position);
  pns_options_free(asked->wins);
  pns_options_free(asked->not_loses);
}

static void expect_verdict(struct asked *asked, const struct pns_options *options, bool truth,
                           const char *fen, const char *known) {
  const struct pns_result result = solve_position(asked->position, options);
  if (result.verdict != (truth ? PNS_PROVEN : PNS_DISPROVEN))
    fail_msg("%s is a %s, but: %s: %s", fen, known, pns_verdict_name(result.verdict),
             result.proposition);
}

static void ask(struct asked *asked, const struct checkers_table *table, uint32_t position) {
  const enum checkers_value value = checkers_table_value(table, position);
  char fen[CHECKERS_FEN_MAX];
  struct pns_error error;
  checkers_table_fen(table, position, fen);
  if (pns_position_parse(asked->position, fen, &error) != PNS_OK) fail_msg("%s", error.text);
  expect_verdict(asked, asked->wins, value == CHECKERS_WIN, fen, value_names[value]);
  expect_verdict(asked, asked->not_loses, value != CHECKERS_LOSS, fen, value_names[value]);
  asked->count++;
  asked->values[value]++;
}

/* Every `step`-th position, another one in each run of `step`. */
static void ask_about_all(const char *spec, const struct checkers_table *table,
                          const char *threads) {
  const uint32_t step = every(), count = checkers_table_count(table);
  struct asked asked;
  uint64_t random = 7;
  ask_init(&asked, spec, threads);
  for (uint32_t i = 0; i < count; i += step) {
    const uint32_t position = i + (uint32_t)(playout_random(&random) % step);
    if (position < count) ask(&asked, table, position);
  }
  ask_done(&asked, spec, threads);
}

static void ask_about_some(const char *spec, const struct checkers_table *table,
                           const char *threads) {
  struct asked asked;
  uint64_t random = 2007;
  ask_init(&asked, spec, threads);
  for (uint32_t i = 0; i < LARGE_ONES; i += every())
    ask(&asked, table, (uint32_t)(playout_random(&random) % checkers_table_count(table)));
  ask_done(&asked, spec, threads);
}

static void small_boards_agree(void **state) {
  struct checkers_table *table = make(4, 4, 2);
  (void)state;
  expect_known(table, "B:W7,8:B1,2", CHECKERS_DRAW); /* the start, also in oracles/values.tsv */
  ask_about_all("checkers:4x4", table, "1");
  ask_about_all("checkers:4x4", table, "8");
  checkers_table_free(table);
}

static void middle_boards_agree(void **state) {
  struct checkers_table *table = make(6, 3, 3);
  (void)state;
  ask_about_all("checkers:6x6", table, "1");
  ask_about_all("checkers:6x6", table, "8");
  checkers_table_free(table);
}

static void large_boards_agree(void **state) {
  struct checkers_table *table = make(8, 3, 3);
  (void)state;
  ask_about_some("checkers:8x8", table, "1");
  ask_about_some("checkers:8x8", table, "8");
  checkers_table_free(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_knows_what_books_know),
      cmocka_unit_test(small_boards_agree),
      cmocka_unit_test(middle_boards_agree),
      cmocka_unit_test(large_boards_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
