/*
 * Writing a checkpoint, in two acts: everything into NAME.new, which is brought to the disk, then
 * its name (generations.h). The first may be left to another process, the second may not: whoever
 * goes on writing must know how it ended.
 *
 * All memory is taken beforehand. What pns_saver_write calls after that are system calls, zstd in a
 * workspace made before and arithmetic: it may run in the child of a process with many threads.
 */
#ifndef PNS_CHECKPOINT_SAVE_H
#define PNS_CHECKPOINT_SAVE_H

#include "checkpoint/generations.h"
#include "checkpoint/head.h"
#include "search/search.h"

struct pns_saver;

/* NULL when out of memory. `definition_bytes` bounds those of the heads to come. */
struct pns_saver *pns_saver_new(const char *path, size_t definition_bytes,
                                const struct pns_save_calls *calls);
void pns_saver_free(struct pns_saver *saver);

/* As pns_generations_found, before the first write. */
void pns_saver_found(struct pns_saver *saver, enum pns_generation found, bool named_is_sound);

/* Names what an earlier attempt left complete and without its name. Unless this succeeds, nothing
 * may be written. */
struct pns_save_outcome pns_saver_prepare(struct pns_saver *saver);

/* Writes NAME.new. No worker may be on a path, and all cursors must be settled. `drop` gives the
 * memory of nodes back once they are written: for a child that ends afterwards. */
struct pns_save_outcome pns_saver_write(struct pns_saver *saver,
                                        const struct pns_checkpoint_head *head,
                                        const struct pns_search *search, bool drop);

/* Names what was written with this outcome, in this process or in its child. */
void pns_saver_publish(struct pns_saver *saver, struct pns_save_outcome *outcome);

#endif
