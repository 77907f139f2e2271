/* What was saved comes back: figures, verdicts and certificates, whatever the number of threads,
 * the memory and the moments of stopping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/solver.h"
#include "search/store_inside.h"
#include "support/checked.h"
#include "support/checkpoint.h"
#include "support/oracle.h"

static void keep(struct pns_solver *solver) {
  struct pns_error error;
  if (pns_solver_keep(solver, path, NULL, NULL, &error) != PNS_OK) fail_msg("%s", error.text);
}

static struct pns_checkpoint_source restore(struct pns_solver *solver) {
  struct pns_checkpoint_source source;
  struct pns_error error;
  if (pns_solver_restore(solver, path, &source, &error) != PNS_OK) fail_msg("%s", error.text);
  assert_string_equal(source.path, path);
  assert_string_equal(source.warning, "");
  return source;
}

static struct pns_solver *resume(struct pns_options *options) {
  struct pns_solver *solver;
  struct pns_checkpoint_source source;
  struct pns_error error;
  if (pns_solver_resume(path, NULL, options, &solver, &source, &error) != PNS_OK)
    fail_msg("%s", error.text);
  return solver;
}

static void verify(struct pns_solver *solver) {
  const char *name = scratch_path(folder, "certificate");
  struct pns_error error;
  size_t size;
  if (pns_solver_certificate(solver, name, NULL, NULL, NULL, &error) != PNS_OK)
    fail_msg("%s", error.text);
  uint8_t *bytes = file_read(name, &size);
  assert_int_equal(checked(bytes, size, 1, NULL).reason, CHECK_NONE);
  free(bytes);
}

/* ---- tests ---- */

static const struct question {
  const char *spec;
  enum pns_verdict verdict;
} questions[] = {
    {"connect4:5x4", PNS_DISPROVEN}, {"hex:4", PNS_PROVEN},     {"breakthrough:3x5", PNS_DISPROVEN},
    {"domineering:5x4", PNS_PROVEN}, {"mnk:4x4x3", PNS_PROVEN}, {"uttt", PNS_UNKNOWN},
};

/* The same node for node: what one thread goes on to do is what it would have done. */
static void goes_on_as_if_nothing_had_been(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
    struct pns_solver *first = solver_new(questions[i].spec, "1", 3000);
    keep(first);
    struct pns_result stopped = solver_run(first), unbroken = solver_run(first);
    pns_solver_free(first);
    /* The file is that of the second run now; its predecessor is that of the first. */
    assert_int_equal(rename(former, path), 0);
    struct pns_solver *second = solver_new(questions[i].spec, "1", 3000);
    struct pns_checkpoint_source source = restore(second);
    assert_int_equal(source.nodes, stopped.nodes);
    assert_int_equal(source.expansions, stopped.expansions);
    struct pns_result resumed = solver_run(second);
    pns_solver_free(second);
    assert_int_equal(resumed.verdict, unbroken.verdict);
    assert_int_equal(resumed.expansions, unbroken.expansions);
    assert_int_equal(resumed.nodes, unbroken.nodes);
    assert_true(resumed.pn == unbroken.pn && resumed.dn == unbroken.dn);
    assert_string_equal(resumed.best_move, unbroken.best_move);
    assert_true(resumed.wall_s >= stopped.wall_s && resumed.cpu_s >= stopped.cpu_s);
    unlink(path);
  }
}

static void ends_with_the_verdict(const struct question *question, const char *threads,
                                  const char *memory) {
  enum { RUNS_MOST = 1000 };
  struct pns_options *options =
      options_with("threads", threads, "memory", "512M", "store", memory, "expansions", "4000",
                   "checkpoint-every", "10ms", NULL);
  struct pns_solver *solver = solver_new(question->spec, threads, 2000);
  struct pns_result result = {.verdict = PNS_UNKNOWN};
  keep(solver);
  uint64_t before = solver_run(solver).expansions;
  for (int run = 0; run < RUNS_MOST && result.verdict == PNS_UNKNOWN; run++) {
    pns_solver_free(solver);
    solver = resume(options);
    keep(solver);
    result = solver_run(solver);
    assert_true(result.expansions >= before);
    before = result.expansions;
  }
  assert_int_equal(result.verdict, question->verdict);
  verify(solver);
  pns_solver_free(solver);
  /* A decided one answers at once. */
  solver = resume(options);
  struct pns_result again = solver_run(solver);
  assert_int_equal(again.verdict, question->verdict);
  assert_int_equal(again.expansions, result.expansions);
  verify(solver);
  pns_solver_free(solver);
  pns_options_free(options);
}

