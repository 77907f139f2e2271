#include "search/expand.h"

#include <stdlib.h>
#include <string.h>

enum pns_status pns_litter_init(struct pns_litter *litter, const struct pns_rules *rules) {
  size_t most = rules->max_moves;
  litter->moves = malloc(most * sizeof *litter->moves);
  litter->keys = malloc(most * sizeof *litter->keys);
  litter->hashes = malloc(most * sizeof *litter->hashes);
  litter->words = malloc(most * sizeof *litter->words);
  litter->below = malloc(most * sizeof *litter->below);
  litter->positions = malloc(most * rules->position_bytes);
  litter->counted = malloc(most * sizeof *litter->counted);
  bool complete = litter->moves != NULL && litter->counted != NULL && litter->keys != NULL &&
                  litter->hashes != NULL && litter->words != NULL && litter->below != NULL &&
                  litter->positions != NULL;
  return complete ? PNS_OK : PNS_ERROR_SYSTEM;
}

void pns_litter_done(struct pns_litter *litter) {
  free(litter->moves);
  free(litter->keys);
  free(litter->hashes);
  free(litter->words);
  free(litter->below);
  free(litter->positions);
  free(litter->counted);
}

/* What stands in `words` until a child's numbers are known: never a node's word. */
#define OPEN_CHILD UINT64_C(0)

static uint64_t finished_word(enum pns_outcome outcome, enum pns_player prover) {
  enum pns_outcome won = prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  return outcome == won ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
}

/* First numbers of a child that nobody expanded. */
static uint64_t leaf_word(const struct pns_search *search, struct pns_litter *litter,
                          const void *child) {
  const struct pns_rules *rules = search->rules;
  const struct pns_game *game = rules->game;
  if (search->init == PNS_INIT_UNIT) return pns_word(1, 1);
  if (search->init == PNS_INIT_GAME && game->leaf != NULL) {
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

/* Symmetric positions have moves that lead to one and the same child; the first one stands for
 * all. */
static bool seen_before(const struct pns_litter *litter, uint32_t i) {
  for (uint32_t j = 0; j < i; j++)
    if (litter->words[j] == OPEN_CHILD && pns_key_equal(&litter->keys[j], &litter->keys[i]))
      return true;
  return false;
}

/* Moves that settle the node for its mover: it then keeps that one edge only (NODE-3). */
static void keep_only(struct pns_litter *litter, uint32_t i, uint64_t word) {
  litter->moves[0] = litter->moves[i];
  litter->below[0] = 0;
  litter->words[0] = word;
}

/* Makes every move, judges finished games and names the other children, whose buckets come closer
 * meanwhile. Returns how many edges the node has. */
static uint32_t bear(const struct pns_search *search, struct pns_litter *litter,
                     const void *position, uint64_t hash, uint64_t won) {
  const struct pns_rules *rules = search->rules;
  const struct pns_game *game = rules->game;
  bool symmetric = game->canonical != NULL;
  uint32_t count = game->moves(rules, position, litter->moves);
  if (search->seed != 0) shuffle(litter->moves, count, search->seed, hash);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    void *child = litter->positions + kept * rules->position_bytes;
    litter->moves[kept] = litter->moves[i];
    memcpy(child, position, rules->position_bytes);
    game->play(rules, child, litter->moves[i]);
    enum pns_outcome outcome = game->outcome(rules, child);
    if (outcome != PNS_ONGOING) {
      litter->words[kept] = finished_word(outcome, search->prover);
      if (litter->words[kept] == won) {
        keep_only(litter, kept, won);
        return 1;
      }
    } else {
      if (symmetric) game->canonical(rules, child);
      game->key(rules, child, &litter->keys[kept]);
      litter->words[kept] = OPEN_CHILD;
      if (symmetric && seen_before(litter, kept)) continue;
      litter->hashes[kept] = pns_key_hash(&litter->keys[kept]);
      pns_store_prefetch(search->store, litter->hashes[kept]);
    }
    kept++;
  }
  return kept;
}

/* An open child's numbers: the store's where it knows the position, else a leaf's. */
static uint64_t child_word(const struct pns_search *search, struct pns_litter *litter, uint32_t i,
                           uint32_t *below) {
  const struct pns_node *known = pns_store_find(search->store, &litter->keys[i], litter->hashes[i]);
  *below = known != NULL ? PNS_EXPANDED : 0;
  /* Acquire: who takes a verdict over also sees what it rests on. */
  if (known != NULL) return atomic_load_explicit(&known->word, memory_order_acquire);
  return leaf_word(search, litter, litter->positions + i * search->rules->position_bytes);
}

/* Gives every child its numbers. Lost ones have no say any more, so they take no room, unless the
 * node is to be `whole`. Returns how many edges the node keeps. */
static uint32_t number(const struct pns_search *search, struct pns_litter *litter, uint32_t count,
                       uint64_t won, bool whole, uint64_t *found) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t word = litter->words[i];
    uint32_t below = 0;
    if (word == OPEN_CHILD) word = child_word(search, litter, i, &below);
    *found += below != 0;
    if (word == won) {
      keep_only(litter, i, won);
      return 1;
    }
    if (pns_word_solved(word) && !whole) continue;
    litter->moves[kept] = litter->moves[i];
    litter->words[kept] = word;
    litter->below[kept++] = below;
  }
  return kept;
}

static uint64_t own_word(const struct pns_litter *litter, uint32_t count, uint8_t side, bool weak) {
  struct pns_gather gather = pns_gather_none();
  for (uint32_t i = 0; i < count; i++) {
    uint32_t least = pns_word_least(litter->words[i], side);
    if (least == 0) return pns_word_won(side);
    if (least < PNS_INF) pns_gather_open(&gather, least, pns_word_total(litter->words[i], side));
  }
  return pns_gather_word(&gather, weak, side);
}

static void fill(struct pns_node *node, const struct pns_litter *litter, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    node->edges[i].move = litter->moves[i];
    atomic_init(&node->edges[i].word, litter->words[i]);
    atomic_init(&node->edges[i].below, litter->below[i]);
  }
}

struct pns_node *pns_expand(const struct pns_search *search, struct pns_litter *litter,
                            struct pns_cursor *cursor, const void *position,
                            const struct pns_key *key, uint64_t hash, struct pns_tally *tally) {
  uint8_t side = pns_side(search, position);
  uint64_t won = pns_word_won(side);
  uint32_t count = bear(search, litter, position, hash, won);
  bool whole = position == search->root; /* people watch its moves */
  count = number(search, litter, count, won, whole, &tally->transpositions);
  if (pns_search_broken(search)) return NULL;
  uint64_t word = own_word(litter, count, side, search->backup == PNS_BACKUP_WEAK);
  bool lost = pns_word_solved(word) && word != won;
  if (lost) count = 0; /* NODE-3 */
  struct pns_node *node = pns_store_room(search->store, cursor, count);
  if (node == NULL) return NULL;
  node->key = *key;
  node->edge_count = (uint16_t)count;
  node->side = side;
  node->mark = 0;
  atomic_init(&node->word, word);
  atomic_init(&node->work, 1);
  fill(node, litter, count);
  struct pns_node *known = pns_store_publish(search->store, cursor, node, hash);
  tally->expansions++;
  tally->duplicates += known != node;
  return known;
}
