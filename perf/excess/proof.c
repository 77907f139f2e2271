#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "search/line.h"

enum { SEEN = 1 };

struct look {
  const struct pns_search *search;
  struct pns_excess_level *levels;
  uint8_t side; /* whose proof it is */
};

/* A move's child, as the store has it. */
struct child {
  struct pns_node *node; /* NULL: never expanded */
  uint64_t word;
};

static struct child child_of(const struct look *look, const char *position,
                             const struct pns_edge *edge, char *child) {
  struct pns_key key;
  const uint64_t hash = pns_step_to(look->search->rules, position, edge->move, child, &key);
  return (struct child){pns_store_find(look->search->store, &key, hash),
                        atomic_load_explicit(&edge->word, memory_order_relaxed)};
}

static uint64_t expansions_of(struct child child) {
  if (child.node == NULL) return 0;
  return 1 + (uint64_t)atomic_load_explicit(&child.node->work, memory_order_relaxed);
}

static bool walk(const struct look *look, const char *position, struct pns_node *node,
                 uint32_t depth);

/* Goes by the first move that wins, as the search did, and counts the others. */
static bool walk_chosen(const struct look *look, const char *position, struct pns_node *node,
                        uint32_t depth, char *scratch) {
  struct pns_excess_level *level =
      &look->levels[depth < PNS_EXCESS_DEPTHS ? depth : PNS_EXCESS_DEPTHS - 1];
  bool chosen = false, done = true;
  level->positions++;
  for (uint32_t i = 0; i < node->edge_count; i++) {
    const struct child child = child_of(look, position, &node->edges[i], scratch);
    const uint64_t expansions = expansions_of(child);
    if (!chosen && child.word == pns_word_won(look->side)) {
      chosen = true;
      level->chosen += expansions;
      if (child.node != NULL) done = walk(look, scratch, child.node, depth + 1) && done;
    } else if (pns_word_solved(child.word)) {
      level->settled += expansions;
    } else {
      level->open += expansions;
    }
  }
  return done;
}

static bool walk_all(const struct look *look, const char *position, struct pns_node *node,
                     uint32_t depth, char *scratch) {
  bool done = true;
  for (uint32_t i = 0; i < node->edge_count && done; i++) {
    const struct child child = child_of(look, position, &node->edges[i], scratch);
    if (child.node != NULL) done = walk(look, scratch, child.node, depth + 1);
  }
  return done;
}

static bool walk(const struct look *look, const char *position, struct pns_node *node,
                 uint32_t depth) {
  if (node->mark == SEEN) return true;
  node->mark = SEEN;
  char *scratch = malloc(look->search->rules->position_bytes);
  if (scratch == NULL) return false;
  const bool done = node->side == look->side ? walk_chosen(look, position, node, depth, scratch)
                                             : walk_all(look, position, node, depth, scratch);
  free(scratch);
  return done;
}

bool pns_excess_look(const struct pns_search *search, struct pns_excess_level *levels) {
  struct pns_node *root = pns_line_node(search, search->root);
  memset(levels, 0, PNS_EXCESS_DEPTHS * sizeof *levels);
  const bool proven = pns_word_pn(atomic_load(&root->word)) == 0;
  const struct look look = {search, levels, proven ? PNS_SIDE_OR : PNS_SIDE_AND};
  return walk(&look, search->root, root, 0);
}
