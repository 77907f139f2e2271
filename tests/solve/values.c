/* Every known value, with 1, 2 and 8 threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support/oracle.h"

static void check_values(const char *file, size_t least, const char *threads) {
  struct oracle oracle;
  struct pns_options *options = options_with("threads", threads, "memory", "4G", NULL);
  oracle_read(&oracle, file);
  double seconds = 0;
  for (size_t i = 0; i < oracle.count; i++) {
    char **row = oracle.rows[i];
    struct pns_position *position = position_after(row[0], row[1]);
    struct pns_result result;
    struct pns_error error;
    if (pns_solve_value(position, options, NULL, NULL, NULL, NULL, &result, &error) != PNS_OK)
      fail_msg("%s %s: %s", row[0], row[1], error.text);
    const char *value = pns_value_name(result.value);
    if (value == NULL || strcmp(value, row[2]) != 0)
      fail_msg("%s %s with %s threads: %s, known: %s", row[0], row[1], threads,
               value != NULL ? value : "unknown", row[2]);
    seconds += result.wall_s;
    pns_position_free(position);
  }
  print_message("%s: %zu values with %s threads: %.1f s\n", file, oracle.count, threads, seconds);
  assert_true(oracle.count >= least);
  pns_options_free(options);
  oracle_free(&oracle);
}

static void alone(void **state) {
  (void)state;
  check_values("values.tsv", 102, "1");
}

static void in_pairs(void **state) {
  (void)state;
  check_values("values.tsv", 102, "2");
}

static void crowded(void **state) {
  (void)state;
  check_values("values.tsv", 102, "8");
}

/* Hex 5x5 with its 25 openings and others that take longer, once. */
static void larger_ones(void **state) {
  (void)state;
  check_values("values-large.tsv", 28, "2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(alone),
      cmocka_unit_test(in_pairs),
      cmocka_unit_test(crowded),
      cmocka_unit_test(larger_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
