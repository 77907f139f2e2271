/* What writer and reader of checkpoints share; README.md has the format byte by byte. */
#ifndef PNS_CHECKPOINT_FORMAT_H
#define PNS_CHECKPOINT_FORMAT_H

#include <stdint.h>

/* In front of the packed nodes of a block; with all three zero, of the trailer. */
struct pns_block_head {
  uint32_t raw_bytes, packed_bytes, nodes;
};

/* The mark of a node that stands for a position of the table of settled ones (version 2; unsolved,
 * version 3). */
#define PNS_MARK_SETTLED 1

/* Nodes of a block before packing, at most; the largest node fits many times. */
#define PNS_BLOCK_BYTES ((size_t)1 << 20)

_Static_assert(sizeof(struct pns_block_head) == 12, "no holes");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers lie in memory as in the file");

#endif
