/* Graphs without circles, searched by step machines in orders drawn by seed and under the
 * simulator's clocks. After each run every solved word in the store is compared with a look at the
 * whole graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/machines.h"

#ifdef PNS_SANITIZED
enum { SEEDS = 3000, SIMULATED = 300 };
#else
enum { SEEDS = 40000, SIMULATED = 3000 };
#endif

enum { STEPS_MOST = 2000000 };

static void set_up(struct machines *m, struct random *random, uint32_t seed, uint32_t workers) {
  bool dag = random_below(random, 2);
  struct graph *graph = dag ? graph_random_dag(random) : graph_random_tree(random, 7);
  machines_set_up(m, graph, random, seed, workers);
}

static void every_solved_word_is_true(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 2, 3, 8, 16, 64};
  static struct machines m;
  for (uint32_t seed = 0; seed < SEEDS; seed++) {
    struct random random = {seed};
    set_up(&m, &random, seed, counts[seed % 6]);
    machines_run(&m, &random, STEPS_MOST);
    machines_check(&m);
    machines_tear_down(&m);
  }
}

/* Stopping anywhere leaves no marks behind and nothing wrong. */
static void unwinding_anywhere_is_clean(void **state) {
  (void)state;
  static struct machines m;
  for (uint32_t seed = 0; seed < SEEDS; seed++) {
    struct random random = {seed};
    set_up(&m, &random, seed, 1 + random_below(&random, 8));
    if (!machines_take_steps(&m, &random, random_below(&random, 60)))
      machines_run(&m, &random, STEPS_MOST);
    machines_check(&m);
    machines_tear_down(&m);
  }
}

/* Schedules as machines would have them. */
static void simulated_schedules_are_right(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 2, 3, 16, 64};
  static struct machines m;
  for (uint32_t seed = 0; seed < SIMULATED; seed++) {
    struct random random = {seed};
    set_up(&m, &random, seed, counts[seed % 5]);
    machines_simulate(&m);
    machines_check(&m);
    machines_tear_down(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_solved_word_is_true),
      cmocka_unit_test(unwinding_anywhere_is_clean),
      cmocka_unit_test(simulated_schedules_are_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
