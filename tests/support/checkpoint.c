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

char folder[SCRATCH_MAX], path[SCRATCH_INSIDE_MAX], former[SCRATCH_INSIDE_MAX];

int folder_make(void **state) {
  (void)state;
  scratch_folder_in_memory(folder);
  snprintf(path, sizeof path, "%s/c", folder);
  snprintf(former, sizeof former, "%s/c.prev", folder);
  return 0;
}

int folder_remove(void **state) {
  (void)state;
  static const char *const names[] = {"c", "c.new", "c.prev", "c.lock", "d", "certificate"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    unlink(scratch_path(folder, names[i]));
  return rmdir(folder);
}

uint8_t *file_read(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
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

void file_write(const char *name, const void *bytes, size_t size) {
  FILE *file = fopen(name, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/* ---- solvers ---- */

struct pns_solver *solver_new(const char *spec, const char *threads, uint64_t expansions) {
  struct pns_options *options =
      options_with("threads", threads, "memory", "512M", "store", "16M", NULL);
  struct pns_error error;
  char number[32];
  snprintf(number, sizeof number, "%llu", (unsigned long long)expansions);
  if (expansions > 0)
    assert_int_equal(pns_options_set(options, "expansions", number, &error), PNS_OK);
  struct pns_solver *solver = solver_with(spec, options);
  pns_options_free(options);
  return solver;
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

static int try_open(const char *name, int flags, mode_t mode) {
  return strikes() ? -1 : open(name, flags, mode);
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

static int try_unlink(const char *name) { return strikes() ? -1 : unlink(name); }

const struct pns_save_calls fault_system = {try_open, try_write,  try_fsync, try_close,
                                            try_link, try_rename, try_unlink};
