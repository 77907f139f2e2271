/* The simulated machine part by part: clocks in order, lines that cost what they should, files of
 * costs read as they were written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simulate/clocks.h"
#include "simulate/costs.h"
#include "simulate/lines.h"
#include "support/scratch.h"

enum { COUNT = 100, STEPS = 100000, TRANSFER = 100, ATOMIC = 5 };

static void the_clock_behind_comes_first(void **state) {
  (void)state;
  struct pns_clock heap[COUNT];
  struct pns_clocks clocks;
  uint64_t last = 0, random = 1;
  uint32_t steps_of[COUNT] = {0};
  pns_clocks_init(&clocks, heap, COUNT, 7, 50);
  for (int i = 0; i < STEPS; i++) {
    assert_true(heap[0].now >= last);
    last = heap[0].now;
    steps_of[heap[0].worker]++;
    pns_clocks_advance(&clocks, last + 10 + pns_clocks_draw(&random) % 20);
  }
  for (int i = 0; i < COUNT; i++) /* all alike, so all as often */
    assert_in_range(steps_of[i], STEPS / COUNT * 9 / 10, STEPS / COUNT * 11 / 10);
  assert_true(pns_clocks_latest(&clocks) >= last);
}

/* Who comes first of many at once must not always be the same, but the same again by seed. */
static void ties_are_drawn_by_seed(void **state) {
  (void)state;
  uint32_t first[3][50];
  static const uint64_t seeds[3] = {1, 1, 2};
  for (int k = 0; k < 3; k++) {
    struct pns_clock heap[8];
    struct pns_clocks clocks;
    pns_clocks_init(&clocks, heap, 8, seeds[k], 0);
    for (int i = 0; i < 50; i++) {
      first[k][i] = heap[0].worker;
      pns_clocks_meet(&clocks, heap[0].now + 1);
    }
  }
  assert_memory_equal(first[0], first[1], sizeof first[0]);
  assert_memory_not_equal(first[0], first[2], sizeof first[0]);
}

static struct pns_lines *new_lines(void) {
  struct pns_lines *lines = pns_lines_new(3, (struct pns_lines_costs){TRANSFER, ATOMIC});
  assert_non_null(lines);
  return lines;
}

static void a_line_of_ones_own_is_free(void **state) {
  (void)state;
  struct pns_lines *lines = new_lines();
  assert_int_equal(pns_lines_read(lines, 0, 1, 1000), 1000);
  assert_int_equal(pns_lines_write(lines, 0, 1, 1000), 1000);
  assert_int_equal(pns_lines_write(lines, 0, 1, 1000), 1000);
  assert_int_equal(pns_lines_read(lines, 0, 1, 1000), 1000);
  assert_int_equal(pns_lines_tally(lines)->transfers, 0);
  pns_lines_free(lines);
}

static void a_copy_is_paid_for_once(void **state) {
  (void)state;
  struct pns_lines *lines = new_lines();
  pns_lines_write(lines, 0, 1, 0);
  assert_int_equal(pns_lines_read(lines, 1, 1, 1000), 1000 + TRANSFER);
  assert_int_equal(pns_lines_read(lines, 1, 1, 2000), 2000);
  /* The writer has to take it back; then the copy is worth nothing any more. */
  assert_int_equal(pns_lines_write(lines, 0, 1, 3000), 3000 + TRANSFER + ATOMIC);
  assert_int_equal(pns_lines_read(lines, 1, 1, 4000), 4000 + TRANSFER);
  assert_int_equal(pns_lines_tally(lines)->transfers, 3);
  pns_lines_free(lines);
}

static void writes_wait_their_turn(void **state) {
  (void)state;
  struct pns_lines *lines = new_lines();
  const uint64_t each = TRANSFER + ATOMIC;
  pns_lines_own(lines, 0, 1, 1000);
  assert_int_equal(pns_lines_write(lines, 1, 1, 1000), 1000 + each);
  assert_int_equal(pns_lines_write(lines, 2, 1, 1000), 1000 + 2 * each);
  assert_int_equal(pns_lines_write(lines, 0, 1, 1000), 1000 + 3 * each);
  assert_int_equal(pns_lines_write(lines, 1, 2, 1000), 1000); /* another line */
  assert_int_equal(pns_lines_tally(lines)->queue_ps, 3 * each);
  pns_lines_free(lines);
}

/* Ten times as many lines as the table holds: the first ones are forgotten, the last are not. */
static void memory_is_bounded(void **state) {
  (void)state;
  struct pns_lines *lines = new_lines();
  const uint64_t many = 10u << 19;
  for (uint64_t line = 0; line < many; line++) pns_lines_write(lines, 0, line, 0);
  uint64_t known = 0;
  for (uint64_t line = 0; line < 1000; line++) known += pns_lines_read(lines, 1, line, 1) > 1;
  assert_in_range(known, 0, 10);
  for (uint64_t line = many - 1000; line < many; line++)
    known += pns_lines_read(lines, 1, line, 1) > 1;
  assert_in_range(known, 990, 1010);
  pns_lines_forget(lines);
  assert_int_equal(pns_lines_read(lines, 2, many - 1, 1), 1);
  pns_lines_free(lines);
}

