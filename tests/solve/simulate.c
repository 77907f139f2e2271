/* Simulated searches: the same again by seed, one worker as in a real search, and right verdicts
 * with any number of workers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pns/simulate.h>
#include <string.h>

#include "support/oracle.h"

static struct pns_simulated simulate(const char *spec, struct pns_options *options,
                                     uint32_t workers, uint64_t schedule) {
  struct pns_error error = {.text = ""};
  struct pns_simulated is;
  struct pns_costs *costs = pns_costs_new();
  struct pns_position *position = position_after(spec, "");
  struct pns_simulation machine = {workers, schedule, true, costs};
  if (pns_simulate(position, options, &machine, &is, &error) != PNS_OK)
    fail_msg("%s: %s", spec, error.text);
  pns_position_free(position);
  pns_costs_free(costs);
  return is;
}

static void the_same_seed_is_the_same_run(void **state) {
  (void)state;
  struct pns_options *options = options_with("memory", "1G", NULL);
  static const uint32_t counts[] = {1, 2, 17, 256};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    struct pns_simulated one = simulate("connect4:5x4", options, counts[i], 3);
    struct pns_simulated same = simulate("connect4:5x4", options, counts[i], 3);
    struct pns_simulated other = simulate("connect4:5x4", options, counts[i], 4);
    assert_memory_equal(&one, &same, sizeof one);
    assert_true(one.virtual_s != other.virtual_s);
  }
  pns_options_free(options);
}

static void one_worker_is_the_real_search(void **state) {
  (void)state;
  static const char *const specs[] = {"connect4:5x4", "hex:4", "breakthrough:3x5", "cram:5x4"};
  struct pns_options *options = options_with("memory", "1G", "threads", "1", "seed", "5", NULL);
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct pns_position *position = position_after(specs[i], "");
    struct pns_result real = solve_position(position, options);
    struct pns_simulated is = simulate(specs[i], options, 1, i);
    assert_int_equal(is.verdict, real.verdict);
    assert_int_equal(is.expansions, real.expansions);
    assert_int_equal(is.visits, real.visits);
    assert_int_equal(is.transfers, 0);
    pns_position_free(position);
  }
  pns_options_free(options);
}

/* Mover wins: known from tests/oracles/values.tsv. */
static const struct {
  const char *spec;
  bool wins;
} known[] = {
    {"mnk:3x3x3", false},    {"mnk:4x4x3", true}, {"connect4:4x4", false}, {"connect4:5x4", false},
    {"connect4:6x4", false}, {"hex:2", true},     {"hex:3", true},         {"hex:4", true},
};

static void verdicts_do_not_depend_on_workers(void **state) {
  (void)state;
  struct pns_options *options = options_with("memory", "1G", NULL);
  static const uint32_t counts[] = {1, 16, 64, 1024};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
      struct pns_simulated is = simulate(known[i].spec, options, counts[k], k);
      assert_int_equal(is.verdict, known[i].wins ? PNS_PROVEN : PNS_DISPROVEN);
      assert_int_equal(is.workers, counts[k]);
      assert_true(is.virtual_s > 0);
    }
  pns_options_free(options);
}

/* More workers than one are faster where there is enough to do. */
static void many_workers_are_faster(void **state) {
  (void)state;
  struct pns_options *options = options_with("memory", "1G", NULL);
  double one = simulate("breakthrough:3x6", options, 1, 0).virtual_s;
  double two = simulate("breakthrough:3x6", options, 2, 0).virtual_s;
  double many = simulate("breakthrough:3x6", options, 16, 0).virtual_s;
  print_message("breakthrough:3x6: %.2f with 2, %.2f with 16\n", one / two, one / many);
  assert_true(one > two && two > many);
  pns_options_free(options);
}

static void a_full_store_is_swept(void **state) {
  (void)state;
  struct pns_options *options = options_with("memory", "1G", "store", "4M", NULL);
  struct pns_simulated is = simulate("connect4:5x5", options, 8, 1);
  assert_int_equal(is.verdict, PNS_DISPROVEN);
  assert_true(is.collections > 0);
  pns_options_free(options);
}

