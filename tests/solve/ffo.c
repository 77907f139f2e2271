/* Othello: those of the FFO end games that take seconds at most, with 1 and 2 threads. `pns bench
 * --suite ffo` asks of all ten whether the mover wins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support/oracle.h"

static const char *const quick[] = {"40", "42", "43", "47", "48"};

static bool is_quick(const char *number) {
  for (size_t i = 0; i < sizeof quick / sizeof quick[0]; i++)
    if (strcmp(number, quick[i]) == 0) return true;
  return false;
}

static void check_positions(const char *threads) {
  struct oracle oracle;
  struct pns_options *options = options_with("threads", threads, "memory", "4G", NULL);
  oracle_read(&oracle, "othello-ffo.tsv");
  size_t checked = 0;
  for (size_t i = 0; i < oracle.count; i++) {
    char **row = oracle.rows[i];
    if (!is_quick(row[0])) continue;
    struct pns_position *position = position_after("othello:8x8", "");
    struct pns_result result;
    struct pns_error error;
    if (pns_position_parse(position, row[1], &error) != PNS_OK) fail_msg("%s", error.text);
    if (pns_solve_value(position, options, NULL, NULL, NULL, NULL, &result, &error) != PNS_OK)
      fail_msg("%s", error.text);
    const char *value = pns_value_name(result.value);
    if (value == NULL || strcmp(value, row[2]) != 0)
      fail_msg("FFO %s with %s threads: %s, known: %s", row[0], threads,
               value != NULL ? value : "unknown", row[2]);
    pns_position_free(position);
    checked++;
  }
  assert_int_equal(checked, sizeof quick / sizeof quick[0]);
  pns_options_free(options);
  oracle_free(&oracle);
}

static void alone(void **state) {
  (void)state;
  check_positions("1");
}

static void together(void **state) {
  (void)state;
  check_positions("2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(alone),
      cmocka_unit_test(together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
