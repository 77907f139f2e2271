/* Joins walked blocks in the order of the file. One thread at a time. */
#ifndef PNS_CHECK_SETTLE_H
#define PNS_CHECK_SETTLE_H

#include "check/walk.h"

struct check_settled {
  struct check_failure failure;
  uint8_t path[CHECK_PATH_MAX]; /* where the next block must begin */
  uint32_t path_bytes, depth;
  bool due;
  bool finished; /* nothing is left to show */
  struct check_counts counts;
};

/* Before the first block: everything is to be shown, unless the root itself is an end. */
void check_settle_root(struct check_settled *settled, const struct check_claim *claim);
/* The next block in order. */
void check_settle_block(struct check_settled *settled, const struct check_claim *claim,
                        struct check_table *table, const struct check_block *block,
                        const struct check_walked *walked);
/* After the last block; the trailer lies at `offset`. */
void check_settle_end(struct check_settled *settled, const struct check_trailer *trailer,
                      uint64_t offset);

#endif
