#include "check/settle.h"

#include <string.h>

void check_settle_root(struct check_settled *settled, const struct check_claim *claim) {
  const enum check_end end = check_claim_end(claim, &claim->root);
  settled->failure = (struct check_failure){CHECK_NONE, 0};
  settled->path_bytes = settled->depth = 0;
  settled->counts = (struct check_counts){0};
  settled->due = true;
  settled->finished = end != CHECK_NO_END;
  if (!settled->finished) return;
  settled->counts.terminals = 1;
  if (end == CHECK_BAD_END) settled->failure.reason = CHECK_WRONG_RESULT;
}

static bool continues(const struct check_settled *settled, const struct check_block *block) {
  return settled->due == block->due && settled->depth == block->depth &&
         settled->path_bytes == block->path_bytes &&
         memcmp(settled->path, block->path, block->path_bytes) == 0;
}

/* All blocks before this one are settled and this one is walked, so whatever was usable when a
 * reference was read is in the table by now. */
static struct check_failure first_bad_reference(const struct check_claim *claim,
                                                struct check_table *table,
                                                const struct check_block *block,
                                                const struct check_pending *pending) {
  for (size_t i = 0; i < pending->count; i++) {
    const uint64_t time = pending->times[i];
    if (!check_table_has(table, pending->packed + i * claim->rules.packed_bytes, time))
      return (struct check_failure){CHECK_BAD_REFERENCE, check_walk_offset(block, time)};
  }
  return (struct check_failure){CHECK_NONE, 0};
}

void check_settle_block(struct check_settled *settled, const struct check_claim *claim,
                        struct check_table *table, const struct check_block *block,
                        const struct check_walked *walked) {
  if (settled->failure.reason != CHECK_NONE) return;
  if (settled->finished) {
    settled->failure = (struct check_failure){CHECK_NEEDLESS_BLOCK, block->offset};
    return;
  }
  if (!continues(settled, block)) {
    settled->failure = (struct check_failure){CHECK_BROKEN_PATH, block->offset};
    return;
  }
  settled->failure = first_bad_reference(claim, table, block, &walked->pending);
  if (settled->failure.reason == CHECK_NONE) settled->failure = walked->failure;
  if (settled->failure.reason != CHECK_NONE) return;
  memcpy(settled->path, walked->path, walked->path_bytes);
  settled->path_bytes = walked->path_bytes;
  settled->depth = walked->depth;
  settled->due = walked->due;
  settled->finished = walked->finished;
  settled->counts.records += walked->counts.records;
  settled->counts.references += walked->counts.references;
  settled->counts.terminals += walked->counts.terminals;
  settled->counts.marked += walked->counts.marked;
}

void check_settle_end(struct check_settled *settled, const struct check_trailer *trailer,
                      uint64_t offset) {
  if (settled->failure.reason != CHECK_NONE) return;
  const struct check_counts *counts = &settled->counts;
  if (!settled->finished)
    settled->failure = (struct check_failure){CHECK_UNFINISHED, offset};
  else if (counts->records != trailer->records || counts->references != trailer->references ||
           counts->marked != trailer->marked)
    settled->failure = (struct check_failure){CHECK_BAD_COUNTS, offset};
}
