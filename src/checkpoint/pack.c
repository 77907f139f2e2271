#include "checkpoint/pack.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

enum { LEVEL = 1 }; /* of zstd: a tenth of the bytes, and less work than writing more of them */

static size_t packed_most(void) { return ZSTD_compressBound(PNS_BLOCK_BYTES); }

/* Packs a whole block once, so that zstd has taken all the memory it will ever want. */
static bool warm_up(struct pns_packer *p) {
  ZSTD_CCtx_setParameter(p->context, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter(p->context, ZSTD_c_checksumFlag, 1);
  return !ZSTD_isError(
      ZSTD_compress2(p->context, p->block, packed_most(), p->raw, PNS_BLOCK_BYTES));
}

bool pns_packer_init(struct pns_packer *p) {
  *p = (struct pns_packer){.context = ZSTD_createCCtx(), .raw = calloc(1, PNS_BLOCK_BYTES)};
  p->block = malloc(sizeof(struct pns_block_head) + packed_most() + sizeof(uint64_t));
  return p->context != NULL && p->raw != NULL && p->block != NULL && warm_up(p);
}

void pns_packer_done(struct pns_packer *p) {
  ZSTD_freeCCtx(p->context);
  free(p->raw);
  free(p->block);
}

bool pns_packer_fits(const struct pns_packer *p, const struct pns_node *node) {
  return p->raw_used + pns_node_bytes(node->edge_count) <= PNS_BLOCK_BYTES;
}

/* What belongs to the search of this moment stays out: marks, and workers below. */
static void copy_node(const struct pns_node *from, struct pns_node *to) {
  /* Acquire: a word that is solved comes with the edges that solved it. */
  uint64_t word = atomic_load_explicit(&from->word, memory_order_acquire);
  uint32_t work = atomic_load_explicit(&from->work, memory_order_relaxed);
  to->key = from->key;
  to->edge_count = from->edge_count;
  to->side = from->side;
  to->mark = 0;
  atomic_store_explicit(&to->word, word, memory_order_relaxed);
  atomic_store_explicit(&to->work, work, memory_order_relaxed);
  for (uint32_t i = 0; i < from->edge_count; i++) {
    const struct pns_edge *edge = &from->edges[i];
    uint64_t seen = atomic_load_explicit(&edge->word, memory_order_relaxed);
    uint32_t below = atomic_load_explicit(&edge->below, memory_order_relaxed);
    to->edges[i].move = edge->move;
    atomic_store_explicit(&to->edges[i].word, seen, memory_order_relaxed);
    atomic_store_explicit(&to->edges[i].below, below & PNS_EXPANDED, memory_order_relaxed);
  }
}

void pns_packer_add(struct pns_packer *p, const struct pns_node *node) {
  copy_node(node, (struct pns_node *)(void *)(p->raw + p->raw_used));
  p->raw_used += pns_node_bytes(node->edge_count);
  p->raw_nodes++;
}

bool pns_packer_fits_known(const struct pns_packer *p) {
  return p->raw_used + pns_node_bytes(1) <= PNS_BLOCK_BYTES;
}

/* In the file it is a node that says by its mark that it has left the store. */
void pns_packer_add_known(struct pns_packer *p, const struct pns_key *key, struct pns_known known) {
  struct pns_node *to = (struct pns_node *)(void *)(p->raw + p->raw_used);
  *to = (struct pns_node){.key = *key, .side = known.side, .mark = PNS_MARK_SETTLED};
  atomic_init(&to->word, known.word);
  atomic_init(&to->work, pns_work_of_log(known.work));
  if (known.word == pns_word_won(known.side)) {
    to->edge_count = 1;
    to->edges[0].move = known.move;
    atomic_init(&to->edges[0].word, known.word);
    atomic_init(&to->edges[0].below, 0);
  }
  p->raw_used += pns_node_bytes(to->edge_count);
  p->raw_nodes++;
}

bool pns_packer_seal(struct pns_packer *p) {
  char *packed = p->block + sizeof(struct pns_block_head);
  size_t size = ZSTD_compress2(p->context, packed, packed_most(), p->raw, p->raw_used);
  if (ZSTD_isError(size)) return false;
  struct pns_block_head head = {(uint32_t)p->raw_used, (uint32_t)size, p->raw_nodes};
  memcpy(p->block, &head, sizeof head);
  uint64_t check = XXH3_64bits(p->block, sizeof head + size);
  memcpy(packed + size, &check, sizeof check);
  p->block_bytes = sizeof head + size + sizeof check;
  return true;
}

void pns_packer_clear(struct pns_packer *p) {
  p->raw_used = 0;
  p->raw_nodes = 0;
}
