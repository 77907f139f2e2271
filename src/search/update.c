#include "search/update.h"

static inline bool is_blocked(uint64_t blocked, uint32_t i) {
  return i < 64 && (blocked >> i & 1) != 0;
}

/* Keeps the two smallest keys; of equal ones the first comes first. */
static inline void consider(struct pns_choice *choice, uint32_t i, uint32_t key, uint64_t word) {
  if (key < choice->best_key) {
    choice->rival = choice->best;
    choice->rival_key = choice->best_key;
    choice->best = i;
    choice->best_key = key;
    choice->best_word = word;
  } else if (key < choice->rival_key) {
    choice->rival = i;
    choice->rival_key = key;
  }
}

/* One look at all edges: the word they give and the choice among them. The hottest loop of all. */
static uint64_t look(const struct pns_node *node, bool weak, uint32_t virtual_loss,
                     uint64_t blocked, struct pns_choice *choice) {
  const unsigned side = node->side;
  struct pns_gather gather = pns_gather_none();
  *choice = (struct pns_choice){PNS_NO_EDGE, PNS_NO_EDGE, UINT32_MAX, UINT32_MAX, 0};
  for (uint32_t i = 0; i < node->edge_count; i++) {
    /* Sequentially consistent: after this worker's own edge store (see update.h). */
    uint64_t word = atomic_load_explicit(&node->edges[i].word, memory_order_seq_cst);
    uint32_t least = pns_word_least(word, side);
    if (least == 0) return pns_word_won(side);
    if (least == PNS_INF) continue;
    pns_gather_open(&gather, least, pns_word_total(word, side));
    /* Relaxed: the count only steers; nothing is read on the strength of it. */
    uint32_t below = atomic_load_explicit(&node->edges[i].below, memory_order_relaxed);
    if ((below & PNS_CLAIMED) != 0 || is_blocked(blocked, i)) continue;
    uint64_t loss = (uint64_t)(below & PNS_BELOW_MASK) * virtual_loss;
    consider(choice, i, pns_clamp(least + loss), word);
  }
  return pns_gather_word(&gather, weak, side);
}

uint64_t pns_update(struct pns_node *node, bool weak, uint32_t virtual_loss, uint64_t blocked,
                    struct pns_choice *choice) {
  /* Acquire: a node seen solved shows the edges that solved it. */
  uint64_t old = atomic_load_explicit(&node->word, memory_order_acquire);
  while (!pns_word_solved(old)) {
    uint64_t word = look(node, weak, virtual_loss, blocked, choice);
    /* Release and acquire: passes on, and takes over, what the edges were computed from. */
    if (word == old || atomic_compare_exchange_weak_explicit(
                           &node->word, &old, word, memory_order_acq_rel, memory_order_acquire))
      return word;
  }
  return old;
}
