/*
 * Writing a checkpoint: to NAME.new first, then NAME becomes NAME.prev and NAME.new becomes NAME,
 * and the folder is brought to the disk. So one complete generation exists at every moment.
 *
 * All memory is taken beforehand. What pns_saver_write calls after that are system calls, zstd in a
 * workspace made before and arithmetic: it may run in the child of a process with many threads.
 */
#ifndef PNS_CHECKPOINT_SAVE_H
#define PNS_CHECKPOINT_SAVE_H

#include <pns/pns.h>
#include <sys/types.h>

#include "checkpoint/head.h"
#include "search/search.h"

/* The system as the saver sees it; tests put failures in its place. */
struct pns_save_calls {
  int (*open)(const char *path, int flags, mode_t mode);
  ssize_t (*write)(int file, const void *bytes, size_t count);
  int (*fsync)(int file);
  int (*close)(int file);
  int (*rename)(const char *from, const char *to);
  int (*unlink)(const char *path);
};
extern const struct pns_save_calls pns_save_system;

enum pns_save_step {
  PNS_SAVE_PACK,
  PNS_SAVE_OPEN,
  PNS_SAVE_WRITE,
  PNS_SAVE_SYNC,
  PNS_SAVE_RENAME,
  PNS_SAVE_FOLDER,
};

/* Plain bytes, fit for a pipe. */
struct pns_save_outcome {
  enum pns_save_step step; /* that failed */
  int failure;             /* its errno; 0: the checkpoint is there */
  uint64_t nodes, bytes;
};

struct pns_saver;

/* NULL when out of memory. `definition_bytes` bounds those of the heads to come. */
struct pns_saver *pns_saver_new(const char *path, size_t definition_bytes,
                                const struct pns_save_calls *calls);
void pns_saver_free(struct pns_saver *saver);

/* No worker may be on a path, and all cursors must be settled. `drop` gives the memory of nodes
 * back once they are written: for a child that ends afterwards. */
struct pns_save_outcome pns_saver_write(struct pns_saver *saver,
                                        const struct pns_checkpoint_head *head,
                                        const struct pns_search *search, bool drop);

/* The sentence about a failure. */
enum pns_status pns_save_refuse(const char *path, const struct pns_save_outcome *outcome,
                                struct pns_error *error);

#endif
