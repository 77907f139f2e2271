#include "certificate/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"

#define HEADER_MOST 4096u
#define DEFINITION_MOST (UINT64_C(1) << 30)
#define PIECE_BYTES ((size_t)1 << 20)
#define BITS_MOST (8u * 65536u)
#define PATH_MOST (2u * 65536u)

struct pns_input {
  FILE *file;
  const char *path;
  uint32_t crc; /* of the section at hand */
  char header[HEADER_MOST + 1];
  const char *values[PNS_INPUT_LINES];
  char *definition;
  size_t definition_bytes;
  uint32_t bits, at; /* of the block at hand: there are, and were taken */
  uint8_t payload[BITS_MOST / 8];
  uint8_t skipped[PATH_MOST];
};

/* In the order of enum pns_input_line. */
static const char *const names[PNS_INPUT_LINES] = {
    "pns certificate ", "writer ", "game ",       "parameters ", "position ",
    "prover ",          "claim ",  "repetition ", "definition ",
};

static enum pns_status refuse(const struct pns_input *input, const char *found,
                              struct pns_error *error) {
  return pns_error_set(
      error, PNS_ERROR_INPUT,
      "certificate: '%.200s' %s, expected a whole certificate (pns-check says more)", input->path,
      found);
}

static enum pns_status take(struct pns_input *input, void *bytes, size_t count,
                            struct pns_error *error) {
  if (fread(bytes, 1, count, input->file) != count) {
    if (!ferror(input->file)) return refuse(input, "ends too early", error);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: cannot read '%.200s': %s",
                         input->path, strerror(errno));
  }
  input->crc = pns_crc32c(input->crc, bytes, count);
  return PNS_OK;
}

static uint32_t number_of(const uint8_t bytes[4]) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

static enum pns_status take_checksum(struct pns_input *input, struct pns_error *error) {
  const uint32_t expected = input->crc;
  uint8_t bytes[4];
  const enum pns_status status = take(input, bytes, sizeof bytes, error);
  input->crc = 0;
  if (status != PNS_OK || number_of(bytes) == expected) return status;
  return refuse(input, "is damaged", error);
}

/* ---- the header ---- */

static enum pns_status take_lines(struct pns_input *input, struct pns_error *error) {
  char *text = input->header;
  for (size_t count = 0; count < HEADER_MOST; count++) {
    const enum pns_status status = take(input, text + count, 1, error);
    if (status != PNS_OK) return status;
    if (count < strlen(names[0]) && text[count] != names[0][count])
      return refuse(input, "is no certificate", error);
    const unsigned char c = (unsigned char)text[count];
    if (c == 0x7f || (c < ' ' && c != '\n')) return refuse(input, "has a strange header", error);
    if (count > 0 && text[count] == '\n' && text[count - 1] == '\n') {
      text[count] = '\0';
      return PNS_OK;
    }
  }
  return refuse(input, "has an endless header", error);
}

static enum pns_status split_lines(struct pns_input *input, struct pns_error *error) {
  char *at = input->header;
  for (int i = 0; i < PNS_INPUT_LINES; i++) {
    char *end = strchr(at, '\n');
    if (end == NULL || strncmp(at, names[i], strlen(names[i])) != 0)
      return refuse(input, "has a strange header", error);
    *end = '\0';
    input->values[i] = at + strlen(names[i]);
    at = end + 1;
  }
  const char *version = input->values[PNS_INPUT_VERSION];
  if (strcmp(version, "1") == 0 || strcmp(version, "2") == 0) return PNS_OK;
  return refuse(input, "has another version than 1 and 2", error);
}

