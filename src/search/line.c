#include "search/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Turns a position into its canonical form, if the game has one. */
static void fold(const struct pns_rules *rules, void *position) {
  if (rules->game->canonical != NULL) rules->game->canonical(rules, position);
}

struct scratch {
  char *here, *folded, *child;
  pns_move *moves;
};

static bool scratch_init(struct scratch *scratch, const struct pns_rules *rules) {
  size_t bytes = rules->position_bytes;
  scratch->here = malloc(3 * bytes);
  scratch->folded = scratch->here + bytes;
  scratch->child = scratch->folded + bytes;
  scratch->moves = malloc(rules->max_moves * sizeof *scratch->moves);
  return scratch->here != NULL && scratch->moves != NULL;
}

static void scratch_done(struct scratch *scratch) {
  free(scratch->here);
  free(scratch->moves);
}

/* `folded` holds the canonical form of `position`; `child` is scratch. */
static bool match_move(const struct pns_rules *rules, struct scratch *s, const void *position,
                       pns_move edge_move, pns_move *move) {
  struct pns_key wanted, key;
  pns_step_to(rules, s->folded, edge_move, s->child, &wanted);
  uint32_t count = rules->game->moves(rules, position, s->moves);
  for (uint32_t i = 0; i < count; i++) {
    pns_step_to(rules, position, s->moves[i], s->child, &key);
    if (pns_key_equal(&key, &wanted)) {
      *move = s->moves[i];
      return true;
    }
  }
  return false;
}

bool pns_line_move(const struct pns_search *search, const void *position, pns_move edge_move,
                   pns_move *move) {
  const struct pns_rules *rules = search->rules;
  struct scratch s;
  bool found = false;
  if (scratch_init(&s, rules)) {
    memcpy(s.folded, position, rules->position_bytes);
    fold(rules, s.folded);
    found = match_move(rules, &s, position, edge_move, move);
  }
  scratch_done(&s);
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
static bool write_next(const struct pns_search *search, struct scratch *s, char *text,
                       size_t size) {
  const struct pns_rules *rules = search->rules;
  pns_move best, move;
  if (!best_move(search, s->folded, &best) || !match_move(rules, s, s->here, best, &move) ||
      !append_move(rules, s->here, move, text, size))
    return false;
  rules->game->play(rules, s->here, move);
  return true;
}

void pns_line_write(const struct pns_search *search, const void *position, char *text,
                    size_t size) {
  const struct pns_rules *rules = search->rules;
  struct scratch s;
  struct trail trail;
  text[0] = '\0';
  bool going = scratch_init(&s, rules);
  going = trail_init(&trail, rules, size) && going;
  if (going) memcpy(s.here, position, rules->position_bytes);
  while (going && rules->game->outcome(rules, s.here) == PNS_ONGOING) {
    memcpy(s.folded, s.here, rules->position_bytes);
    fold(rules, s.folded);
    going = goes_on(rules, &trail, s.folded, text, size) && write_next(search, &s, text, size);
  }
  free(trail.keys);
  scratch_done(&s);
}
