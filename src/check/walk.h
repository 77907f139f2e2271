/*
 * Checking one block: the walk through the tree of the proof, beginning where the block
 * before it stopped. Blocks can be walked in any order and at the same time; settle.c then
 * joins them in the order of the file. See src/certificate/README.md.
 */
#ifndef PNS_CHECK_WALK_H
#define PNS_CHECK_WALK_H

#include "check/reader.h"
#include "check/rules.h"
#include "check/table.h"

/* What the whole file claims; constant while blocks are walked. */
struct check_claim {
  struct check_rules rules;
  struct check_position root;
  uint8_t prover; /* CHECK_FIRST or CHECK_SECOND */
  bool proven;
  bool repetition; /* references may point to positions still open */
  bool looks;      /* where the game sees that the prover cannot win any more, nothing follows */
};

/* What a position is for the claim. */
enum check_end { CHECK_NO_END, CHECK_GOOD_END, CHECK_BAD_END };

struct check_counts {
  uint64_t records; /* positions written, each once or more often */
  uint64_t references;
  uint64_t terminals; /* ends met */
  uint64_t marked;    /* records that later ones may refer to */
};

/* References that could not be confirmed while their block was walked: other threads may not have
 * come to the position yet. Never more than the bits of one block. */
struct check_pending {
  uint64_t *times;
  uint8_t *packed; /* rules.packed_bytes each */
  size_t count, room;
};

/* What a walk leaves behind for the settling. */
struct check_walked {
  struct check_failure failure; /* the first, except for what is pending */
  uint8_t path[CHECK_PATH_MAX]; /* to the position where it stopped, coded as in a block */
  uint32_t path_bytes, depth;
  bool due;
  bool finished; /* it did not stop: the root is complete */
  struct check_counts counts;
  struct check_pending pending;
};

/* Whether nothing follows after the position, and whether that agrees with the claim. */
enum check_end check_claim_end(const struct check_claim *claim,
                               const struct check_position *position);

struct check_walker; /* one thread's stack */

struct check_walker *check_walker_new(const struct check_claim *claim, struct check_table *table);
void check_walker_free(struct check_walker *walker);

/* Walks a block; `walked` is reused from block to block, zeroed before the first. */
void check_walk(struct check_walker *walker, const struct check_block *block,
                struct check_walked *walked);
void check_walked_done(struct check_walked *walked);
/* The byte of the file that holds the bit of this time. */
uint64_t check_walk_offset(const struct check_block *block, uint64_t time);

#endif
