/* Certificates of runs whose store held a tenth of what they needed: most of the proof was dropped
 * and is searched again, in the same small store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "certificate/writer.h"
#include "engine/solver.h"
#include "support/checked.h"
#include "support/oracle.h"
#include "support/scratch.h"

struct problem {
  const char *spec, *position; /* NULL: the start */
  const char *store;           /* a tenth of what the unbounded run takes */
  enum pns_verdict verdict;
  const char *seed; /* NULL: moves in the game's order */
};

static const struct problem problems[] = {
    {"connect4:5x5", NULL, "400K", PNS_DISPROVEN, NULL},
    {"breakthrough:3x6", NULL, "2M", PNS_PROVEN, NULL},
    {"rex:4", NULL, "300K", PNS_PROVEN, NULL},
    {"domineering:6x6", NULL, "500K", PNS_PROVEN, NULL},
    /* Where positions come back less can be spared: a set must be seen whole to be closed. */
    {"checkers:6x6", "B:W13,14:B1,2", "400K", PNS_DISPROVEN, NULL},
    {"checkers:6x6", "W:WK1,K2,K3:BK17,K18", "500K", PNS_PROVEN, NULL},
};

/* Sweeps leave nothing but wins that rest on each other here: with one thread always so. */
static const struct problem circles[] = {
    {"checkers:6x6", "W:WK1,K2:BK17", "150K", PNS_PROVEN, "33"},
    {"checkers:6x6", "W:WK1,K2:BK17", "150K", PNS_PROVEN, "49"},
    {"checkers:6x6", "W:WK1,K2:BK17", "150K", PNS_PROVEN, "69"},
    {"checkers:6x6", "W:WK1,K2,K3:BK17,K18", "500K", PNS_PROVEN, "1"},
    {"checkers:6x6", "W:WK1,K2,K3:BK17,K18", "500K", PNS_PROVEN, "2"},
    {"checkers:6x6", "W:WK1,K2,K3:BK17,K18", "300K", PNS_PROVEN, "4"},
};

enum {
  PROBLEMS = sizeof problems / sizeof problems[0],
  CIRCLES = sizeof circles / sizeof circles[0]
};

static char path[SCRATCH_MAX];

static struct pns_solver *solved(const struct problem *problem, const char *threads) {
  const char *seed = problem->seed != NULL ? problem->seed : "0";
  struct pns_options *options = options_with("threads", threads, "memory", "1G", "store",
                                             problem->store, "time", "100s", "seed", seed, NULL);
  struct pns_position *position = position_after(problem->spec, "");
  const char *text = problem->position;
  struct pns_solver *solver = NULL;
  struct pns_result result;
  struct pns_error error;
  if ((text != NULL && pns_position_parse(position, text, &error) != PNS_OK) ||
      pns_solver_new(position, options, &solver, &error) != PNS_OK ||
      pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK)
    fail_msg("%s: %s", problem->spec, error.text);
  assert_int_equal(result.verdict, problem->verdict);
  assert_true(result.collections > 0);
  pns_position_free(position);
  pns_options_free(options);
  return solver;
}

/* The file must be verified, say what the solver found, and hold what the writer counted. */
static void verify(const struct problem *problem, const struct pns_certificate_figures *figures) {
  struct check_result result;
  checked_accept(path, problem->spec, 1, 1, problem->verdict == PNS_PROVEN, &result);
  assert_int_equal(result.counts.records, figures->positions);
  assert_int_equal(figures->found, figures->positions);
  check_result_done(&result);
}

