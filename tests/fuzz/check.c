/* A certificate: as it is, and with its checksums and digest made right, so that the fuzzer gets
 * beyond them. */
#include <stdio.h>

#include "check/check.h"
#include "fuzz/seal.h"

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
  fuzz_seal_all(bytes, size);
  reason = check_bytes(bytes, size);
  if (reason == CHECK_NONE) check_truth(bytes, size);
  if (reason != CHECK_NONE) fuzz_refused(check_reason_word(reason));
  free(bytes);
  return 0;
}
