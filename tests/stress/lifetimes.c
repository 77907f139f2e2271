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

static char folder[64], path[128], certificate[140];

static unsigned wanted(void) {
  const char *text = getenv("PNS_LIFETIMES");
  if (text != NULL) return (unsigned)strtoul(text, NULL, 10);
#ifdef PNS_SANITIZED
  return 12;
#else
  return 100;
#endif
}

static struct pns_solver *make(const char *spec, const struct pns_options *options) {
  struct pns_position *position = position_after(spec, "");
  struct pns_solver *solver;
  struct pns_error error;
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  pns_position_free(position);
  return solver;
}

/* Begun, stopped by a limit, gone on with from the file, decided, certified. */
static void live(unsigned number) {
  static const char *const specs[] = {"connect4:5x4", "hex:4", "breakthrough:3x5", "mnk:4x4x3"};
  static const char *const threads[] = {"1", "2", "4"};
  struct pns_options *options = options_with("threads", threads[number % 3], "memory", "512M",
                                             "store", "4M", "expansions", "300", NULL);
  struct pns_options *more =
      options_with("threads", threads[number % 3], "memory", "512M", "store", "4M", NULL);
  struct pns_checkpoint_source source;
  struct pns_error error;
  struct pns_solver *solver = make(specs[number % 4], options);
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
  folder_make(folder);
  snprintf(path, sizeof path, "%s/c", folder);
  snprintf(certificate, sizeof certificate, "%s/certificate", folder);
  for (unsigned i = 0; i < lifetimes; i++) {
    /* By then everything that is only made once is there. */
    if (i == lifetimes / 4) before = pns_machine_resident_bytes();
    live(i);
  }
  const uint64_t after = pns_machine_resident_bytes();
  print_message("%u lifetimes: %llu KiB resident after a quarter of them, %llu at the end\n",
                lifetimes, (unsigned long long)before >> 10, (unsigned long long)after >> 10);
#ifndef PNS_SANITIZED
  assert_true(after < before + (UINT64_C(1) << 20));
#endif
  folder_remove(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
