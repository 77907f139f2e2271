/* Every write, fsync, link, rename, open and close fails once, or the process is killed there: a
 * complete generation remains, and the next try succeeds. Every cut and thousands of changed bits
 * of a file are refused with a reason, and the generation before serves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/keeper.h"
#include "engine/solver.h"
#include "support/checkpoint.h"
#include "support/graph.h"
#include "support/oracle.h"

/* What the last try said. */
static void remember(void *user, const struct pns_checkpoint *checkpoint) {
  *(enum pns_status *)user = checkpoint->status;
  if (checkpoint->status != PNS_OK)
    assert_non_null(strstr(checkpoint->error, "checkpoint: cannot"));
}

/* A solver between two runs whose saver meets the planned faults. */
static struct pns_solver *stopped_solver(enum pns_status *said) {
  struct pns_solver *solver = solver_new("connect4:5x4", "1", 2000);
  solver->keeper = pns_keeper_new(solver, path, remember, said, &fault_system);
  assert_non_null(solver->keeper);
  fault_plan(FAULT_NONE, 0);
  solver_run(solver);
  return solver;
}

/* The expansions at which the newest complete generation was written; 0: there is none. */
static uint64_t newest(void) {
  struct pns_checkpoint_source source;
  struct pns_error error;
  struct pns_solver *solver = solver_new("connect4:5x4", "1", 1);
  if (pns_solver_restore(solver, path, &source, &error) != PNS_OK) fail_msg("%s", error.text);
  pns_solver_free(solver);
  return source.expansions;
}

/* What lies in NAME.new if that is complete, else 0. */
static uint64_t complete_fresh(void) {
  char fresh[SCRATCH_INSIDE_MAX], alone[SCRATCH_INSIDE_MAX];
  struct pns_checkpoint_source source;
  struct pns_solver *solver = solver_new("connect4:5x4", "1", 1);
  snprintf(fresh, sizeof fresh, "%s/c.new", folder);
  snprintf(alone, sizeof alone, "%s/d", folder);
  unlink(alone);
  bool taken =
      link(fresh, alone) == 0 && pns_solver_restore(solver, alone, &source, NULL) == PNS_OK;
  pns_solver_free(solver);
  return taken ? source.expansions : 0;
}

/* ---- the world fails ---- */

static void every_call_fails_once(void **state) {
  (void)state;
  enum pns_status said = PNS_OK;
  struct pns_solver *solver = stopped_solver(&said);
  uint64_t before = newest();
  for (unsigned call = 1;; call++) {
    fault_plan(FAULT_ERROR, call);
    solver_run(solver);
    if (fault_calls() < call) break;
    uint64_t found = newest();
    uint64_t now = pns_solver_tally(solver).expansions;
    assert_true(found == before || found == now);
    assert_true(said == PNS_OK ? found == now : true);
    fault_plan(FAULT_NONE, 0);
    pns_keeper_save(solver->keeper);
    assert_int_equal(said, PNS_OK);
    before = now;
    assert_int_equal(newest(), now);
  }
  assert_int_equal(said, PNS_OK);
  pns_solver_free(solver);
}

static void short_writes_are_no_failures(void **state) {
  (void)state;
  enum pns_status said = PNS_OK;
  struct pns_solver *solver = stopped_solver(&said);
  for (unsigned call = 3; call < 7; call++) {
    fault_plan(FAULT_SHORT, call);
    pns_keeper_save(solver->keeper);
    assert_int_equal(said, PNS_OK);
    newest();
  }
  pns_solver_free(solver);
}

