/* Walks the blocks of a file with several threads, while one reads and blocks settle in order. */
#ifndef PNS_CHECK_POOL_H
#define PNS_CHECK_POOL_H

#include "check/settle.h"

#define CHECK_JOBS_MAX 256u

/* Called now and then by the thread that reads. */
typedef void check_progress_function(void *user, uint64_t bytes, uint64_t positions);

struct check_progress {
  check_progress_function *report; /* may be NULL */
  void *user;
};

/* Reads blocks to the end of the file; `settled` says what came of it. With one job no thread is
 * started. */
void check_pool_run(struct check_reader *reader, const struct check_claim *claim,
                    struct check_table *table, unsigned jobs, struct check_progress progress,
                    struct check_settled *settled);

#endif
