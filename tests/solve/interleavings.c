/* Step machines without threads: workers take single steps in an order drawn by seed, so that every
 * interleaving can be had again. After each run every solved word in the store, of nodes and of
 * edges, is compared with a look at the whole graph. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "search/worker.h"
#include "simulate/schedule.h"
#include "support/graph.h"

#ifdef PNS_SANITIZED
enum { SEEDS = 3000, SIMULATED = 300 };
#else
enum { SEEDS = 40000, SIMULATED = 3000 };
#endif

enum { WORKERS_MOST = 64, STEPS_MOST = 2000000 };

struct bench {
  struct graph *graph;
  struct pns_game game;
  struct pns_position *position;
  struct pns_search search;
  uint32_t workers;
  struct pns_worker worker[WORKERS_MOST];
};

static void set_up(struct bench *b, struct random *random, uint32_t workers) {
  struct pns_error error;
  b->graph = random_below(random, 2) ? graph_random_dag(random) : graph_random_tree(random, 7);
  b->game = graph_game(b->graph);
  assert_int_equal(pns_position_new_game(&b->game, "", &b->position, &error), PNS_OK);
  b->search = (struct pns_search){
      .rules = pns_position_rules(b->position),
      .root = pns_position_bytes(b->position),
      .prover = (enum pns_player)random_below(random, 2),
      .backup = (enum pns_backup)random_below(random, 2),
      .init = (enum pns_init)random_below(random, 2),
      .epsilon = random_below(random, 3) * 256,
      .loss = {random_below(random, 4), random_below(random, 3) * 256},
      .seed = random_below(random, 2),
      .store = pns_store_new(16 << 20, workers, 4, PNS_HUGE_AUTO, &error),
  };
  assert_non_null(b->search.store);
  b->workers = workers;
  for (uint32_t i = 0; i < workers; i++)
    assert_int_equal(pns_worker_init(&b->worker[i], &b->search, &error), PNS_OK);
}

static void tear_down(struct bench *b) {
  for (uint32_t i = 0; i < b->workers; i++) pns_worker_done(&b->worker[i]);
  pns_store_free(b->search.store);
  pns_position_free(b->position);
  graph_free(b->graph);
}

/* Bursts of steps of one worker, so that others stand still for long now and then. */
static void run(struct bench *b, struct random *random) {
  uint32_t turn = 0, burst = 0;
  for (uint32_t steps = 0; steps < STEPS_MOST; steps++) {
    if (burst-- == 0) {
      turn = random_below(random, b->workers);
      burst = random_below(random, 4) == 0 ? random_below(random, 40) : random_below(random, 3);
    }
    enum pns_did did = pns_worker_step(&b->worker[turn]);
    assert_int_not_equal(did, PNS_FOUND_NO_ROOM);
    if (did == PNS_DID_SOLVE) return;
  }
  fail_msg("no verdict after %d steps", STEPS_MOST);
}

static void check_word(uint64_t word, bool prover_wins) {
  if (pns_word_solved(word))
    assert_true(word == (prover_wins ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN));
}

static void check_node(const struct bench *b, const bool *first_wins, uint32_t i) {
  struct pns_key key = {{i, 0}};
  const struct pns_node *node = pns_store_find(b->search.store, &key, pns_key_hash(&key));
  if (node == NULL) return;
  bool as_prover = b->search.prover == PNS_FIRST;
  uint64_t word = atomic_load(&node->word);
  check_word(word, first_wins[i] == as_prover);
  for (uint32_t k = 0; k < node->edge_count; k++) {
    uint32_t child = b->graph->nodes[i].children[node->edges[k].move];
    check_word(atomic_load(&node->edges[k].word), first_wins[child] == as_prover);
    assert_int_equal(atomic_load(&node->edges[k].below) & ~PNS_EXPANDED, 0);
  }
}

static void check_all(const struct bench *b) {
  bool *first_wins = graph_values(b->graph);
  for (uint32_t i = 0; i < b->graph->count; i++) check_node(b, first_wins, i);
  struct pns_key root = {{0, 0}};
  const struct pns_node *node = pns_store_find(b->search.store, &root, pns_key_hash(&root));
  assert_true(pns_word_solved(atomic_load(&node->word)));
  free(first_wins);
}

static void every_solved_word_is_true(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 2, 3, 8, 16, 64};
  static struct bench b;
  for (uint32_t seed = 0; seed < SEEDS; seed++) {
    struct random random = {seed};
    set_up(&b, &random, counts[seed % 6]);
    run(&b, &random);
    for (uint32_t i = 0; i < b.workers; i++) pns_worker_unwind(&b.worker[i], 0);
    check_all(&b);
    tear_down(&b);
  }
}

/* Stopping anywhere leaves no marks behind and nothing wrong. */
static void unwinding_anywhere_is_clean(void **state) {
  (void)state;
  static struct bench b;
  for (uint32_t seed = 0; seed < SEEDS; seed++) {
    struct random random = {seed};
    set_up(&b, &random, 1 + random_below(&random, 8));
    uint32_t steps = random_below(&random, 60);
    bool solved = false;
    for (uint32_t s = 0; s < steps && !solved; s++)
      solved = pns_worker_step(&b.worker[random_below(&random, b.workers)]) == PNS_DID_SOLVE;
    for (uint32_t i = 0; i < b.workers; i++) pns_worker_unwind(&b.worker[i], 0);
    if (!solved) run(&b, &random);
    for (uint32_t i = 0; i < b.workers; i++) pns_worker_unwind(&b.worker[i], 0);
    check_all(&b);
    tear_down(&b);
  }
}

/* The same under the simulator's clocks, lines and pauses: schedules as machines would have them.
 */
static void simulated_schedules_are_right(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 2, 3, 16, 64};
  static struct bench b;
  for (uint32_t seed = 0; seed < SIMULATED; seed++) {
    struct random random = {seed};
    struct pns_schedule_result result;
    struct pns_error error;
    struct pns_schedule schedule = {
        .workers = counts[seed % 5],
        .seed = seed,
        .contention = seed % 2 == 0,
        .costs = {50000, 20000, 250000, 500000, 5000, {80000, 2000}},
        .expansions = UINT64_MAX,
        .time_ps = UINT64_MAX,
    };
    set_up(&b, &random, schedule.workers);
    assert_int_equal(pns_schedule_run(&b.search, &schedule, &result, &error), PNS_OK);
    assert_int_equal(result.reason, PNS_REASON_NONE);
    check_all(&b);
    tear_down(&b);
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
