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

#include "search/worker.h"
#include "simulate/schedule.h"
#include "support/graph.h"

#ifdef PNS_SANITIZED
enum { GRAPHS = 2000 };
#else
enum { GRAPHS = 20000 };
#endif

enum { WORKERS_MOST = 64, STEPS_MOST = 20000000 };

enum { COUNTS = 6 };

static const uint32_t counts[COUNTS] = {1, 2, 4, 8, 16, 64};
/* By the count of workers. */
static uint64_t visits[COUNTS], expansions[COUNTS];
static uint64_t disproven, proven;

struct bench {
  struct graph *graph;
  struct pns_game game;
  struct pns_position *position;
  struct pns_search search;
  uint32_t workers;
  struct pns_worker worker[WORKERS_MOST];
};

static uint32_t graphs(void) {
  const char *asked = getenv("PNS_CYCLIC_GRAPHS");
  return asked != NULL ? (uint32_t)strtoul(asked, NULL, 10) : GRAPHS;
}

static void set_up(struct bench *b, struct random *random, uint32_t workers) {
  struct pns_error error;
  b->graph = graph_random_cyclic(random, random_below(random, 4) == 0 ? 400 : 60);
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
      .store = pns_store_new(4 << 20, workers, GRAPH_MOVES_MAX, PNS_HUGE_AUTO, &error),
  };
  assert_non_null(b->search.store);
  b->workers = workers;
  for (uint32_t i = 0; i < workers; i++)
    assert_int_equal(pns_worker_init(&b->worker[i], &b->search, &error), PNS_OK);
}

static void tear_down(struct bench *b, uint32_t kind) {
  for (uint32_t i = 0; i < b->workers; i++) {
    visits[kind] += b->worker[i].tally.visits;
    expansions[kind] += b->worker[i].tally.expansions;
    pns_worker_done(&b->worker[i]);
  }
  pns_store_free(b->search.store);
  pns_position_free(b->position);
  graph_free(b->graph);
}

static void run(struct bench *b, struct random *random, uint32_t seed) {
  uint32_t turn = 0, burst = 0;
  for (uint32_t steps = 0; steps < STEPS_MOST; steps++) {
    if (burst-- == 0) {
      turn = random_below(random, b->workers);
      burst = random_below(random, 4) == 0 ? random_below(random, 40) : random_below(random, 3);
    }
    enum pns_did did = pns_worker_step(&b->worker[turn]);
    assert_true(did < PNS_FOUND_NO_ROOM);
    if (did == PNS_DID_SOLVE) return;
  }
  fail_msg("graph %u: no verdict after %d steps", seed, STEPS_MOST);
}

static void check_word(uint64_t word, bool prover_wins, uint32_t seed) {
  if (!pns_word_solved(word) || word == (prover_wins ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN))
    return;
  fail_msg("graph %u: a solved word is wrong", seed);
}

/* FIRST wins what the induction finds. SECOND wins, as prover, what the mirrored graph says: the
 * two differ where play never ends. */
static bool *truth(const struct bench *b) {
  if (b->search.prover == PNS_FIRST) return graph_values(b->graph);
  static const enum graph_kind mirrored[] = {GRAPH_AND, GRAPH_OR, GRAPH_LOSS, GRAPH_WIN};
  for (uint32_t i = 0; i < b->graph->count; i++)
    b->graph->nodes[i].kind = mirrored[b->graph->nodes[i].kind];
  bool *wins = graph_values(b->graph);
  for (uint32_t i = 0; i < b->graph->count; i++)
    b->graph->nodes[i].kind = mirrored[b->graph->nodes[i].kind];
  return wins;
}

static void check_node(const struct bench *b, const bool *wins, uint32_t i, uint32_t seed) {
  struct pns_key key = {{i, 0}};
  const struct pns_node *node = pns_store_find(b->search.store, &key, pns_key_hash(&key));
  if (node == NULL) return;
  check_word(atomic_load(&node->word), wins[i], seed);
  for (uint32_t k = 0; k < node->edge_count; k++) {
    uint32_t child = b->graph->nodes[i].children[node->edges[k].move];
    check_word(atomic_load(&node->edges[k].word), wins[child], seed);
    assert_int_equal(atomic_load(&node->edges[k].below) & ~PNS_EXPANDED, 0);
  }
}

static void check_all(const struct bench *b, uint32_t seed) {
  bool *wins = truth(b);
  for (uint32_t i = 0; i < b->graph->count; i++) check_node(b, wins, i, seed);
  struct pns_key root = {{0, 0}};
  const struct pns_node *node = pns_store_find(b->search.store, &root, pns_key_hash(&root));
  assert_true(pns_word_solved(atomic_load(&node->word)));
  if (wins[0])
    proven++;
  else
    disproven++;
  free(wins);
}

static void every_solved_word_is_true(void **state) {
  (void)state;
  static struct bench b;
  for (uint32_t seed = 0; seed < graphs(); seed++) {
    struct random random = {seed};
    set_up(&b, &random, counts[seed % COUNTS]);
    run(&b, &random, seed);
    for (uint32_t i = 0; i < b.workers; i++) pns_worker_unwind(&b.worker[i], 0);
    check_all(&b, seed);
    tear_down(&b, seed % COUNTS);
  }
  print_message("%u graphs: %llu proven, %llu disproven\n", graphs(), (unsigned long long)proven,
                (unsigned long long)disproven);
  for (uint32_t i = 0; i < COUNTS; i++) {
    print_message("%u workers: %.2f visits an expansion\n", counts[i],
                  (double)visits[i] / (double)expansions[i]);
    /* More workers than such a graph has leaves walk about in search of one. */
    if (counts[i] <= 16) assert_true(visits[i] < 10 * expansions[i]);
  }
}

static void simulated_schedules_are_right(void **state) {
  (void)state;
  static struct bench b;
  for (uint32_t seed = 0; seed < graphs() / 2; seed++) {
    struct random random = {seed};
    struct pns_schedule_result result;
    struct pns_error error;
    struct pns_schedule schedule = {
        .workers = 16,
        .seed = seed,
        .contention = seed % 2 == 0,
        .costs = {50000, 20000, 250000, 500000, 5000, {80000, 2000}},
        .expansions = UINT64_MAX,
        .time_ps = UINT64_MAX,
    };
    set_up(&b, &random, 16);
    assert_int_equal(pns_schedule_run(&b.search, &schedule, &result, &error), PNS_OK);
    assert_int_equal(result.reason, PNS_REASON_NONE);
    check_all(&b, seed);
    tear_down(&b, 4);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_solved_word_is_true),
      cmocka_unit_test(simulated_schedules_are_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
