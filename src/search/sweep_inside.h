/* What the parts of a sweep share: which nodes stay, with which edges, and what they are worth. */
#ifndef PNS_SEARCH_SWEEP_INSIDE_H
#define PNS_SEARCH_SWEEP_INSIDE_H

#include "search/collect.h"
#include "search/store_inside.h"

static inline bool pns_sweep_is_root(const struct pns_store *store, const struct pns_node *node) {
  return pns_key_equal(&node->key, &store->sweep.root);
}

static inline bool pns_sweep_is_lost(const struct pns_edge *edge, unsigned side) {
  uint64_t word = atomic_load_explicit(&edge->word, memory_order_relaxed);
  return pns_word_least(word, side) == PNS_INF;
}

static inline bool pns_sweep_is_solved(const struct pns_node *node) {
  return pns_word_solved(atomic_load_explicit(&node->word, memory_order_relaxed));
}

/* Whether the node, being unsolved, may lose the edges that are lost for its mover (NODE-3). */
static inline bool pns_sweep_sheds_lost(const struct pns_store *store,
                                        const struct pns_node *node) {
  return !pns_sweep_is_solved(node) && !pns_sweep_is_root(store, node);
}

static inline uint32_t edges_not_lost(const struct pns_node *node) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < node->edge_count; i++)
    count += !pns_sweep_is_lost(&node->edges[i], node->side);
  return count;
}

/* Whether the node goes to the table of settled positions. */
static inline bool pns_sweep_settles(const struct pns_store *store, const struct pns_node *node) {
  return pns_sweep_is_solved(node) && !pns_sweep_is_root(store, node);
}

/* Edges that are left when the node shrinks to what a proof, or the search, needs. */
static inline uint32_t pns_sweep_edges_kept(const struct pns_store *store,
                                            const struct pns_node *node) {
  if (pns_sweep_sheds_lost(store, node)) return edges_not_lost(node);
  if (!pns_sweep_is_solved(node)) return node->edge_count;
  uint64_t word = atomic_load_explicit(&node->word, memory_order_relaxed);
  bool won = pns_word_least(word, node->side) == 0;
  return won && node->edge_count > 0 ? 1 : 0;
}

/* What a node is worth: the work below it for the room it takes, as a logarithm below PNS_SCORES.
 */
unsigned pns_sweep_score(const struct pns_store *store, const struct pns_node *node);

/* The next share of slabs for this thread. */
static inline bool pns_sweep_take(struct pns_sweep *sweep, uint32_t size, uint32_t *begin,
                                  uint32_t *end) {
  *begin = atomic_fetch_add(&sweep->next, size);
  if (*begin >= sweep->used) return false;
  *end = sweep->used - *begin < size ? sweep->used : *begin + size;
  return true;
}

/* Sets the score from which nodes stay, and which part of those at the score. */
void pns_sweep_set_least(struct pns_store *store);

#endif
