/*
 * The walk of a sweep: which unsolved nodes the search can still reach from the root. It follows
 * edges that are unsolved and whose child was seen in the store, by making the moves.
 *
 * One thread walks the top breadth first until there are enough places to start from; then all take
 * starts and walk depth first. A node's mark is set by exchange, so each is entered once.
 */
#include <stdlib.h>
#include <string.h>

#include "search/collect.h"
#include "search/store_inside.h"

enum { STARTS_EACH = 64, MARKED = 1 };

/* A node with the position it stands for (behind the struct in arrays of items). */
struct walk {
  const struct pns_search *search;
  size_t position_bytes;
  uint32_t count, capacity;
  struct step {
    struct pns_node *node;
    uint32_t edge; /* to look at next */
  } * steps;
  char *positions;
};

static void walk_init(struct walk *walk, const struct pns_search *search) {
  *walk = (struct walk){.search = search, .position_bytes = search->rules->position_bytes};
}

static void walk_done(struct walk *walk) {
  free(walk->steps);
  free(walk->positions);
}

static void *position_at(const struct walk *walk, uint32_t i) {
  return walk->positions + (size_t)i * walk->position_bytes;
}

/* Room for one more step above the top. */
static bool make_room(struct walk *walk) {
  if (walk->count + 1 < walk->capacity) return true;
  uint32_t capacity = walk->capacity == 0 ? 128 : 2 * walk->capacity;
  struct step *steps = realloc(walk->steps, capacity * sizeof *steps);
  if (steps == NULL) return false;
  walk->steps = steps;
  char *positions = realloc(walk->positions, capacity * walk->position_bytes);
  if (positions == NULL) return false;
  walk->positions = positions;
  walk->capacity = capacity;
  return true;
}

static bool is_open(const struct pns_edge *edge) {
  return (atomic_load_explicit(&edge->below, memory_order_relaxed) & PNS_EXPANDED) != 0 &&
         !pns_word_solved(atomic_load_explicit(&edge->word, memory_order_relaxed));
}

/* True for the one who marks it first. */
static bool mark_first(struct pns_node *node) {
  return __atomic_exchange_n(&node->mark, MARKED, __ATOMIC_RELAXED) != MARKED;
}

/* Enters an unsolved child that nobody entered before: writes it at `at`, whose position the caller
 * made room for. */
static bool enter(const struct walk *walk, const void *position, const struct pns_edge *edge,
                  struct walk *into, uint32_t at) {
  struct pns_key key;
  uint64_t hash =
      pns_step_to(walk->search->rules, position, edge->move, position_at(into, at), &key);
  struct pns_node *child = pns_store_find(walk->search->store, &key, hash);
  if (child == NULL) return false;
  if (pns_word_solved(atomic_load_explicit(&child->word, memory_order_relaxed))) return false;
  if (!mark_first(child)) return false;
  into->steps[at] = (struct step){child, 0};
  return true;
}

/* Everything below the steps on the stack. */
static bool walk_down(struct walk *walk) {
  while (walk->count > 0) {
    if (!make_room(walk)) return false;
    struct step *top = &walk->steps[walk->count - 1];
    if (top->edge == top->node->edge_count) {
      walk->count--;
      continue;
    }
    const struct pns_edge *edge = &top->node->edges[top->edge++];
    if (is_open(edge) && enter(walk, position_at(walk, walk->count - 1), edge, walk, walk->count))
      walk->count++;
  }
  return true;
}

/* Breadth first from the root, until there are `enough` steps that were not looked at. */
static bool gather_starts(struct walk *starts, uint32_t enough, uint32_t *begin) {
  uint32_t first = 0;
  while (first < starts->count && starts->count - first < enough) {
    struct pns_node *node = starts->steps[first].node;
    for (uint32_t i = 0; i < node->edge_count; i++) {
      if (!make_room(starts)) return false;
      if (is_open(&node->edges[i]) &&
          enter(starts, position_at(starts, first), &node->edges[i], starts, starts->count))
        starts->count++;
    }
    first++;
  }
  *begin = first;
  return true;
}

bool pns_mark_begin(const struct pns_search *search) {
  struct pns_sweep *sweep = &search->store->sweep;
  struct walk starts;
  walk_init(&starts, search);
  bool done = make_room(&starts);
  if (done) {
    memcpy(starts.positions, search->root, starts.position_bytes);
    struct pns_node *root = pns_store_find(search->store, &sweep->root, pns_key_hash(&sweep->root));
    starts.steps[0] = (struct step){root, 0};
    starts.count = 1;
    root->mark = MARKED;
    done = gather_starts(&starts, STARTS_EACH * search->store->workers, &sweep->starts_begin);
  }
  if (!done) {
    walk_done(&starts);
    return false;
  }
  sweep->starts = starts.steps;
  sweep->start_positions = starts.positions;
  sweep->starts_end = starts.count;
  atomic_store(&sweep->next_start, sweep->starts_begin);
  return true;
}

bool pns_sweep_mark(const struct pns_search *search) {
  struct pns_sweep *sweep = &search->store->sweep;
  const struct step *starts = sweep->starts;
  struct walk walk;
  walk_init(&walk, search);
  bool done = make_room(&walk);
  uint32_t next;
  while (done && (next = atomic_fetch_add(&sweep->next_start, 1)) < sweep->starts_end) {
    walk.steps[0] = starts[next];
    memcpy(walk.positions, sweep->start_positions + next * walk.position_bytes,
           walk.position_bytes);
    walk.count = 1;
    done = walk_down(&walk);
  }
  walk_done(&walk);
  return done;
}

void pns_mark_end(struct pns_store *store) {
  free(store->sweep.starts);
  free(store->sweep.start_positions);
  store->sweep.starts = NULL;
  store->sweep.start_positions = NULL;
}
