/* The two rules and what must never happen to 0 and infinity. Built with a tiny infinity, so that
 * saturation is met at every turn. */
#define PNS_INF 12u
#include "search/numbers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint64_t gather(const uint64_t *words, uint32_t count, bool weak, unsigned side) {
  struct pns_gather g = pns_gather_none();
  for (uint32_t i = 0; i < count; i++) {
    uint32_t least = pns_word_least(words[i], side);
    if (least == 0) return pns_word_won(side);
    if (least < PNS_INF) pns_gather_child(&g, least, pns_word_total(words[i], side));
  }
  return pns_gather_word(&g, weak, side);
}

static void or_takes_least_pn_and_sums_dn(void **state) {
  (void)state;
  const uint64_t words[] = {pns_word(2, 1), pns_word(3, 2)};
  uint64_t word = gather(words, 2, false, PNS_SIDE_OR);
  assert_int_equal(pns_word_pn(word), 2);
  assert_int_equal(pns_word_dn(word), 3);
}

static void and_sums_pn_and_takes_least_dn(void **state) {
  (void)state;
  const uint64_t words[] = {pns_word(2, 1), pns_word(3, 2)};
  uint64_t word = gather(words, 2, false, PNS_SIDE_AND);
  assert_int_equal(pns_word_pn(word), 5);
  assert_int_equal(pns_word_dn(word), 1);
}

static void weak_sum_counts_open_children_once(void **state) {
  (void)state;
  const uint64_t words[] = {pns_word(1, 4), pns_word(1, 3), pns_word(1, 1), PNS_WORD_DISPROVEN};
  uint64_t word = gather(words, 4, true, PNS_SIDE_OR);
  assert_int_equal(pns_word_dn(word), 4 + 3 - 1);
}

/* A child proven drops out of an AND node's sum. */
static void and_with_a_proven_child(void **state) {
  (void)state;
  const uint64_t words[] = {PNS_WORD_PROVEN, pns_word(1, 1)};
  assert_true(gather(words, 2, false, PNS_SIDE_AND) == pns_word(1, 1));
  assert_true(gather(words, 2, true, PNS_SIDE_AND) == pns_word(1, 1));
}

static void one_good_child_settles_a_node(void **state) {
  (void)state;
  const uint64_t words[] = {pns_word(3, 3), PNS_WORD_PROVEN, PNS_WORD_DISPROVEN};
  assert_true(gather(words, 3, false, PNS_SIDE_OR) == PNS_WORD_PROVEN);
  assert_true(gather(words, 3, false, PNS_SIDE_AND) == PNS_WORD_DISPROVEN);
}

static void all_children_lost(void **state) {
  (void)state;
  const uint64_t lost[] = {PNS_WORD_DISPROVEN, PNS_WORD_DISPROVEN};
  const uint64_t won[] = {PNS_WORD_PROVEN, PNS_WORD_PROVEN};
  assert_true(gather(lost, 2, false, PNS_SIDE_OR) == PNS_WORD_DISPROVEN);
  assert_true(gather(won, 2, true, PNS_SIDE_AND) == PNS_WORD_PROVEN);
}

/* Every pair and triple of numbers below infinity: nothing unsolved ever counts as solved. */
static void saturation_never_solves(void **state) {
  (void)state;
  for (uint32_t code = 0; code < 11 * 11 * 11 * 11; code++) {
    uint32_t a = code % 11, b = code / 11 % 11, c = code / 121 % 11, d = code / 1331;
    const uint64_t words[] = {pns_word(a + 1, b + 1), pns_word(c + 1, d + 1), pns_word(11, 11)};
    for (unsigned side = 0; side <= 32; side += 32)
      for (uint32_t count = 1; count <= 3; count++)
        for (int weak = 0; weak <= 1; weak++) {
          uint64_t word = gather(words, count, weak, side);
          assert_false(pns_word_solved(word));
          assert_in_range(pns_word_pn(word), 1, PNS_INF - 1);
          assert_in_range(pns_word_dn(word), 1, PNS_INF - 1);
        }
  }
}

static void clamp_keeps_off_the_ends(void **state) {
  (void)state;
  assert_int_equal(pns_clamp(0), 1);
  assert_int_equal(pns_clamp(5), 5);
  assert_int_equal(pns_clamp(PNS_INF), PNS_INF - 1);
  assert_int_equal(pns_clamp(UINT64_MAX), PNS_INF - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(or_takes_least_pn_and_sums_dn),
      cmocka_unit_test(and_sums_pn_and_takes_least_dn),
      cmocka_unit_test(weak_sum_counts_open_children_once),
      cmocka_unit_test(and_with_a_proven_child),
      cmocka_unit_test(one_good_child_settles_a_node),
      cmocka_unit_test(all_children_lost),
      cmocka_unit_test(saturation_never_solves),
      cmocka_unit_test(clamp_keeps_off_the_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
