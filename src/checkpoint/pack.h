/* Nodes gathered into a block, packed and sealed: what several threads can do at once. */
#ifndef PNS_CHECKPOINT_PACK_H
#define PNS_CHECKPOINT_PACK_H

#include <stdbool.h>

#include "checkpoint/format.h"
#include "search/settled.h"

/* What a packer takes of memory, about: two blocks and zstd's workspace. */
#define PNS_PACKER_BYTES ((uint64_t)4 << 20)

struct pns_packer {
  void *context; /* of zstd */
  char *raw;     /* nodes gathered */
  char *block;   /* head, packed nodes and checksum */
  size_t block_bytes, raw_used;
  uint32_t raw_nodes;
};

/* Takes all the memory it will ever want. False when there is not enough; _done in any case. */
bool pns_packer_init(struct pns_packer *packer);
void pns_packer_done(struct pns_packer *packer);

/* Whether the node fits into the block under way; _add wants that. */
bool pns_packer_fits(const struct pns_packer *packer, const struct pns_node *node);
/* Copies a node that workers may be changing. */
void pns_packer_add(struct pns_packer *packer, const struct pns_node *node);
/* Adds a settled position that has no node; it takes the room of one with an edge. */
bool pns_packer_fits_known(const struct pns_packer *packer);
void pns_packer_add_known(struct pns_packer *packer, const struct pns_key *key,
                          struct pns_known known);
/* Makes `block` of what was gathered. False when zstd fails. */
bool pns_packer_seal(struct pns_packer *packer);
/* Begins the next block. */
void pns_packer_clear(struct pns_packer *packer);

#endif
