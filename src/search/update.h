/*
 * The update rule: a node's word from its edges, with any number of workers at it.
 *
 * Why no verdict is wrong. A word becomes solved only when the edges read say so, an edge only when
 * its child's word or the rules of the game said so, and neither ever changes again (NODE-2). So
 * every solved word follows from finished games by the two rules, whatever the order in which
 * things were read.
 *
 * Why no verdict is lost. A worker stores its edge first and updates the node after that. Let
 * several workers store edges of one node, and let these edges together decide it. Edge stores and
 * edge loads are sequentially consistent, so all of them stand in one order. The worker whose
 * deciding store is the last in that order loads the edges after it and sees all the deciding
 * values: it computes the solved word. Its compare-and-swap fails only when the word changed
 * meanwhile; then it computes again, sees the same edges (they are absorbing) and goes on until it
 * succeeds or finds the node solved. With acquire and release alone two workers could each miss the
 * other's store (the store buffer of each still holding it), and a decided node could stay
 * undecided with nobody inside.
 *
 * What may happen: an unsolved word or edge can be replaced by an older unsolved one. That costs
 * time, not truth: whoever enters the child refreshes the edge.
 *
 * tests/model/update.pml is this argument as a Spin model.
 */
#ifndef PNS_SEARCH_UPDATE_H
#define PNS_SEARCH_UPDATE_H

#include "search/node.h"

/* What a visit learns about a node's edges besides its word. A rank is the edge's number with its
 * virtual loss above, its index below: so ranks have one order, ties included, and the two smallest
 * are found without a branch. */
struct pns_choice {
  uint64_t best;      /* rank of the most-proving edge open to this worker; PNS_NO_EDGE: none */
  uint64_t rival;     /* of the second best; PNS_NO_EDGE: none */
  uint64_t best_word; /* the best edge's numbers as read */
};

#define PNS_NO_EDGE UINT64_MAX

static inline uint64_t pns_rank(uint32_t key, uint32_t index) {
  return (uint64_t)key << 32 | index;
}
static inline uint32_t pns_rank_key(uint64_t rank) { return (uint32_t)(rank >> 32); }
static inline uint32_t pns_rank_index(uint64_t rank) { return (uint32_t)rank; }

/* Virtual loss: what each worker below an edge adds to its number for the others. A share of the
 * number itself spreads workers alike whatever numbers a game's leaves start with. At a node of
 * little work that share falls with the root of the work: who has come to a small subtree helps to
 * settle it where it will be settled soonest, and spreading happens above, where there is room. */
#define PNS_LOSS_ONE 1024u        /* the unit of shares */
enum { PNS_LOSS_WHOLE_BITS = 8 }; /* of the work from which on the share is whole */
struct pns_loss {
  uint32_t each;
  uint32_t share; /* of the edge's number */
};
#define PNS_NO_LOSS ((struct pns_loss){0, 0})

static inline uint32_t pns_loss_share(uint32_t share, uint32_t work) {
  int bits = work == 0 ? 0 : 32 - __builtin_clz(work);
  return bits < PNS_LOSS_WHOLE_BITS ? share >> (PNS_LOSS_WHOLE_BITS - bits + 1) / 2 : share;
}

/* `work`: of the node that the edge belongs to. */
static inline uint32_t pns_loss_add(uint32_t least, uint32_t workers, struct pns_loss loss,
                                    uint32_t work) {
  /* Shares are at most 16, so this is below 2^37, and there are less than 2^12 workers. */
  uint64_t share = pns_loss_share(loss.share, work);
  uint64_t dearer = loss.each + ((uint64_t)least * share / PNS_LOSS_ONE);
  return pns_clamp(least + workers * dearer);
}

static inline struct pns_choice pns_choice_none(void) {
  return (struct pns_choice){PNS_NO_EDGE, PNS_NO_EDGE, 0};
}

/* The rank of a node's edge that is claimed, has workers below it, or may be `blocked`. */
static inline uint64_t pns_rank_shared(const struct pns_node *node, uint32_t below, uint32_t i,
                                       struct pns_loss loss, uint64_t blocked, uint32_t least) {
  if ((below & PNS_CLAIMED) != 0 || (i < 64 && (blocked >> i & 1) != 0)) return PNS_NO_EDGE;
  uint32_t workers = below & PNS_BELOW_MASK;
  if (workers == 0) return pns_rank(least, i);
  /* Relaxed: it only steers. Who is still below has not added his work yet. */
  uint32_t work = atomic_load_explicit(&node->work, memory_order_relaxed);
  return pns_rank(pns_loss_add(least, workers, loss, work), i);
}

/* Takes a node's edge into account: passes over lost, `blocked` and claimed ones, makes each worker
 * below it dearer by the loss and keeps the two smallest; of equal ones the first comes first. */
static inline void pns_choice_consider(struct pns_choice *choice, const struct pns_node *node,
                                       uint32_t i, struct pns_loss loss, uint64_t blocked,
                                       uint32_t least, uint64_t word) {
  /* Relaxed: the count only steers; nothing is read on the strength of it. */
  uint32_t below = atomic_load_explicit(&node->edges[i].below, memory_order_relaxed);
  uint64_t rank = pns_rank(least, i);
  if (((below & ~PNS_EXPANDED) | blocked) != 0)
    rank = pns_rank_shared(node, below, i, loss, blocked, least);
  if (least == PNS_INF) rank = PNS_NO_EDGE;
  uint64_t second = rank > choice->best ? rank : choice->best;
  choice->best_word ^= (choice->best_word ^ word) & -(uint64_t)(rank < choice->best);
  choice->best = rank < choice->best ? rank : choice->best;
  choice->rival = second < choice->rival ? second : choice->rival;
}

/* Stores a child's word in an edge unless that is solved (NODE-2). */
static inline void pns_edge_store(struct pns_edge *edge, uint64_t word) {
  uint64_t old = atomic_load_explicit(&edge->word, memory_order_relaxed);
  while (old != word && !pns_word_solved(old)) {
    /* Sequentially consistent: ordered before this worker's loads in the update that follows. */
    if (atomic_compare_exchange_weak_explicit(&edge->word, &old, word, memory_order_seq_cst,
                                              memory_order_relaxed))
      return;
  }
}

/* Passes a child's word, read before, on to its edge. Where positions can come back an edge of a
 * solved node stays what it was: what is proven later may rest on that very node, and a proof made
 * of such edges goes round in a circle. The child's word was read before the node was seen
 * unsolved, so a verdict that passes does not rest on the node's own. */
static inline void pns_edge_pass(const struct pns_node *node, struct pns_edge *edge, uint64_t word,
                                 bool cyclic) {
  if (cyclic && pns_word_solved(atomic_load_explicit(&node->word, memory_order_seq_cst))) return;
  pns_edge_store(edge, word);
}

/* Brings the node's word up to date with its edges, returns it, and finds the edge to follow:
 * ties go to the first, `blocked` edges and claimed ones are passed over, and each worker below an
 * edge makes it dearer by the virtual loss. The choice is void when the word is solved. */
uint64_t pns_update(struct pns_node *node, bool weak, struct pns_loss loss, uint64_t blocked,
                    struct pns_choice *choice);

#endif
