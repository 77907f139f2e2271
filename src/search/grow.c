/* A larger index, made at a safepoint by all hands. */
#include "base/pages.h"
#include "search/store_inside.h"

enum {
  MANY_WORKERS = 16,
  LONG_STRIDE = 4,
  SMALL_PART = 32, /* of the budget */
};

/* Whether the old and the new index fit beside the nodes, until the old one goes. */
static bool fits(const struct pns_store *store, uint64_t buckets) {
  uint64_t arena = (uint64_t)pns_slabs_used(store) * store->slab_bytes;
  uint64_t both = pns_index_bytes(store->index.buckets) + pns_index_bytes(buckets);
  return buckets <= UINT32_MAX && arena + both <= pns_store_arena_budget(store);
}

static bool is_small(const struct pns_store *store, uint64_t buckets) {
  return pns_index_bytes(buckets) <= pns_store_arena_budget(store) / SMALL_PART;
}

/* Half as many buckets again: at worst half of the slots are empty, at best a fifth. All workers
 * stop for it, which takes longer the more there are; so many of them go in longer strides as long
 * as the index is a small part of the budget. */
static uint64_t next_buckets(const struct pns_store *store) {
  const uint64_t buckets = store->index.buckets, far = buckets * LONG_STRIDE;
  const bool stride = store->workers >= MANY_WORKERS && is_small(store, far) && fits(store, far);
  return stride ? far : buckets * 3 / 2;
}

bool pns_store_grow_begin(struct pns_store *store) {
  const uint64_t buckets = next_buckets(store);
  if (!fits(store, buckets)) return false;
  store->grown.buckets = (uint32_t)buckets;
  store->grown.slots = pns_index_reserve(store, buckets);
  atomic_store(&store->next_share, 0);
  return store->grown.slots != NULL;
}

static void move_bucket(struct pns_store *store, const pns_slot *slots) {
  for (unsigned i = 0; i < PNS_SLOTS; i++) {
    uint64_t word = atomic_load_explicit(&slots[i], memory_order_relaxed);
    if (word == 0) return;
    struct pns_node *node = pns_slot_node(store, word);
    pns_index_put(store, &store->grown, node, pns_key_hash(&node->key), word);
  }
}

static void prefetch_nodes(const struct pns_store *store, const pns_slot *slots) {
  for (unsigned i = 0; i < PNS_SLOTS; i++) {
    uint64_t word = atomic_load_explicit(&slots[i], memory_order_relaxed);
    if (word != 0) __builtin_prefetch(pns_slot_node(store, word));
  }
}

/* The part of the new index that a share of the old one goes to. */
static void touch_target(const struct pns_store *store, uint32_t begin, uint32_t end) {
  size_t from = (size_t)((uint64_t)begin * store->grown.buckets / store->index.buckets);
  size_t to = (size_t)((uint64_t)end * store->grown.buckets / store->index.buckets);
  pns_pages_touch(store->grown.slots + from * PNS_SLOTS, pns_index_bytes(to - from));
}

void pns_store_grow_share(struct pns_store *store) {
  const uint32_t buckets = store->index.buckets;
  const uint32_t ahead = 4;
  uint32_t begin;
  while ((begin = atomic_fetch_add(&store->next_share, PNS_SHARE_BUCKETS)) < buckets) {
    uint32_t end = buckets - begin < PNS_SHARE_BUCKETS ? buckets : begin + PNS_SHARE_BUCKETS;
    touch_target(store, begin, end);
    for (uint32_t b = begin; b < end; b++) {
      if (buckets - b > ahead)
        prefetch_nodes(store, store->index.slots + (size_t)(b + ahead) * PNS_SLOTS);
      move_bucket(store, store->index.slots + (size_t)b * PNS_SLOTS);
    }
  }
}

void pns_store_grow_end(struct pns_store *store) {
  pns_pages_release(store->index.slots, pns_index_bytes(store->index.buckets));
  store->index = store->grown;
  pns_store_set_crowded(store);
  pns_store_set_limit(store);
}
