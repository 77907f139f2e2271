/* The system as writers of checkpoints see it, and what they say when it fails. */
#ifndef PNS_CHECKPOINT_SYSTEM_H
#define PNS_CHECKPOINT_SYSTEM_H

#include <pns/pns.h>
#include <stdint.h>
#include <sys/types.h>

/* Tests put failures in its place. */
struct pns_save_calls {
  int (*open)(const char *path, int flags, mode_t mode);
  ssize_t (*write)(int file, const void *bytes, size_t count);
  int (*fsync)(int file);
  int (*close)(int file);
  int (*link)(const char *from, const char *to);
  int (*rename)(const char *from, const char *to);
  int (*unlink)(const char *path);
};
extern const struct pns_save_calls pns_save_system;

enum pns_save_step {
  PNS_SAVE_PACK,
  PNS_SAVE_OPEN,
  PNS_SAVE_WRITE,
  PNS_SAVE_SYNC,
  PNS_SAVE_REACH,
  PNS_SAVE_RENAME,
  PNS_SAVE_FOLDER,
};

/* Plain bytes, fit for a pipe. */
struct pns_save_outcome {
  enum pns_save_step step; /* that failed */
  int failure;             /* its errno; 0: the checkpoint is there */
  uint64_t nodes, bytes;
};

/* Of several failures the first counts. */
void pns_save_fail(struct pns_save_outcome *outcome, enum pns_save_step step, int reason);

/* Brings a file or a folder to the disk, unless something failed before. */
void pns_save_synchronise(const struct pns_save_calls *calls, int file, enum pns_save_step step,
                          struct pns_save_outcome *outcome);

/* The sentence about a failure. */
enum pns_status pns_save_refuse(const char *path, const struct pns_save_outcome *outcome,
                                struct pns_error *error);

#endif
