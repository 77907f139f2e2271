/* Makes checksums and digest of a damaged certificate right, so that a fuzzer gets beyond them. */
#ifndef PNS_TESTS_SEAL_H
#define PNS_TESTS_SEAL_H

#include <xxhash.h>

#include "check/crc32c.h"
#include "fuzz/driver/fuzz.h"

#define FUZZ_BLOCK_HEAD 14u
#define FUZZ_TRAILER 53u

static inline void fuzz_seal(uint8_t *bytes, size_t from, size_t to) {
  const uint32_t crc = check_crc32c(0, bytes + from, to - from);
  for (unsigned i = 0; i < 4; i++) bytes[to + i] = (uint8_t)(crc >> (8 * i));
}

static inline size_t fuzz_number_at(const uint8_t *bytes) {
  return (size_t)bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/* Where the header's checksum stands, or 0. */
static inline size_t fuzz_header_end(const uint8_t *bytes, size_t size) {
  const uint8_t *end = memmem(bytes, size, "\n\n", 2);
  if (end == NULL) return 0;
  const uint8_t *digits = end;
  while (digits > bytes && digits[-1] >= '0' && digits[-1] <= '9') digits--;
  size_t definition = 0;
  for (; digits < end && definition < size; digits++) definition = definition * 10 + *digits - '0';
  const size_t at = (size_t)(end - bytes) + 2;
  return definition <= size - at && size - at - definition >= 4 ? at + definition : 0;
}

static inline void fuzz_seal_all(uint8_t *bytes, size_t size) {
  size_t at = fuzz_header_end(bytes, size);
  if (at == 0) return;
  fuzz_seal(bytes, 0, at);
  for (at += 4; size - at > FUZZ_BLOCK_HEAD && bytes[at] == 'B';) {
    const size_t body = fuzz_number_at(bytes + at + 6) + (fuzz_number_at(bytes + at + 10) + 7) / 8;
    if (body > size || size - at < FUZZ_BLOCK_HEAD + body + 4) return;
    fuzz_seal(bytes, at, at + FUZZ_BLOCK_HEAD + body);
    at += FUZZ_BLOCK_HEAD + body + 4;
  }
  if (size - at != FUZZ_TRAILER) return;
  XXH128_canonical_t digest;
  fuzz_seal(bytes, at, at + FUZZ_TRAILER - 20);
  XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes, size - 16));
  memcpy(bytes + size - 16, digest.digest, 16);
}

#endif
