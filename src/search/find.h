/* Looking positions up where every instruction counts: what store.h offers, inlined. A find reads
 * all slots of a bucket at once: where the first empty one stands is anybody's guess, and a branch
 * guessed wrong on a line that is still on its way keeps the processor from all that follows. */
#ifndef PNS_SEARCH_FIND_H
#define PNS_SEARCH_FIND_H

#include <xxhash.h>

#include "search/store_inside.h"

static inline uint64_t pns_find_hash(const struct pns_key *key) {
  return XXH3_64bits(key, sizeof *key);
}

static inline pns_slot *pns_find_bucket(const struct pns_store *store, uint64_t hash) {
  return store->index.slots + (size_t)pns_index_home(&store->index, hash) * PNS_SLOTS;
}

/* The place of a node that may be the one of this hash, or another one that tells to look further;
 * 0 when it is in no slot. */
static inline uint64_t pns_find_hint(const struct pns_store *store, uint64_t hash) {
  pns_slot *slots = pns_find_bucket(store, hash);
  const uint64_t piece = pns_slot_piece(hash);
  uint64_t least = UINT64_MAX, slot = 0;
#pragma GCC unroll 8
  for (unsigned i = 0; i < PNS_SLOTS; i++) {
    /* Acquire: the node's plain fields were written before the slot (STORE-4). */
    slot = atomic_load_explicit(&slots[i], memory_order_acquire);
    /* Only the place is left of a slot with this piece. */
    least = (slot ^ piece) < least ? slot ^ piece : least;
  }
  return least <= PNS_PLACE_MASK ? least
                                 : slot; /* the last one: filled in full buckets (STORE-2) */
}

/* Brings the node closer that a hint names; without one some line that is there. */
static inline void pns_find_prefetch(const struct pns_store *store, uint64_t hint) {
  __builtin_prefetch(store->arena + (hint & PNS_PLACE_MASK) * PNS_PLACE_UNIT);
}

/* The node of a key, or NULL, going by its hint. */
static inline struct pns_node *pns_find_hinted(const struct pns_store *store,
                                               const struct pns_key *key, uint64_t hash,
                                               uint64_t hint) {
  if (hint == 0) return NULL;
  struct pns_node *node = pns_slot_node(store, hint);
  return pns_key_equal(&node->key, key) ? node : pns_store_find(store, key, hash);
}

static inline struct pns_node *pns_find(const struct pns_store *store, const struct pns_key *key,
                                        uint64_t hash) {
  uint64_t hint = pns_find_hint(store, hash);
  /* Most edges lie behind the node's first line, and a visit wants them all. */
  __builtin_prefetch(store->arena + (hint & PNS_PLACE_MASK) * PNS_PLACE_UNIT + 64);
  return pns_find_hinted(store, key, hash, hint);
}

/* pns_store_room, where the slab at hand mostly has it. */
static inline struct pns_node *pns_find_room(struct pns_store *store, struct pns_cursor *cursor,
                                             uint32_t edge_count) {
  if ((size_t)(cursor->end - cursor->next) < pns_node_bytes(edge_count))
    return pns_store_room(store, cursor, edge_count);
  return (struct pns_node *)(void *)cursor->next;
}

/* Brings closer where the hash will be looked for. */
static inline void pns_find_prefetch_hash(const struct pns_store *store, uint64_t hash) {
  __builtin_prefetch(pns_find_bucket(store, hash));
  if (store->settled.homes > 0) pns_settled_prefetch(&store->settled, hash);
}

/* What is known of a position without a node, or what an elder knows of it. */
static inline struct pns_known pns_find_known(const struct pns_store *store,
                                              const struct pns_key *key, uint64_t hash) {
  struct pns_known known = PNS_NOT_KNOWN;
  if (store->settled.homes > 0) known = pns_settled_find(&store->settled, key, hash);
  if (store->elder.known == NULL || pns_known_settles(known)) return known;
  const struct pns_known told = store->elder.known(store->elder.user, key, hash);
  return told.word != 0 ? told : known;
}

#endif
