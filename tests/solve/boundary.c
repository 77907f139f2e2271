/* Where a game stops folding mirror images: lines of play go on to their end, best moves are named,
 * and what is said about the moves of a position is right, from whichever side it is looked at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"

#define LINE_MAX 128
#define MOVES_OF_ANY 256
#define IMAGES 4

/* Beginnings that are mirror images of each other, one a line. */
struct problem {
  const char *spec, *expansions;
  size_t folded; /* moves after which the game folds no more, as the beginning stands */
  const char *beginnings[IMAGES];
};

static const struct problem problems[] = {
    {"mnk:8x8x5", "50000", 6, {"", NULL}},
    {"mnk:8x8x5", "20000", 2, {"b1 c4 e5 f3", "g1 f4 d5 c3", "a2 d3 e5 c6", "g8 f5 d4 c6"}},
    {"mnk:7x7x5",
     "20000",
     1,
     {"d4 c4 b2 f3 g6", "d4 e4 f2 b3 a6", "d4 d3 b2 c6 f7", "d4 d5 f6 e2 b1"}},
    {"othello:6x6", "20000", 9, {"", NULL}},
    {"othello:6x6", "20000", 8, {"c2", "b3", "e4", "d5"}},
    {"othello:8x8", "20000", 8, {"d3", "c4", "f5", "e6"}},
    {"uttt",
     "20000",
     1,
     {"1-2 2-4 4-5 5-1 1-6 6-3 3-8", "3-2 2-6 6-5 5-3 3-4 4-1 1-8", "1-4 4-2 2-5 5-1 1-8 8-7 7-6",
      "9-8 8-6 6-5 5-9 9-4 4-7 7-2"}},
};

struct line {
  char text[PNS_LINE_TEXT_MAX];
  const char *moves[LINE_MAX];
  size_t length;
};

static struct pns_solver *searched(const struct problem *problem, size_t image,
                                   enum pns_verdict verdict) {
  struct pns_options *options =
      options_with("threads", "1", "expansions", problem->expansions, "memory", "512M", NULL);
  struct pns_position *position = position_after(problem->spec, problem->beginnings[image]);
  struct pns_solver *solver = NULL;
  struct pns_error error;
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  assert_int_equal(solver_run(solver).verdict, verdict);
  pns_position_free(position);
  pns_options_free(options);
  return solver;
}

static void read_line(struct pns_solver *solver, struct line *line) {
  struct pns_progress progress;
  assert_true(pns_solver_progress(solver, &progress));
  memcpy(line->text, progress.line, sizeof line->text);
  line->length = 0;
  char *rest = line->text, *move;
  while ((move = strsep(&rest, " ")) != NULL && move[0] != '\0') line->moves[line->length++] = move;
}

static void look(struct pns_solver *solver, const char *const *moves, size_t count,
                 struct pns_look *here, struct pns_child *children) {
  struct pns_error error;
  if (pns_solver_children(solver, moves, count, here, children, MOVES_OF_ANY, &error) != PNS_OK)
    fail_msg("%s", error.text);
}

/* Every position of the line but the last is in the store, and not settled; the last one is a leaf:
 * nobody expanded it. */
static void a_line_ends_at_a_leaf(struct pns_solver *solver, const struct line *line,
                                  struct pns_child *children) {
  struct pns_look here;
  for (size_t i = 0; i <= line->length; i++) {
    look(solver, line->moves, i, &here, children);
    assert_int_equal(here.outcome, PNS_ONGOING);
    assert_int_equal(here.numbers.verdict, PNS_UNKNOWN);
    assert_int_equal(here.expanded, i < line->length);
  }
}

