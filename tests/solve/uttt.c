/* Every ultimate tic-tac-toe position with a known answer, with 1, 2 and 8 threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support/oracle.h"

/* The rows named bench take seconds each, too long under a sanitizer. */
#ifdef PNS_SANITIZED
enum { BENCH = 0 };
#else
enum { BENCH = 1 };
#endif

static void check_rows(const char *threads) {
  struct oracle oracle;
  struct pns_options *options = options_with("threads", threads, "memory", "4G", NULL);
  oracle_read(&oracle, "uttt.tsv");
  double seconds = 0, bench_seconds = 0;
  for (size_t i = 0; i < oracle.count; i++) {
    char **row = oracle.rows[i];
    bool bench = strncmp(row[2], "bench", 5) == 0;
    if (bench && !BENCH) continue;
    struct pns_position *position = position_after("uttt", "");
    struct pns_error error;
    if (pns_position_parse(position, row[0], &error) != PNS_OK) fail_msg("%s", error.text);
    struct pns_result result = solve_position(position, options);
    if (strcmp(pns_verdict_name(result.verdict), row[1]) != 0)
      fail_msg("%s with %s threads: %s, known: %s", row[2], threads,
               pns_verdict_name(result.verdict), row[1]);
    *(bench ? &bench_seconds : &seconds) += result.wall_s;
    pns_position_free(position);
  }
  print_message("%zu positions with %s threads: bench rows %.1f s, the others %.1f s\n",
                oracle.count, threads, bench_seconds, seconds);
  assert_true(oracle.count > 50);
  pns_options_free(options);
  oracle_free(&oracle);
}

static void alone(void **state) {
  (void)state;
  check_rows("1");
}

static void in_pairs(void **state) {
  (void)state;
  check_rows("2");
}

static void crowded(void **state) {
  (void)state;
  check_rows("8");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(alone),
      cmocka_unit_test(in_pairs),
      cmocka_unit_test(crowded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
