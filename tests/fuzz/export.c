/* A certificate read back to be shown: as it is, and with its checksums made right. What the
 * checker verifies the reader must understand. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check/check.h"
#include "fuzz/seal.h"

#define DEPTH 5u

static bool is_verified(uint8_t *bytes, size_t size) {
  const struct check_options options = {.jobs = 1, .budget_bytes = 1u << 26, .seed = 1};
  static struct check_result result;
  FILE *file = fmemopen(bytes, size, "rb");
  fuzz_require(file != NULL);
  check_certificate(file, &options, &result);
  fclose(file);
  check_result_done(&result);
  return result.failure.reason == CHECK_NONE;
}

static enum pns_status read_bytes(const uint8_t *bytes, size_t size,
                                  struct pns_certificate **certificate, struct pns_error *error) {
  char path[64];
  const int file = memfd_create("certificate", 0);
  fuzz_require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const enum pns_status status = pns_certificate_read(path, DEPTH, certificate, error);
  close(file);
  return status;
}

/* Links stay inside, depths fit, and siblings come in order of size. */
static void look_at(const struct pns_certificate *certificate,
                    const struct pns_certificate_node *node) {
  fuzz_require(node->depth <= DEPTH && strlen(node->move) < sizeof node->move);
  fuzz_require(node->shown == PNS_SHOWN_END || node->outcome == PNS_ONGOING);
  fuzz_require(node->shown != PNS_SHOWN_END || (node->children == 0 && node->number == 0));
  uint32_t children = 0;
  uint64_t before = UINT64_MAX;
  for (uint32_t i = node->first_child; i != PNS_NO_NODE; children++) {
    const struct pns_certificate_node *child = pns_certificate_node(certificate, i);
    fuzz_require(child != NULL && child->depth == node->depth + 1);
    fuzz_require(child->positions <= before);
    before = child->positions;
    i = child->next_sibling;
  }
  fuzz_require(children == node->children);
}

static void look(const struct pns_certificate *certificate) {
  const struct pns_certificate_info *info = pns_certificate_about(certificate);
  const struct pns_certificate_node *node = pns_certificate_node(certificate, 0);
  fuzz_require(node != NULL && node->positions == info->positions);
  for (uint32_t i = 0; (node = pns_certificate_node(certificate, i)) != NULL; i++)
    look_at(certificate, node);
}

static void read_one(uint8_t *bytes, size_t size) {
  struct pns_certificate *certificate = NULL;
  struct pns_error error;
  const enum pns_status status = read_bytes(bytes, size, &certificate, &error);
  if (status == PNS_OK) {
    look(certificate);
    pns_certificate_free(certificate);
    return;
  }
  /* What the game itself refuses, a graph with cycles or with strange bytes in a comment, is the
   * checker's alone. */
  const bool by_reader = strncmp(error.text, "certificate:", 12) == 0;
  fuzz_require(!by_reader || !is_verified(bytes, size));
  fuzz_check_refusal(status, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *bytes = malloc(size > 0 ? size : 1);
  fuzz_require(bytes != NULL);
  if (size > 0) memcpy(bytes, data, size);
  read_one(bytes, size);
  fuzz_seal_all(bytes, size);
  read_one(bytes, size);
  free(bytes);
  return 0;
}
