/* Thousands of random trees and DAGs: the engine against a look at every node, with one thread and
 * with eight; and the swapped rules, which must fail on the same trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "support/graph.h"
#include "support/textbook.h"

/* Sanitizers slow everything down tenfold. */
#if defined(PNS_SANITIZED)
enum { GRAPHS = 1000 };
#elif defined(PNS_GRAPHS)
enum { GRAPHS = PNS_GRAPHS };
#else
enum { GRAPHS = 10000 };
#endif

struct sums {
  uint64_t nodes, expanded, mismatches;
};

static struct pns_options *options_for(const char *threads, uint32_t variant) {
  struct pns_options *options = pns_options_new();
  struct pns_error error;
  assert_int_equal(pns_options_set(options, "threads", threads, &error), PNS_OK);
  assert_int_equal(pns_options_set(options, "memory", "96M", &error), PNS_OK);
  assert_int_equal(pns_options_set(options, "backup", variant & 1 ? "weak" : "sum", &error), 0);
  assert_int_equal(pns_options_set(options, "init", variant & 2 ? "mobility" : "unit", &error), 0);
  assert_int_equal(pns_options_set(options, "epsilon", variant & 4 ? "0.25" : "0", &error), 0);
  assert_int_equal(pns_options_set(options, "seed", variant & 8 ? "7" : "0", &error), 0);
  return options;
}

static enum pns_verdict solve(const struct graph *graph, const struct pns_options *options,
                              struct sums *sums) {
  struct pns_game game = graph_game(graph);
  struct pns_position *position;
  struct pns_solver *solver;
  struct pns_result result;
  struct pns_error error = {0};
  assert_int_equal(pns_position_new_game(&game, "", &position, &error), PNS_OK);
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  assert_int_equal(pns_solver_run(solver, NULL, NULL, &result, &error), PNS_OK);
  pns_solver_free(solver);
  pns_position_free(position);
  sums->nodes += graph->count;
  sums->expanded += result.expansions;
  return result.verdict;
}

static void compare(const char *what, bool dags, const char *threads) {
  struct sums sums = {0};
  for (uint32_t i = 0; i < GRAPHS; i++) {
    struct random random = {i};
    struct graph *graph = dags ? graph_random_dag(&random) : graph_random_tree(&random, 5);
    struct pns_options *options = options_for(threads, i);
    enum pns_verdict expected = graph_first_wins(graph) ? PNS_PROVEN : PNS_DISPROVEN;
    if (solve(graph, options, &sums) != expected) {
      sums.mismatches++;
      print_error("%s %u with %s threads: wrong\n", what, i, threads);
    }
    pns_options_free(options);
    graph_free(graph);
  }
  print_message("%d %s, %s threads: %.1f %% of the nodes expanded, %lu mismatches\n", GRAPHS, what,
                threads, 100.0 * (double)sums.expanded / (double)sums.nodes,
                (unsigned long)sums.mismatches);
  assert_int_equal(sums.mismatches, 0);
}

static void trees_alone(void **state) {
  (void)state;
  compare("trees", false, "1");
}

static void trees_together(void **state) {
  (void)state;
  compare("trees", false, "8");
}

static void dags_alone(void **state) {
  (void)state;
  compare("DAGs", true, "1");
}

static void dags_together(void **state) {
  (void)state;
  compare("DAGs", true, "8");
}

static enum textbook_verdict truth(const struct graph *graph) {
  return graph_first_wins(graph) ? TEXTBOOK_PROVEN : TEXTBOOK_DISPROVEN;
}

/* The book's rules are right on the trees above; exchanged they go wrong or never end. */
static void swapped_rules_fail(void **state) {
  (void)state;
  struct textbook book = {.swapped = false}, swapped = {.swapped = true};
  uint32_t right = 0, wrong = 0, endless = 0;
  for (uint32_t i = 0; i < GRAPHS; i++) {
    struct random random = {i};
    struct graph *graph = graph_random_tree(&random, 5);
    right += textbook_solve(&book, graph, 10000) == truth(graph);
    enum textbook_verdict verdict = textbook_solve(&swapped, graph, 10000);
    endless += verdict == TEXTBOOK_ENDLESS;
    wrong += verdict != TEXTBOOK_ENDLESS && verdict != truth(graph);
    graph_free(graph);
  }
  print_message("rules swapped: %u of %d trees wrong, %u without end\n", wrong, GRAPHS, endless);
  assert_int_equal(right, GRAPHS);
  assert_true(wrong + endless > GRAPHS / 4);
  assert_true(wrong > 0);
}

/* An OR root with one lost and one won leaf is won. */
static void swapped_rules_fail_at_once(void **state) {
  (void)state;
  uint32_t children[] = {1, 2};
  struct graph_node nodes[] = {
      {GRAPH_OR, 2, children}, {GRAPH_LOSS, 0, NULL}, {GRAPH_WIN, 0, NULL}};
  struct graph graph = {false, 3, 3, nodes};
  struct textbook book = {.swapped = false}, swapped = {.swapped = true};
  struct sums sums = {0};
  struct pns_options *options = options_for("1", 0);
  assert_int_equal(solve(&graph, options, &sums), PNS_PROVEN);
  assert_int_equal(textbook_solve(&book, &graph, 10), TEXTBOOK_PROVEN);
  assert_int_not_equal(textbook_solve(&swapped, &graph, 10), TEXTBOOK_PROVEN);
  pns_options_free(options);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_alone),        cmocka_unit_test(trees_together),
      cmocka_unit_test(dags_alone),         cmocka_unit_test(dags_together),
      cmocka_unit_test(swapped_rules_fail), cmocka_unit_test(swapped_rules_fail_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
