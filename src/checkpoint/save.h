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

/* NULL when out of memory. `definition_bytes` bounds those of the heads to come, `helpers` is how
 * many threads at most will help, each with PNS_PACKER_BYTES. */
struct pns_saver *pns_saver_new(const char *path, size_t definition_bytes, uint32_t helpers,
                                const struct pns_save_calls *calls);
void pns_saver_free(struct pns_saver *saver);

/* As pns_generations_found, before the first write. */
void pns_saver_found(struct pns_saver *saver, enum pns_generation found, bool named_is_sound);

/* Names what an earlier attempt left complete and without its name. Unless this succeeds, nothing
 * may be written. */
struct pns_save_outcome pns_saver_prepare(struct pns_saver *saver);

/* Notes which nodes there are. No worker may be on a path, and all cursors must be settled. What it
 * cannot do for lack of memory the writing tells. */
void pns_saver_begin(struct pns_saver *saver, const struct pns_search *search);

/* Writes these nodes to NAME.new, as they are by then: the workers may go on meanwhile, but no node
 * may move. `drop` gives the memory of nodes back once they are written: for a child that ends
 * afterwards.
 *
 * Nodes that are written while workers change them need not fit together, and need not: what is
 * solved is a truth about the rules whenever it is read, the other numbers are stale in any search
 * (DESIGN 3), and what came later is found again. Each node by itself is sound, because its word is
 * read before its edges: who sees it solved sees the edges that solved it (update.h). */
void pns_saver_write(struct pns_saver *saver, const struct pns_checkpoint_head *head, bool drop);

/* The rest, which needs no nodes: ends NAME.new and brings it to the disk. */
struct pns_save_outcome pns_saver_finish(struct pns_saver *saver);

/* Packs some of what is being written in this process, until nothing is left: for threads that have
 * nothing else to do. Returns at once when there is nothing to help with. */
void pns_saver_help(struct pns_saver *saver);

/* Names what was written with this outcome, in this process or in its child. */
void pns_saver_publish(struct pns_saver *saver, struct pns_save_outcome *outcome);

#endif