static enum pns_status take_definition(struct pns_input *input, struct pns_error *error) {
  const unsigned long long wanted = strtoull(input->values[PNS_INPUT_DEFINITION], NULL, 10);
  if (wanted > DEFINITION_MOST) return refuse(input, "has a huge definition", error);
  for (;;) {
    const size_t left = (size_t)wanted - input->definition_bytes;
    const size_t piece = left < PIECE_BYTES ? left : PIECE_BYTES;
    char *longer = realloc(input->definition, input->definition_bytes + piece + 1);
    if (longer == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: out of memory");
    input->definition = longer;
    const enum pns_status status = take(input, longer + input->definition_bytes, piece, error);
    if (status != PNS_OK) return status;
    input->definition_bytes += piece;
    longer[input->definition_bytes] = '\0';
    if (input->definition_bytes == wanted) return PNS_OK;
  }
}

enum pns_status pns_input_open(const char *path, struct pns_input **input,
                               struct pns_error *error) {
  struct pns_input *in = calloc(1, sizeof *in);
  if (in == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: out of memory");
  in->path = path;
  in->file = fopen(path, "rbe");
  enum pns_status status = PNS_OK;
  if (in->file == NULL)
    status = pns_error_set(error, PNS_ERROR_INPUT, "certificate: cannot open '%.200s': %s", path,
                           strerror(errno));
  if (status == PNS_OK) status = take_lines(in, error);
  if (status == PNS_OK) status = split_lines(in, error);
  if (status == PNS_OK) status = take_definition(in, error);
  if (status == PNS_OK) status = take_checksum(in, error);
  if (status != PNS_OK) {
    pns_input_close(in);
    return status;
  }
  *input = in;
  return PNS_OK;
}

void pns_input_close(struct pns_input *input) {
  if (input == NULL) return;
  if (input->file != NULL) fclose(input->file);
  free(input->definition);
  free(input);
}

const char *pns_input_value(const struct pns_input *input, enum pns_input_line line) {
  return input->values[line];
}

const char *pns_input_definition(const struct pns_input *input, size_t *bytes) {
  *bytes = input->definition_bytes;
  return input->definition;
}

/* ---- bits ---- */

/* Where a block begins is known to who reads all blocks, so its path is passed over. */
static enum pns_status next_block(struct pns_input *input, struct pns_error *error) {
  uint8_t head[14];
  enum pns_status status = take(input, head, sizeof head, error);
  if (status != PNS_OK) return status;
  const uint32_t path_bytes = number_of(head + 6);
  input->bits = number_of(head + 10);
  input->at = 0;
  if (head[0] != 'B' || path_bytes > PATH_MOST || input->bits == 0 || input->bits > BITS_MOST)
    return refuse(input, "ends before the proof does", error);
  status = take(input, input->skipped, path_bytes, error);
  if (status == PNS_OK) status = take(input, input->payload, (input->bits + 7) / 8, error);
  return status == PNS_OK ? take_checksum(input, error) : status;
}

enum pns_status pns_input_bits(struct pns_input *input, uint32_t width, uint32_t *value,
                               struct pns_error *error) {
  *value = 0;
  for (uint32_t i = 0; i < width; i++) {
    const enum pns_status status = input->at == input->bits ? next_block(input, error) : PNS_OK;
    if (status != PNS_OK) return status;
    *value |= ((uint32_t)input->payload[input->at / 8] >> (input->at % 8) & 1) << i;
    input->at++;
  }
  return PNS_OK;
}

static uint64_t count_of(const uint8_t bytes[8]) {
  return number_of(bytes) | (uint64_t)number_of(bytes + 4) << 32;
}

enum pns_status pns_input_end(struct pns_input *input, uint64_t records, uint64_t references,
                              struct pns_error *error) {
  uint8_t counts[33], digest[16];
  if (input->at < input->bits) return refuse(input, "goes on after its proof", error);
  enum pns_status status = take(input, counts, sizeof counts, error);
  if (status == PNS_OK) status = take_checksum(input, error);
  if (status == PNS_OK) status = take(input, digest, sizeof digest, error);
  if (status != PNS_OK) return status;
  if (counts[0] != 'E' || count_of(counts + 1) != records || count_of(counts + 9) != references)
    return refuse(input, "counts something else than it holds", error);
  return getc(input->file) == EOF ? PNS_OK : refuse(input, "goes on after its end", error);
}
