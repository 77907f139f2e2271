/* One thread is deterministic: a fixed suite always expands the same positions. The total is the
 * search's signature. A change that is meant to alter what is searched changes it too: put the new
 * total here and say so in NEWS.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/oracle.h"

/* Expansions of the suite below. */
#define SIGNATURE UINT64_C(178563)

static const char *const suite[] = {
    "mnk:5x4x4",
    "connect4:5x4",
    "hex:5",
    "rex:4",
    "breakthrough:4x4",
    "breakthrough:3x6",
    "domineering:6x6",
    "cram:5x5",
    "othello:4x8",
    "synth:seed=3,depth=12,branching=3",
};

static uint64_t expand_suite(void) {
  struct pns_options *options = options_with("threads", "1", "memory", "1G", NULL);
  uint64_t total = 0;
  for (size_t i = 0; i < sizeof suite / sizeof suite[0]; i++) {
    struct pns_position *position = position_after(suite[i], "");
    struct pns_result result = solve_position(position, options);
    assert_int_not_equal(result.verdict, PNS_UNKNOWN);
    total += result.expansions;
    pns_position_free(position);
  }
  pns_options_free(options);
  return total;
}

static void same_total_as_ever(void **state) {
  (void)state;
  uint64_t total = expand_suite();
  print_message("signature: %lu expansions\n", (unsigned long)total);
  assert_int_equal(total, SIGNATURE);
}

static void same_total_again(void **state) {
  (void)state;
  assert_int_equal(expand_suite(), expand_suite());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_total_as_ever),
      cmocka_unit_test(same_total_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
