/* Solvers under pressure: more threads than processors, several solvers at once, stops at any
 * moment from threads and from signals, limits met in the middle. Meant for the sanitizer builds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "support/graph.h"
#include "support/oracle.h"

static void check_complete(const struct pns_result *result) {
  assert_true(result->proposition[0] != '\0');
  assert_true(result->expansions > 0 && result->nodes > 0 && result->wall_s > 0);
  bool solved = result->verdict != PNS_UNKNOWN;
  assert_int_equal(solved, result->reason == PNS_REASON_NONE);
  assert_int_equal(solved, result->pn == 0 || result->dn == 0);
}

static void many_threads(void **state) {
  (void)state;
  static const char *const specs[] = {"connect4:4x4", "hex:3",     "breakthrough:3x4",
                                      "cram:4x3",     "mnk:4x4x3", "domineering:4x4"};
  static const enum pns_verdict verdicts[] = {PNS_DISPROVEN, PNS_PROVEN, PNS_DISPROVEN,
                                              PNS_PROVEN,    PNS_PROVEN, PNS_PROVEN};
  struct pns_options *options = options_with("threads", "24", "memory", "256M", NULL);
  for (int round = 0; round < 4; round++)
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
      struct pns_solver *solver = solver_with(specs[i], options);
      struct pns_result result = solver_run(solver);
      check_complete(&result);
      assert_int_equal(result.verdict, verdicts[i]);
      pns_solver_free(solver);
    }
  pns_options_free(options);
}

/* ---- two solvers in one process ---- */

static void *solve_hex(void *argument) {
  struct pns_options *options = options_with("threads", "3", "memory", "256M", NULL);
  for (int round = 0; round < 10; round++) {
    struct pns_solver *solver = solver_with(argument, options);
    struct pns_result result = solver_run(solver);
    assert_int_equal(result.verdict, PNS_PROVEN);
    pns_solver_free(solver);
  }
  pns_options_free(options);
  return NULL;
}

static void two_solvers(void **state) {
  (void)state;
  char hex[] = "hex:3", connect4[] = "cram:4x3";
  pthread_t first, second;
  assert_int_equal(pthread_create(&first, NULL, solve_hex, hex), 0);
  assert_int_equal(pthread_create(&second, NULL, solve_hex, connect4), 0);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

/* ---- stops ---- */

struct stopper {
  struct pns_solver *solver;
  long delay_ns;
};

static void *stop_later(void *argument) {
  struct stopper *stopper = argument;
  nanosleep(&(struct timespec){0, stopper->delay_ns}, NULL);
  pns_solver_stop(stopper->solver, PNS_REASON_STOP);
  return NULL;
}

/* Stops, looks, goes on, until the verdict is there. */
static void stopped_at_any_moment(void **state) {
  (void)state;
  struct pns_options *options = options_with("threads", "6", "memory", "1G", NULL);
  for (long round = 0; round < 12; round++) {
    struct pns_solver *solver = solver_with("connect4:5x4", options);
    struct pns_result result = {0};
    for (int stops = 0; stops < 200 && result.verdict == PNS_UNKNOWN; stops++) {
      struct stopper stopper = {solver, 100000 + round * 137000};
      pthread_t thread;
      assert_int_equal(pthread_create(&thread, NULL, stop_later, &stopper), 0);
      result = solver_run(solver);
      pthread_join(thread, NULL);
      check_complete(&result);
      if (result.verdict == PNS_UNKNOWN) assert_int_equal(result.reason, PNS_REASON_STOP);
    }
    if (result.verdict == PNS_UNKNOWN) result = solver_run(solver);
    pns_solver_free(solver);
  }
  pns_options_free(options);
}

static struct pns_solver *signalled;

static void on_alarm(int signal) {
  (void)signal;
  pns_solver_stop(signalled, PNS_REASON_SIGNAL);
}

static void stopped_by_a_signal(void **state) {
  (void)state;
  struct sigaction action = {.sa_handler = on_alarm}, before;
  sigaction(SIGALRM, &action, &before);
  struct pns_options *options = options_with("threads", "4", "memory", "1G", NULL);
  for (int round = 1; round <= 10; round++) {
    signalled = solver_with("othello:8x8", options);
    ualarm((useconds_t)round * 7000, 0);
    struct pns_result result = solver_run(signalled);
    check_complete(&result);
    assert_int_equal(result.verdict, PNS_UNKNOWN);
    assert_int_equal(result.reason, PNS_REASON_SIGNAL);
    pns_solver_free(signalled);
  }
  sigaction(SIGALRM, &before, NULL);
  pns_options_free(options);
}

/* A stop that comes before the run ends it at once. */
static void stopped_before_the_start(void **state) {
  (void)state;
  struct pns_options *options = options_with("threads", "2", "memory", "1G", NULL);
  struct pns_solver *solver = solver_with("othello:8x8", options);
  pns_solver_stop(solver, PNS_REASON_STOP);
  struct pns_result result = solver_run(solver);
  assert_int_equal(result.reason, PNS_REASON_STOP);
  pns_solver_free(solver);
  pns_options_free(options);
}

static void *stop_soon(void *argument) {
  nanosleep(&(struct timespec){0, 500000}, NULL);
  pns_solver_stop(argument, PNS_REASON_STOP);
  return NULL;
}

/* Whoever runs again and again to the next limit hears of a stop that came while one was met. */
static void stopped_between_limits(void **state) {
  (void)state;
  struct pns_options *options =
      options_with("threads", "4", "expansions", "1", "memory", "1G", NULL);
  for (int round = 0; round < 50; round++) {
    struct pns_solver *solver = solver_with("othello:8x8", options);
    pthread_t thread;
    enum pns_reason reason = PNS_REASON_NONE;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, solver), 0);
    for (int i = 0; i < 1000 && reason != PNS_REASON_STOP; i++) reason = solver_run(solver).reason;
    assert_int_equal(reason, PNS_REASON_STOP);
    pthread_join(thread, NULL);
    pns_solver_free(solver);
  }
  pns_options_free(options);
}