static void many_short_runs(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
    if (questions[i].verdict == PNS_UNKNOWN) continue;
    ends_with_the_verdict(&questions[i], "1", "64M");
    ends_with_the_verdict(&questions[i], "2", "64M");
    unlink(path);
  }
}

/* The file holds many more nodes than the new budget: those with most work stay. */
static void less_memory_than_before(void **state) {
  (void)state;
  struct pns_solver *solver = solver_new("connect4:5x5", "2", 40000);
  keep(solver);
  struct pns_result large = solver_run(solver);
  pns_solver_free(solver);
  struct pns_options *options = options_with("threads", "2", "memory", "512M", "store", "1M", NULL);
  struct pns_checkpoint_source source;
  struct pns_error error;
  if (pns_solver_resume(path, NULL, options, &solver, &source, &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_true(source.left_out > 0);
  assert_int_equal(source.nodes + source.left_out, large.nodes);
  struct pns_result small = solver_run(solver);
  assert_int_equal(small.verdict, PNS_DISPROVEN);
  assert_true(small.collections > 0);
  pns_solver_free(solver);
  pns_options_free(options);
}

/* A file is for one proposition, and says so. */
/* The search takes an unsolved node without edges for lost. */
static void expect_edges(const struct pns_solver *solver) {
  const struct pns_store *store = solver->search.store;
  for (uint32_t slab = 0; slab < pns_slabs_used(store); slab++) {
    const char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
    while (at < stop) {
      const struct pns_node *node = (const void *)at;
      assert_true(node->edge_count > 0 || pns_word_solved(atomic_load(&node->word)));
      at += pns_node_bytes(node->edge_count);
    }
  }
}

/* A store that was swept has unsolved positions in its table. What finds no room when it is read is
 * left out, and never taken for lost. */
static void swept_before(void **state) {
  (void)state;
  static const struct question asked[] = {{"connect4:5x5", PNS_DISPROVEN},
                                          {"breakthrough:3x6", PNS_PROVEN}};
  static const char *const stores[] = {"2M", "600K", "300K", "150K"};
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    struct pns_position *position = position_after(asked[i].spec, "");
    struct pns_options *options = options_with("threads", "1", "memory", "512M", "store", "500K",
                                               "expansions", "25000", NULL);
    struct pns_solver *solver = NULL;
    struct pns_error error;
    assert_int_equal(pns_solver_new(position, options, &solver, &error), PNS_OK);
    keep(solver);
    assert_true(solver_run(solver).collections > 0);
    pns_solver_free(solver);
    pns_options_free(options);
    for (size_t k = 0; k < sizeof stores / sizeof stores[0]; k++) {
      options = options_with("threads", "1", "memory", "512M", "store", stores[k], "time", "100s",
                             "expansions", "2000000", NULL);
      solver = resume(options);
      expect_edges(solver);
      const enum pns_verdict verdict = solver_run(solver).verdict;
      if (verdict != PNS_UNKNOWN) assert_int_equal(verdict, asked[i].verdict);
      if (k < 2) assert_int_equal(verdict, asked[i].verdict);
      pns_solver_free(solver);
      pns_options_free(options);
    }
    pns_position_free(position);
    unlink(path);
  }
}

static void another_proposition(void **state) {
  (void)state;
  static const char *const others[] = {"connect4:4x4", "hex:3", "connect4:5x4"};
  struct pns_solver *solver = solver_new("connect4:5x4", "1", 500);
  keep(solver);
  solver_run(solver);
  pns_solver_free(solver);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    struct pns_position *position = position_after(others[i], i == 2 ? "3" : "");
    struct pns_options *options = options_with("threads", "1", "memory", "512M", NULL);
    struct pns_checkpoint_source source;
    struct pns_error error;
    assert_int_equal(pns_solver_new(position, options, &solver, &error), PNS_OK);
    assert_int_equal(pns_solver_restore(solver, path, &source, &error), PNS_ERROR_INPUT);
    assert_non_null(strstr(error.text, "expected one about"));
    pns_solver_free(solver);
    pns_options_free(options);
    pns_position_free(position);
  }
}

