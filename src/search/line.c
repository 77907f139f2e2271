#include "search/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/walk.h"

struct pns_node *pns_line_node(const struct pns_search *search, const void *position) {
  struct pns_key key;
  search->rules->game->key(search->rules, position, &key);
  return pns_store_find(search->store, &key, pns_key_hash(&key));
}

const struct pns_edge *pns_line_edge(const struct pns_node *node) {
  const struct pns_edge *best = NULL;
  uint32_t best_least = 0;
  for (uint32_t i = 0; i < node->edge_count; i++) {
    uint64_t word = atomic_load_explicit(&node->edges[i].word, memory_order_acquire);
    uint32_t least = pns_word_least(word, node->side);
    if (best == NULL || least < best_least) {
      best = &node->edges[i];
      best_least = least;
    }
  }
  return best;
}

bool pns_line_move(const struct pns_search *search, const void *position, pns_move edge_move,
                   pns_move *move) {
  struct pns_walk walk;
  const bool found =
      pns_walk_init(&walk, search->rules, position) && pns_walk_name(&walk, edge_move, move);
  pns_walk_done(&walk);
  return found;
}

/* ---- writing ---- */

/* Appends a word and a blank before it; false when it does not fit. */
static bool append(const char *word, char *text, size_t size) {
  size_t used = strlen(text), more = strlen(word) + (used > 0);
  if (used + more + 1 > size) return false;
  if (used > 0) text[used++] = ' ';
  memcpy(text + used, word, strlen(word) + 1);
  return true;
}

static bool append_move(const struct pns_rules *rules, const void *position, pns_move move,
                        char *text, size_t size) {
  char word[PNS_MOVE_TEXT_MAX];
  rules->game->move_text(rules, position, move, word);
  return append(word, text, size);
}

/* The positions of the line so far. */
struct trail {
  struct pns_key *keys;
  size_t length;
};

/* Every move takes two characters at least, so no more positions than that find room. */
static bool trail_init(struct trail *trail, const struct pns_rules *rules, size_t size) {
  *trail = (struct trail){NULL, 0};
  if (rules->cyclic) trail->keys = malloc((size / 2 + 2) * sizeof *trail->keys);
  return !rules->cyclic || trail->keys != NULL;
}

/* How many moves had been made when this position came up first: `trail->length` (before it is
 * added) when it is new. */
static size_t trail_add(struct trail *trail, const struct pns_rules *rules, const void *folded) {
  struct pns_key key = {{0, 0}};
  size_t first = 0;
  if (trail->keys == NULL) return trail->length;
  rules->game->key(rules, folded, &key);
  while (first < trail->length && !pns_key_equal(&trail->keys[first], &key)) first++;
  if (first == trail->length) trail->keys[trail->length++] = key;
  return first;
}

/* Whether the line goes on from here; where it would run in a circle it says so. */
static bool goes_on(const struct pns_rules *rules, struct trail *trail, const void *folded,
                    char *text, size_t size) {
  char word[32];
  const size_t length = trail->length, first = trail_add(trail, rules, folded);
  if (first == length) return true;
  snprintf(word, sizeof word, "(=%zu)", first);
  append(word, text, size);
  return false;
}

/* The move that the store holds for best; false when it knows none. */
static bool best_move(const struct pns_search *search, const void *folded, pns_move *move) {
  const struct pns_node *node = pns_line_node(search, folded);
  if (node != NULL) {
    const struct pns_edge *edge = pns_line_edge(node);
    if (edge != NULL) *move = edge->move;
    return edge != NULL;
  }
  struct pns_key key;
  search->rules->game->key(search->rules, folded, &key);
  const struct pns_known known = pns_store_known(search->store, &key, pns_key_hash(&key));
  *move = known.move;
  return known.word == pns_word_won(pns_side(search, folded));
}

/* One move further; false at the end of what is known. */
static bool write_next(const struct pns_search *search, struct pns_walk *walk, char *text,
                       size_t size) {
  pns_move best, move;
  if (!best_move(search, walk->stored, &best) || !pns_walk_name(walk, best, &move) ||
      !append_move(search->rules, walk->here, move, text, size))
    return false;
  pns_walk_play(walk, move, best);
  return true;
}

void pns_line_write(const struct pns_search *search, const void *position, char *text,
                    size_t size) {
  const struct pns_rules *rules = search->rules;
  struct pns_walk walk;
  struct trail trail;
  text[0] = '\0';
  bool going = pns_walk_init(&walk, rules, position);
  going = trail_init(&trail, rules, size) && going;
  while (going && rules->game->outcome(rules, walk.here) == PNS_ONGOING)
    going =
        goes_on(rules, &trail, walk.stored, text, size) && write_next(search, &walk, text, size);
  free(trail.keys);
  pns_walk_done(&walk);
}