/* ---- costs ---- */

static char *write_file(const char *text) {
  static char path[SCRATCH_MAX];
  scratch_file(path, text, strlen(text));
  return path;
}

static void costs_come_back_as_written(void **state) {
  (void)state;
  struct pns_error error;
  struct pns_costs *costs = pns_costs_new(), *again = NULL;
  costs->shared[PNS_COST_transfer].ns = 123.4;
  char *text = pns_costs_text(costs), *path = write_file(text);
  assert_int_equal(pns_costs_read(path, &again, &error), PNS_OK);
  char *same = pns_costs_text(again);
  assert_string_equal(text, same);
  unlink(path);
  free(text);
  free(same);
  pns_costs_free(costs);
  pns_costs_free(again);
}

static void the_closest_game_counts(void **state) {
  (void)state;
  struct pns_error error;
  struct pns_game_cost cost;
  struct pns_costs *costs = NULL;
  char *path = write_file(
      "game hex:4 visit 1 retreat 1 expansion 4\ngame hex:5 visit 1 retreat 1 expansion 5\n"
      "game rex:3 visit 1 retreat 1 expansion 9\n");
  static const struct {
    const char *spec;
    double expansion;
  } cases[] = {{"hex:5", 5}, {"hex:4", 4}, {"hex:6", 4}, {"rex:4", 9}, {"mnk:3x3x3", 6}};
  assert_int_equal(pns_costs_read(path, &costs, &error), PNS_OK);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct pns_position *position = NULL;
    assert_int_equal(pns_position_new(cases[i].spec, &position, &error), PNS_OK);
    pns_costs_game(costs, position, &cost);
    assert_float_equal(cost.expansion_ns, cases[i].expansion, 1e-9);
    pns_position_free(position);
  }
  unlink(path);
  pns_costs_free(costs);
}

static void bad_files_are_refused(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"", "names no game"},
      {"transfer 10\n", "names no game"},
      {"transfer\n", "one number"},
      {"transfer ten\n", "transfer is 'ten'"},
      {"transfer -1\n", "transfer is '-1'"},
      {"\n# a remark\nlock nan\n", "line 3"},
      {"speed 3\n", "found 'speed'"},
      {"game hex visit 1 retreat 2\n", "expansion NS"},
      {"game hex visit 1 expansion 2 retreat 3\n", "found 'expansion', expected retreat"},
      {"game hex visit 1 retreat 1e99 expansion 3\n", "retreat is '1e99'"},
      {"game hex visit 1 retreat 1 expansion 3 more 4\n", "expansion NS"},
      {"game hex visit 1 retreat 1 expansion 1000000001\n", "expected a number from 0 to 1e+09"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct pns_error error;
    struct pns_costs *costs = NULL;
    char *path = write_file(cases[i][0]);
    assert_int_equal(pns_costs_read(path, &costs, &error), PNS_ERROR_INPUT);
    assert_non_null(strstr(error.text, cases[i][1]));
    unlink(path);
  }
}

static void what_is_no_file_is_refused(void **state) {
  (void)state;
  static const char *const paths[] = {"/", "/nowhere/at/all", ""};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    struct pns_error error;
    struct pns_costs *costs = NULL;
    assert_int_equal(pns_costs_read(paths[i], &costs, &error), PNS_ERROR_INPUT);
    assert_non_null(strstr(error.text, "cannot be read"));
  }
}

/* Names go to terminals. */
static void names_are_plain(void **state) {
  (void)state;
  struct pns_costs *costs = NULL;
  char *path = write_file("machine a\x1b[1m\ngame hex:\x1b[1m visit 1 retreat 1 expansion 3\n");
  assert_int_equal(pns_costs_read(path, &costs, NULL), PNS_OK);
  assert_string_equal(pns_costs_machine(costs), "a?[1m");
  assert_string_equal(pns_costs_game_at(costs, 0)->spec, "hex:?[1m");
  unlink(path);
  pns_costs_free(costs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_clock_behind_comes_first),
      cmocka_unit_test(ties_are_drawn_by_seed),
      cmocka_unit_test(a_line_of_ones_own_is_free),
      cmocka_unit_test(a_copy_is_paid_for_once),
      cmocka_unit_test(writes_wait_their_turn),
      cmocka_unit_test(memory_is_bounded),
      cmocka_unit_test(costs_come_back_as_written),
      cmocka_unit_test(the_closest_game_counts),
      cmocka_unit_test(bad_files_are_refused),
      cmocka_unit_test(what_is_no_file_is_refused),
      cmocka_unit_test(names_are_plain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
