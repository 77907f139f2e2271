/* Graphs whose positions come back, searched by step machines in orders drawn by seed and under the
 * simulator's clocks. After each run every solved word in the store is compared with backward
 * induction.
 *
 * PNS_CYCLIC_GRAPHS is how many, half as many are searched by 16 simulated workers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "support/machines.h"
#include "support/oracle.h"

#ifdef PNS_SANITIZED
enum { GRAPHS = 2000 };
#else
enum { GRAPHS = 20000 };
#endif

enum { STEPS_MOST = 20000000, COUNTS = 6 };

static const uint32_t counts[COUNTS] = {1, 2, 4, 8, 16, 64};
/* By the count of workers. */
static uint64_t visits[COUNTS], expansions[COUNTS];

static uint32_t graphs(void) {
  const char *asked = getenv("PNS_CYCLIC_GRAPHS");
  return asked != NULL ? (uint32_t)strtoul(asked, NULL, 10) : GRAPHS;
}

static void set_up(struct machines *m, struct random *random, uint32_t seed, uint32_t workers) {
  uint32_t most = random_below(random, 4) == 0 ? 400 : 60;
  machines_set_up(m, graph_random_cyclic(random, most), random, seed, workers);
}

static void count_work(const struct machines *m, uint32_t kind) {
  for (uint32_t i = 0; i < m->workers; i++) {
    visits[kind] += m->worker[i].tally.visits;
    expansions[kind] += m->worker[i].tally.expansions;
  }
}

static void every_solved_word_is_true(void **state) {
  (void)state;
  static struct machines m;
  uint32_t proven = 0;
  for (uint32_t seed = 0; seed < graphs(); seed++) {
    struct random random = {seed};
    set_up(&m, &random, seed, counts[seed % COUNTS]);
    machines_run(&m, &random, STEPS_MOST);
    proven += machines_check(&m);
    count_work(&m, seed % COUNTS);
    machines_tear_down(&m);
  }
  print_message("%u graphs: %u proven, %u disproven\n", graphs(), proven, graphs() - proven);
  for (uint32_t i = 0; i < COUNTS; i++) {
    print_message("%u workers: %.2f visits an expansion\n", counts[i],
                  (double)visits[i] / (double)expansions[i]);
    /* More workers than such a graph has leaves walk about in search of one. */
    if (counts[i] <= 16) assert_true(visits[i] < 10 * expansions[i]);
  }
}

static void simulated_schedules_are_right(void **state) {
  (void)state;
  static struct machines m;
  for (uint32_t seed = 0; seed < graphs() / 2; seed++) {
    struct random random = {seed};
    set_up(&m, &random, seed, 16);
    machines_simulate(&m);
    machines_check(&m);
    machines_tear_down(&m);
  }
}

/* One long circle: a step must not cost more on a long path. Looking through the path would take a
 * hundred times as long. */
static void a_long_path_is_no_burden(void **state) {
  (void)state;
  struct graph *graph = graph_ring(300000);
  struct pns_game game = graph_game(graph);
  struct pns_options *options = options_with("threads", "1", "memory", "1G", NULL);
  struct pns_position *position = NULL;
  struct pns_solver *solver = NULL;
  struct pns_result result;
  struct pns_error error;
  if (pns_position_new_game(&game, "", &position, &error) != PNS_OK ||
      pns_solver_new(position, options, &solver, &error) != PNS_OK ||
      pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_int_equal(result.verdict, PNS_DISPROVEN);
  assert_true(result.cpu_s < 10);
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
  graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_solved_word_is_true),
      cmocka_unit_test(simulated_schedules_are_right),
      cmocka_unit_test(a_long_path_is_no_burden),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
