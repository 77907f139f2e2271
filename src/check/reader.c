#include "check/reader.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "check/crc32c.h"

#define MAGIC "pns certificate "
#define DEFINITION_PIECE (1u << 20)

struct check_reader {
  FILE *file;
  uint64_t offset;
  uint64_t blocks;
  uint32_t crc; /* of the section at hand */
  XXH3_state_t *digest;
};

struct check_reader *check_reader_new(FILE *file) {
  struct check_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->file = file;
  reader->digest = XXH3_createState();
  if (reader->digest == NULL) {
    free(reader);
    return NULL;
  }
  XXH3_128bits_reset(reader->digest);
  return reader;
}

void check_reader_free(struct check_reader *reader) {
  if (reader == NULL) return;
  XXH3_freeState(reader->digest);
  free(reader);
}

uint64_t check_reader_offset(const struct check_reader *reader) { return reader->offset; }

static bool fail(struct check_failure *failure, enum check_reason reason, uint64_t offset) {
  *failure = (struct check_failure){reason, offset};
  return false;
}

/* ---- bytes and numbers ---- */

/* Bytes that belong neither to the checksum nor to the digest. */
static bool take_raw(struct check_reader *reader, void *bytes, size_t count,
                     struct check_failure *failure) {
  const size_t got = fread(bytes, 1, count, reader->file);
  reader->offset += got;
  if (got == count) return true;
  return fail(failure, ferror(reader->file) ? CHECK_CANNOT_READ : CHECK_TRUNCATED, reader->offset);
}

static bool take(struct check_reader *reader, void *bytes, size_t count,
                 struct check_failure *failure) {
  if (!take_raw(reader, bytes, count, failure)) return false;
  reader->crc = check_crc32c(reader->crc, bytes, count);
  XXH3_128bits_update(reader->digest, bytes, count);
  return true;
}

static uint64_t number_of(const uint8_t *bytes, unsigned count) {
  uint64_t number = 0;
  for (unsigned i = 0; i < count; i++) number |= (uint64_t)bytes[i] << (8 * i);
  return number;
}

/* Four bytes that must be the checksum of the section; the next section begins. */
static bool take_checksum(struct check_reader *reader, struct check_failure *failure) {
  const uint32_t expected = reader->crc;
  const uint64_t at = reader->offset;
  uint8_t bytes[4];
  if (!take(reader, bytes, sizeof bytes, failure)) return false;
  reader->crc = 0;
  return number_of(bytes, 4) == expected || fail(failure, CHECK_BAD_CHECKSUM, at);
}

/* ---- the header ---- */

/* Lines up to and with the empty one. Control characters have no place in them. */
static bool take_lines(struct check_reader *reader, char *text, struct check_failure *failure) {
  static const char magic[] = MAGIC;
  for (size_t count = 0; count < CHECK_HEADER_MAX; count++) {
    struct check_failure why;
    if (!take(reader, text + count, 1, &why)) {
      if (why.reason == CHECK_TRUNCATED && count < sizeof magic - 1)
        why.reason = CHECK_NOT_A_CERTIFICATE;
      return fail(failure, why.reason, why.offset);
    }
    const unsigned char c = (unsigned char)text[count];
    if (count < sizeof magic - 1 && text[count] != magic[count])
      return fail(failure, CHECK_NOT_A_CERTIFICATE, count);
    if (c == 0x7f || (c < 0x20 && c != '\n')) return fail(failure, CHECK_BAD_HEADER, count);
    if (count > 0 && c == '\n' && text[count - 1] == '\n') {
      text[count] = '\0';
      return true;
    }
  }
  return fail(failure, CHECK_BAD_HEADER, reader->offset);
}

/* The value of the line "NAME VALUE" at the cursor, which goes on to the next line; or NULL. */
static const char *value_of(char **cursor, const char *name) {
  const size_t length = strlen(name);
  char *end = strchr(*cursor, '\n');
  if (end == NULL || strncmp(*cursor, name, length) != 0 || (*cursor)[length] != ' ') return NULL;
  const char *value = *cursor + length + 1;
  *end = '\0';
  *cursor = end + 1;
  return value;
}

/* One of two words: 0 or 1, -1 for any other. */
static int choice_of(const char *value, const char *zero, const char *one) {
  if (value == NULL) return -1;
  return strcmp(value, zero) == 0 ? 0 : strcmp(value, one) == 0 ? 1 : -1;
}

/* A number in plain digits without leading zeros. */
static bool size_of(const char *value, size_t most, size_t *size) {
  *size = 0;
  if (value == NULL || *value == '\0' || (value[0] == '0' && value[1] != '\0')) return false;
  for (; *value >= '0' && *value <= '9'; value++) {
    *size = *size * 10 + (size_t)(*value - '0');
    if (*size > most) return false;
  }
  return *value == '\0';
}

