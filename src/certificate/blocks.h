/*
 * The records of a certificate as blocks of bits; see README.md. The caller walks the tree and says
 * what he does; the blocks keep the path so that each can say where it begins.
 */
#ifndef PNS_CERTIFICATE_BLOCKS_H
#define PNS_CERTIFICATE_BLOCKS_H

#include "certificate/output.h"

#define PNS_BLOCK_BITS (8u * 65536u)
#define PNS_BLOCK_DEPTH 65536u
#define PNS_NO_CHOICE UINT32_MAX

struct pns_blocks {
  struct pns_output *output;
  uint64_t records, references, marked, count; /* written so far; `count` blocks */
  uint32_t depth;
  /* The block at hand. */
  bool due;
  uint32_t begin_depth, path_bytes, bits;
  uint32_t numbers[PNS_BLOCK_DEPTH]; /* of the path: 2 * move + marked */
  uint8_t path[2 * PNS_BLOCK_DEPTH];
  uint8_t payload[PNS_BLOCK_BITS / 8];
};

/* A big struct, for the heap. */
void pns_blocks_init(struct pns_blocks *blocks, struct pns_output *output);

/* A record with so many legal moves, of which `choice` is the one shown (PNS_NO_CHOICE: all of
 * them). It is open until completed; at most PNS_BLOCK_DEPTH are. */
void pns_blocks_record(struct pns_blocks *blocks, bool marked, uint32_t choice, uint32_t moves);
/* The top record goes on to this move. */
void pns_blocks_move(struct pns_blocks *blocks, uint32_t move);
/* The bit of an unfinished position after that move; if it is not shown before, its record is next.
 */
void pns_blocks_child(struct pns_blocks *blocks, bool shown_before);
void pns_blocks_complete(struct pns_blocks *blocks);

/* The last block and the trailer, which want the digest yet. */
void pns_blocks_end(struct pns_blocks *blocks);

#endif
