/*
 * What a sweep does with nodes that leave: what is known of them goes into the table of settled
 * positions. Solved ones leave always, unsolved ones when they are dropped (and positions cannot
 * come back).
 *
 * The table has room for all of them, within five eighths of the budget; less where positions come
 * back, for sets of nodes must be seen whole to be closed (stuck.h). It starts without memory
 * and grows from sweep to sweep by what the arena keeps free for it; until it is large enough,
 * solved nodes without a place in it stay nodes.
 */
#include "search/collect.h"
#include "search/store_inside.h"

enum {
  MOST_OF_EIGHT = 5,     /* eighths of the budget that the table has at most, ... */
  MOST_IF_CYCLIC = 2,    /* ... and where positions come back */
  GROWTH_PART = 8,       /* grows by so much of the budget at once at most ... */
  PATIENCE_PART = 32,    /* ... and so much is free for it always; less is not worth a move */
  PIECES_EACH = 128,     /* pieces of lines that a thread moves */
  PIECE_LEAST = 64,      /* lines: a page; pieces are of whole ones */
  PIECE_MOST = 1 << 15,  /* a huge page */
  SLACK_PART = 3,        /* of a place: so much more, and hardly a position finds none */
  FILLED_OF_SIXTEEN = 15 /* places that are taken before many positions find none */
};

static uint64_t between(uint64_t number, uint64_t least, uint64_t most) {
  return number < least ? least : number < most ? number : most;
}

uint64_t pns_store_arena_budget(const struct pns_store *store) {
  const uint64_t others = pns_settled_bytes(&store->settled) + store->reserve_bytes;
  return store->budget_bytes > others ? store->budget_bytes - others : 0;
}

void pns_store_first_reserve(struct pns_store *store) {
  store->reserve_bytes = store->budget_bytes / GROWTH_PART;
}

uint64_t pns_store_with_reserve(uint64_t arena_bytes) {
  return arena_bytes + arena_bytes / (GROWTH_PART - 1) + 1;
}

/* Part of the budget, unless that is too little for the arena of a small store. */
static uint64_t most_bytes(const struct pns_store *store) {
  const uint64_t budget = store->budget_bytes;
  const uint64_t part = budget / 8 * (store->sweep.cyclic ? MOST_IF_CYCLIC : MOST_OF_EIGHT);
  const uint64_t others = pns_store_least_bytes(store) + budget / PATIENCE_PART;
  const uint64_t left = budget > others ? budget - others : 0;
  const uint64_t most = left < part ? left : part;
  return most < pns_settled_most_bytes() ? most : pns_settled_most_bytes();
}

static uint64_t taken(const struct pns_store *store) {
  return atomic_load(&store->settled.count) + atomic_load(&store->sweep.former.count);
}

/* What is in the table stays, and every node that there is now may follow. */
static uint64_t wanted_bytes(const struct pns_store *store) {
  const uint64_t bytes = (taken(store) + store->sweep.nodes) * PNS_SETTLED_BYTES;
  const uint64_t most = most_bytes(store);
  return bytes < most ? bytes : most;
}

/* Lines that a thread moves at once. */
static uint32_t piece_of(const struct pns_store *store) {
  const uint64_t piece = store->settled.homes / (PIECES_EACH * (uint64_t)store->workers);
  return (uint32_t)between(piece, PIECE_LEAST, PIECE_MOST) / PIECE_LEAST * PIECE_LEAST;
}

/* Near the end of a move all of the new table is there, and of the old one the pieces at hand. Some
 * pages are no matter. */
static uint64_t at_hand_bytes(const struct pns_store *store) {
  return (uint64_t)store->workers * (piece_of(store) - PIECE_LEAST) * PNS_SETTLED_LINE_BYTES;
}

/* How large the table may become; `at_hand_bytes` is less than a hundredth of what it is. */
static uint64_t bytes_within(const struct pns_store *store) {
  return pns_settled_bytes(&store->settled) + store->reserve_bytes - at_hand_bytes(store);
}

