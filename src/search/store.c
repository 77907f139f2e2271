#include "search/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

#include <xxhash.h>

enum {
  SLOTS = 8,              /* of a bucket: 64 bytes, one cache line */
  SLAB_BYTES = 128 << 10, /* at least one node of PNS_MOVES_MAX edges */
  REPORT_EVERY = 16,      /* nodes between two updates of the common count */
  FIRST_BUCKETS = 1 << 14,
  SHARE_BUCKETS = 1 << 8,  /* buckets a thread takes at once when the index grows */
  PLACE_BITS = 40,         /* of a slot; the bits above are a piece of the hash */
  PLACE_UNIT = 16,
};

_Static_assert(sizeof(struct pns_node) + PNS_MOVES_MAX * sizeof(struct pns_edge) <= SLAB_BYTES,
               "a slab holds the largest node");

#define PLACE_MASK ((UINT64_C(1) << PLACE_BITS) - 1)

typedef _Atomic uint64_t slot_word;

struct index {
  slot_word *slots;
  uint32_t buckets;
};

struct pns_store {
  char *arena;
  size_t slab_count; /* that fit the budget */
  struct index index;
  uint64_t crowded_at; /* nodes */
  uint32_t workers;
  uint64_t budget_bytes;
  /* Counters that all workers write, each on a line of its own. */
  _Alignas(64) _Atomic uint64_t nodes;
  _Alignas(64) _Atomic size_t slabs_used;
  /* While growing. */
  _Alignas(64) struct index grown;
  _Atomic uint32_t next_share;
};

static size_t index_bytes(uint32_t buckets) { return (size_t)buckets * SLOTS * sizeof(slot_word); }

/* The index may be four fifths full, less what workers could publish before they hear of it. */
static void set_crowded(struct pns_store *store) {
  uint64_t slots = (uint64_t)store->index.buckets * SLOTS;
  store->crowded_at = slots * 4 / 5 - (uint64_t)store->workers * 2 * REPORT_EVERY;
}

static uint32_t first_buckets(uint32_t workers) {
  uint32_t needed = workers * REPORT_EVERY; /* half of the slots then cover what is unreported */
  return needed > FIRST_BUCKETS ? needed : FIRST_BUCKETS;
}

struct pns_store *pns_store_new(uint64_t budget_bytes, uint32_t workers, struct pns_error *error) {
  uint32_t buckets = first_buckets(workers);
  uint64_t least = index_bytes(buckets) + (uint64_t)(workers + 1) * SLAB_BYTES;
  if (budget_bytes < least) {
    pns_error_set(error, PNS_ERROR_INPUT,
                  "memory leaves %" PRIu64 "K for the search, expected at least %" PRIu64
                  "K with %u threads",
                  budget_bytes >> 10, (least + 1023) >> 10, workers);
    return NULL;
  }
  struct pns_store *store = aligned_alloc(64, sizeof *store);
  if (store == NULL) goto no_memory;
  memset(store, 0, sizeof *store);
  store->workers = workers;
  store->budget_bytes = budget_bytes;
  store->slab_count = budget_bytes / SLAB_BYTES;
  store->index.buckets = buckets;
  store->index.slots = pns_pages_reserve(index_bytes(buckets));
  store->arena = pns_pages_reserve(store->slab_count * SLAB_BYTES);
  if (store->index.slots == NULL || store->arena == NULL) goto no_memory;
  set_crowded(store);
  return store;

no_memory:
  pns_store_free(store);
  pns_error_set(error, PNS_ERROR_SYSTEM,
                "no address space for a store of %" PRIu64 "M (see ulimit -v)", budget_bytes >> 20);
  return NULL;
}

void pns_store_free(struct pns_store *store) {
  if (store == NULL) return;
  pns_pages_release(store->arena, store->slab_count * SLAB_BYTES);
  pns_pages_release(store->index.slots, index_bytes(store->index.buckets));
  free(store);
}

uint64_t pns_key_hash(const struct pns_key *key) { return XXH3_64bits(key, sizeof *key); }

/* Equal shares of the hash range in order, so that a bucket count need not be a power of two. */
static uint32_t home(const struct index *index, uint64_t hash) {
  return (uint32_t)(((hash >> 32) * index->buckets) >> 32);
}

static uint64_t slot_of(const struct pns_store *store, const struct pns_node *node, uint64_t hash) {
  uint64_t place = (uint64_t)((const char *)node - store->arena) / PLACE_UNIT + 1;
  return hash << PLACE_BITS | place;
}

static bool may_be(uint64_t slot, uint64_t hash) {
  return ((slot ^ (hash << PLACE_BITS)) & ~PLACE_MASK) == 0;
}

static struct pns_node *node_at(const struct pns_store *store, uint64_t slot) {
  return (struct pns_node *)(void *)(store->arena + ((slot & PLACE_MASK) - 1) * PLACE_UNIT);
}

void pns_store_prefetch(const struct pns_store *store, uint64_t hash) {
  __builtin_prefetch(store->index.slots + (size_t)home(&store->index, hash) * SLOTS);
}

struct pns_node *pns_store_find(const struct pns_store *store, const struct pns_key *key,
                                uint64_t hash) {
  const struct index *index = &store->index;
  uint32_t bucket = home(index, hash);
  for (;;) {
    slot_word *slots = index->slots + (size_t)bucket * SLOTS;
    for (unsigned i = 0; i < SLOTS; i++) {
      /* Acquire: the node's plain fields were written before the slot (STORE-4). */
      uint64_t slot = atomic_load_explicit(&slots[i], memory_order_acquire);
      if (slot == 0) return NULL;
      if (!may_be(slot, hash)) continue;
      struct pns_node *node = node_at(store, slot);
      if (pns_key_equal(&node->key, key)) return node;
    }
    if (++bucket == index->buckets) bucket = 0;
  }
}

