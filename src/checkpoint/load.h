/*
 * Reading a checkpoint. Nothing is guessed: a file that is cut, changed, foreign or of another
 * version is refused with one sentence. Checksums tell damage; they are no proof against somebody
 * who writes files on purpose, for whom there are certificates.
 */
#ifndef PNS_CHECKPOINT_LOAD_H
#define PNS_CHECKPOINT_LOAD_H

#include <pns/pns.h>

#include "checkpoint/head.h"
#include "search/search.h"

struct pns_loader;

/* Opens the file and reads its head. NULL with a sentence. */
struct pns_loader *pns_loader_new(const char *path, struct pns_error *error);
void pns_loader_free(struct pns_loader *loader);
const struct pns_checkpoint_head *pns_loader_head(const struct pns_loader *loader);

/* What became of the nodes. */
struct pns_loaded {
  uint64_t nodes, left_out;
  bool full; /* the store had no room: a fresh store and a greater `least_work` may do */
};

/* Reads the nodes into an empty store that nobody works on: the root, and of the others those with
 * at least so much work below. Reads to the end and checks it even when the store is full. Once. */
enum pns_status pns_loader_nodes(struct pns_loader *loader, const struct pns_search *search,
                                 uint32_t least_work, struct pns_loaded *loaded,
                                 struct pns_error *error);

#endif
