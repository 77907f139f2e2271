#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "checked.h"

struct check_failure checked(const uint8_t *bytes, size_t count, unsigned jobs,
                             struct check_counts *counts) {
  const struct check_options options = {
      .jobs = jobs, .budget_bytes = UINT64_C(1) << 28, .seed = 42};
  struct check_result result;
  union {
    const uint8_t *from;
    void *to;
  } data = {.from = bytes}; /* the stream is for reading only */
  FILE *file = count > 0 ? fmemopen(data.to, count, "rb") : fopen("/dev/null", "rb");
  assert_non_null(file);
  check_certificate(file, &options, &result);
  fclose(file);
  if (counts != NULL) *counts = result.counts;
  const struct check_failure failure = result.failure;
  check_result_done(&result);
  return failure;
}

void checked_accept(const char *path, const char *what, unsigned jobs, uint64_t seed, bool proven,
                    struct check_result *result) {
  const struct check_options options = {
      .jobs = jobs, .budget_bytes = UINT64_C(1) << 30, .seed = seed};
  const struct check_header *header = &result->header;
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  check_certificate(file, &options, result);
  fclose(file);
  if (result->failure.reason != CHECK_NONE)
    fail_msg("%s: %s %s: %s at byte %llu", what, result->has_header ? header->game : "?",
             result->has_header ? header->position : "?", check_reason_word(result->failure.reason),
             (unsigned long long)result->failure.offset);
  assert_int_equal(header->proven, proven);
}

void checked_print(const char *title, const struct checked_tally *tally) {
  printf("%s: %llu mutants\n", title, (unsigned long long)tally->total);
  for (unsigned i = 0; i < CHECK_REASON_COUNT; i++)
    if (tally->reasons[i] > 0)
      printf("  %-20s %llu\n", i == CHECK_NONE ? "still true" : check_reason_word(i),
             (unsigned long long)tally->reasons[i]);
}