/* ---- limits ---- */

static void limits_are_kept(void **state) {
  (void)state;
  static const char *const threads[] = {"1", "2", "8"};
  for (size_t i = 0; i < 3; i++) {
    struct pns_options *options =
        options_with("threads", threads[i], "expansions", "5000", "memory", "256M", NULL);
    struct pns_solver *solver = solver_with("othello:8x8", options);
    struct pns_result result = solver_run(solver);
    assert_int_equal(result.reason, PNS_REASON_EXPANSIONS);
    assert_in_range(result.expansions, i == 0 ? 5000 : 4000, 5000);
    result = solver_run(solver); /* goes on */
    assert_in_range(result.expansions, i == 0 ? 10000 : 8000, 10000);
    pns_solver_free(solver);
    pns_options_free(options);
  }
}

static void time_is_kept(void **state) {
  (void)state;
  struct pns_options *options = options_with("threads", "4", "time", "200ms", "memory", "1G", NULL);
  struct pns_solver *solver = solver_with("othello:8x8", options);
  struct pns_result result = solver_run(solver);
  assert_int_equal(result.reason, PNS_REASON_TIME);
  assert_true(result.wall_s >= 0.2 && result.wall_s < 5);
  pns_solver_free(solver);
  pns_options_free(options);
}

/* Slow leaves: most workers have nothing to do most of the time, and must say so, not spin. So slow
 * that all of them have begun before the first few leaves are done, on a busy machine as well. */
static void idle_workers_wait(void **state) {
  (void)state;
  struct pns_options *options =
      options_with("threads", "16", "expansions", "60", "memory", "256M", NULL);
  struct pns_solver *solver = solver_with("synth:branching=2,depth=20,sleep=40000", options);
  struct pns_result result = solver_run(solver);
  check_complete(&result);
  assert_true(result.waits > 0);
  assert_true(result.cpu_s < result.wall_s + 0.5);
  pns_solver_free(solver);
  pns_options_free(options);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_threads),
      cmocka_unit_test(two_solvers),
      cmocka_unit_test(stopped_at_any_moment),
      cmocka_unit_test(stopped_by_a_signal),
      cmocka_unit_test(stopped_before_the_start),
      cmocka_unit_test(stopped_between_limits),
      cmocka_unit_test(limits_are_kept),
      cmocka_unit_test(time_is_kept),
      cmocka_unit_test(idle_workers_wait),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
