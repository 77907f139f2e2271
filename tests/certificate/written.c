/* What the engine writes the checker accepts: every known value and random graphs, with circles and
 * without, at 2 and at 8 threads; also when parts had to be searched again, and when the file
 * cannot be written.
 *
 * PNS_CERTIFIED_GRAPHS is how many graphs of each kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "certificate/writer.h"
#include "engine/solver.h"
#include "support/checked.h"
#include "support/oracle.h"
#include "support/proof.h"
#include "support/scratch.h"

/* Sanitizers make all of this ten times as slow. */
#ifdef PNS_SANITIZED
#define GRAPHS 200u
#else
#define GRAPHS 2000u
#endif

static char folder[SCRATCH_MAX];

static const char *path_of(const char *name) { return scratch_path(folder, name); }

static uint64_t graphs(void) {
  const char *asked = getenv("PNS_CERTIFIED_GRAPHS");
  return asked != NULL ? strtoull(asked, NULL, 10) : GRAPHS;
}

/* Sums over the certificates of a test. */
struct totals {
  uint64_t files, positions, references, bytes;
  unsigned version; /* of the last one */
};

static void print_totals(const char *title, const struct totals *totals) {
  print_message("%s: %llu certificates, %llu positions, %llu references, %.2f bytes a position\n",
                title, (unsigned long long)totals->files, (unsigned long long)totals->positions,
                (unsigned long long)totals->references,
                (double)totals->bytes / (double)totals->positions);
}

/* The file must be verified and must say what the solver found. */
static void verify(const char *path, enum pns_player prover, bool proven, unsigned jobs,
                   struct totals *totals) {
  struct check_result result;
  char what[48];
  snprintf(what, sizeof what, "after %llu others", (unsigned long long)totals->files);
  checked_accept(path, what, jobs, totals->files, proven, &result);
  assert_int_equal(result.header.prover, prover);
  totals->files++;
  totals->positions += result.counts.records;
  totals->references += result.counts.references;
  totals->bytes += result.bytes;
  totals->version = result.header.version;
  check_result_done(&result);
  assert_int_equal(access(path_of("file.part"), F_OK), -1);
}

static bool is_proven(const struct pns_solver *solver) {
  const uint64_t word = pns_solver_root_word(solver);
  return (pns_word_pn(word) == 0) == solver->question.win;
}

static enum pns_status certify(void *totals, struct pns_solver *solver,
                               const struct pns_result *result, struct pns_error *error) {
  (void)result;
  const char *path = path_of("file");
  const enum pns_status status = pns_solver_certificate(solver, path, NULL, NULL, NULL, error);
  if (status == PNS_OK)
    verify(path, solver->search.prover, is_proven(solver), 1 + ((struct totals *)totals)->files % 2,
           totals);
  return status;
}

/* ---- known values ---- */

static void known_values(const char *threads) {
  struct oracle oracle;
  struct totals totals = {0};
  struct pns_options *options = options_with("threads", threads, "memory", "4G", NULL);
  oracle_read(&oracle, "values.tsv");
  for (size_t i = 0; i < oracle.count; i++) {
    struct pns_position *position = position_after(oracle.rows[i][0], oracle.rows[i][1]);
    struct pns_result result;
    struct pns_error error;
    if (pns_solve_value(position, options, NULL, NULL, certify, &totals, &result, &error) != PNS_OK)
      fail_msg("%s %s: %s", oracle.rows[i][0], oracle.rows[i][1], error.text);
    assert_string_equal(pns_value_name(result.value), oracle.rows[i][2]);
    pns_position_free(position);
  }
  print_totals(threads, &totals);
  assert_true(totals.files >= oracle.count);
  pns_options_free(options);
  oracle_free(&oracle);
}

static void test_values_two_threads(void **state) {
  (void)state;
  known_values("2");
}

static void test_values_eight_threads(void **state) {
  (void)state;
  known_values("8");
}

