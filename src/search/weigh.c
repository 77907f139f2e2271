/* What the nodes of a full store are worth, and from which worth on they stay. */
#include "search/sweep_inside.h"

enum {
  WEIGH_SLABS = 8,        /* a thread takes at once */
  BONUS_QUARTERS = 40,    /* keeps scores positive */
  UNREACHED_QUARTERS = 8, /* a quarter of the work counts */
  KEEP_OF_EIGHT = 6,      /* eighths of the arena that stay */
};

/* The search may come to a node again that no unsolved path reaches now, but not soon. */
unsigned pns_sweep_score(const struct pns_store *store, const struct pns_node *node) {
  uint32_t work = atomic_load_explicit(&node->work, memory_order_relaxed);
  int value =
      pns_work_log(work) + BONUS_QUARTERS -
      pns_work_log((uint32_t)(pns_node_bytes(pns_sweep_edges_kept(store, node)) / PNS_PLACE_UNIT));
  if (!pns_sweep_is_solved(node) && node->mark == 0) value -= UNREACHED_QUARTERS;
  return value < 0 ? 0 : value < PNS_SCORES ? (unsigned)value : PNS_SCORES - 1;
}

/* Adds up the nodes of a slab. */
struct weights {
  uint64_t open[PNS_SCORES], done[PNS_SCORES], solved, bytes;
};

static void weigh_slab(const struct pns_store *store, uint32_t slab, struct weights *weights) {
  const char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
  weights->bytes += store->filled[slab];
  while (at < stop) {
    const struct pns_node *node = (const void *)at;
    const bool settles = pns_sweep_settles(store, node);
    const uint64_t weight = pns_node_bytes(pns_sweep_edges_kept(store, node));
    (settles ? weights->done : weights->open)[pns_sweep_score(store, node)] += weight;
    weights->solved += settles;
    at += pns_node_bytes(node->edge_count);
  }
}

void pns_sweep_weigh(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  struct weights weights = {.solved = 0};
  uint32_t slab, end;
  while (pns_sweep_take(sweep, WEIGH_SLABS, &slab, &end))
    for (; slab < end; slab++) weigh_slab(store, slab, &weights);
  for (unsigned i = 0; i < PNS_SCORES; i++) {
    atomic_fetch_add(&sweep->open[i], weights.open[i]);
    atomic_fetch_add(&sweep->done[i], weights.done[i]);
  }
  atomic_fetch_add(&sweep->solved, weights.solved);
  atomic_fetch_add(&sweep->node_bytes, weights.bytes);
}

static uint64_t weight_of(const struct pns_sweep *sweep, unsigned score) {
  return atomic_load(&sweep->open[score]) + atomic_load(&sweep->done[score]) / 256 * sweep->spilled;
}

void pns_sweep_set_least(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  uint64_t room = (uint64_t)store->slab_limit * store->slab_bytes / 8 * KEEP_OF_EIGHT;
  unsigned least = PNS_SCORES;
  uint64_t weight = 0;
  while (least > 0 && (weight = weight_of(sweep, least - 1)) <= room) {
    room -= weight;
    least--;
  }
  sweep->least = least > 0 ? least - 1 : 0;
  sweep->part = least > 0 ? (uint32_t)((double)room / (double)weight * 256) : 256;
}
