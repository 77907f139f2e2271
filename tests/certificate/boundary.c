/* Where a game stops folding: a proof comes to the last folded positions from several sides, and
 * below them the store has one of several mirror images. Certificates are written all the same, the
 * checker accepts them, and they can be read back; from mirrored positions as well. */
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
#include "support/oracle.h"
#include "support/scratch.h"

static char path[SCRATCH_MAX];

static void verify(const char *spec, const struct pns_solver *solver, bool proven,
                   const struct pns_certificate_figures *figures) {
  struct check_result result;
  checked_accept(path, spec, 1, 3, proven, &result);
  assert_int_equal(result.header.prover, solver->search.prover);
  assert_int_equal(result.counts.records, figures->positions);
  check_result_done(&result);
}

static void read_back(const struct pns_certificate_figures *figures) {
  struct pns_certificate *certificate = NULL;
  struct pns_error error;
  if (pns_certificate_read(path, 3, &certificate, &error) != PNS_OK) fail_msg("%s", error.text);
  assert_int_equal(pns_certificate_about(certificate)->positions, figures->positions);
  assert_int_equal(pns_certificate_about(certificate)->references, figures->references);
  pns_certificate_free(certificate);
}

/* How many positions it took. */
static uint64_t certify(const char *spec, const char *moves, const char *goal, const char *seed) {
  struct pns_options *options =
      options_with("threads", "1", "memory", "512M", "goal", goal, "seed", seed, NULL);
  struct pns_position *position = position_after(spec, moves);
  struct pns_solver *solver = NULL;
  struct pns_certificate_figures figures;
  struct pns_error error;
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  const enum pns_verdict verdict = solver_run(solver).verdict;
  assert_int_not_equal(verdict, PNS_UNKNOWN);
  if (pns_solver_certificate(solver, path, NULL, NULL, &figures, &error) != PNS_OK)
    fail_msg("%s %s: %s", spec, moves, error.text);
  print_message("%s %s, %s: %s, %llu positions, %llu references, %llu searched again\n", spec,
                moves, goal, pns_verdict_name(verdict), (unsigned long long)figures.positions,
                (unsigned long long)figures.references, (unsigned long long)figures.again);
  verify(spec, solver, verdict == PNS_PROVEN, &figures);
  read_back(&figures);
  unlink(path);
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
  return figures.positions;
}

static void proofs_cross_the_boundary(void **state) {
  (void)state;
  static const char *const seeds[] = {"0", "1", "2"};
  for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
    certify("mnk:7x7x4", "", "first-wins", seeds[i]);
    certify("mnk:7x7x4", "", "second-wins", seeds[i]);
    certify("othello:4x6", "", "first-wins", seeds[i]);
    certify("othello:4x6", "", "second-wins", seeds[i]);
  }
}

/* The store stands on one canonical form for all of them, and so does the proof. */
static void images_have_one_proof(const char *spec, const char *goal, const char *const *images,
                                  size_t count) {
  const uint64_t positions = certify(spec, images[0], goal, "0");
  for (size_t i = 1; i < count; i++)
    assert_int_equal(certify(spec, images[i], goal, "0"), positions);
}

static void mirrored_beginnings_too(void **state) {
  (void)state;
  static const char *const stones[] = {"a1 d4 a7 e4", "a1 d4 g1 d5", "g1 d4 g7 c4", "a7 d4 a1 e4"};
  static const char *const discs[] = {"c5 b5 a6 d6 a3 c2 d3 b2", "b2 c2 d1 a1 d4 b5 a4 c5"};
  images_have_one_proof("mnk:7x7x4", "second-wins", stones, sizeof stones / sizeof stones[0]);
  images_have_one_proof("othello:4x6", "first-wins", discs, sizeof discs / sizeof discs[0]);
  images_have_one_proof("othello:4x6", "second-wins", discs, sizeof discs / sizeof discs[0]);
}

/* ---- a game that lacks it ---- */

/* Where the real positions lead to none that the store has, there is no certificate but a sentence.
 */
static void without_unfold_it_is_refused(void **state) {
  (void)state;
  struct pns_game game = *pns_registry_find("mnk", strlen("mnk"));
  struct pns_options *options = options_with("threads", "1", "memory", "512M", NULL);
  struct pns_position *position = NULL;
  struct pns_solver *solver = NULL;
  struct pns_error error;
  game.unfold = NULL;
  if (pns_position_new_game(&game, "7x7x4", &position, &error) != PNS_OK ||
      pns_solver_new(position, options, &solver, &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_int_equal(solver_run(solver).verdict, PNS_PROVEN);
  assert_int_equal(pns_solver_certificate(solver, path, NULL, NULL, NULL, &error),
                   PNS_ERROR_INTERNAL);
  assert_non_null(
      strstr(error.text, "'mnk' stops folding symmetric positions somewhere, expected"));
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(proofs_cross_the_boundary),
      cmocka_unit_test(mirrored_beginnings_too),
      cmocka_unit_test(without_unfold_it_is_refused),
  };
  scratch_file(path, "", 0);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