static void lines_run_to_their_end(void **state) {
  (void)state;
  struct pns_child *children = calloc(MOVES_OF_ANY, sizeof *children);
  assert_non_null(children);
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
    const struct problem *problem = &problems[i];
    for (size_t k = 0; k < IMAGES && problem->beginnings[k] != NULL; k++) {
      struct pns_solver *solver = searched(problem, k, PNS_UNKNOWN);
      struct line line;
      read_line(solver, &line);
      a_line_ends_at_a_leaf(solver, &line, children);
      if (line.length <= problem->folded)
        fail_msg("%s %s: the line '%s' does not leave what is folded", problem->spec,
                 problem->beginnings[k], line.text);
      pns_solver_free(solver);
    }
  }
  free(children);
}

/* ---- mirrored roots ---- */

/* What the best move leads to. */
static struct pns_child best_of(struct pns_solver *solver) {
  struct pns_child *children = calloc(MOVES_OF_ANY, sizeof *children);
  struct pns_look here;
  struct pns_result result;
  uint32_t best = 0;
  assert_non_null(children);
  look(solver, NULL, 0, &here, children);
  pns_solver_result(solver, &result);
  while (best < here.children && strcmp(children[best].move, result.best_move) != 0) best++;
  assert_in_range(best, 0, here.children - 1);
  const struct pns_child child = children[best];
  free(children);
  return child;
}

/* The store stands on the same canonical form for all of them. */
static void mirrored_roots_name_a_best_move(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
    const struct problem *problem = &problems[i];
    struct pns_child first = {.work = 0};
    for (size_t k = 0; k < IMAGES && problem->beginnings[k] != NULL; k++) {
      struct pns_solver *solver = searched(problem, k, PNS_UNKNOWN);
      const struct pns_child best = best_of(solver);
      if (k == 0) first = best;
      assert_int_equal(best.work, first.work);
      assert_int_equal(best.numbers.pn, first.numbers.pn);
      assert_int_equal(best.numbers.dn, first.numbers.dn);
      pns_solver_free(solver);
    }
  }
}

/* Decided, with the last position that is folded for a root. */
static const struct problem won[] = {
    {"mnk:7x7x4",
     "20000",
     0,
     {"a1 d4 a7 e4 g1", "a1 d4 g1 d5 a7", "g1 d4 g7 c4 a1", "a7 d4 a1 e4 g7"}},
    {"othello:4x6", "20000", 0, {"c5 b5 a6 d6 a3 c2 d3 b2", "b2 c2 d1 a1 d4 b5 a4 c5"}},
};

/* Whether a player can force a win after further moves, by a search of its own. */
static enum pns_verdict solved(const char *spec, const char *moves, enum pns_player winner) {
  const char *goal = winner == PNS_FIRST ? "first-wins" : "second-wins";
  struct pns_options *options = options_with("threads", "1", "goal", goal, NULL);
  struct pns_position *position = position_after(spec, moves);
  const enum pns_verdict verdict = solve_position(position, options).verdict;
  pns_options_free(options);
  pns_position_free(position);
  return verdict;
}

static void won_roots_name_a_move_that_wins(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof won / sizeof won[0]; i++)
    for (size_t k = 0; k < IMAGES && won[i].beginnings[k] != NULL; k++) {
      struct pns_solver *solver = searched(&won[i], k, PNS_PROVEN);
      const struct pns_child best = best_of(solver);
      const enum pns_player mover = best.mover == PNS_FIRST ? PNS_SECOND : PNS_FIRST;
      char after[256];
      pns_solver_free(solver);
      assert_int_equal(best.numbers.verdict, PNS_PROVEN);
      snprintf(after, sizeof after, "%s %s", won[i].beginnings[k], best.move);
      assert_int_equal(solved(won[i].spec, after, mover), PNS_PROVEN);
    }
}

/* ---- children ---- */

struct survey {
  struct pns_solver *solver;
  const char *moves[LINE_MAX];
  size_t folded;
  uint32_t least_work; /* of what is looked at */
  uint64_t looked, beyond;
};

/* Not settled, a position has a move that its mover has not lost; and what was expanded below it
 * was expanded below one of its moves. */
