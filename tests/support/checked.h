/* Running the checker's parts on bytes in memory. Include the cmocka headers first. */
#ifndef PNS_TESTS_CHECKED_H
#define PNS_TESTS_CHECKED_H

#include "check/check.h"

/* The verdict on a file of these bytes; `counts` may be NULL. */
struct check_failure checked(const uint8_t *bytes, size_t count, unsigned jobs,
                             struct check_counts *counts);

/* How often each reason was given. */
struct checked_tally {
  uint64_t reasons[CHECK_REASON_COUNT];
  uint64_t total;
};

void checked_print(const char *title, const struct checked_tally *tally);

#endif
