#include "search/walk.h"

#include <stdlib.h>
#include <string.h>

static void fold(const struct pns_rules *rules, char *position) {
  if (rules->game->canonical != NULL) rules->game->canonical(rules, position);
}

bool pns_walk_init(struct pns_walk *walk, const struct pns_rules *rules, const void *position) {
  const size_t bytes = rules->position_bytes;
  walk->rules = rules;
  walk->unfolds = rules->game->canonical != NULL && rules->game->unfold != NULL;
  walk->here = malloc(4 * bytes);
  walk->moves = malloc(2 * rules->max_moves * sizeof *walk->moves);
  if (walk->here == NULL || walk->moves == NULL) return false;
  walk->stored = walk->here + bytes;
  walk->turned = walk->stored + bytes;
  walk->child = walk->turned + bytes;
  walk->images = walk->moves + rules->max_moves;
  memcpy(walk->here, position, bytes);
  memcpy(walk->stored, position, bytes);
  memcpy(walk->turned, position, bytes);
  fold(rules, walk->stored);
  return true;
}

void pns_walk_done(struct pns_walk *walk) {
  free(walk->here);
  free(walk->moves);
}

/* ---- naming moves ---- */

/* The first move here that leads to the same canonical child. */
static bool match_move(struct pns_walk *walk, pns_move stored, pns_move *real) {
  const struct pns_rules *rules = walk->rules;
  struct pns_key wanted, key;
  pns_step_to(rules, walk->stored, stored, walk->child, &wanted);
  const uint32_t count = rules->game->moves(rules, walk->here, walk->moves);
  for (uint32_t i = 0; i < count; i++) {
    pns_step_to(rules, walk->here, walk->moves[i], walk->child, &key);
    if (!pns_key_equal(&key, &wanted)) continue;
    *real = walk->moves[i];
    return true;
  }
  return false;
}

/* The index of a move, `count` when it is none of them. */
static uint32_t find_move(const pns_move *moves, uint32_t count, pns_move move) {
  uint32_t i = 0;
  while (i < count && moves[i] != move) i++;
  return i;
}

/* What a game of somebody else's says is not played before it is known to be legal. */
bool pns_walk_name(struct pns_walk *walk, pns_move stored, pns_move *real) {
  const struct pns_rules *rules = walk->rules;
  if (!walk->unfolds) return match_move(walk, stored, real);
  *real = rules->game->unfold(rules, walk->turned, stored);
  const uint32_t count = rules->game->moves(rules, walk->here, walk->moves);
  return find_move(walk->moves, count, *real) < count;
}

/* Real moves by their images. As many on both sides, and each real one is some image: of one only.
 */
static bool pair_moves(struct pns_walk *walk, const pns_move *real, uint32_t count,
                       pns_move *stored) {
  const struct pns_rules *rules = walk->rules;
  if (rules->game->moves(rules, walk->stored, walk->moves) != count) return false;
  for (uint32_t i = 0; i < count; i++)
    walk->images[i] = rules->game->unfold(rules, walk->turned, walk->moves[i]);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t at = find_move(walk->images, count, real[i]);
    if (at == count) return false;
    stored[i] = walk->moves[at];
  }
  return true;
}

/* Where a game's images are none, no more of them are asked for. */
bool pns_walk_pair(struct pns_walk *walk, const pns_move *real, uint32_t count, pns_move *stored) {
  walk->unfolds = walk->unfolds && pair_moves(walk, real, count, stored);
  return walk->unfolds;
}

/* ---- going on ---- */

/* Where the real position's canonical form is what the store has, the moves from there on are told
 * by this position: the game folds it, or it is no mirror image any more. Everywhere else nothing
 * was folded in between, and the symmetry is still that of `turned`. */
void pns_walk_play(struct pns_walk *walk, pns_move real, pns_move stored) {
  const struct pns_rules *rules = walk->rules;
  const size_t bytes = rules->position_bytes;
  struct pns_key here_key, stored_key;
  rules->game->play(rules, walk->here, real);
  memcpy(walk->child, walk->here, bytes);
  fold(rules, walk->child);
  if (!walk->unfolds) {
    memcpy(walk->stored, walk->child, bytes);
    return;
  }
  rules->game->play(rules, walk->stored, stored);
  fold(rules, walk->stored);
  rules->game->key(rules, walk->child, &here_key);
  rules->game->key(rules, walk->stored, &stored_key);
  if (pns_key_equal(&here_key, &stored_key)) memcpy(walk->turned, walk->here, bytes);
}

void pns_walk_save(const struct pns_walk *walk, void *state) {
  memcpy(state, walk->here, pns_walk_bytes(walk->rules));
}

void pns_walk_load(struct pns_walk *walk, const void *state) {
  memcpy(walk->here, state, pns_walk_bytes(walk->rules));
}
