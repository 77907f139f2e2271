#include "checkpoint/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int open_file(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

const struct pns_save_calls pns_save_system = {open_file, write,  fsync, close,
                                               link,      rename, unlink};

void pns_save_fail(struct pns_save_outcome *outcome, enum pns_save_step step, int reason) {
  if (outcome->failure != 0) return;
  outcome->step = step;
  outcome->failure = reason != 0 ? reason : EIO;
}

/* Devices cannot be synchronised, and need not be. */
void pns_save_synchronise(const struct pns_save_calls *calls, int file, enum pns_save_step step,
                          struct pns_save_outcome *outcome) {
  if (outcome->failure != 0) return;
  if (calls->fsync(file) != 0 && errno != EINVAL) pns_save_fail(outcome, step, errno);
}

enum pns_status pns_save_refuse(const char *path, const struct pns_save_outcome *outcome,
                                struct pns_error *error) {
  static const char *const doing[] = {
      [PNS_SAVE_REACH] = "open the folder of",
      [PNS_SAVE_PACK] = "pack",
      [PNS_SAVE_OPEN] = "create",
      [PNS_SAVE_WRITE] = "write",
      [PNS_SAVE_SYNC] = "bring to the disk",
      [PNS_SAVE_RENAME] = "name",
      [PNS_SAVE_FOLDER] = "bring to the disk the folder of",
  };
  return pns_error_set(error, PNS_ERROR_SYSTEM, "checkpoint: cannot %s '%.300s': %s",
                       doing[outcome->step], path, strerror(outcome->failure));
}
