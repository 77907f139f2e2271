/* A checkpoint: as it is, and with its checksums made right, so that the fuzzer gets beyond them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "checkpoint/format.h"
#include "checkpoint/load.h"
#include "fuzz/driver/fuzz.h"

/* A store that holds all of it, and one that is full before the end. */
enum { ROOMY_BYTES = 1 << 20, TIGHT_BYTES = 5 << 10 };

/* ---- making checksums right ---- */

static size_t seal_head(uint8_t *bytes, size_t size) {
  const size_t start = strlen(PNS_CHECKPOINT_FIRST_LINE) + sizeof(uint32_t);
  uint32_t length;
  if (size < start) return size;
  memcpy(&length, bytes + start - sizeof length, sizeof length);
  if (length > size - start || size - start - length < sizeof(uint64_t)) return size;
  const uint64_t check = XXH3_64bits(bytes + start, length);
  memcpy(bytes + start + length, &check, sizeof check);
  return start + length + sizeof check;
}

static void seal(uint8_t *bytes, size_t size) {
  size_t at = seal_head(bytes, size);
  struct pns_block_head head;
  while (size - at >= sizeof head) {
    memcpy(&head, bytes + at, sizeof head);
    const size_t end = sizeof head + head.packed_bytes;
    if (head.raw_bytes == 0 || size - at < end + sizeof(uint64_t)) break;
    const uint64_t check = XXH3_64bits(bytes + at, end);
    memcpy(bytes + at + end, &check, sizeof check);
    at += end + sizeof check;
  }
  at += sizeof head + 2 * sizeof(uint64_t);
  if (at > size || size - at < sizeof(XXH128_canonical_t)) return;
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes, at));
  memcpy(bytes + at, digest.digest, sizeof digest.digest);
}

/* ---- reading ---- */

/* Into a store of tic-tac-toe, where the corpus comes from. */
static void load(const uint8_t *bytes, size_t size, bool sealed, uint64_t budget_bytes) {
  char path[64];
  struct pns_error error = {.text = ""};
  struct pns_position *position = NULL;
  struct pns_loaded loaded;
  const int file = memfd_create("checkpoint", MFD_CLOEXEC);
  fuzz_require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  fuzz_require(pns_position_new("mnk:3x3x3", &position, NULL) == PNS_OK);
  struct pns_search search = {.rules = pns_position_rules(position),
                              .root = pns_position_bytes(position),
                              .prover = PNS_FIRST};
  search.store = pns_store_new(budget_bytes, 1, search.rules->max_moves, PNS_HUGE_NEVER, NULL);
  fuzz_require(search.store != NULL);
  struct pns_loader *loader = pns_loader_new(path, &error);
  if (loader != NULL && pns_loader_nodes(loader, &search, 0, &loaded, &error) == PNS_OK)
    error.text[0] = '\0';
  if (error.text[0] != '\0' && sealed) fuzz_refused(error.text);
  pns_loader_free(loader);
  pns_store_free(search.store);
  pns_position_free(position);
  close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *bytes = malloc(size + 1);
  fuzz_require(bytes != NULL);
  memcpy(bytes, data, size);
  load(bytes, size, false, ROOMY_BYTES);
  seal(bytes, size);
  load(bytes, size, true, ROOMY_BYTES);
  load(bytes, size, true, TIGHT_BYTES);
  free(bytes);
  return 0;
}