/* The verdict outlasts the sweeps, a second file can be written, and a second run ends at once. */
static void certify_twice(const struct problem *problem, const char *threads) {
  struct pns_solver *solver = solved(problem, threads);
  struct pns_certificate_figures figures;
  struct pns_result result;
  struct pns_error error;
  for (unsigned i = 0; i < 2; i++) {
    if (pns_solver_certificate(solver, path, NULL, NULL, &figures, &error) != PNS_OK)
      fail_msg("%s: %s", problem->spec, error.text);
    /* What is left of small searches can suffice. */
    assert_true(i > 0 || figures.again > 0 || problem->position != NULL);
    verify(problem, &figures);
  }
  assert_int_equal(pns_solver_run(solver, NULL, NULL, &result, &error), PNS_OK);
  assert_int_equal(result.verdict, problem->verdict);
  print_message("%s in %s, %s threads: %llu positions, %llu searches for missing parts\n",
                problem->spec, problem->store, threads, (unsigned long long)figures.positions,
                (unsigned long long)figures.again);
  pns_solver_free(solver);
}

static void test_one_thread(void **state) {
  (void)state;
  for (size_t i = 0; i < PROBLEMS; i++) certify_twice(&problems[i], "1");
}

static void test_two_threads(void **state) {
  (void)state;
  for (size_t i = 0; i < PROBLEMS; i++) certify_twice(&problems[i], "2");
}

static void test_circles(void **state) {
  (void)state;
  for (size_t i = 0; i < CIRCLES; i++) certify_twice(&circles[i], "1");
}

static enum pns_status write_with(const struct pns_solver *solver, const struct problem *problem,
                                  uint64_t spare_bytes, struct pns_certificate_figures *figures,
                                  struct pns_error *error) {
  const struct pns_certificate_claim claim = {
      .search = &solver->search,
      .position = pns_position_bytes(solver->position),
      .proven = problem->verdict == PNS_PROVEN,
      .spare_bytes = spare_bytes,
  };
  return pns_certificate_write(&claim, path, NULL, NULL, figures, error);
}

/* Nothing is left beside the store: it gives way to what the walks remember, or says that it cannot
 * and leaves no file. */
static void test_no_spare_memory(void **state) {
  (void)state;
  static const struct problem roomy = {"connect4:5x5", NULL, "4M", PNS_DISPROVEN, NULL};
  static const struct problem narrow = {"connect4:5x5", NULL, "400K", PNS_DISPROVEN, NULL};
  struct pns_certificate_figures figures;
  struct pns_error error;
  struct pns_solver *solver = solved(&roomy, "2");
  assert_int_equal(write_with(solver, &roomy, 0, &figures, &error), PNS_OK);
  verify(&roomy, &figures);
  pns_solver_free(solver);
  unlink(path);
  solver = solved(&narrow, "2");
  assert_int_equal(write_with(solver, &narrow, 0, &figures, &error), PNS_ERROR_SYSTEM);
  assert_non_null(strstr(error.text, "memory does not suffice"));
  assert_int_equal(access(path, F_OK), -1);
  pns_solver_free(solver);
}

/* The store gives way until a few slabs are left of many, and goes on with them: what is too little
 * for it in the end is the room for what the walks remember. */
static void test_few_slabs_are_left(void **state) {
  (void)state;
  unsigned written = 0;
  for (unsigned k = 56; k <= 65; k++) {
    char store[16];
    snprintf(store, sizeof store, "%u00K", k);
    const struct problem problem = {"breakthrough:3x6", NULL, store, PNS_PROVEN, NULL};
    struct pns_certificate_figures figures;
    struct pns_error error;
    struct pns_solver *solver = solved(&problem, "1");
    if (write_with(solver, &problem, 0, &figures, &error) == PNS_OK) {
      verify(&problem, &figures);
      written++;
    } else if (strstr(error.text, "memory does not suffice for") == NULL) {
      fail_msg("%s in %s: %s", problem.spec, store, error.text);
    }
    pns_solver_free(solver);
  }
  print_message("%u of 10 written\n", written);
  assert_in_range(written, 5, 10);
}

static int make_file(void **state) {
  (void)state;
  scratch_file(path, "", 0);
  return 0;
}

static int remove_file(void **state) {
  (void)state;
  unlink(path);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_thread),
      cmocka_unit_test(test_two_threads),
      cmocka_unit_test(test_circles),
      cmocka_unit_test(test_no_spare_memory),
      cmocka_unit_test(test_few_slabs_are_left),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
