/* Verdicts that rest on what the game decided: certificates show the play to its end all the same,
 * and where the game decided wrongly there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/solver.h"
#include "games/registry.h"
#include "support/checked.h"
#include "support/late.h"
#include "support/oracle.h"
#include "support/scratch.h"

static char folder[SCRATCH_MAX];

static const char *path_of(const char *name) { return scratch_path(folder, name); }

static void expect_no_file(void) {
  assert_int_equal(access(path_of("file"), F_OK), -1);
  assert_int_equal(access(path_of("file.part"), F_OK), -1);
}

/* ---- solving ---- */

static struct pns_solver *solved(const struct pns_position *position, const char *goal,
                                 struct pns_result *result) {
  struct pns_options *options =
      options_with("threads", "2", "memory", "512M", "init", "game", "goal", goal, NULL);
  struct pns_solver *solver = NULL;
  struct pns_error error;
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK ||
      pns_solver_run(solver, NULL, NULL, result, &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_int_not_equal(result->verdict, PNS_UNKNOWN);
  pns_options_free(options);
  return solver;
}

/* The file must be accepted and claim what the solver found; it is removed. */
static void verify(const char *spec, const struct pns_solver *solver, bool proven,
                   const struct pns_certificate_figures *figures) {
  struct check_result result;
  checked_accept(path_of("file"), spec, 1, 3, proven, &result);
  assert_int_equal(result.header.prover, solver->search.prover);
  assert_int_equal(result.counts.records, figures->positions);
  check_result_done(&result);
  unlink(path_of("file"));
}

/* ---- true decisions ---- */

struct problem {
  struct late_start start;
  const char *position; /* NULL: where the game starts */
};

static const struct problem problems[] = {
    {.start.spec = "breakthrough:3x5"},
    {.start.spec = "breakthrough:4x4"},
    {.start.spec = "connect4:5x4"},
    {.start.spec = "connect4:5x5"},
    {{.spec = "connect4:5x5"}, "...../...../...../...../X.O.."},
    {.start.spec = "cram:5x4"},
    {.start.spec = "cram:5x5"},
    {.start.spec = "domineering:5x5"},
    {.start.spec = "domineering:6x4"},
    {.start.spec = "hex:3"},
    {.start.spec = "hex:4"},
    {.start.spec = "mnk:4x3x3"},
    {.start.spec = "mnk:4x4x4"},
    {.start.spec = "othello:4x4"},
    /* Folded up to twelve discs: children of positions with twelve have images in the store only.
     */
    {.start.spec = "othello:4x6"},
    {.start.spec = "rex:3"},
    {.start.spec = "rex:4"},
    {{.spec = "uttt"},
     "O;...OOXO..;...X.X.XO/O....OX.O/....X.X../.O.XOO.OO/O.OO..O../"
     ".X.XX.XX./X.OXXOOOO/O...XOX../.X.XX.X.."},
    {{.spec = "uttt"},
     "X;O..@.....;XOOOO..O./X..X.OOOX/X.X...O.O/.X.OXO.../OXO.X..../"
     ".XXO.X.O./X.....X.O/XO.X.X.../.O...O.XX"},
};

/* The problem's position, of another game in the place of its own if that is not NULL. */
static struct pns_position *stand(const struct problem *problem, const struct pns_game *game) {
  const char *colon = strchr(problem->start.spec, ':');
  struct pns_position *position = NULL;
  struct pns_error error = {.text = ""};
  if (game == NULL)
    position = position_after(problem->start.spec, "");
  else
    (void)pns_position_new_game(game, colon == NULL ? "" : colon + 1, &position, &error);
  if (position == NULL || (problem->position != NULL &&
                           pns_position_parse(position, problem->position, &error) != PNS_OK))
    fail_msg("%s: %s", problem->start.spec, error.text);
  return position;
}

/* How many certificates of each claim rest on what the game decided. */
struct tally {
  unsigned disproven, proven;
};

static void certify(const struct problem *problem, const char *goal, struct tally *tally) {
  struct pns_position *position = stand(problem, NULL);
  struct pns_result result;
  struct pns_certificate_figures figures;
  struct pns_error error;
  struct pns_solver *solver = solved(position, goal, &result);
  const bool proven = result.verdict == PNS_PROVEN;
  assert_int_equal(result.collections, 0);
  if (pns_solver_certificate(solver, path_of("file"), NULL, NULL, &figures, &error) != PNS_OK)
    fail_msg("%s: %s", problem->start.spec, error.text);
  verify(problem->start.spec, solver, proven, &figures);
  print_message("%s, %s: %s by %llu expansions, %llu positions, %llu searched to the end\n",
                problem->start.spec, goal, pns_verdict_name(result.verdict),
                (unsigned long long)result.expansions, (unsigned long long)figures.positions,
                (unsigned long long)figures.again);
  /* Nothing was dropped for memory, so this is what the search went by alone. */
  if (figures.again > 0) *(proven ? &tally->proven : &tally->disproven) += 1;
  pns_solver_free(solver);
  pns_position_free(position);
}

static void test_shown_to_the_end(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_registry_at(at)) != NULL; at++) {
    struct tally tally = {0};
    if (game->decided == NULL) continue;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
      if (!late_is_of(&problems[i].start, game)) continue;
      certify(&problems[i], "first-wins", &tally);
      certify(&problems[i], "second-wins", &tally);
    }
    if (tally.proven == 0 || tally.disproven == 0)
      fail_msg("%s: %u proofs and %u disproofs rest on its decisions, expected both", game->name,
               tally.proven, tally.disproven);
  }
}

