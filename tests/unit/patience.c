/* Sweeps without progress are given up: after many expansions, or after many sweeps with hardly
 * any; but not as long as something large is settled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/patience.h"

/* Sweeps until it is given up, with so many expansions before each; `most` if it never is. */
static uint64_t sweeps_of(uint64_t capacity, uint64_t expansions, uint64_t most) {
  struct pns_patience patience = pns_patience_new();
  struct pns_tally tally = {.expansions = 0};
  for (uint64_t sweeps = 1; sweeps < most; sweeps++) {
    tally.expansions += expansions;
    if (!pns_patience_left(&patience, &tally, capacity)) return sweeps;
  }
  return most;
}

static void many_expansions(void **state) {
  (void)state;
  assert_int_equal(sweeps_of(1000, 250, 100000), PNS_PATIENCE * 4 + 1);
  assert_int_equal(sweeps_of(1000, 1000, 100000), PNS_PATIENCE + 1);
}

/* However large the store is, a few sweeps a second must not go on for days. */
static void few_expansions(void **state) {
  (void)state;
  const uint64_t most = PNS_PATIENCE * PNS_PATIENCE_SWEEP_PART + 1;
  assert_int_equal(sweeps_of(3200, 1, 1000000), most);
  assert_int_equal(sweeps_of(UINT64_C(32) << 30, 1, 1000000), most);
}

static void no_expansion(void **state) {
  (void)state;
  struct pns_patience patience = pns_patience_new();
  struct pns_tally tally = {.expansions = 0};
  assert_true(pns_patience_left(&patience, &tally, 1000)); /* none yet: workers start so */
  for (unsigned sweeps = 1; sweeps < PNS_PATIENCE_FRUITLESS; sweeps++)
    assert_true(pns_patience_left(&patience, &tally, 1000));
  assert_false(pns_patience_left(&patience, &tally, 1000));
}

/* One that makes no room is no sign when the next one does. */
static void now_and_then(void **state) {
  (void)state;
  struct pns_patience patience = pns_patience_new();
  struct pns_tally tally = {.expansions = 0};
  for (unsigned sweeps = 0; sweeps < 1000; sweeps++) {
    tally.expansions += sweeps % 2 * 100;
    assert_true(pns_patience_left(&patience, &tally, 1000));
  }
}

static void milestones(void **state) {
  (void)state;
  struct pns_patience patience = pns_patience_new();
  struct pns_tally tally = {.expansions = 0};
  for (unsigned sweeps = 0; sweeps < 100 * PNS_PATIENCE; sweeps++) {
    tally.expansions += 250;
    tally.milestones += sweeps % 1000 == 999;
    assert_true(pns_patience_left(&patience, &tally, 1000));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_expansions), cmocka_unit_test(few_expansions),
      cmocka_unit_test(no_expansion),    cmocka_unit_test(now_and_then),
      cmocka_unit_test(milestones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
