/* Running the checker's parts on bytes in memory and on files. Include the cmocka headers first. */
#ifndef PNS_TESTS_CHECKED_H
#define PNS_TESTS_CHECKED_H

#include "check/check.h"

/* The verdict on a file of these bytes; `counts` may be NULL. */
struct check_failure checked(const uint8_t *bytes, size_t count, unsigned jobs,
                             struct check_counts *counts);

/* Fails the test unless the checker accepts the file, with at most 1 GiB for positions referred to,
 * and the file claims a proof, or else a disproof. `what` says in the message which one it was. The
 * caller looks at the result and calls check_result_done. */
void checked_accept(const char *path, const char *what, unsigned jobs, uint64_t seed, bool proven,
                    struct check_result *result);

/* How often each reason was given. */
struct checked_tally {
  uint64_t reasons[CHECK_REASON_COUNT];
  uint64_t total;
};

void checked_print(const char *title, const struct checked_tally *tally);

#endif