/* ---- random graphs ---- */

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void solve_graph(const struct proof_graph *graph, uint8_t prover,
                        const struct pns_options *options, struct totals *totals) {
  char spec[SCRATCH_INSIDE_MAX + 8];
  struct pns_position *position = NULL;
  struct pns_solver *solver = NULL;
  struct pns_result result;
  struct pns_error error;
  write_text(path_of("graph"), graph->definition);
  snprintf(spec, sizeof spec, "andor:%s", path_of("graph"));
  if (pns_position_new(spec, &position, &error) != PNS_OK ||
      pns_solver_new(position, options, &solver, &error) != PNS_OK ||
      pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK ||
      certify(totals, solver, &result, &error) != PNS_OK)
    fail_msg("%s\n%s", error.text, graph->definition);
  uint32_t *distance = proof_solve(graph, prover);
  assert_int_equal(result.verdict == PNS_PROVEN, distance[0] != UINT32_MAX);
  free(distance);
  pns_solver_free(solver);
  pns_position_free(position);
}

static void random_graphs(const char *threads, bool cyclic) {
  struct totals totals = {0};
  struct pns_options *first =
      options_with("threads", threads, "memory", "512M", "goal", "first-wins", NULL);
  struct pns_options *second =
      options_with("threads", threads, "memory", "512M", "goal", "second-wins", NULL);
  for (uint64_t seed = 1; seed <= graphs(); seed++) {
    struct proof_graph graph;
    proof_graph_random(&graph, seed, 3 + (uint32_t)(seed % 90), cyclic);
    solve_graph(&graph, seed % 2 == 0, seed % 2 == 0 ? second : first, &totals);
    proof_graph_done(&graph);
  }
  print_totals(cyclic ? "graphs with circles" : "graphs", &totals);
  assert_int_equal(totals.files, graphs());
  pns_options_free(first);
  pns_options_free(second);
}

static void test_graphs_two_threads(void **state) {
  (void)state;
  random_graphs("2", false);
}

static void test_graphs_eight_threads(void **state) {
  (void)state;
  random_graphs("8", false);
}

static void test_circles_two_threads(void **state) {
  (void)state;
  random_graphs("2", true);
}

static void test_circles_eight_threads(void **state) {
  (void)state;
  random_graphs("8", true);
}

/* ---- one solver ---- */

static struct pns_solver *new_solver(const char *spec, const char *expansions, bool run) {
  struct pns_options *options =
      options_with("threads", "2", "memory", "512M", "expansions", expansions, NULL);
  struct pns_solver *solver = solver_with(spec, options);
  if (run) solver_run(solver);
  pns_options_free(options);
  return solver;
}

/* A store that knows little or nothing of what was decided elsewhere. */
static void test_searched_again(void **state) {
  (void)state;
  static const char *const expansions[] = {"1", "1000", "5000"};
  struct totals totals = {0};
  struct pns_error error;
  struct pns_solver *decided = new_solver("connect4:5x4", "1000000000", true);
  for (size_t i = 0; i < sizeof expansions / sizeof expansions[0]; i++) {
    struct pns_solver *solver = new_solver("connect4:5x4", expansions[i], true);
    struct pns_certificate_figures figures;
    const struct pns_certificate_claim claim = {
        .search = &solver->search,
        .position = pns_position_bytes(solver->position),
        .proven = is_proven(decided),
        .spare_bytes = UINT64_C(1) << 30,
    };
    const char *path = path_of("file");
    if (pns_certificate_write(&claim, path, NULL, NULL, &figures, &error) != PNS_OK)
      fail_msg("%s", error.text);
    assert_true(figures.again > 0);
    assert_int_equal(figures.found, figures.positions);
    verify(path, solver->search.prover, claim.proven, 2, &totals);
    pns_solver_free(solver);
  }
  pns_solver_free(decided);
}

/* ---- positions that the game gives up ---- */

static struct totals certified_with(const char *spec, const char *position, const char *goal,
                                    const char *init) {
  struct totals totals = {0};
  struct pns_error error;
  struct pns_position *given = NULL;
  struct pns_solver *solver = NULL;
  struct pns_options *options =
      options_with("threads", "2", "memory", "512M", "init", init, "goal", goal, NULL);
  if (pns_position_new(spec, &given, &error) != PNS_OK ||
      (*position != '\0' && pns_position_parse(given, position, &error) != PNS_OK) ||
      pns_solver_new(given, options, &solver, &error) != PNS_OK)
    fail_msg("%s", error.text);
  solver_run(solver);
  if (certify(&totals, solver, NULL, &error) != PNS_OK) fail_msg("%s", error.text);
  pns_solver_free(solver);
  pns_position_free(given);
  pns_options_free(options);
  return totals;
}