/* Nobody wrote anything yet. */
static void no_file(void **state) {
  (void)state;
  struct pns_checkpoint_source source;
  struct pns_error error;
  struct pns_solver *solver = solver_new("hex:3", "1", 0);
  assert_int_equal(pns_solver_restore(solver, path, &source, &error), PNS_OK);
  assert_string_equal(source.path, "");
  assert_int_equal(solver_run(solver).verdict, PNS_PROVEN);
  pns_solver_free(solver);
  struct pns_options *options = options_with("threads", "1", NULL);
  assert_int_equal(pns_solver_resume(path, NULL, options, &solver, &source, &error),
                   PNS_ERROR_INPUT);
  assert_non_null(strstr(error.text, "No such file"));
  pns_options_free(options);
}

static void count(void *user, const struct pns_checkpoint *checkpoint) {
  assert_int_equal(checkpoint->status, PNS_OK);
  assert_true(checkpoint->nodes > 0 && checkpoint->bytes > 0);
  (*(unsigned *)user)++;
}

static void ask(void *user, const struct pns_progress *progress) {
  (void)progress;
  pns_solver_checkpoint(user);
}

/* While it runs: by the clock, and on demand. */
static void while_it_runs(void **state) {
  (void)state;
  static const char *const every[] = {"20ms", "1000s"};
  for (int i = 0; i < 2; i++) {
    struct pns_position *position = position_after("connect4:7x6", "");
    struct pns_options *options =
        options_with("threads", "2", "memory", "1G", "time", "1s", "checkpoint-every", every[i],
                     "progress", "50ms", NULL);
    struct pns_solver *solver;
    struct pns_error error;
    unsigned written = 0;
    assert_int_equal(pns_solver_new(position, options, &solver, &error), PNS_OK);
    assert_int_equal(pns_solver_keep(solver, path, count, &written, &error), PNS_OK);
    struct pns_result result;
    assert_int_equal(pns_solver_run(solver, ask, solver, &result, &error), PNS_OK);
    assert_true(written >= 3);
    assert_int_equal(result.checkpoints, written);
    pns_solver_free(solver);
    pns_options_free(options);
    pns_position_free(position);
  }
}

/* Asked for before the run, it is written soon after that has begun; and the keeper is there for
 * the rest of it. */
static void asked_before_the_run(void **state) {
  (void)state;
  struct pns_position *position = position_after("connect4:7x6", "");
  struct pns_options *options = options_with("threads", "2", "memory", "1G", "time", "500ms",
                                             "checkpoint-every", "1000s", NULL);
  for (int i = 0; i < 4; i++) {
    struct pns_solver *solver;
    struct pns_error error;
    struct pns_result result;
    unsigned written = 0;
    assert_int_equal(pns_solver_new(position, options, &solver, &error), PNS_OK);
    assert_int_equal(pns_solver_keep(solver, path, count, &written, &error), PNS_OK);
    pns_solver_checkpoint(solver);
    assert_int_equal(pns_solver_run(solver, NULL, NULL, &result, &error), PNS_OK);
    assert_int_equal(written, 2); /* and the last one */
    pns_solver_free(solver);
  }
  pns_options_free(options);
  pns_position_free(position);
}

