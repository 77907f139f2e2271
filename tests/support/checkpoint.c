#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checkpoint.h"
#include "oracle.h"

/* ---- folders and files ---- */

void folder_make(char folder[64]) {
  /* In memory where there is such a place: thousands of files are brought to the disk here. */
  snprintf(folder, 64, "/dev/shm/pns-checkpoint-XXXXXX");
  if (mkdtemp(folder) != NULL) return;
  snprintf(folder, 64, "/tmp/pns-checkpoint-XXXXXX");
  assert_non_null(mkdtemp(folder));
}

void folder_remove(const char *folder) {
  static const char *const names[] = {"c", "c.new", "c.prev", "c.lock", "d", "certificate"};
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  assert_int_equal(rmdir(folder), 0);
}

uint8_t *file_read(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(*size + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  fclose(file);
  return bytes;
}

void file_write(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/* ---- solvers ---- */

struct pns_solver *solver_new(const char *spec, const char *threads, uint64_t expansions) {
  struct pns_position *position = position_after(spec, "");
  struct pns_options *options =
      options_with("threads", threads, "memory", "512M", "store", "16M", NULL);
  struct pns_solver *solver;
  struct pns_error error;
  char number[32];
  snprintf(number, sizeof number, "%llu", (unsigned long long)expansions);
  if (expansions > 0)
    assert_int_equal(pns_options_set(options, "expansions", number, &error), PNS_OK);
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  pns_options_free(options);
  pns_position_free(position);
  return solver;
}

struct pns_result solver_run(struct pns_solver *solver) {
  struct pns_result result;
  struct pns_error error;
  if (pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK) fail_msg("%s", error.text);
  return result;
}

/* ---- faults ---- */

static enum fault planned;
static unsigned at_call, calls;
static bool links_exist = true;

void fault_links(bool exist) { links_exist = exist; }

void fault_plan(enum fault fault, unsigned call) {
  planned = fault;
  at_call = call;
  calls = 0;
}

unsigned fault_calls(void) { return calls; }

/* Whether this call fails. */
static bool strikes(void) {
  if (++calls != at_call || planned == FAULT_NONE) return false;
  if (planned == FAULT_KILL) raise(SIGKILL);
  errno = EIO;
  return true;
}

static int try_open(const char *path, int flags, mode_t mode) {
  return strikes() ? -1 : open(path, flags, mode);
}

/* A short write is no failure: the rest must follow. */
static ssize_t try_write(int file, const void *bytes, size_t count) {
  if (!strikes()) return write(file, bytes, count);
  return planned == FAULT_SHORT ? write(file, bytes, (count + 1) / 2) : -1;
}

static int try_fsync(int file) { return strikes() ? -1 : fsync(file); }

static int try_close(int file) {
  bool struck = strikes();
  int status = close(file);
  return struck ? -1 : status;
}

static int try_link(const char *from, const char *to) {
  if (strikes()) return -1;
  if (!links_exist) {
    errno = EPERM;
    return -1;
  }
  return link(from, to);
}

static int try_rename(const char *from, const char *to) {
  return strikes() ? -1 : rename(from, to);
}

static int try_unlink(const char *path) { return strikes() ? -1 : unlink(path); }

const struct pns_save_calls fault_system = {try_open, try_write,  try_fsync, try_close,
                                            try_link, try_rename, try_unlink};
