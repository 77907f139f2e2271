#include "search/collect.h"

#include <string.h>

#include "base/pages.h"
#include "search/sweep_inside.h"

enum {
  BLOCK_LEAST_SLABS = 8,
  BLOCK_MOST_SLABS = 64,
  INDEX_PART = 4,          /* of the budget: more index than nodes without edges can fill */
  SLOT_BYTES_TENTHS = 107, /* of the index for each node, at three quarters full */
};

static uint64_t charge(size_t node_bytes) { return node_bytes * 10 + SLOT_BYTES_TENTHS; }

/* ---- begin ---- */

bool pns_sweep_begin(const struct pns_search *search) {
  struct pns_store *store = search->store;
  struct pns_sweep *sweep = &store->sweep;
  search->rules->game->key(search->rules, search->root, &sweep->root);
  sweep->cyclic = search->rules->cyclic;
  sweep->number++;
  sweep->used = pns_slabs_used(store);
  memset(sweep->open, 0, sizeof sweep->open);
  memset(sweep->done, 0, sizeof sweep->done);
  sweep->nodes = atomic_load(&store->nodes);
  atomic_store(&sweep->node_bytes, 0);
  atomic_store(&sweep->solved, 0);
  atomic_store(&sweep->next, 0);
  if (pns_mark_begin(search)) return true;
  pns_sweep_cancel(store);
  return false;
}

/* The next walk must find no marks. */
void pns_sweep_cancel(struct pns_store *store) {
  for (uint32_t slab = 0; slab < store->sweep.used; slab++) {
    char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
    while (at < stop) {
      struct pns_node *node = (struct pns_node *)(void *)at;
      node->mark = 0;
      at += pns_node_bytes(node->edge_count);
    }
  }
  pns_settle_cancel(store);
  pns_mark_end(store);
}

/* ---- choose ---- */

/* A node's size when the arena was full last; sweeps keep the large ones. */
static uint64_t average_bytes(const struct pns_store *store) {
  const struct pns_sweep *sweep = &store->sweep;
  const uint64_t swept = atomic_load(&sweep->node_bytes);
  if (swept > 0 && sweep->nodes > 0) return swept / sweep->nodes;
  const uint64_t used = (uint64_t)pns_slabs_used(store) * store->slab_bytes;
  const uint64_t nodes = pns_store_nodes(store);
  return nodes > 0 && used > 0 ? used / nodes : pns_node_bytes(8);
}

uint64_t pns_store_capacity(const struct pns_store *store) {
  return pns_store_arena_budget(store) * 10 / charge(average_bytes(store)) +
         pns_settled_places(&store->settled);
}

/* As large as a full store of nodes of the present size wants it, and not smaller than now unless
 * the budget has shrunk so far that the index takes more of it than the smallest nodes could want.
 */
static uint32_t fitting_buckets(const struct pns_store *store) {
  uint64_t budget = pns_store_arena_budget(store);
  uint64_t fits = budget * 10 / charge(average_bytes(store));
  uint64_t buckets = fits * SLOT_BYTES_TENTHS / 10 / pns_index_bytes(1);
  if (buckets > UINT32_MAX) return UINT32_MAX;
  uint64_t least = budget / INDEX_PART / pns_index_bytes(1);
  if (least > store->index.buckets) least = store->index.buckets;
  return buckets > least ? (uint32_t)buckets : (uint32_t)least;
}

/* The old index goes before the new one is touched, so that there is never memory for two. */
static bool renew_index(struct pns_store *store) {
  uint32_t buckets = fitting_buckets(store);
  pns_slot *slots = pns_index_reserve(store, buckets);
  if (slots == NULL) return false;
  pns_pages_release(store->index.slots, pns_index_bytes(store->index.buckets));
  store->index = (struct pns_index){slots, buckets};
  pns_pages_touch(slots, pns_index_bytes(buckets));
  return true;
}

bool pns_sweep_choose(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  pns_settle_plan(store);
  if (!renew_index(store)) {
    pns_sweep_cancel(store);
    return false;
  }
  pns_store_set_crowded(store);
  pns_store_set_limit(store);
  pns_sweep_set_least(store);
  uint32_t block = sweep->used / (4 * store->workers);
  if (block < BLOCK_LEAST_SLABS) block = BLOCK_LEAST_SLABS;
  sweep->block = block < BLOCK_MOST_SLABS ? block : BLOCK_MOST_SLABS;
  atomic_store(&sweep->next, 0);
  atomic_store(&sweep->kept, 0);
  return true;
}

/* ---- end ---- */

/* Slabs filled by more than `least` and by `most` bytes come back into use. */
static void recycle(struct pns_store *store, size_t least, size_t most) {
  for (uint32_t slab = store->sweep.used; slab-- > 0;)
    if (store->filled[slab] > least && store->filled[slab] <= most)
      store->recycled[store->recycled_count++] = slab;
}

/* Empty slabs do so too, or go back to the system where the new index left the arena less than it
 * has. */
static void recycle_empty(struct pns_store *store) {
  const uint32_t used = store->sweep.used;
  const uint32_t surplus = used > store->slab_limit ? used - store->slab_limit : 0;
  store->released = 0;
  for (uint32_t slab = used; slab-- > 0;) {
    if (store->filled[slab] > 0) continue;
    if (store->released < surplus) {
      pns_pages_drop(pns_slab_start(store, slab), store->slab_bytes);
      store->released++;
    } else {
      store->recycled[store->recycled_count++] = slab;
    }
  }
}

/* Slabs with room come back into use, the emptier half of a slab at least. Among a few slabs there
 * may be none such, with room for a node in each all the same. */
void pns_sweep_end(struct pns_store *store) {
  const uint32_t used = store->sweep.used;
  pns_mark_end(store);
  pns_settle_end(store);
  store->recycled_count = 0;
  recycle_empty(store);
  recycle(store, 0, store->slab_bytes / 2);
  if (store->recycled_count == 0 && used >= store->slab_limit)
    recycle(store, store->slab_bytes / 2, store->slab_bytes - 1);
  store->used_before = used;
  atomic_store(&store->slabs_taken, 0);
  atomic_store(&store->nodes, atomic_load(&store->sweep.kept));
}
