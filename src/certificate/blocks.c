#include "certificate/blocks.h"

#include <string.h>

/* A record's mark and move take no more. */
#define TOKEN_BITS_MOST 13u
_Static_assert(PNS_MOVES_MAX <= 1u << (TOKEN_BITS_MOST - 1), "a move number fits a token");

/* ---- blocks ---- */

static void begin_block(struct pns_blocks *blocks, bool due) {
  blocks->due = due;
  blocks->begin_depth = blocks->depth;
  blocks->path_bytes = 0;
  for (uint32_t i = 0; i < blocks->depth; i++) {
    const uint32_t number = blocks->numbers[i];
    if (number >= 0x80) blocks->path[blocks->path_bytes++] = (uint8_t)(0x80 | (number & 0x7f));
    blocks->path[blocks->path_bytes++] = (uint8_t)(number >= 0x80 ? number >> 7 : number);
  }
  blocks->bits = 0;
  memset(blocks->payload, 0, sizeof blocks->payload);
}

static void end_block(struct pns_blocks *blocks) {
  struct pns_output *output = blocks->output;
  pns_output_put(output, "B", 1);
  pns_output_number(output, blocks->due, 1);
  pns_output_number(output, blocks->begin_depth, 4);
  pns_output_number(output, blocks->path_bytes, 4);
  pns_output_number(output, blocks->bits, 4);
  pns_output_put(output, blocks->path, blocks->path_bytes);
  pns_output_put(output, blocks->payload, (blocks->bits + 7) / 8);
  pns_output_checksum(output);
  blocks->count++;
}

void pns_blocks_init(struct pns_blocks *blocks, struct pns_output *output) {
  blocks->output = output;
  blocks->records = blocks->references = blocks->marked = blocks->count = 0;
  blocks->depth = 0;
  begin_block(blocks, true);
}

/* A token stands in one block as a whole. */
static void begin_token(struct pns_blocks *blocks, bool record) {
  if (blocks->bits + TOKEN_BITS_MOST <= PNS_BLOCK_BITS) return;
  end_block(blocks);
  begin_block(blocks, record);
}

static void put_bits(struct pns_blocks *blocks, uint32_t value, uint32_t width) {
  for (uint32_t i = 0; i < width; i++, blocks->bits++)
    blocks->payload[blocks->bits / 8] |= (uint8_t)((value >> i & 1) << (blocks->bits % 8));
}

/* ---- records ---- */

static uint32_t width_of(uint32_t count) {
  uint32_t width = 0;
  while (UINT32_C(1) << width < count) width++;
  return width;
}

void pns_blocks_record(struct pns_blocks *blocks, bool marked, uint32_t choice, uint32_t moves) {
  begin_token(blocks, true);
  put_bits(blocks, marked, 1);
  if (choice != PNS_NO_CHOICE) put_bits(blocks, choice, width_of(moves));
  blocks->records++;
  blocks->marked += marked;
  blocks->numbers[blocks->depth++] = marked;
}

void pns_blocks_move(struct pns_blocks *blocks, uint32_t move) {
  uint32_t *number = &blocks->numbers[blocks->depth - 1];
  *number = move << 1 | (*number & 1);
}

void pns_blocks_child(struct pns_blocks *blocks, bool shown_before) {
  begin_token(blocks, false);
  put_bits(blocks, shown_before, 1);
  blocks->references += shown_before;
}

void pns_blocks_complete(struct pns_blocks *blocks) { blocks->depth--; }

void pns_blocks_end(struct pns_blocks *blocks) {
  struct pns_output *output = blocks->output;
  if (blocks->bits > 0) end_block(blocks);
  pns_output_put(output, "E", 1);
  pns_output_number(output, blocks->records, 8);
  pns_output_number(output, blocks->references, 8);
  pns_output_number(output, blocks->marked, 8);
  pns_output_number(output, blocks->count, 8);
  pns_output_checksum(output);
}
