#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "simulate/schedule.h"
#include "support/machines.h"

void machines_set_up(struct machines *m, struct graph *graph, struct random *random, uint32_t seed,
                     uint32_t workers) {
  struct pns_error error;
  m->seed = seed;
  m->graph = graph;
  m->game = graph_game(graph);
  assert_int_equal(pns_position_new_game(&m->game, "", &m->position, &error), PNS_OK);
  m->search = (struct pns_search){
      .rules = pns_position_rules(m->position),
      .root = pns_position_bytes(m->position),
      .prover = (enum pns_player)random_below(random, 2),
      .backup = (enum pns_backup)random_below(random, 2),
      .init = (enum pns_init)random_below(random, 2),
      .epsilon = random_below(random, 3) * 256,
      .loss = {random_below(random, 4), random_below(random, 3) * 256},
      .seed = random_below(random, 2),
      .store = pns_store_new(4 << 20, workers, GRAPH_MOVES_MAX, PNS_HUGE_AUTO, &error),
  };
  assert_non_null(m->search.store);
  m->workers = workers;
  for (uint32_t i = 0; i < workers; i++)
    assert_int_equal(pns_worker_init(&m->worker[i], &m->search, &error), PNS_OK);
}

void machines_tear_down(struct machines *m) {
  for (uint32_t i = 0; i < m->workers; i++) pns_worker_done(&m->worker[i]);
  pns_store_free(m->search.store);
  pns_position_free(m->position);
  graph_free(m->graph);
}

/* ---- running ---- */

static bool step(struct machines *m, uint32_t turn) {
  enum pns_did did = pns_worker_step(&m->worker[turn]);
  assert_true(did < PNS_FOUND_NO_ROOM);
  return did == PNS_DID_SOLVE;
}

static void come_home(struct machines *m) {
  for (uint32_t i = 0; i < m->workers; i++) pns_worker_unwind(&m->worker[i], 0);
}

void machines_run(struct machines *m, struct random *random, uint32_t most) {
  uint32_t turn = 0, burst = 0, steps = 0;
  for (bool solved = false; !solved; solved = step(m, turn)) {
    if (steps++ == most) fail_msg("graph %u: no verdict after %u steps", m->seed, most);
    if (burst-- > 0) continue;
    turn = random_below(random, m->workers);
    burst = random_below(random, 4) == 0 ? random_below(random, 40) : random_below(random, 3);
  }
  come_home(m);
}

bool machines_take_steps(struct machines *m, struct random *random, uint32_t steps) {
  bool solved = false;
  while (steps-- > 0 && !solved) solved = step(m, random_below(random, m->workers));
  come_home(m);
  return solved;
}

void machines_simulate(struct machines *m) {
  struct pns_schedule_result result;
  struct pns_error error;
  const struct pns_schedule schedule = {
      .workers = m->workers,
      .seed = m->seed,
      .contention = m->seed % 2 == 0,
      .costs = {50000, 20000, 250000, 500000, 5000, {80000, 2000}},
      .expansions = UINT64_MAX,
      .time_ps = UINT64_MAX,
  };
  assert_int_equal(pns_schedule_run(&m->search, &schedule, &result, &error), PNS_OK);
  assert_int_equal(result.reason, PNS_REASON_NONE);
}

/* ---- checking ---- */

static void mirror(struct graph *graph) {
  static const enum graph_kind mirrored[] = {GRAPH_AND, GRAPH_OR, GRAPH_LOSS, GRAPH_WIN};
  for (uint32_t i = 0; i < graph->count; i++) graph->nodes[i].kind = mirrored[graph->nodes[i].kind];
}

/* FIRST wins what the induction finds. SECOND wins, as prover, what the mirrored graph says: the
 * two differ where play never ends. */
static bool *truth(struct machines *m) {
  if (m->search.prover == PNS_FIRST) return graph_values(m->graph);
  mirror(m->graph);
  bool *wins = graph_values(m->graph);
  mirror(m->graph);
  return wins;
}

static void check_word(const struct machines *m, uint64_t word, bool prover_wins) {
  if (!pns_word_solved(word) || word == (prover_wins ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN))
    return;
  fail_msg("graph %u: a solved word is wrong", m->seed);
}

static const struct pns_node *node_at(const struct machines *m, uint32_t i) {
  struct pns_key key = {{i, 0}};
  return pns_store_find(m->search.store, &key, pns_key_hash(&key));
}

static void check_node(const struct machines *m, const bool *wins, uint32_t i) {
  const struct pns_node *node = node_at(m, i);
  if (node == NULL) return;
  check_word(m, atomic_load(&node->word), wins[i]);
  for (uint32_t k = 0; k < node->edge_count; k++) {
    uint32_t child = m->graph->nodes[i].children[node->edges[k].move];
    check_word(m, atomic_load(&node->edges[k].word), wins[child]);
    assert_int_equal(atomic_load(&node->edges[k].below) & ~PNS_EXPANDED, 0);
  }
}

bool machines_check(struct machines *m) {
  bool *wins = truth(m);
  for (uint32_t i = 0; i < m->graph->count; i++) check_node(m, wins, i);
  assert_true(pns_word_solved(atomic_load(&node_at(m, 0)->word)));
  bool answer = wins[0];
  free(wins);
  return answer;
}
