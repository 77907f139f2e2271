#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"

static const char *asked_for(void) {
  const char *folder = getenv("TMPDIR");
  return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

static void name_in(const char *folder, char path[SCRATCH_MAX]) {
  if (folder == NULL) folder = "/tmp";
  int length = snprintf(path, SCRATCH_MAX, "%s/pns-test-XXXXXX", folder);
  if (length >= SCRATCH_MAX) fail_msg("TMPDIR is longer than this test allows: %s", folder);
}

void scratch_folder(char path[SCRATCH_MAX]) {
  name_in(asked_for(), path);
  if (mkdtemp(path) == NULL) fail_msg("cannot make the folder %s: %s", path, strerror(errno));
}

void scratch_folder_in_memory(char path[SCRATCH_MAX]) {
  name_in("/dev/shm", path);
  if (asked_for() != NULL || mkdtemp(path) == NULL) scratch_folder(path);
}

void scratch_file(char path[SCRATCH_MAX], const void *bytes, size_t size) {
  name_in(asked_for(), path);
  int file = mkstemp(path);
  if (file < 0) fail_msg("cannot make the file %s: %s", path, strerror(errno));
  assert_int_equal(write(file, bytes, size), (ssize_t)size);
  assert_int_equal(close(file), 0);
}

const char *scratch_path(const char *folder, const char *name) {
  static char path[SCRATCH_INSIDE_MAX];
  const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  if (length >= SCRATCH_INSIDE_MAX) fail_msg("%s/%s is longer than tests allow", folder, name);
  return path;
}
