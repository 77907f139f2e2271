#include "search/update.h"

/* One look at all edges: the word they give and the choice among them. The hottest loop of all; a
 * lost edge adds nothing by itself, since its summed number is 0. */
static uint64_t look(const struct pns_node *node, bool weak, struct pns_loss loss, uint64_t blocked,
                     struct pns_choice *choice) {
  const unsigned side = node->side;
  struct pns_gather gather = pns_gather_none();
  struct pns_choice found = pns_choice_none();
  for (uint32_t i = 0; i < node->edge_count; i++) {
    /* Sequentially consistent: after this worker's own edge store (see update.h). */
    uint64_t word = atomic_load_explicit(&node->edges[i].word, memory_order_seq_cst);
    uint32_t least = pns_word_least(word, side);
    if (least == 0) return pns_word_won(side);
    pns_gather_child(&gather, least, pns_word_total(word, side));
    pns_choice_consider(&found, node, i, loss, blocked, least, word);
  }
  *choice = found;
  return pns_gather_word(&gather, weak, side);
}

uint64_t pns_update(struct pns_node *node, bool weak, struct pns_loss loss, uint64_t blocked,
                    struct pns_choice *choice) {
  /* Acquire: a node seen solved shows the edges that solved it. */
  uint64_t old = atomic_load_explicit(&node->word, memory_order_acquire);
  while (!pns_word_solved(old)) {
    uint64_t word = look(node, weak, loss, blocked, choice);
    /* Release and acquire: passes on, and takes over, what the edges were computed from. */
    if (word == old || atomic_compare_exchange_weak_explicit(
                           &node->word, &old, word, memory_order_acq_rel, memory_order_acquire))
      return word;
  }
  return old;
}