static bool parse_lines(struct check_header *header, struct check_failure *failure) {
  char *cursor = header->text;
  const int version = choice_of(value_of(&cursor, "pns certificate"), "1", "2");
  if (version < 0) return fail(failure, CHECK_UNKNOWN_VERSION, sizeof MAGIC - 1);
  header->writer = value_of(&cursor, "writer");
  header->game = value_of(&cursor, "game");
  header->parameters = value_of(&cursor, "parameters");
  header->position = value_of(&cursor, "position");
  const int prover = choice_of(value_of(&cursor, "prover"), "first", "second");
  const int claim = choice_of(value_of(&cursor, "claim"), "disproven", "proven");
  const int repetition = choice_of(value_of(&cursor, "repetition"), "no", "yes");
  const bool sized =
      size_of(value_of(&cursor, "definition"), CHECK_DEFINITION_MAX, &header->definition_bytes);
  if (header->writer == NULL || header->game == NULL || header->parameters == NULL ||
      header->position == NULL || prover < 0 || claim < 0 || repetition < 0 || !sized ||
      *cursor != '\0')
    return fail(failure, CHECK_BAD_HEADER, (uint64_t)(cursor - header->text));
  header->version = (uint8_t)(1 + version);
  header->prover = (uint8_t)prover;
  header->proven = claim == 1;
  header->repetition = repetition == 1;
  return true;
}

/* Piece by piece, so that a header cannot ask for memory that the file does not fill. */
static bool take_definition(struct check_reader *reader, struct check_header *header,
                            struct check_failure *failure) {
  const size_t wanted = header->definition_bytes;
  header->definition = NULL;
  for (size_t have = 0;;) {
    const size_t piece = wanted - have < DEFINITION_PIECE ? wanted - have : DEFINITION_PIECE;
    char *longer = realloc(header->definition, have + piece + 1);
    if (longer == NULL) return fail(failure, CHECK_NO_MEMORY, reader->offset);
    header->definition = longer;
    if (!take(reader, longer + have, piece, failure)) return false;
    have += piece;
    longer[have] = '\0';
    if (have == wanted) return true;
  }
}

bool check_reader_header(struct check_reader *reader, struct check_header *header,
                         struct check_failure *failure) {
  header->definition = NULL;
  return take_lines(reader, header->text, failure) && parse_lines(header, failure) &&
         take_definition(reader, header, failure) && take_checksum(reader, failure);
}

void check_header_done(struct check_header *header) {
  free(header->definition);
  header->definition = NULL;
}

/* ---- blocks and trailer ---- */

/* The tag is already read. */
static bool take_block(struct check_reader *reader, struct check_block *block,
                       struct check_failure *failure) {
  uint8_t head[CHECK_BLOCK_HEAD - 1];
  block->offset = reader->offset - 1;
  if (!take(reader, head, sizeof head, failure)) return false;
  block->due = head[0] == 1;
  block->depth = (uint32_t)number_of(head + 1, 4);
  block->path_bytes = (uint32_t)number_of(head + 5, 4);
  block->payload_bits = (uint32_t)number_of(head + 9, 4);
  if (head[0] > 1 || block->payload_bits == 0 || block->payload_bits > 8 * CHECK_PAYLOAD_MAX ||
      block->depth > CHECK_DEPTH_MAX || block->path_bytes < block->depth ||
      block->path_bytes > 2 * block->depth || (block->depth == 0 && !block->due))
    return fail(failure, CHECK_BAD_BLOCK, block->offset);
  block->number = reader->blocks++;
  return take(reader, block->path, block->path_bytes, failure) &&
         take(reader, block->payload, (block->payload_bits + 7) / 8, failure) &&
         take_checksum(reader, failure);
}

static bool take_digest(struct check_reader *reader, struct check_trailer *trailer,
                        struct check_failure *failure) {
  const uint64_t at = reader->offset;
  XXH128_canonical_t expected;
  XXH128_canonicalFromHash(&expected, XXH3_128bits_digest(reader->digest));
  if (!take_raw(reader, trailer->digest, sizeof trailer->digest, failure)) return false;
  if (memcmp(trailer->digest, expected.digest, sizeof trailer->digest) != 0)
    return fail(failure, CHECK_BAD_DIGEST, at);
  if (getc(reader->file) != EOF) return fail(failure, CHECK_DATA_AFTER_END, reader->offset);
  return !ferror(reader->file) || fail(failure, CHECK_CANNOT_READ, reader->offset);
}

static bool take_trailer(struct check_reader *reader, struct check_trailer *trailer,
                         struct check_failure *failure) {
  uint8_t counts[32];
  if (!take(reader, counts, sizeof counts, failure)) return false;
  trailer->records = number_of(counts, 8);
  trailer->references = number_of(counts + 8, 8);
  trailer->marked = number_of(counts + 16, 8);
  trailer->blocks = number_of(counts + 24, 8);
  const uint64_t at = reader->offset - sizeof counts - 1;
  if (!take_checksum(reader, failure)) return false;
  if (trailer->blocks != reader->blocks) return fail(failure, CHECK_BAD_COUNTS, at);
  return take_digest(reader, trailer, failure);
}

enum check_next check_reader_next(struct check_reader *reader, struct check_block *block,
                                  struct check_trailer *trailer, struct check_failure *failure) {
  uint8_t tag;
  if (!take(reader, &tag, 1, failure)) return CHECK_NEXT_FAILURE;
  if (tag == 'B') return take_block(reader, block, failure) ? CHECK_NEXT_BLOCK : CHECK_NEXT_FAILURE;
  if (tag == 'E')
    return take_trailer(reader, trailer, failure) ? CHECK_NEXT_TRAILER : CHECK_NEXT_FAILURE;
  fail(failure, CHECK_BAD_BLOCK, reader->offset - 1);
  return CHECK_NEXT_FAILURE;
}
