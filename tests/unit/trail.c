/* The trail against a plain list, over random walks down and up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "search/trail.h"
#include "support/graph.h"

enum { STEPS = 20000, KEYS = 300 };

static struct pns_key key_of(uint32_t number) {
  return (struct pns_key){{number * UINT64_C(0x100000001), 0}};
}

static uint32_t plain_find(const uint32_t *list, uint32_t count, uint32_t number) {
  for (uint32_t i = 0; i < count; i++)
    if (list[i] == number) return i;
  return PNS_NOT_ON_TRAIL;
}

static void finds_what_a_list_finds(void **state) {
  (void)state;
  static uint32_t list[KEYS];
  struct random random = {1};
  struct pns_trail trail = {0};
  for (uint32_t step = 0; step < STEPS; step++) {
    uint32_t number = random_below(&random, KEYS);
    struct pns_key key = key_of(number);
    assert_true(pns_trail_reserve(&trail));
    uint32_t expected = plain_find(list, trail.count, number);
    assert_int_equal(pns_trail_find(&trail, &key), expected);
    if (trail.count > 0 && random_below(&random, 9) < 4) {
      pns_trail_pop(&trail);
    } else if (expected == PNS_NOT_ON_TRAIL) {
      list[trail.count] = number;
      pns_trail_push(&trail, &key);
    }
  }
  assert_true(trail.count > 64); /* it has grown */
  pns_trail_done(&trail);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(finds_what_a_list_finds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
