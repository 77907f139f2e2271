#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "search/find.h"

enum {
  SLAB_MOST_BYTES = 128 << 10, /* at least one node of PNS_MOVES_MAX edges */
  SLABS_EACH = 64,             /* slabs a worker should have in a small store */
  FIRST_BUCKETS = 1 << 14,
  LEAST_BUCKETS = 16,
};

_Static_assert(sizeof(struct pns_node) + PNS_MOVES_MAX * sizeof(struct pns_edge) <= SLAB_MOST_BYTES,
               "a slab holds the largest node");

/* The index may be four fifths full, less what workers could publish before they hear of it. */
void pns_store_set_crowded(struct pns_store *store) {
  uint64_t slots = (uint64_t)store->index.buckets * PNS_SLOTS;
  store->crowded_at = slots * 4 / 5 - (uint64_t)store->workers * 2 * PNS_REPORT_EVERY;
}

void pns_store_set_limit(struct pns_store *store) {
  uint64_t index = pns_index_bytes(store->index.buckets);
  uint64_t budget = pns_store_arena_budget(store);
  uint64_t slabs = index < budget ? (budget - index) / store->slab_bytes : 0;
  store->slab_limit = slabs < store->slab_count ? (uint32_t)slabs : store->slab_count;
}

/* At least what is unreported by all workers must fit four times over. */
static uint32_t first_buckets(uint64_t budget_bytes, uint32_t workers) {
  uint64_t buckets = budget_bytes / 32 / pns_index_bytes(1);
  if (buckets > FIRST_BUCKETS) buckets = FIRST_BUCKETS;
  uint64_t needed = (uint64_t)workers * PNS_REPORT_EVERY / 2;
  if (buckets < needed) buckets = needed;
  return buckets > LEAST_BUCKETS ? (uint32_t)buckets : LEAST_BUCKETS;
}

/* A small store has small slabs, so that every worker gets some. */
static size_t slab_size(uint64_t budget_bytes, uint32_t workers, uint32_t max_edges) {
  size_t bytes = SLAB_MOST_BYTES;
  while (bytes / 2 >= 4 * pns_node_bytes(max_edges) && budget_bytes / bytes < workers * SLABS_EACH)
    bytes /= 2;
  return bytes;
}

uint64_t pns_store_least_bytes(const struct pns_store *store) {
  return pns_index_bytes(store->index.buckets) + (uint64_t)(store->workers + 1) * store->slab_bytes;
}

static enum pns_status check_budget(const struct pns_store *store, struct pns_error *error) {
  const uint64_t least = pns_store_least_bytes(store);
  if (pns_store_arena_budget(store) >= least) return PNS_OK;
  return pns_error_set(
      error, PNS_ERROR_INPUT,
      "memory leaves %" PRIu64 "K for the search, expected at least %" PRIu64 "K with %u threads",
      store->budget_bytes >> 10, (pns_store_with_reserve(least) + 1023) >> 10, store->workers);
}

static enum pns_status reserve(struct pns_store *store, struct pns_error *error) {
  store->slab_count = (uint32_t)(store->budget_bytes / store->slab_bytes);
  store->index.slots = pns_index_reserve(store, store->index.buckets);
  if (store->index.slots != NULL)
    pns_pages_touch(store->index.slots, pns_index_bytes(store->index.buckets));
  store->arena = pns_pages_reserve(store->slab_count * store->slab_bytes, store->huge);
  store->filled = calloc(store->slab_count, sizeof *store->filled);
  store->recycled = calloc(store->slab_count, sizeof *store->recycled);
  if (store->index.slots != NULL && store->arena != NULL && store->filled != NULL &&
      store->recycled != NULL)
    return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM,
                       "no address space for a store of %" PRIu64 "M (see ulimit -v)",
                       store->budget_bytes >> 20);
}

struct pns_store *pns_store_new(uint64_t budget_bytes, uint32_t workers, uint32_t max_edges,
                                enum pns_huge huge, struct pns_error *error) {
  struct pns_store *store = aligned_alloc(64, sizeof *store);
  if (store == NULL) {
    pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
    return NULL;
  }
  memset(store, 0, sizeof *store);
  store->workers = workers;
  store->huge = huge;
  store->budget_bytes = budget_bytes;
  pns_store_first_reserve(store);
  store->slab_bytes = slab_size(budget_bytes, workers, max_edges);
  store->index.buckets = first_buckets(budget_bytes, workers);
  if (check_budget(store, error) != PNS_OK || reserve(store, error) != PNS_OK) {
    pns_store_free(store);
    return NULL;
  }
  pns_store_set_crowded(store);
  pns_store_set_limit(store);
  return store;
}

void pns_store_free(struct pns_store *store) {
  if (store == NULL) return;
  pns_pages_release(store->arena, store->slab_count * store->slab_bytes);
  pns_settled_done(&store->settled);
  pns_pages_release(store->index.slots, pns_index_bytes(store->index.buckets));
  free(store->filled);
  free(store->recycled);
  free(store);
}

void pns_store_set_elder(struct pns_store *store, struct pns_elder elder) { store->elder = elder; }

uint64_t pns_key_hash(const struct pns_key *key) { return pns_find_hash(key); }

void pns_store_prefetch(const struct pns_store *store, uint64_t hash) {
  __builtin_prefetch(pns_find_bucket(store, hash));
}