static void check_children(struct survey *survey, size_t depth, const struct pns_look *here,
                           const struct pns_child *children) {
  const enum pns_verdict lost = here->mover == PNS_FIRST ? PNS_DISPROVEN : PNS_PROVEN;
  uint32_t expanded = 0, open = 0;
  for (uint32_t i = 0; i < here->children; i++) {
    expanded += children[i].expanded;
    open += children[i].numbers.verdict != lost;
  }
  assert_true(open > 0);
  assert_true(here->work == 1 || expanded > 0);
  survey->looked++;
  survey->beyond += depth >= survey->folded;
}

static void survey_below(struct survey *survey, size_t depth) {
  struct pns_look here;
  struct pns_child *children = calloc(MOVES_OF_ANY, sizeof *children);
  assert_non_null(children);
  look(survey->solver, survey->moves, depth, &here, children);
  if (here.expanded && here.numbers.verdict == PNS_UNKNOWN)
    check_children(survey, depth, &here, children);
  for (uint32_t i = 0; i < here.children; i++) {
    if (!children[i].expanded || children[i].work < survey->least_work) continue;
    survey->moves[depth] = children[i].move;
    survey_below(survey, depth + 1);
  }
  free(children);
}

static void moves_of_open_positions_are_known(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
    for (size_t k = 0; k < IMAGES && problems[i].beginnings[k] != NULL; k++) {
      struct survey survey = {.solver = searched(&problems[i], k, PNS_UNKNOWN),
                              .folded = problems[i].folded,
                              .least_work = 200};
      survey_below(&survey, 0);
      assert_in_range(survey.beyond, 10, 100000);
      pns_solver_free(survey.solver);
    }
}

/* ---- verdicts ---- */

/* What is said of the moves after `line`, and of those after each of them. */
static uint64_t compare_verdicts(const struct problem *problem, const char *beginning,
                                 struct pns_solver *solver, enum pns_player winner,
                                 const char *move) {
  struct pns_look here;
  struct pns_child *children = calloc(MOVES_OF_ANY, sizeof *children);
  uint64_t compared = 0;
  assert_non_null(children);
  look(solver, &move, move != NULL, &here, children);
  for (uint32_t i = 0; i < here.children; i++) {
    char after[256];
    if (move == NULL)
      compared += compare_verdicts(problem, beginning, solver, winner, children[i].move);
    if (children[i].numbers.verdict == PNS_UNKNOWN) continue;
    snprintf(after, sizeof after, "%s %s %s", beginning, move == NULL ? "" : move,
             children[i].move);
    assert_int_equal(children[i].numbers.verdict, solved(problem->spec, after, winner));
    compared++;
  }
  free(children);
  return compared;
}

/* A search that is not done yet has settled some moves and not others. */
static void settled_moves_are_told_rightly(void **state) {
  (void)state;
  static const struct problem open[] = {
      {"othello:4x6", "35", 0, {"a3 a4 b5 a6 b6 c2 a5 a2", "d4 d3 c2 d1 c1 b5 d2 d5"}},
      {"othello:4x6", "40", 0, {"a3 c2 d1 a5 d5 b2 c1 a1", "d4 b5 a6 d2 a2 c5 b6 d6"}},
  };
  for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
    for (size_t k = 0; k < IMAGES && open[i].beginnings[k] != NULL; k++) {
      struct pns_solver *solver = searched(&open[i], k, PNS_UNKNOWN);
      const char *beginning = open[i].beginnings[k];
      assert_in_range(compare_verdicts(&open[i], beginning, solver, PNS_FIRST, NULL), 5, 1000);
      pns_solver_free(solver);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_run_to_their_end),
      cmocka_unit_test(mirrored_roots_name_a_best_move),
      cmocka_unit_test(won_roots_name_a_move_that_wins),
      cmocka_unit_test(moves_of_open_positions_are_known),
      cmocka_unit_test(settled_moves_are_told_rightly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