/* What a game knows is true, and seldom short: a certificate for which the game decided once more
 * while positions are searched again has 8,299 positions here, one that searches them to the end of
 * play 1,266. */
static void test_goes_its_own_way_to_the_end(void **state) {
  (void)state;
  struct pns_position *position = position_after("hex:4", "");
  struct pns_certificate_figures figures;
  struct pns_result result;
  struct pns_error error;
  struct pns_solver *solver = solved(position, "first-wins", &result);
  if (pns_solver_certificate(solver, path_of("file"), NULL, NULL, &figures, &error) != PNS_OK)
    fail_msg("%s", error.text);
  verify("hex:4", solver, true, &figures);
  assert_in_range(figures.positions, 1, 3000);
  pns_solver_free(solver);
  pns_position_free(position);
}

/* ---- false decisions ---- */

/* Says that one player wins wherever the honest game knows who does. */
struct bias {
  const struct pns_game *honest;
  enum pns_player winner;
};

static enum pns_decision lie(const struct pns_rules *rules, const void *position,
                             enum pns_player player) {
  const struct bias *bias = rules->game->user;
  if (bias->honest->decided(rules, position, player) == PNS_UNDECIDED) return PNS_UNDECIDED;
  return player == bias->winner ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

static enum pns_verdict true_verdict(const struct problem *problem, const char *goal) {
  struct pns_options *options =
      options_with("threads", "1", "memory", "512M", "init", "mobility", "goal", goal, NULL);
  struct pns_position *position = stand(problem, NULL);
  const enum pns_verdict verdict = solve_position(position, options).verdict;
  pns_position_free(position);
  pns_options_free(options);
  return verdict;
}

static void expect_sentence(const struct pns_game *game, const struct pns_error *error) {
  char blame[96];
  snprintf(blame, sizeof blame, "; 'decided' of the game '%s' said so", game->name);
  if (strstr(error->text, "certificate: none is written, for the verdict rests on '") == NULL ||
      strstr(error->text, "and a search to the end of play finds the opposite") == NULL ||
      strstr(error->text, blame) == NULL || error->status != PNS_ERROR_INTERNAL)
    fail_msg("%s", error->text);
}

/* Returns whether a false verdict was refused. A true one may be, for it rests on lies as well. */
static bool refuses(const struct pns_game *liar, const struct problem *problem, const char *goal) {
  struct pns_position *position = stand(problem, liar);
  struct pns_certificate_figures figures;
  struct pns_result result;
  struct pns_error error;
  struct pns_solver *solver = solved(position, goal, &result);
  const bool right = result.verdict == true_verdict(problem, goal);
  if (pns_solver_certificate(solver, path_of("file"), NULL, NULL, &figures, &error) == PNS_OK) {
    if (!right) fail_msg("%s, %s: a certificate of a false verdict", problem->start.spec, goal);
    verify(problem->start.spec, solver, result.verdict == PNS_PROVEN, &figures);
  } else {
    expect_sentence(liar, &error);
    expect_no_file();
  }
  pns_solver_free(solver);
  pns_position_free(position);
  return !right;
}

/* One of both biases must make the verdict false. */
static unsigned refusals(const struct pns_game *honest, const struct problem *problem) {
  unsigned refused = 0;
  for (int winner = PNS_FIRST; winner <= PNS_SECOND; winner++) {
    const struct bias bias = {honest, (enum pns_player)winner};
    struct pns_game liar = *honest;
    liar.decided = lie;
    liar.user = &bias;
    refused += refuses(&liar, problem, "first-wins");
    refused += refuses(&liar, problem, "second-wins");
  }
  return refused;
}

static void test_lies_are_refused(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_registry_at(at)) != NULL; at++) {
    unsigned refused = 0;
    if (game->decided == NULL) continue;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
      if (late_is_of(&problems[i].start, game)) refused += refusals(game, &problems[i]);
    print_message("%s: %u false verdicts refused\n", game->name, refused);
    if (refused == 0) fail_msg("%s: its lies made no verdict false", game->name);
  }
}

static int make_folder(void **state) {
  (void)state;
  scratch_folder(folder);
  return 0;
}

static int remove_folder(void **state) {
  (void)state;
  unlink(path_of("file"));
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shown_to_the_end),
      cmocka_unit_test(test_goes_its_own_way_to_the_end),
      cmocka_unit_test(test_lies_are_refused),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