struct pns_node *pns_store_find(const struct pns_store *store, const struct pns_key *key,
                                uint64_t hash) {
  const struct pns_index *index = &store->index;
  uint32_t bucket = pns_index_home(index, hash);
  for (;;) {
    pns_slot *slots = index->slots + (size_t)bucket * PNS_SLOTS;
    for (unsigned i = 0; i < PNS_SLOTS; i++) {
      /* Acquire: the node's plain fields were written before the slot (STORE-4). */
      uint64_t slot = atomic_load_explicit(&slots[i], memory_order_acquire);
      if (slot == 0) return NULL;
      if (!pns_slot_may_be(slot, hash)) continue;
      struct pns_node *node = pns_slot_node(store, slot);
      if (pns_key_equal(&node->key, key)) return node;
    }
    if (++bucket == index->buckets) bucket = 0;
  }
}

struct pns_known pns_store_known(const struct pns_store *store, const struct pns_key *key,
                                 uint64_t hash) {
  const struct pns_known known = pns_find_known(store, key, hash);
  return pns_known_settles(known) ? known : PNS_NOT_KNOWN;
}

bool pns_store_remember(struct pns_store *store, const struct pns_key *key, uint64_t hash,
                        struct pns_known known, bool evict) {
  return pns_settled_put(&store->settled, key, hash, known, evict);
}

/* Notes how far the cursor's slab is filled, for sweeps. */
static void leave_slab(struct pns_store *store, struct pns_cursor *cursor) {
  if (cursor->next == NULL) return;
  /* One before the end: a full slab's cursor points at the start of the next one. */
  size_t slab = (size_t)(cursor->end - 1 - store->arena) / store->slab_bytes;
  store->filled[slab] = (uint32_t)(cursor->next - pns_slab_start(store, (uint32_t)slab));
}

/* Takes the next slab, if the budget has one. */
static bool next_slab(struct pns_store *store, struct pns_cursor *cursor) {
  /* Relaxed: only the number matters. A failed taker gives his number back. */
  uint32_t taken = atomic_fetch_add_explicit(&store->slabs_taken, 1, memory_order_relaxed);
  bool old = taken < store->recycled_count;
  uint32_t fresh = old ? 0 : store->used_before + (taken - store->recycled_count);
  if (!old && fresh >= store->slab_limit) {
    atomic_fetch_sub_explicit(&store->slabs_taken, 1, memory_order_relaxed);
    return false;
  }
  leave_slab(store, cursor);
  uint32_t slab = old ? store->recycled[taken] : fresh;
  cursor->next = pns_slab_start(store, slab) + store->filled[slab];
  cursor->end = pns_slab_start(store, slab) + store->slab_bytes;
  return true;
}

struct pns_node *pns_store_room(struct pns_store *store, struct pns_cursor *cursor,
                                uint32_t edge_count) {
  size_t bytes = pns_node_bytes(edge_count);
  while ((size_t)(cursor->end - cursor->next) < bytes)
    if (!next_slab(store, cursor)) return NULL;
  return (struct pns_node *)(void *)cursor->next;
}

struct pns_node *pns_index_put(const struct pns_store *store, const struct pns_index *index,
                               struct pns_node *node, uint64_t hash, uint64_t word) {
  uint32_t bucket = pns_index_home(index, hash);
  for (;;) {
    pns_slot *slots = index->slots + (size_t)bucket * PNS_SLOTS;
    for (unsigned i = 0; i < PNS_SLOTS; i++) {
      uint64_t found = atomic_load_explicit(&slots[i], memory_order_acquire);
      /* Release: publishes the node's plain fields (STORE-4). Lost: `found` is the winner's word
       * (acquire) and is looked at like any other (STORE-3). */
      if (found == 0 && atomic_compare_exchange_strong_explicit(
                            &slots[i], &found, word, memory_order_release, memory_order_acquire))
        return node;
      if (!pns_slot_may_be(found, hash)) continue;
      struct pns_node *other = pns_slot_node(store, found);
      if (pns_key_equal(&other->key, &node->key)) return other;
    }
    if (++bucket == index->buckets) bucket = 0;
  }
}

static void report_nodes(struct pns_store *store, struct pns_cursor *cursor) {
  atomic_fetch_add_explicit(&store->nodes, cursor->unreported, memory_order_relaxed);
  cursor->unreported = 0;
}

void pns_store_settle(struct pns_store *store, struct pns_cursor *cursor) {
  report_nodes(store, cursor);
  leave_slab(store, cursor);
}

struct pns_node *pns_store_publish(struct pns_store *store, struct pns_cursor *cursor,
                                   struct pns_node *node, uint64_t hash) {
  struct pns_node *known =
      pns_index_put(store, &store->index, node, hash, pns_slot_word(store, node, hash));
  if (known != node) return known;
  cursor->next += pns_node_bytes(node->edge_count);
  if (++cursor->unreported == PNS_REPORT_EVERY) report_nodes(store, cursor);
  return node;
}

bool pns_store_crowded(const struct pns_store *store) {
  return atomic_load_explicit(&store->nodes, memory_order_relaxed) >= store->crowded_at;
}

uint64_t pns_store_nodes(const struct pns_store *store) {
  return atomic_load_explicit(&store->nodes, memory_order_relaxed) +
         atomic_load_explicit(&store->settled.count, memory_order_relaxed);
}

uint64_t pns_store_settled(const struct pns_store *store) {
  return atomic_load_explicit(&store->settled.count, memory_order_relaxed);
}

uint64_t pns_store_bytes(const struct pns_store *store) {
  return (uint64_t)(pns_slabs_used(store) - store->released) * store->slab_bytes +
         pns_index_bytes(store->index.buckets) + pns_settled_bytes(&store->settled);
}

uint64_t pns_store_left_bytes(const struct pns_store *store) {
  const uint64_t taken = pns_store_bytes(store);
  return store->budget_bytes > taken ? store->budget_bytes - taken : 0;
}

uint32_t pns_store_memory_nodes(const struct pns_store *store) { return store->memory_nodes; }
