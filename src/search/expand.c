#include "search/expand.h"

#include <stdlib.h>
#include <string.h>

enum pns_status pns_litter_init(struct pns_litter *litter, const struct pns_rules *rules) {
  size_t most = rules->max_moves;
  litter->moves = malloc(most * sizeof *litter->moves);
  litter->counted = malloc(most * sizeof *litter->counted);
  litter->children = malloc(most * sizeof *litter->children);
  litter->positions = malloc(most * rules->position_bytes);
  bool complete = litter->moves != NULL && litter->counted != NULL && litter->children != NULL &&
                  litter->positions != NULL;
  return complete ? PNS_OK : PNS_ERROR_SYSTEM;
}

void pns_litter_done(struct pns_litter *litter) {
  free(litter->moves);
  free(litter->counted);
  free(litter->children);
  free(litter->positions);
}

/* What stands in `word` until a child's numbers are known: never a node's word, and what
 * pns_search_sight says of a child that it does not settle. */
#define OPEN_CHILD UINT64_C(0)

static uint64_t finished_word(enum pns_outcome outcome, enum pns_player prover) {
  enum pns_outcome won = prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  return outcome == won ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
}

/* First numbers of a child that nobody expanded. */
static inline uint64_t leaf_word(const struct pns_search *search, struct pns_litter *litter,
                                 const void *child) {
  const struct pns_rules *rules = search->rules;
  const struct pns_game *game = rules->game;
  if (search->init == PNS_INIT_UNIT) return pns_word(1, 1);
  if (search->init >= PNS_INIT_GAME && game->leaf != NULL) {
    uint32_t pn, dn;
    game->leaf(rules, child, search->prover, &pn, &dn);
    return pns_word(pns_clamp(pn), pns_clamp(dn));
  }
  uint32_t moves = game->mobility != NULL ? game->mobility(rules, child)
                                          : game->moves(rules, child, litter->counted);
  return pns_word_of(1, pns_clamp(moves), pns_side(search, child));
}

/* A move order of this seed's own, the same wherever the position is met. */
static void shuffle(pns_move *moves, uint32_t count, uint64_t seed, uint64_t hash) {
  uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) ^ hash;
  for (uint32_t left = count; left > 1; left--) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint32_t other = (uint32_t)(((state >> 32) * left) >> 32);
    pns_move swapped = moves[left - 1];
    moves[left - 1] = moves[other];
    moves[other] = swapped;
  }
}

/* Which hashes were met, roughly, a bit for each: what is new is mostly known to be so at once. */
static inline bool filter_add(uint64_t *filter, uint64_t hash) {
  uint64_t before = *filter;
  *filter |= UINT64_C(1) << (hash & 63);
  return before == *filter;
}

/* Symmetric positions have moves that lead to one and the same child; the first one stands for
 * all. */
static bool seen_before(const struct pns_newborn *children, const struct pns_newborn *child) {
  for (const struct pns_newborn *other = children; other < child; other++)
    if (other->word == OPEN_CHILD && pns_key_equal(&other->key, &child->key)) return true;
  return false;
}

/* Names an open child and lets its bucket come closer. False when it was there before. */
static inline bool name_child(const struct pns_search *search, const struct pns_litter *litter,
                              uint64_t *filter, struct pns_newborn *child, void *position) {
  const struct pns_game *game = search->rules->game;
  if (game->canonical != NULL) game->canonical(search->rules, position);
  game->key(search->rules, position, &child->key);
  child->hash = pns_find_hash(&child->key);
  if (game->canonical != NULL && filter_add(filter, child->hash) &&
      seen_before(litter->children, child))
    return false;
  pns_find_prefetch_hash(search->store, child->hash);
  return true;
}

/* A move that settles the node for its mover: it then keeps that one edge only (NODE-3). */
static void keep_only(struct pns_litter *litter, pns_move move, uint64_t word) {
  litter->children[0].move = move;
  litter->children[0].word = word;
  litter->children[0].below = 0;
}

/* What a look at a child settles, OPEN_CHILD where it settles nothing. */
static inline uint64_t word_at_sight(const struct pns_search *search, const void *child) {
  enum pns_outcome outcome = search->rules->game->outcome(search->rules, child);
  if (outcome != PNS_ONGOING) return finished_word(outcome, search->prover);
  return pns_search_sight(search, child);
}

/* Makes every move, judges finished games and names the other children. Returns how many edges the
 * node has. */
static inline uint32_t bear(const struct pns_search *search, struct pns_litter *litter,
                            const void *position, uint64_t hash, uint64_t won) {
  const struct pns_rules *rules = search->rules;
  const struct pns_game *game = rules->game;
  uint64_t filter = 0;
  struct pns_newborn *child = litter->children;
  char *below = litter->positions;
  uint32_t count = game->moves(rules, position, litter->moves);
  if (search->seed != 0) shuffle(litter->moves, count, search->seed, hash);
  for (uint32_t i = 0; i < count; i++) {
    child->move = litter->moves[i];
    pns_copy_position(below, position, rules->position_bytes);
    game->play(rules, below, child->move);
    child->word = word_at_sight(search, below);
    if (child->word == OPEN_CHILD) {
      if (!name_child(search, litter, &filter, child, below)) continue;
    } else if (child->word == won) {
      keep_only(litter, child->move, won);
      return 1;
    }
    child++;
    below += rules->position_bytes;
  }
  return (uint32_t)(child - litter->children);
}

