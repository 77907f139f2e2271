/* True certificates are accepted, however they are cut into blocks and by however many threads, and
 * false claims are not, whatever is written for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/checked.h"
#include "support/proof.h"

/* Sanitizers make all of this ten times as slow. */
#ifdef PNS_SANITIZED
#define GRAPHS 150u
#else
#define GRAPHS 1500u
#endif

static const struct {
  const char *spec, *position;
} problems[] = {
    {"mnk:3x3x3", ""},
    {"mnk:3x3x3", "X.O/.X./..O"},
    {"mnk:4x3x3", ""},
    {"connect4:4x4", ""},
    {"connect4:5x4", "...../...../.XO../.XOXO"},
    {"hex:1", ""},
    {"hex:3", ""},
    {"rex:3", ""},
    {"breakthrough:2x5", ""},
    {"breakthrough:3x5", "B.B/.B./W../..W/W.. W"},
    {"domineering:3x3", ""},
    {"domineering:4x4", ""},
    {"domineering:1x1", ""},
    {"cram:4x3", ""},
    {"othello:4x4", "XXXXOXOOOXO--O-- X"},
    {"uttt",
     "O;@.XO.X.XO;XO...OXO./O..XXOOOX/XXX...OO./.OOX.O.OO/.XXO..XO./XXOX..X../O.OXOOX.X/"
     "XO.XXX.XX/.X....OOO"},
    {"uttt",
     "X;X.OO.X..O;XO.XXO..X/OXX.OOXOX/OXXOX.O../OOOXOO..X/OXOXOOXX./XXX.X..../OO.XX.O.X/"
     ".O.X...../X.OO.O..O"},
    {"synth:seed=5,branching=1-4,depth=7", ""},
    {"andor:certificate/data/agree.graph", ""},
};

static uint32_t is_true(const struct proof_graph *graph, uint8_t prover, bool proven) {
  uint32_t *distance = proof_solve(graph, prover);
  const bool won = distance[0] != UINT32_MAX;
  free(distance);
  return won == proven;
}

static void accept(const struct proof_graph *graph, const struct proof_options *options) {
  struct proof_bytes file = {0};
  struct check_counts counts;
  proof_write(graph, options, &file);
  for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
    const struct check_failure failure = checked(file.bytes, file.count, jobs, &counts);
    if (failure.reason != CHECK_NONE)
      fail_msg("%s:%s %s, prover %d, %d tokens a block, %u jobs: refused at %llu, %s", graph->game,
               graph->parameters, graph->position, options->prover, options->block_tokens, jobs,
               (unsigned long long)failure.offset, check_reason_word(failure.reason));
    assert_int_equal(counts.records, file.records);
  }
  free(file.bytes);
}

/* The same reason and place for any number of threads. */
static void refuse(const struct proof_graph *graph, const struct proof_options *options,
                   struct checked_tally *tally) {
  struct proof_bytes file = {0};
  proof_write(graph, options, &file);
  const struct check_failure alone = checked(file.bytes, file.count, 1, NULL);
  if (alone.reason == CHECK_NONE)
    fail_msg("a lie was believed: %s %s %s prover %d proven %d lies %llu", graph->game,
             graph->position, graph->definition, options->prover, options->proven,
             (unsigned long long)options->lies);
  if (tally->total++ % 16 == 0) {
    const struct check_failure together = checked(file.bytes, file.count, 3, NULL);
    assert_int_equal(alone.reason, together.reason);
    assert_int_equal(alone.offset, together.offset);
  }
  tally->reasons[alone.reason]++;
  free(file.bytes);
}

static void try_graph(const struct proof_graph *graph, uint64_t lies, struct checked_tally *tally) {
  static const uint32_t blocks[] = {0, 1, 7, 2500};
  for (uint8_t prover = 0; prover < 2; prover++) {
    struct proof_options options = {.prover = prover};
    options.proven = is_true(graph, prover, true);
    options.repetition = graph->cyclic && !options.proven;
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
      options.block_tokens = blocks[i];
      if (blocks[i] != 1 || graph->count < 5000) accept(graph, &options);
    }
    if (graph->nodes[0].outcome != PNS_ONGOING) continue;
    options.proven = !options.proven;
    options.repetition = graph->cyclic && !options.proven;
    refuse(graph, &options, tally);
    for (options.lies = 1; options.lies <= lies; options.lies++) {
      options.block_tokens = options.lies % 3 == 0 ? 2 : 0;
      refuse(graph, &options, tally);
    }
  }
}

static void test_games(void **state) {
  (void)state;
  struct checked_tally tally = {0};
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
    struct proof_graph graph;
    proof_graph_game(&graph, problems[i].spec, problems[i].position);
    printf("%s: %u positions\n", problems[i].spec, graph.count);
    try_graph(&graph, graph.count < 5000 ? 200 : 5, &tally);
    proof_graph_done(&graph);
  }
  checked_print("false claims about games", &tally);
}

static void random_graphs(bool cyclic, const char *title) {
  struct checked_tally tally = {0};
  for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
    struct proof_graph graph;
    proof_graph_random(&graph, seed, 2 + (uint32_t)(seed % 40), cyclic);
    try_graph(&graph, 20, &tally);
    proof_graph_done(&graph);
  }
  checked_print(title, &tally);
}

static void test_random_graphs(void **state) {
  (void)state;
  random_graphs(false, "false claims about graphs");
}

static void test_random_cyclic_graphs(void **state) {
  (void)state;
  random_graphs(true, "false claims about graphs with cycles");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_games),
      cmocka_unit_test(test_random_graphs),
      cmocka_unit_test(test_random_cyclic_graphs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
