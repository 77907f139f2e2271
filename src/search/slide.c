/* The nodes that stay slide together. */
#include <string.h>

#include "search/sweep_inside.h"

enum {
  WAITING = 32, /* nodes on their way into the index */
  AHEAD = 16,   /* nodes whose line of the table of settled positions is brought closer */
};

/* Where the nodes of a block slide to. Never ahead of where they come from: the nodes that stay are
 * a subsequence of the block's, none larger than before, and are packed by the same rule. */
struct target {
  struct pns_store *store;
  uint32_t slab;
  size_t offset;
  /* Nodes that have moved and wait for their bucket to come closer before they go into the index.
   */
  struct waiting {
    struct pns_node *node;
    uint64_t hash;
  } waiting[WAITING];
  uint32_t next;
};

static char *target_room(struct target *target, size_t bytes) {
  struct pns_store *store = target->store;
  if (target->offset + bytes > store->slab_bytes) {
    store->filled[target->slab++] = (uint32_t)target->offset;
    target->offset = 0;
  }
  char *room = pns_slab_start(store, target->slab) + target->offset;
  target->offset += bytes;
  return room;
}

/* A number below 256, drawn anew in every sweep: with a fixed one those that stay once would stay
 * always. */
static uint32_t draw(uint64_t hash, uint64_t sweep) {
  return (uint32_t)(((hash ^ sweep) * UINT64_C(0x9e3779b97f4a7c15)) >> 56);
}

static bool stays(const struct pns_store *store, const struct pns_node *node, uint64_t hash) {
  const struct pns_sweep *sweep = &store->sweep;
  unsigned s = pns_sweep_score(store, node);
  if (s != sweep->least) return s > sweep->least || pns_sweep_is_root(store, node);
  return draw(hash, sweep->number) < sweep->part || pns_sweep_is_root(store, node);
}

static void shed_lost(struct pns_node *node) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < node->edge_count; i++)
    if (!pns_sweep_is_lost(&node->edges[i], node->side))
      memmove(&node->edges[kept++], &node->edges[i], sizeof(struct pns_edge));
}

/* Leaves one edge that wins to a node won by its mover. */
static void keep_winner(struct pns_node *node) {
  uint32_t i = 0;
  while (pns_word_least(atomic_load_explicit(&node->edges[i].word, memory_order_relaxed),
                        node->side) != 0)
    i++;
  node->edges[0].move = node->edges[i].move;
  atomic_store_explicit(&node->edges[0].word, pns_word_won(node->side), memory_order_relaxed);
}

static void index_waiting(struct pns_store *store, struct waiting *waiting) {
  if (waiting->node == NULL) return;
  pns_index_put(store, &store->index, waiting->node, waiting->hash,
                pns_slot_word(store, waiting->node, waiting->hash));
  waiting->node = NULL;
}

/* The one that has waited longest goes in first. */
static void index_later(struct target *target, struct pns_node *node, uint64_t hash) {
  struct waiting *waiting = &target->waiting[target->next];
  target->next = (target->next + 1) % WAITING;
  index_waiting(target->store, waiting);
  *waiting = (struct waiting){node, hash};
  pns_store_prefetch(target->store, hash);
}

static void index_rest(struct target *target) {
  for (uint32_t i = 0; i < WAITING; i++) index_waiting(target->store, &target->waiting[i]);
}

static void move_node(struct target *target, struct pns_node *node, uint64_t hash) {
  uint32_t edges = pns_sweep_edges_kept(target->store, node);
  node->mark = 0;
  if (edges < node->edge_count) {
    if (pns_sweep_sheds_lost(target->store, node))
      shed_lost(node);
    else if (edges == 1)
      keep_winner(node);
    node->edge_count = (uint16_t)edges;
  }
  size_t bytes = pns_node_bytes(edges);
  struct pns_node *moved = (struct pns_node *)(void *)target_room(target, bytes);
  memmove(moved, node, bytes);
  index_later(target, moved, hash);
}

/* Goes one node on. */
static const char *look_ahead(const struct pns_store *store, const char *at, const char *stop) {
  if (at == stop) return at;
  const struct pns_node *node = (const void *)at;
  if (store->settled.homes > 0) pns_settled_prefetch(&store->settled, pns_key_hash(&node->key));
  return at + pns_node_bytes(node->edge_count);
}

static uint64_t move_slab(struct target *target, uint32_t slab) {
  struct pns_store *store = target->store;
  char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
  const char *ahead = at;
  uint64_t kept = 0;
  for (unsigned i = 0; i < AHEAD; i++) ahead = look_ahead(store, ahead, stop);
  while (at < stop) {
    ahead = look_ahead(store, ahead, stop);
    struct pns_node *node = (struct pns_node *)(void *)at;
    at += pns_node_bytes(node->edge_count);
    uint64_t hash = pns_key_hash(&node->key);
    if (pns_sweep_settles(store, node) && pns_settle_node(store, node, hash)) continue;
    if (!stays(store, node, hash)) {
      if (!pns_sweep_is_solved(node)) pns_settle_open(store, node, hash);
      continue;
    }
    move_node(target, node, hash);
    kept++;
  }
  return kept;
}

void pns_sweep_move(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  uint64_t kept = 0;
  uint32_t begin, end;
  while (pns_sweep_take(sweep, sweep->block, &begin, &end)) {
    struct target target = {.store = store, .slab = begin};
    for (uint32_t slab = begin; slab < end; slab++) kept += move_slab(&target, slab);
    index_rest(&target);
    store->filled[target.slab] = (uint32_t)target.offset;
    for (uint32_t slab = target.slab + 1; slab < end; slab++) store->filled[slab] = 0;
  }
  atomic_fetch_add(&sweep->kept, kept);
}
