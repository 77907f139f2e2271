/*
 * Reads a certificate once from front to back: header, blocks, trailer, with their checksums and
 * the digest. What the blocks say is left to walk.c. The format: src/certificate/README.md.
 */
#ifndef PNS_CHECK_READER_H
#define PNS_CHECK_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "check/reasons.h"

#define CHECK_HEADER_MAX 4096u
#define CHECK_DEFINITION_MAX (1u << 30)
#define CHECK_PAYLOAD_MAX 65536u
#define CHECK_DEPTH_MAX 65536u
/* Times a move number and a mark: below 2^14, so two bytes each. */
#define CHECK_PATH_MAX (2 * CHECK_DEPTH_MAX)

/* The header's texts lie in `text`, each ended by a zero. */
struct check_header {
  char text[CHECK_HEADER_MAX + 1];
  const char *writer, *game, *parameters, *position;
  uint8_t version; /* 1 or 2 */
  uint8_t prover;  /* 0 the first player, 1 the second */
  bool proven;
  bool repetition;  /* references may point to positions still open */
  char *definition; /* ended by a zero, which is not counted */
  size_t definition_bytes;
};

struct check_block {
  uint64_t number;
  uint64_t offset; /* of the block's first byte in the file */
  bool due;        /* the path leads to a record, else to the bit before one */
  uint32_t depth, path_bytes, payload_bits;
  uint8_t path[CHECK_PATH_MAX];
  uint8_t payload[CHECK_PAYLOAD_MAX];
};

struct check_trailer {
  uint64_t records, references, marked, blocks;
  uint8_t digest[16];
};

struct check_reader;

/* Takes a stream that is open and stays the caller's. NULL when out of memory. */
struct check_reader *check_reader_new(FILE *file);
void check_reader_free(struct check_reader *reader);
uint64_t check_reader_offset(const struct check_reader *reader);

/* Fills the header; its definition is freed by check_header_done. */
bool check_reader_header(struct check_reader *reader, struct check_header *header,
                         struct check_failure *failure);
void check_header_done(struct check_header *header);

enum check_next { CHECK_NEXT_BLOCK, CHECK_NEXT_TRAILER, CHECK_NEXT_FAILURE };

/* Reads the next block into `block`, or the trailer and the end of the file. */
enum check_next check_reader_next(struct check_reader *reader, struct check_block *block,
                                  struct check_trailer *trailer, struct check_failure *failure);

/* Bytes of the block before its path. */
#define CHECK_BLOCK_HEAD 14u

#endif
