/* Solvers made, run, saved, resumed and freed, again and again: nothing is left behind. The process
 * keeps its size; under AddressSanitizer its leak check looks as well. PNS_LIFETIMES says how many.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/machine.h"
#include "support/checkpoint.h"
#include "support/oracle.h"

static unsigned wanted(void) {
  const char *text = getenv("PNS_LIFETIMES");
  if (text != NULL) return (unsigned)strtoul(text, NULL, 10);
#ifdef PNS_SANITIZED
  return 12;
#else
  return 150;
#endif
}

/* Begun, stopped by a limit, gone on with from the file, decided, certified. */
static void live(unsigned number) {
  static const char *const specs[] = {"connect4:5x4", "hex:4", "breakthrough:3x5", "mnk:4x4x3"};
  static const char *const threads[] = {"1", "2", "4"};
  struct pns_options *options = options_with("threads", threads[number % 3], "memory", "512M",
                                             "store", "4M", "expansions", "300", NULL);
  struct pns_options *more =
      options_with("threads", threads[number % 3], "memory", "512M", "store", "4M", NULL);
  const char *certificate = scratch_path(folder, "certificate");
  struct pns_checkpoint_source source;
  struct pns_error error;
  struct pns_solver *solver = solver_with(specs[number % 4], options);
  assert_int_equal(pns_solver_keep(solver, path, NULL, NULL, &error), PNS_OK);
  solver_run(solver);
  pns_solver_free(solver);
  assert_int_equal(pns_solver_resume(path, NULL, more, &solver, &source, &error), PNS_OK);
  assert_int_not_equal(solver_run(solver).verdict, PNS_UNKNOWN);
  assert_int_equal(pns_solver_certificate(solver, certificate, NULL, NULL, NULL, &error), PNS_OK);
  pns_solver_free(solver);
  pns_options_free(options);
  pns_options_free(more);
}

static void nothing_is_left_behind(void **state) {
  (void)state;
  const unsigned lifetimes = wanted();
  uint64_t before = 0;
  for (unsigned i = 0; i < lifetimes; i++) {
    live(i);
    /* What is only made once, and what the system keeps of threads that have ended, comes and goes
     * at first. */
    const uint64_t now = pns_machine_resident_bytes();
    if (i < lifetimes / 2 && now > before) before = now;
  }
  const uint64_t after = pns_machine_resident_bytes();
  print_message("%u lifetimes: %llu KiB resident at most in the first half, %llu at the end\n",
                lifetimes, (unsigned long long)before >> 10, (unsigned long long)after >> 10);
#ifndef PNS_SANITIZED
  assert_true(after < before + (UINT64_C(1) << 20));
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(nothing_is_left_behind, folder_make, folder_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