/* Another size, if that is worth the move; address space can be short. */
static void resize(struct pns_store *store, uint64_t bytes) {
  struct pns_sweep *sweep = &store->sweep;
  const uint64_t now = pns_settled_bytes(&store->settled);
  const uint64_t change = bytes > now ? bytes - now : now - bytes;
  if (change < store->budget_bytes / PATIENCE_PART) return;
  const uint32_t piece = piece_of(store);
  struct pns_settled table;
  if (!pns_settled_init(&table, bytes, store->huge)) return;
  sweep->former = store->settled;
  store->settled = table;
  sweep->piece = piece;
  atomic_store(&sweep->next_piece, 0);
}

/* The share of the solved nodes that finds no place, in 1/256. */
static uint32_t without_place(const struct pns_store *store) {
  const struct pns_sweep *sweep = &store->sweep;
  const uint64_t solved = atomic_load(&sweep->solved);
  const uint64_t places = pns_settled_places(&store->settled) / 16 * FILLED_OF_SIXTEEN;
  const uint64_t free = places > taken(store) ? places - taken(store) : 0;
  return solved <= free ? 0 : (uint32_t)((solved - free) * 256 / solved);
}

void pns_settle_plan(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  sweep->former = (struct pns_settled){.homes = 0};
  const uint64_t budget = store->budget_bytes, wanted = wanted_bytes(store);
  const uint64_t within = bytes_within(store);
  resize(store, wanted < within ? wanted : within);
  const uint64_t bytes = pns_settled_bytes(&store->settled);
  const uint64_t missing = wanted > bytes ? wanted - bytes : 0;
  store->reserve_bytes =
      between(missing + at_hand_bytes(store), budget / PATIENCE_PART, budget / GROWTH_PART);
  sweep->spills = missing >= budget / PATIENCE_PART || store->settled.homes == 0;
  sweep->spilled = sweep->spills ? without_place(store) : 0;
}

void pns_sweep_settle(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  if (sweep->former.homes > 0)
    pns_settled_move(&sweep->former, &store->settled, &sweep->next_piece, sweep->piece);
}

static pns_move winning_move(const struct pns_node *node) {
  for (uint32_t i = 0; i < node->edge_count; i++) {
    const uint64_t word = atomic_load_explicit(&node->edges[i].word, memory_order_relaxed);
    if (pns_word_least(word, node->side) == 0) return node->edges[i].move;
  }
  return 0;
}

bool pns_settle_node(struct pns_store *store, const struct pns_node *node, uint64_t hash) {
  const struct pns_known known = {
      .word = atomic_load_explicit(&node->word, memory_order_relaxed),
      .work = pns_work_log(atomic_load_explicit(&node->work, memory_order_relaxed)),
      .move = winning_move(node),
      .side = node->side,
  };
  return pns_settled_put(&store->settled, &node->key, hash, known, !store->sweep.spills) ||
         !store->sweep.spills;
}

/* Not where positions come back: numbers of old lead the search away from sets that it was about to
 * close. With them none of eight searches in 300 KiB came to an end that all did without
 * (tests/certificate/swept.c has some of them). */
void pns_settle_open(struct pns_store *store, const struct pns_node *node, uint64_t hash) {
  if (store->sweep.cyclic) return;
  const uint32_t work = atomic_load_explicit(&node->work, memory_order_relaxed);
  const struct pns_known known = {
      .word = atomic_load_explicit(&node->word, memory_order_relaxed),
      .work = pns_work_log(work),
      .side = node->side,
  };
  (void)pns_settled_put(&store->settled, &node->key, hash, known, !store->sweep.spills);
}

void pns_settle_end(struct pns_store *store) { pns_settled_done(&store->sweep.former); }

void pns_settle_cancel(struct pns_store *store) {
  if (store->sweep.former.homes == 0) return;
  pns_settled_done(&store->settled);
  store->settled = store->sweep.former;
  store->sweep.former = (struct pns_settled){.homes = 0};
}

void pns_store_expect_settled(struct pns_store *store, uint64_t positions) {
  const uint64_t most = most_bytes(store);
  const uint64_t each = PNS_SETTLED_BYTES + PNS_SETTLED_BYTES / SLACK_PART;
  const uint64_t bytes = positions < most / each ? positions * each : most;
  if (positions == 0 || !pns_settled_init(&store->settled, bytes, store->huge)) return;
  store->reserve_bytes = store->budget_bytes / PATIENCE_PART;
  pns_store_set_limit(store);
}
