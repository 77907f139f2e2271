/* Proofs out of stores in which true verdicts rest on each other: what sweeps can leave behind
 * where positions come back. Here they are laid down so on purpose: of a random graph's won
 * positions some are known, each with any move that wins, wherever it leads, and the others were
 * dropped. A certificate must come of every such store.
 *
 * PNS_CIRCLES is how many graphs of each kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "certificate/again.h"
#include "certificate/writer.h"
#include "engine/position.h"
#include "support/checked.h"
#include "support/playout.h"
#include "support/proof.h"
#include "support/scratch.h"

#ifdef PNS_SANITIZED
#define GRAPHS 100u
#else
#define GRAPHS 1000u
#endif

enum { MOVES = 32 };

static char folder[SCRATCH_MAX];

static const char *path_of(const char *name) { return scratch_path(folder, name); }

/* A graph, and a store that knows some of it. */
struct world {
  struct proof_graph graph;
  struct pns_position *position;
  struct pns_search search;
  uint32_t *distance; /* to the win */
  uint64_t random;
};

static uint32_t below(struct world *w, uint32_t limit) {
  return (uint32_t)((playout_random(&w->random) >> 32) * limit >> 32);
}

/* ---- what the store knows ---- */

/* Any move to a won position. */
static pns_move any_winning_move(struct world *w, uint32_t node, const void *position) {
  const struct proof_node *here = &w->graph.nodes[node];
  pns_move moves[MOVES], winning[MOVES];
  uint32_t count = 0;
  assert_int_equal(w->search.rules->game->moves(w->search.rules, position, moves), here->count);
  for (uint32_t i = 0; i < here->count; i++)
    if (w->distance[w->graph.children[here->first + i]] != UINT32_MAX) winning[count++] = moves[i];
  assert_true(count > 0);
  return winning[below(w, count)];
}

static void lay_down(struct world *w, uint32_t node) {
  const struct pns_rules *rules = w->search.rules;
  const bool won = w->distance[node] != UINT32_MAX;
  union playout_position position;
  struct pns_error error;
  struct pns_key key;
  char name[16];
  snprintf(name, sizeof name, "n%u", node);
  assert_int_equal(rules->game->parse(rules, name, &position, &error), PNS_OK);
  struct pns_known known = {.word = won ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN,
                            .work = (uint8_t)below(w, 40),
                            .side = pns_side(&w->search, &position)};
  if (won && known.side == PNS_SIDE_OR) known.move = any_winning_move(w, node, &position);
  rules->game->key(rules, &position, &key);
  pns_store_remember(w->search.store, &key, pns_key_hash(&key), known, false);
}

/* Some of all verdicts but the root's, and then that one out of them. */
static void lay_all_down(struct world *w) {
  const uint32_t dropped = below(w, 8);
  struct pns_again again = {0};
  struct pns_error error;
  pns_store_expect_settled(w->search.store, w->graph.count);
  for (uint32_t i = 1; i < w->graph.count; i++)
    if (w->graph.nodes[i].outcome == PNS_ONGOING && below(w, 8) >= dropped) lay_down(w, i);
  assert_int_equal(pns_again_init(&again, &w->search, &error), PNS_OK);
  assert_int_equal(pns_again(&again, w->search.root, NULL, NULL, &error), PNS_OK);
  pns_again_done(&again);
}

/* ---- the graph ---- */

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void set_up(struct world *w, uint64_t seed, uint32_t nodes) {
  char spec[SCRATCH_INSIDE_MAX + 8];
  struct pns_error error;
  *w = (struct world){.random = seed};
  const uint8_t prover = seed % 2 == 0 ? PNS_SECOND : PNS_FIRST;
  proof_graph_random(&w->graph, seed, nodes, true);
  w->distance = proof_solve(&w->graph, prover);
  write_text(path_of("graph"), w->graph.definition);
  snprintf(spec, sizeof spec, "andor:%s", path_of("graph"));
  assert_int_equal(pns_position_new(spec, &w->position, &error), PNS_OK);
  w->search = (struct pns_search){
      .rules = pns_position_rules(w->position),
      .root = pns_position_bytes(w->position),
      .prover = (enum pns_player)prover,
      .backup = (enum pns_backup)below(w, 2),
      .store = pns_store_new(1 << 20, 1, MOVES, PNS_HUGE_NEVER, &error),
  };
  assert_non_null(w->search.store);
}

static void tear_down(struct world *w) {
  pns_store_free(w->search.store);
  pns_position_free(w->position);
  proof_graph_done(&w->graph);
  free(w->distance);
}

/* ---- the certificate ---- */

static void verify(uint64_t seed, const struct pns_certificate_figures *figures) {
  struct check_result result;
  char what[32];
  snprintf(what, sizeof what, "graph %llu", (unsigned long long)seed);
  checked_accept(path_of("file"), what, 1, 1, true, &result);
  assert_int_equal(result.counts.records, figures->positions);
  check_result_done(&result);
}

/* Returns how many positions were searched again. */
static uint64_t certify(struct world *w, uint64_t seed, uint64_t spare_bytes) {
  struct pns_certificate_figures figures;
  struct pns_error error;
  const struct pns_certificate_claim claim = {
      .search = &w->search, .position = w->search.root, .proven = true, .spare_bytes = spare_bytes};
  lay_all_down(w);
  if (pns_certificate_write(&claim, path_of("file"), NULL, NULL, &figures, &error) != PNS_OK)
    fail_msg("graph %llu: %s", (unsigned long long)seed, error.text);
  verify(seed, &figures);
  return figures.again;
}

static void certify_graphs(uint32_t nodes, uint64_t spare_bytes) {
  const char *asked = getenv("PNS_CIRCLES");
  const uint64_t graphs = asked != NULL ? strtoull(asked, NULL, 10) : GRAPHS;
  uint64_t files = 0, again = 0;
  for (uint64_t seed = 1; files < graphs; seed++) {
    struct world w;
    set_up(&w, seed, 3 + (uint32_t)(seed % nodes));
    if (w.distance[0] != UINT32_MAX) {
      again += certify(&w, seed, spare_bytes);
      files++;
    }
    tear_down(&w);
  }
  print_message("%llu certificates, %llu positions searched again\n", (unsigned long long)files,
                (unsigned long long)again);
  assert_true(2 * again > files);
}

static void test_memory_to_spare(void **state) {
  (void)state;
  certify_graphs(90, UINT64_C(1) << 26);
}

/* The store gives way to the one that is searched afresh. */
static void test_no_memory_to_spare(void **state) {
  (void)state;
  certify_graphs(90, 0);
}

static int make_folder(void **state) {
  (void)state;
  scratch_folder_in_memory(folder);
  return 0;
}

static int remove_folder(void **state) {
  (void)state;
  unlink(path_of("file"));
  unlink(path_of("graph"));
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memory_to_spare),
      cmocka_unit_test(test_no_memory_to_spare),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