static void limits_end_it(void **state) {
  (void)state;
  struct pns_options *few = options_with("memory", "1G", "expansions", "1000", NULL);
  struct pns_options *brief = options_with("memory", "1G", "time", "2ms", NULL);
  struct pns_simulated is = simulate("connect4:6x6", few, 8, 0);
  assert_int_equal(is.verdict, PNS_UNKNOWN);
  assert_int_equal(is.reason, PNS_REASON_EXPANSIONS);
  assert_int_equal(is.expansions, 1000);
  is = simulate("connect4:6x6", brief, 8, 0);
  assert_int_equal(is.reason, PNS_REASON_TIME);
  assert_true(is.virtual_s >= 0.002 && is.virtual_s < 0.0021);
  pns_options_free(few);
  pns_options_free(brief);
}

/* Where positions come back, one step may expand several (search/stuck.h): all of them count. */
static void every_expansion_counts(void **state) {
  (void)state;
  struct pns_options *some = options_with("memory", "1G", "expansions", "200000", NULL);
  struct pns_simulated is = simulate("checkers:6x6", some, 16, 0);
  assert_int_equal(is.reason, PNS_REASON_EXPANSIONS);
  assert_in_range(is.expansions, 200000, 200020);
  pns_options_free(some);
}

/* Expansions that are dear, in processor time or in waiting, are not taken for interruptions. */
static void dear_expansions_are_measured(void **state) {
  (void)state;
  static const char *const specs[] = {"synth:depth=30,cost=300", "synth:depth=30,sleep=300"};
  struct pns_options *options = options_with("memory", "1G", NULL);
  struct pns_costs *costs = pns_costs_new();
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct pns_error error = {.text = ""};
    struct pns_position *position = position_after(specs[i], "");
    struct pns_game_cost cost;
    if (pns_costs_measure_game(costs, position, options, &error) != PNS_OK)
      fail_msg("%s: %s", specs[i], error.text);
    pns_costs_game(costs, position, &cost);
    assert_true(cost.expansion_ns > 250e3);
    assert_true(cost.visit_ns < 50e3);
    pns_position_free(position);
  }
  pns_costs_free(costs);
  pns_options_free(options);
}

static void what_cannot_be_is_refused(void **state) {
  (void)state;
  struct pns_error error;
  struct pns_simulated is;
  struct pns_costs *costs = pns_costs_new();
  struct pns_position *position = position_after("hex:3", "");
  struct pns_options *options = options_with("memory", "1M", NULL);
  struct pns_simulation machine = {2, 0, true, costs};
  assert_int_equal(pns_simulate(position, options, &machine, &is, &error), PNS_ERROR_INPUT);
  assert_non_null(strstr(error.text, "memory"));
  machine.workers = 0;
  assert_int_equal(pns_simulate(position, options, &machine, &is, &error), PNS_ERROR_INPUT);
  machine.workers = 1025;
  assert_int_equal(pns_simulate(position, options, &machine, &is, &error), PNS_ERROR_INPUT);
  assert_non_null(strstr(error.text, "1025"));
  pns_options_free(options);
  pns_position_free(position);
  pns_costs_free(costs);
}

/* A finished game has its verdict without a single step. */
static void a_finished_game_takes_no_time(void **state) {
  (void)state;
  struct pns_error error;
  struct pns_simulated is;
  struct pns_costs *costs = pns_costs_new();
  struct pns_position *position = position_after("hex:1", "a1");
  struct pns_options *options = options_with("memory", "1G", NULL);
  struct pns_simulation machine = {64, 0, true, costs};
  assert_int_equal(pns_simulate(position, options, &machine, &is, &error), PNS_OK);
  assert_int_equal(is.verdict, PNS_DISPROVEN);
  assert_int_equal(is.expansions, 0);
  pns_options_free(options);
  pns_position_free(position);
  pns_costs_free(costs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_seed_is_the_same_run),
      cmocka_unit_test(one_worker_is_the_real_search),
      cmocka_unit_test(verdicts_do_not_depend_on_workers),
      cmocka_unit_test(many_workers_are_faster),
      cmocka_unit_test(a_full_store_is_swept),
      cmocka_unit_test(limits_end_it),
      cmocka_unit_test(every_expansion_counts),
      cmocka_unit_test(dear_expansions_are_measured),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(a_finished_game_takes_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