/* They are ends in the file however the store came to its verdict: by a look, or by a search below
 * them. A proof has none and stays with the first version, and so does a game without any. */
static void test_given_up(void **state) {
  (void)state;
  static const char *const inits[] = {"unit", "mobility", "game"};
  for (size_t i = 0; i < sizeof inits / sizeof inits[0]; i++) {
    assert_int_equal(certified_with("mnk:3x3x3", "", "first-wins", inits[i]).version, 2);
    assert_int_equal(certified_with("mnk:3x3x3", "", "second-wins", inits[i]).version, 2);
    assert_int_equal(certified_with("connect4:5x4", "", "second-wins", inits[i]).version, 2);
    assert_int_equal(certified_with("mnk:4x3x3", "", "first-wins", inits[i]).version, 1);
    assert_int_equal(certified_with("hex:3", "", "second-wins", inits[i]).version, 1);
    const struct totals none = certified_with("mnk:3x3x3", "OXX/XOO/XO.", "first-wins", inits[i]);
    assert_int_equal(none.version, 2);
    assert_int_equal(none.positions, 0);
  }
}

/* What was written once is written again byte by byte alike. */
static void test_many_files(void **state) {
  (void)state;
  struct totals totals = {0};
  struct pns_error error;
  struct pns_solver *solver = new_solver("hex:4", "1000000000", true);
  for (unsigned i = 0; i < 100; i++) {
    assert_int_equal(certify(&totals, solver, NULL, &error), PNS_OK);
    assert_int_equal(totals.bytes % (i + 1), 0);
  }
  pns_solver_free(solver);
}

/* ---- no half files ---- */

static bool refuse_to_go_on(void *user, const struct pns_certificate_figures *figures) {
  (void)figures;
  return --*(int *)user > 0;
}

static void expect_nothing_left(void) {
  assert_int_equal(access(path_of("none"), F_OK), -1);
  assert_int_equal(access(path_of("none.part"), F_OK), -1);
}

static void test_failures(void **state) {
  (void)state;
  struct pns_error error;
  struct rlimit before, small;
  int calls = 3;
  struct pns_solver *solver = new_solver("connect4:5x5", "1000000000", true);
  assert_int_not_equal(pns_solver_certificate(solver, path_of("no/such"), NULL, NULL, NULL, &error),
                       PNS_OK);
  assert_non_null(strstr(error.text, strerror(ENOENT)));
  assert_int_not_equal(
      pns_solver_certificate(solver, path_of("none"), refuse_to_go_on, &calls, NULL, &error),
      PNS_OK);
  assert_non_null(strstr(error.text, "stopped"));
  expect_nothing_left();
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  small = before;
  small.rlim_cur = 8192;
  setrlimit(RLIMIT_FSIZE, &small);
  assert_int_not_equal(pns_solver_certificate(solver, path_of("none"), NULL, NULL, NULL, &error),
                       PNS_OK);
  setrlimit(RLIMIT_FSIZE, &before);
  assert_non_null(strstr(error.text, strerror(EFBIG)));
  expect_nothing_left();
  pns_solver_free(solver);
}

static void test_undecided(void **state) {
  (void)state;
  struct pns_error error;
  struct pns_solver *solver = new_solver("connect4:7x6", "1000", true);
  assert_int_equal(pns_solver_certificate(solver, path_of("none"), NULL, NULL, NULL, &error),
                   PNS_ERROR_INPUT);
  expect_nothing_left();
  pns_solver_free(solver);
}

static int make_folder(void **state) {
  (void)state;
  scratch_folder(folder);
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
      cmocka_unit_test(test_values_two_threads),  cmocka_unit_test(test_values_eight_threads),
      cmocka_unit_test(test_graphs_two_threads),  cmocka_unit_test(test_graphs_eight_threads),
      cmocka_unit_test(test_circles_two_threads), cmocka_unit_test(test_circles_eight_threads),
      cmocka_unit_test(test_searched_again),      cmocka_unit_test(test_given_up),
      cmocka_unit_test(test_many_files),          cmocka_unit_test(test_failures),
      cmocka_unit_test(test_undecided),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