/* Takes the next slab, if the budget has one beside the index. */
static bool next_slab(struct pns_store *store, struct pns_cursor *cursor) {
  size_t most = (size_t)((store->budget_bytes - index_bytes(store->index.buckets)) / SLAB_BYTES);
  /* Relaxed: only the number matters. A failed taker gives his number back. */
  size_t slab = atomic_fetch_add_explicit(&store->slabs_used, 1, memory_order_relaxed);
  if (slab >= most) {
    atomic_fetch_sub_explicit(&store->slabs_used, 1, memory_order_relaxed);
    return false;
  }
  cursor->next = store->arena + slab * SLAB_BYTES;
  cursor->end = cursor->next + SLAB_BYTES;
  return true;
}

struct pns_node *pns_store_room(struct pns_store *store, struct pns_cursor *cursor,
                                uint32_t edge_count) {
  size_t bytes = pns_node_bytes(edge_count);
  if ((size_t)(cursor->end - cursor->next) < bytes && !next_slab(store, cursor)) return NULL;
  return (struct pns_node *)(void *)cursor->next;
}

/* Puts a slot's word at the first free place on the key's way. Returns the node that is there under
 * this key then: ours or, while several workers publish, somebody else's. */
static struct pns_node *put(const struct pns_store *store, const struct index *index,
                            struct pns_node *node, uint64_t hash, uint64_t word) {
  uint32_t bucket = home(index, hash);
  for (;;) {
    slot_word *slots = index->slots + (size_t)bucket * SLOTS;
    for (unsigned i = 0; i < SLOTS; i++) {
      uint64_t found = atomic_load_explicit(&slots[i], memory_order_acquire);
      /* Release: publishes the node's plain fields (STORE-4). Lost: `found` is the winner's word
       * (acquire) and is looked at like any other (STORE-3). */
      if (found == 0 && atomic_compare_exchange_strong_explicit(
                            &slots[i], &found, word, memory_order_release, memory_order_acquire))
        return node;
      if (!may_be(found, hash)) continue;
      struct pns_node *other = node_at(store, found);
      if (pns_key_equal(&other->key, &node->key)) return other;
    }
    if (++bucket == index->buckets) bucket = 0;
  }
}

void pns_store_settle(struct pns_store *store, struct pns_cursor *cursor) {
  atomic_fetch_add_explicit(&store->nodes, cursor->unreported, memory_order_relaxed);
  cursor->unreported = 0;
}

struct pns_node *pns_store_publish(struct pns_store *store, struct pns_cursor *cursor,
                                   struct pns_node *node, uint64_t hash) {
  struct pns_node *known = put(store, &store->index, node, hash, slot_of(store, node, hash));
  if (known != node) return known;
  cursor->next += pns_node_bytes(node->edge_count);
  if (++cursor->unreported == REPORT_EVERY) pns_store_settle(store, cursor);
  return node;
}

bool pns_store_crowded(const struct pns_store *store) {
  return pns_store_nodes(store) >= store->crowded_at;
}

/* Half as many buckets again: at worst half of the slots are empty, at best a fifth. */
bool pns_store_grow_begin(struct pns_store *store) {
  uint64_t buckets = (uint64_t)store->index.buckets * 3 / 2;
  uint64_t arena = (uint64_t)atomic_load(&store->slabs_used) * SLAB_BYTES;
  uint64_t both = index_bytes(store->index.buckets) + buckets * SLOTS * sizeof(slot_word);
  if (buckets > UINT32_MAX || arena + both > store->budget_bytes) return false;
  store->grown.buckets = (uint32_t)buckets;
  store->grown.slots = pns_pages_reserve(index_bytes(store->grown.buckets));
  atomic_store(&store->next_share, 0);
  return store->grown.slots != NULL;
}

static void move_bucket(struct pns_store *store, const slot_word *slots) {
  for (unsigned i = 0; i < SLOTS; i++) {
    uint64_t word = atomic_load_explicit(&slots[i], memory_order_relaxed);
    if (word == 0) return;
    struct pns_node *node = node_at(store, word);
    put(store, &store->grown, node, pns_key_hash(&node->key), word);
  }
}

static void prefetch_nodes(const struct pns_store *store, const slot_word *slots) {
  for (unsigned i = 0; i < SLOTS; i++) {
    uint64_t word = atomic_load_explicit(&slots[i], memory_order_relaxed);
    if (word != 0) __builtin_prefetch(node_at(store, word));
  }
}

void pns_store_grow_share(struct pns_store *store) {
  const uint32_t buckets = store->index.buckets;
  const uint32_t ahead = 4;
  uint32_t begin;
  while ((begin = atomic_fetch_add(&store->next_share, SHARE_BUCKETS)) < buckets) {
    uint32_t end = buckets - begin < SHARE_BUCKETS ? buckets : begin + SHARE_BUCKETS;
    for (uint32_t b = begin; b < end; b++) {
      if (buckets - b > ahead)
        prefetch_nodes(store, store->index.slots + (size_t)(b + ahead) * SLOTS);
      move_bucket(store, store->index.slots + (size_t)b * SLOTS);
    }
  }
}

void pns_store_grow_end(struct pns_store *store) {
  pns_pages_release(store->index.slots, index_bytes(store->index.buckets));
  store->index = store->grown;
  set_crowded(store);
}

uint64_t pns_store_nodes(const struct pns_store *store) {
  return atomic_load_explicit(&store->nodes, memory_order_relaxed);
}

uint64_t pns_store_bytes(const struct pns_store *store) {
  return (uint64_t)atomic_load_explicit(&store->slabs_used, memory_order_relaxed) * SLAB_BYTES +
         index_bytes(store->index.buckets);
}
