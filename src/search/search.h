/* One proposition under search: what all workers share. Constant while they run, the store aside.
 */
#ifndef PNS_SEARCH_SEARCH_H
#define PNS_SEARCH_SEARCH_H

#include "search/find.h"
#include "search/update.h"

/* Epsilon is kept in units of 1/1024. */
#define PNS_EPSILON_ONE 1024u

struct pns_search {
  const struct pns_rules *rules;
  const void *root; /* canonical position, unfinished */
  enum pns_player prover;
  enum pns_backup backup;
  enum pns_init init;
  uint32_t epsilon;
  struct pns_loss loss;
  bool to_the_end; /* goes by finished games and `hopeless` only, not by what a game knows */
  uint64_t seed;   /* 0: moves in the game's order */
  struct pns_store *store;
  /* Set once the game cannot be believed any more; NULL where that cannot happen. */
  const _Atomic bool *broken;
};

/* Whether what the game has just said to this thread may be wrong: who makes up an answer sets the
 * flag first. Relaxed: one's own stores are seen in order. */
static inline bool pns_search_broken(const struct pns_search *search) {
  return search->broken != NULL && atomic_load_explicit(search->broken, memory_order_relaxed);
}

/* PNS_SIDE_OR where the prover moves, PNS_SIDE_AND elsewhere. */
static inline uint8_t pns_side(const struct pns_search *search, const void *position) {
  const struct pns_rules *rules = search->rules;
  return rules->game->mover(rules, position) == search->prover ? PNS_SIDE_OR : PNS_SIDE_AND;
}

/* What the game's `hopeless` and `decided` make of an unfinished position: a solved word, or 0. */
static inline uint64_t pns_search_sight(const struct pns_search *search, const void *position) {
  const struct pns_rules *rules = search->rules;
  const struct pns_game *game = rules->game;
  if (search->init != PNS_INIT_GAME) return 0;
  if (game->hopeless != NULL && game->hopeless(rules, position, search->prover))
    return PNS_WORD_DISPROVEN;
  if (game->decided == NULL || rules->cyclic || search->to_the_end) return 0;
  const enum pns_decision decision = game->decided(rules, position, search->prover);
  if (decision == PNS_UNDECIDED) return 0;
  return decision == PNS_FORCED_WIN ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
}

/* Most positions are small, and a call costs more than the copy. */
static inline void pns_copy_position(void *to, const void *from, size_t bytes) {
  enum { HALF = 16 };
  if (bytes < HALF || bytes > 2 * HALF) {
    __builtin_memcpy(to, from, bytes);
    return;
  }
  char first[HALF], last[HALF]; /* they overlap unless there are 32 */
  __builtin_memcpy(first, from, HALF);
  __builtin_memcpy(last, (const char *)from + bytes - HALF, HALF);
  __builtin_memcpy(to, first, HALF);
  __builtin_memcpy((char *)to + bytes - HALF, last, HALF);
}

/* Makes a move and names what comes of it: the child in canonical form, its key and hash. */
static inline uint64_t pns_step_to(const struct pns_rules *rules, const void *position,
                                   pns_move move, void *child, struct pns_key *key) {
  pns_copy_position(child, position, rules->position_bytes);
  rules->game->play(rules, child, move);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, child);
  rules->game->key(rules, child, key);
  return pns_find_hash(key);
}

#endif