static void killed_at_every_call(void **state) {
  (void)state;
  enum pns_status said = PNS_OK;
  struct pns_solver *solver = stopped_solver(&said);
  bool killed = true;
  for (unsigned call = 1; killed; call++) {
    uint64_t before = newest();
    fault_plan(FAULT_NONE, 0);
    pid_t child = fork();
    if (child == 0) {
      fault_plan(FAULT_KILL, call);
      solver->before.expansions += call;
      pns_keeper_save(solver->keeper);
      _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    killed = WIFSIGNALED(status);
    uint64_t found = newest(), written = pns_solver_tally(solver).expansions + call;
    assert_true(found == before || found == written);
    if (!killed) assert_int_equal(found, written);
  }
  pns_solver_free(solver);
}

/* ---- killed twice ---- */

/* A run that goes on from what is there, writes once and is killed at this call; what it would have
 * written goes into `written`. False when it was not killed. */
static bool killed_run(unsigned call, uint64_t *written) {
  int status;
  fault_plan(FAULT_NONE, 0);
  *written = newest() + 1;
  pid_t child = fork();
  if (child == 0) {
    struct pns_checkpoint_source source;
    enum pns_status said = PNS_OK;
    struct pns_solver *solver = solver_new("connect4:5x4", "1", 1);
    if (pns_solver_restore(solver, path, &source, NULL) != PNS_OK ||
        pns_solver_keep_by(solver, path, remember, &said, &fault_system, NULL) != PNS_OK)
      _exit(2);
    solver->before.expansions++;
    fault_plan(FAULT_KILL, call);
    pns_keeper_save(solver->keeper);
    _exit(said == PNS_OK ? 0 : 3);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  if (!WIFSIGNALED(status)) assert_int_equal(WEXITSTATUS(status), 0);
  return WIFSIGNALED(status);
}

/* Sanitizers make a pair of runs twenty times as slow: they take some pairs, and fewer bits. */
#ifdef PNS_SANITIZED
enum { SECOND_EVERY = 23, CHANGES = 1500 };
#else
enum { SECOND_EVERY = 1, CHANGES = 8000 };
#endif

/* Whatever two kills in a row left behind, the newest generation that was complete is there, and a
 * run that is left alone goes on from it. */
static void killed_twice(bool links) {
  enum pns_status said = PNS_OK;
  pns_solver_free(stopped_solver(&said));
  bool first_killed = true;
  fault_links(links);
  for (unsigned first = 1; first_killed; first++) {
    bool second_killed = true;
    for (unsigned second = 1 + first % SECOND_EVERY; second_killed; second += SECOND_EVERY) {
      uint64_t written, before = newest();
      assert_false(killed_run(UINT_MAX, &written));
      assert_int_equal(newest(), before + 1);
      first_killed = killed_run(first, &written);
      uint64_t between = newest();
      assert_true(between >= complete_fresh());
      assert_true(!links || access(path, F_OK) == 0);
      assert_true(between == written || (first_killed && between == written - 1));
      second_killed = killed_run(second, &written);
      assert_true(newest() == written || (second_killed && newest() == between));
    }
  }
  fault_links(true);
}

static void killed_twice_with_links(void **state) {
  (void)state;
  killed_twice(true);
}

static void killed_twice_without_links(void **state) {
  (void)state;
  killed_twice(false);
}

/* ---- files that cannot be trusted ---- */

static enum pns_status try(struct pns_error *error, struct pns_checkpoint_source *source) {
  struct pns_solver *solver = solver_new("mnk:3x3x3", "1", 1);
  error->text[0] = '\0';
  enum pns_status status = pns_solver_restore(solver, path, source, error);
  pns_solver_free(solver);
  return status;
}

static void refused(const uint8_t *bytes, size_t size, const char *part) {
  struct pns_error error;
  struct pns_checkpoint_source source;
  file_write(path, bytes, size);
  assert_int_equal(try(&error, &source), PNS_ERROR_INPUT);
  if (strstr(error.text, part) == NULL) fail_msg("'%s' lacks '%s'", error.text, part);
}

static uint8_t *small_file(size_t *size) {
  struct pns_solver *solver = solver_new("mnk:3x3x3", "1", 40);
  struct pns_error error;
  assert_int_equal(pns_solver_keep(solver, path, NULL, NULL, &error), PNS_OK);
  solver_run(solver);
  pns_solver_free(solver);
  return file_read(path, size);
}

static void every_cut_is_refused(void **state) {
  (void)state;
  size_t size;
  uint8_t *bytes = small_file(&size);
  for (size_t cut = 0; cut < size; cut++) refused(bytes, cut, "ends too early");
  free(bytes);
}

static void changed_bits_are_refused(void **state) {
  (void)state;
  size_t size;
  uint8_t *bytes = small_file(&size);
  struct random random = {42};
  for (unsigned i = 0; i < CHANGES; i++) {
    size_t at = i < size ? i : random_below(&random, (uint32_t)size);
    uint8_t bit = (uint8_t)(1u << random_below(&random, 8));
    bytes[at] ^= bit;
    refused(bytes, size, "expected");
    bytes[at] ^= bit;
  }
  free(bytes);
}

static void foreign_files_are_refused(void **state) {
  (void)state;
  size_t size;
  uint8_t *bytes = small_file(&size), *longer = malloc(size + 1);
  static const char text[] = "root or a b\na win\nb loss\n# a graph and no checkpoint\n";
  refused((const uint8_t *)text, sizeof text, "is no checkpoint of pns");
  refused(bytes, 0, "ends too early");
  memcpy(longer, bytes, size);
  longer[size] = 0;
  refused(longer, size + 1, "goes on behind its end");
  memcpy(longer, "pns checkpoint 4\n", 17);
  refused(longer, size, "is of format version 4, expected version 1 to 3");
  memcpy(longer, "pns checkpoint 0\n", 17);
  refused(longer, size, "is of format version 0, expected version 1 to 3");
  free(longer);
  free(bytes);
}

/* The generation before serves, and it is said why. */
static void the_former_generation_serves(void **state) {
  (void)state;
  size_t size;
  free(small_file(&size));
  uint8_t *bytes = small_file(&size);
  struct pns_checkpoint_source source;
  struct pns_error error;
  bytes[size / 2] ^= 1;
  file_write(path, bytes, size);
  assert_int_equal(try(&error, &source), PNS_OK);
  assert_string_equal(source.path, former);
  assert_non_null(strstr(source.warning, "expected"));
  unlink(path);
  assert_int_equal(try(&error, &source), PNS_OK);
  assert_string_equal(source.path, former);
  assert_non_null(strstr(source.warning, "is missing"));
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_call_fails_once, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(short_writes_are_no_failures, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(killed_at_every_call, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(killed_twice_with_links, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(killed_twice_without_links, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(every_cut_is_refused, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(changed_bits_are_refused, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(foreign_files_are_refused, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(the_former_generation_serves, folder_make, folder_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
