/* Checks one certificate from an open stream: everything but the command line. */
#ifndef PNS_CHECK_CHECK_H
#define PNS_CHECK_CHECK_H

#include <stdio.h>

#include "check/pool.h"

struct check_options {
  unsigned jobs;         /* 1 to CHECK_JOBS_MAX */
  uint64_t budget_bytes; /* for the positions that are referred to */
  uint64_t seed;
  struct check_progress progress;
};

struct check_result {
  struct check_failure failure; /* CHECK_NONE: the claim is true */
  struct check_counts counts;
  const char *rules; /* in words; NULL when the game was not found */
  uint64_t bytes;
  uint64_t definition_hash;
  struct check_header header; /* valid when `has_header` is set */
  bool has_header;
};

void check_certificate(FILE *file, const struct check_options *options,
                       struct check_result *result);
void check_result_done(struct check_result *result);

/* "the first player can force a win", with "cannot" for a disproof. */
const char *check_claim_words(const struct check_header *header);

#endif