/* Looks at the buckets of the open children, so that the nodes found there come closer too. */
static inline void look_up(const struct pns_store *store, struct pns_litter *litter,
                           uint32_t count) {
  struct pns_newborn *const end = litter->children + count;
  for (struct pns_newborn *child = litter->children; child < end; child++) {
    if (child->word != OPEN_CHILD) continue;
    child->hint = pns_find_hint(store, child->hash);
    pns_find_prefetch(store, child->hint);
  }
}

/* An open child's numbers: the store's where it knows the position, else a leaf's. */
static inline uint64_t child_word(const struct pns_search *search, struct pns_litter *litter,
                                  const struct pns_newborn *child, const void *position,
                                  uint32_t *below) {
  const struct pns_node *known =
      pns_find_hinted(search->store, &child->key, child->hash, child->hint);
  *below = known != NULL ? PNS_EXPANDED : 0;
  /* Acquire: who takes a verdict over also sees what it rests on. */
  if (known != NULL) return atomic_load_explicit(&known->word, memory_order_acquire);
  uint64_t settled = pns_find_known(search->store, &child->key, child->hash).word;
  if (settled != 0) return settled;
  return leaf_word(search, litter, position);
}

/* Gives every child its numbers, and gathers them. Lost ones have no say any more, so they take no
 * room, unless the node is to be `whole`. Returns how many edges the node keeps. */
static inline uint32_t number(const struct pns_search *search, struct pns_litter *litter,
                              uint32_t count, uint8_t side, bool whole, struct pns_gather *gather,
                              uint64_t *found) {
  struct pns_newborn *kept = litter->children, *const end = kept + count;
  const char *position = litter->positions;
  const size_t bytes = search->rules->position_bytes;
  for (struct pns_newborn *child = kept; child < end; child++, position += bytes) {
    uint64_t word = child->word;
    uint32_t below = 0;
    if (word == OPEN_CHILD) word = child_word(search, litter, child, position, &below);
    *found += below != 0;
    uint32_t least = pns_word_least(word, side);
    if (least == 0) {
      keep_only(litter, child->move, word);
      gather->least = 0;
      return 1;
    }
    if (least == PNS_INF && !whole) continue;
    kept->move = child->move;
    kept->word = word;
    kept++->below = below;
    pns_gather_child(gather, least, pns_word_total(word, side));
  }
  return (uint32_t)(kept - litter->children);
}

static void fill(struct pns_node *node, const struct pns_litter *litter, uint32_t count) {
  const struct pns_newborn *child = litter->children;
  for (struct pns_edge *edge = node->edges; edge < node->edges + count; edge++, child++) {
    edge->move = child->move;
    atomic_init(&edge->word, child->word);
    atomic_init(&edge->below, child->below);
  }
}

/* What the position took before a sweep dropped its node. */
static inline uint32_t work_before(const struct pns_store *store, const struct pns_key *key,
                                   uint64_t hash) {
  if (store->settled.homes == 0) return 0;
  const struct pns_known known = pns_settled_find(&store->settled, key, hash);
  return known.word != 0 ? pns_work_of_log(known.work) : 0;
}

struct pns_node *pns_expand(const struct pns_search *search, struct pns_litter *litter,
                            struct pns_cursor *cursor, const void *position,
                            const struct pns_key *key, uint64_t hash, struct pns_tally *tally) {
  uint8_t side = pns_side(search, position);
  struct pns_gather gather = pns_gather_none();
  uint32_t count = bear(search, litter, position, hash, pns_word_won(side));
  bool whole = position == search->root; /* people watch its moves */
  look_up(search->store, litter, count);
  count = number(search, litter, count, side, whole, &gather, &tally->transpositions);
  if (pns_search_broken(search)) return NULL;
  uint64_t word = gather.least == 0
                      ? pns_word_won(side)
                      : pns_gather_word(&gather, search->backup == PNS_BACKUP_WEAK, side);
  if (gather.least == PNS_INF) count = 0; /* lost (NODE-3) */
  struct pns_node *node = pns_find_room(search->store, cursor, count);
  if (node == NULL) return NULL;
  node->key = *key;
  node->edge_count = (uint16_t)count;
  node->side = side;
  node->mark = 0;
  atomic_init(&node->word, word);
  atomic_init(&node->work, 1 + work_before(search->store, key, hash));
  fill(node, litter, count);
  struct pns_node *known = pns_store_publish(search->store, cursor, node, hash);
  tally->expansions++;
  tally->duplicates += known != node;
  return known;
}
