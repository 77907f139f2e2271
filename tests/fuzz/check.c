/* A certificate: as it is, and with its checksums and digest made right, so that the fuzzer gets
 * beyond them. */
#include <stdio.h>
#include <xxhash.h>

#include "check/check.h"
#include "check/crc32c.h"
#include "fuzz/driver/fuzz.h"

#define BLOCK_HEAD 14u
#define TRAILER 53u

static enum check_reason check_bytes(uint8_t *bytes, size_t size) {
  const struct check_options options = {.jobs = 1, .budget_bytes = 1u << 26, .seed = 1};
  static struct check_result result;
  FILE *file = fmemopen(bytes, size, "rb");
  fuzz_require(file != NULL);
  check_certificate(file, &options, &result);
  fclose(file);
  const enum check_reason reason = result.failure.reason;
  fuzz_require(result.failure.offset <= size);
  check_result_done(&result);
  return reason;
}

static void seal(uint8_t *bytes, size_t from, size_t to) {
  const uint32_t crc = check_crc32c(0, bytes + from, to - from);
  for (unsigned i = 0; i < 4; i++) bytes[to + i] = (uint8_t)(crc >> (8 * i));
}

static size_t number_at(const uint8_t *bytes) {
  return (size_t)bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/* Where the header's checksum stands, or 0. */
static size_t header_end(const uint8_t *bytes, size_t size) {
  const uint8_t *end = memmem(bytes, size, "\n\n", 2);
  if (end == NULL) return 0;
  const uint8_t *digits = end;
  while (digits > bytes && digits[-1] >= '0' && digits[-1] <= '9') digits--;
  size_t definition = 0;
  for (; digits < end && definition < size; digits++) definition = definition * 10 + *digits - '0';
  const size_t at = (size_t)(end - bytes) + 2;
  return definition <= size - at && size - at - definition >= 4 ? at + definition : 0;
}

static void seal_all(uint8_t *bytes, size_t size) {
  size_t at = header_end(bytes, size);
  if (at == 0) return;
  seal(bytes, 0, at);
  for (at += 4; size - at > BLOCK_HEAD && bytes[at] == 'B';) {
    const size_t body = number_at(bytes + at + 6) + (number_at(bytes + at + 10) + 7) / 8;
    if (body > size || size - at < BLOCK_HEAD + body + 4) return;
    seal(bytes, at, at + BLOCK_HEAD + body);
    at += BLOCK_HEAD + body + 4;
  }
  if (size - at != TRAILER) return;
  XXH128_canonical_t digest;
  seal(bytes, at, at + TRAILER - 20);
  XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes, size - 16));
  memcpy(bytes + size - 16, digest.digest, 16);
}

/* A claim about the empty board of tic-tac-toe or a small Hex board must be the true one. */
static void check_truth(const uint8_t *bytes, size_t size) {
  static const char *const lies[] = {
      "\ngame mnk\nparameters 3x3x3\nposition .../.../...\nprover first\nclaim proven\n",
      "\ngame mnk\nparameters 3x3x3\nposition .../.../...\nprover second\nclaim proven\n",
      "\ngame hex\nparameters 3\nposition .../.../...\nprover first\nclaim disproven\n",
      "\ngame hex\nparameters 3\nposition .../.../...\nprover second\nclaim proven\n",
  };
  for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++)
    fuzz_require(memmem(bytes, size, lies[i], strlen(lies[i])) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  uint8_t *bytes = malloc(size);
  fuzz_require(bytes != NULL);
  memcpy(bytes, data, size);
  enum check_reason reason = check_bytes(bytes, size);
  if (reason != CHECK_NONE) fuzz_refused(check_reason_word(reason));
  seal_all(bytes, size);
  reason = check_bytes(bytes, size);
  if (reason == CHECK_NONE) check_truth(bytes, size);
  if (reason != CHECK_NONE) fuzz_refused(check_reason_word(reason));
  free(bytes);
  return 0;
}