/* What the search was told goes on, unless it is told anew, if only the default. */
static void options_go_on(void **state) {
  (void)state;
  struct pns_position *position = position_after("hex:4", "");
  struct pns_options *options =
      options_with("threads", "1", "memory", "512M", "expansions", "100", "virtual-loss", "3",
                   "virtual-loss-share", "0.5", "seed", "7", "epsilon", "0.25", "backup", "weak",
                   "init", "unit", NULL);
  struct pns_solver *solver;
  struct pns_error error;
  assert_int_equal(pns_solver_new(position, options, &solver, &error), PNS_OK);
  keep(solver);
  solver_run(solver);
  pns_solver_free(solver);
  pns_options_free(options);
  options = options_with("threads", "1", "memory", "512M", NULL);
  solver = resume(options);
  assert_int_equal(solver->search.loss.each, 3);
  assert_int_equal(solver->search.loss.share, PNS_LOSS_ONE / 2);
  assert_int_equal(solver->search.seed, 7);
  assert_int_equal(solver->search.epsilon, PNS_EPSILON_ONE / 4);
  assert_int_equal(solver->search.backup, PNS_BACKUP_WEAK);
  assert_int_equal(solver->search.init, PNS_INIT_UNIT);
  pns_solver_free(solver);
  pns_options_free(options);
  options = options_with("threads", "1", "memory", "512M", "virtual-loss", "1",
                         "virtual-loss-share", "0.125", "seed", "0", "epsilon", "0", NULL);
  solver = resume(options);
  assert_int_equal(solver->search.loss.each, 1);
  assert_int_equal(solver->search.loss.share, PNS_LOSS_ONE / 8);
  assert_int_equal(solver->search.seed, 0);
  assert_int_equal(solver->search.epsilon, 0);
  assert_int_equal(solver->search.backup, PNS_BACKUP_WEAK);
  pns_solver_free(solver);
  pns_options_free(options);
  pns_position_free(position);
}

/* A file of version 1 says nothing about the share. */
static void version_1_is_read(void **state) {
  (void)state;
  struct pns_options *options = options_with("threads", "1", "memory", "512M", NULL);
  struct pns_solver *solver;
  struct pns_checkpoint_source source;
  struct pns_error error;
  if (pns_solver_resume(PNS_TESTS_DIR "/fuzz/corpus/checkpoint/good-100", NULL, options, &solver,
                        &source, &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_true(source.nodes > 0);
  assert_int_equal(solver->search.loss.share, lround(solver->options.loss_share * PNS_LOSS_ONE));
  pns_solver_free(solver);
  pns_options_free(options);
}

struct reading {
  struct pns_solver *writer;
  unsigned count;
};

/* Every checkpoint that is written beside the workers, sweeps in between, holds nothing but
 * positions that can be, all of them, and can be gone on from. Then there were enough: however slow
 * this is. */
static void read_it(void *user, const struct pns_checkpoint *checkpoint) {
  struct reading *reading = user;
  struct pns_solver *solver = solver_new("connect4:7x6", "1", 1);
  assert_int_equal(checkpoint->status, PNS_OK);
  assert_false(checkpoint->forked);
  /* A few unsolved positions may find their lines of the table full. */
  const struct pns_checkpoint_source source = restore(solver);
  assert_int_equal(source.nodes + source.left_out, checkpoint->nodes);
  assert_in_range(source.left_out, 0, checkpoint->nodes / 100);
  pns_solver_free(solver);
  if (++reading->count >= 20 && pns_solver_collections(reading->writer) >= 3)
    pns_solver_stop(reading->writer, PNS_REASON_STOP);
}

static void beside_the_workers(void **state) {
  (void)state;
  static const char *const threads[] = {"1", "2", "8"};
  for (int i = 0; i < 3; i++) {
    struct pns_position *position = position_after("connect4:7x6", "");
    struct pns_options *options = options_with("threads", threads[i], "memory", "1G", "store", "1M",
                                               "time", "100s", "checkpoint-every", "10ms", NULL);
    struct reading reading = {.writer = NULL};
    struct pns_error error;
    assert_int_equal(pns_solver_new(position, options, &reading.writer, &error), PNS_OK);
    assert_int_equal(pns_solver_keep(reading.writer, path, read_it, &reading, &error), PNS_OK);
    reading.writer->memory_bytes = 1; /* no room for a second store */
    assert_int_equal(solver_run(reading.writer).reason, PNS_REASON_STOP);
    pns_solver_free(reading.writer);
    pns_options_free(options);
    pns_position_free(position);
    unlink(path); /* the next one begins anew */
    unlink(former);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(goes_on_as_if_nothing_had_been, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(many_short_runs, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(less_memory_than_before, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(swept_before, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(another_proposition, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(no_file, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(while_it_runs, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(asked_before_the_run, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(options_go_on, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(version_1_is_read, folder_make, folder_remove),
      cmocka_unit_test_setup_teardown(beside_the_workers, folder_make, folder_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
