#include "search/stuck.h"

#include <stdlib.h>
#include <string.h>

#include "search/store_inside.h"

enum {
  FIRST_MOST = 256,   /* nodes looked at; twice as many until something comes of it ... */
  ALWAYS_MOST = 4096, /* ... up to these and what a part of the store's budget has room for */
  USUAL_EDGES = 16,
  PLACES_A_LEAF = 32, /* nodes looked at for each leaf expanded */
  NONE = -1,          /* an edge's child: a leaf, or beyond what was looked at */
};

/* A node that can be reached, and where its edges' children begin in `children`. */
struct place {
  struct pns_node *node;
  uint32_t children;
  bool inside; /* of the set that the prover cannot leave */
};

struct region {
  const struct pns_search *search;
  uint32_t most;
  uint32_t count;
  bool cut; /* there is more than `most` */
  struct place *places;
  char *positions;
  int32_t *children; /* places of the edges' children, node by node */
  uint32_t children_count, children_room;
  int32_t *table; /* places by node, open addressing */
  uint32_t table_size;
};

/* ---- memory ---- */

static uint64_t place_bytes(const struct pns_rules *rules) {
  return sizeof(struct place) + rules->position_bytes + (4 + USUAL_EDGES) * sizeof(int32_t);
}

size_t pns_stuck_bytes(const struct pns_rules *rules) {
  return rules->cyclic ? ALWAYS_MOST * place_bytes(rules) : 0;
}

static uint64_t most_of_all(const struct pns_search *search) {
  const struct pns_store *store = search->store;
  return ALWAYS_MOST +
         store->budget_bytes / PNS_STUCK_PART / store->workers / place_bytes(search->rules);
}

/* ---- gathering ---- */

static bool region_init(struct region *r, const struct pns_search *search, uint32_t most) {
  *r = (struct region){.search = search, .most = most, .table_size = 4 * most};
  r->places = malloc(most * sizeof *r->places);
  r->positions = malloc((most + 1) * search->rules->position_bytes);
  r->table = malloc(r->table_size * sizeof *r->table);
  if (r->places == NULL || r->positions == NULL || r->table == NULL) return false;
  memset(r->table, 0xff, r->table_size * sizeof *r->table);
  return true;
}

static void region_done(struct region *r) {
  free(r->places);
  free(r->positions);
  free(r->children);
  free(r->table);
}

static char *position_at(const struct region *r, uint32_t place) {
  return r->positions + (size_t)place * r->search->rules->position_bytes;
}

/* The node's entry in the table, or the free one where it belongs. */
static int32_t *entry_of(const struct region *r, const struct pns_node *node) {
  uint64_t hash = pns_key_hash(&node->key);
  uint32_t at = (uint32_t)(hash % r->table_size);
  while (r->table[at] != NONE && r->places[r->table[at]].node != node)
    at = at + 1 < r->table_size ? at + 1 : 0;
  return &r->table[at];
}

/* The place of a node whose position stands behind the last place. */
static int32_t place_of(struct region *r, struct pns_node *node) {
  int32_t *entry = entry_of(r, node);
  if (*entry != NONE) return *entry;
  if (r->count == r->most) {
    r->cut = true;
    return NONE;
  }
  *entry = (int32_t)r->count;
  r->places[r->count] = (struct place){.node = node, .inside = true};
  return (int32_t)r->count++;
}

static uint64_t word_of(const _Atomic uint64_t *word) {
  return atomic_load_explicit(word, memory_order_acquire);
}

/* Where an unsolved edge leads, if the store knows it; a verdict found there is carried at once. */
static int32_t look_down(struct region *r, uint32_t place, struct pns_edge *edge) {
  struct pns_key key;
  char *child = position_at(r, r->count); /* there is room for one more than `most` */
  uint64_t hash = pns_step_to(r->search->rules, position_at(r, place), edge->move, child, &key);
  struct pns_node *node = pns_store_find(r->search->store, &key, hash);
  if (node == NULL) {
    uint64_t settled = pns_store_known(r->search->store, &key, hash).word;
    if (settled != 0) pns_edge_pass(r->places[place].node, edge, settled, true);
    return NONE;
  }
  uint64_t word = word_of(&node->word);
  pns_edge_pass(r->places[place].node, edge, word, true);
  return pns_word_solved(word) ? NONE : place_of(r, node);
}

static bool make_room(struct region *r, uint32_t more) {
  if (r->children_count + more <= r->children_room) return true;
  uint32_t room = 2 * r->children_room + more;
  int32_t *children = realloc(r->children, room * sizeof *children);
  if (children == NULL) return false;
  r->children = children;
  r->children_room = room;
  return true;
}

static bool gather(struct region *r, struct pns_node *node, const void *position) {
  memcpy(r->positions, position, r->search->rules->position_bytes);
  place_of(r, node);
  for (uint32_t i = 0; i < r->count; i++) {
    struct pns_node *here = r->places[i].node;
    if (!make_room(r, here->edge_count)) return false;
    r->places[i].children = r->children_count;
    for (uint32_t k = 0; k < here->edge_count; k++) {
      bool open = !pns_word_solved(word_of(&here->edges[k].word));
      r->children[r->children_count++] = open ? look_down(r, i, &here->edges[k]) : NONE;
    }
  }
  return true;
}

/* ---- STUCK-1 ---- */

static bool carry_to(struct region *r, const struct place *place) {
  struct pns_node *node = place->node;
  for (uint32_t k = 0; k < node->edge_count; k++) {
    int32_t child = r->children[place->children + k];
    if (child == NONE) continue;
    uint64_t word = word_of(&r->places[child].node->word);
    if (pns_word_solved(word)) pns_edge_pass(node, &node->edges[k], word, true);
  }
  struct pns_choice ignored;
  bool before = pns_word_solved(word_of(&node->word));
  uint64_t word = pns_update(node, r->search->backup == PNS_BACKUP_WEAK, PNS_NO_LOSS, 0, &ignored);
  return pns_word_solved(word) && !before;
}

/* True when a node was settled. */
static bool carry(struct region *r) {
  bool any = false, again = true;
  while (again) {
    again = false;
    for (uint32_t i = r->count; i-- > 0;) again |= carry_to(r, &r->places[i]);
    any |= again;
  }
  return any;
}

/* ---- STUCK-2 ---- */

static bool may_stay(const struct region *r, const struct place *place) {
  const struct pns_node *node = place->node;
  if (pns_word_solved(word_of(&node->word))) return false;
  const bool prover_moves = node->side == PNS_SIDE_OR;
  for (uint32_t k = 0; k < node->edge_count; k++) {
    uint64_t word = word_of(&node->edges[k].word);
    if (pns_word_least(word, node->side) == 0) return !prover_moves; /* won for the mover */
    if (pns_word_solved(word)) continue;
    int32_t child = r->children[place->children + k];
    bool stays = child != NONE && r->places[child].inside;
    if (stays != prover_moves) return stays;
  }
  return prover_moves;
}

/* The node's edges first, so that the update rule finds the verdict. */
static void disprove(const struct region *r, const struct place *place) {
  struct pns_node *node = place->node;
  for (uint32_t k = 0; k < node->edge_count; k++) {
    int32_t child = r->children[place->children + k];
    if (child != NONE && r->places[child].inside)
      pns_edge_store(&node->edges[k], PNS_WORD_DISPROVEN);
  }
  struct pns_choice ignored;
  pns_update(node, r->search->backup == PNS_BACKUP_WEAK, PNS_NO_LOSS, 0, &ignored);
}

/* True when there is such a set; it is disproven then. */
static bool close_set(struct region *r) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = r->count; i-- > 0;) {
      if (!r->places[i].inside || may_stay(r, &r->places[i])) continue;
      r->places[i].inside = false;
      again = true;
    }
  }
  bool any = false;
  for (uint32_t i = 0; i < r->count; i++) {
    if (!r->places[i].inside) continue;
    disprove(r, &r->places[i]);
    any = true;
  }
  return any;
}

/* ---- STUCK-3 ---- */

/* Expands the edge's child. False when somebody else is at it, or when it is no leaf any more. */
static bool try_leaf(struct region *r, uint32_t place, struct pns_edge *edge,
                     struct pns_litter *litter, struct pns_cursor *cursor, struct pns_tally *tally,
                     enum pns_did *did) {
  struct pns_key key;
  char *child = position_at(r, r->count);
  uint64_t hash = pns_step_to(r->search->rules, position_at(r, place), edge->move, child, &key);
  if (pns_store_find(r->search->store, &key, hash) != NULL) return false;
  uint32_t was =
      atomic_fetch_or_explicit(&edge->below, PNS_CLAIMED | PNS_EXPANDED, memory_order_relaxed);
  if ((was & PNS_CLAIMED) != 0) return false;
  struct pns_node *node = pns_expand(r->search, litter, cursor, child, &key, hash, tally);
  *did = node != NULL ? PNS_DID_EXPAND : PNS_FOUND_NO_ROOM;
  if (node != NULL) pns_edge_pass(r->places[place].node, edge, word_of(&node->word), true);
  atomic_fetch_sub_explicit(&edge->below, PNS_CLAIMED, memory_order_relaxed);
  struct pns_choice ignored;
  pns_update(r->places[place].node, r->search->backup == PNS_BACKUP_WEAK, PNS_NO_LOSS, 0, &ignored);
  return true;
}

/* Tries the leaves below one node; adds what was expanded. False when the store is full. */
static bool expand_below(struct region *r, uint32_t place, struct pns_litter *litter,
                         struct pns_cursor *cursor, struct pns_tally *tally, uint32_t *expanded) {
  struct pns_node *node = r->places[place].node;
  for (uint32_t k = 0; k < node->edge_count; k++) {
    struct pns_edge *edge = &node->edges[k];
    enum pns_did did = PNS_DID_EXPAND;
    if (r->children[r->places[place].children + k] != NONE) continue;
    if (pns_word_solved(word_of(&edge->word)) || pns_word_solved(word_of(&node->word))) continue;
    const bool tried = try_leaf(r, place, edge, litter, cursor, tally, &did);
    if (did != PNS_DID_EXPAND) return false;
    *expanded += tried;
  }
  return true;
}

/* The nearest leaves: as many as make the looking round worth its time, which grows with the
 * region. */
static bool expand_nearest(struct region *r, struct pns_litter *litter, struct pns_cursor *cursor,
                           struct pns_tally *tally, enum pns_did *did) {
  const uint32_t enough = 1 + r->count / PLACES_A_LEAF;
  uint32_t expanded = 0;
  bool room = true;
  for (uint32_t i = 0; i < r->count && room && expanded < enough; i++)
    room = expand_below(r, i, litter, cursor, tally, &expanded);
  if (expanded > 0 || !room) *did = expanded > 0 ? PNS_DID_EXPAND : PNS_FOUND_NO_ROOM;
  return expanded > 0 || !room;
}

enum pns_did pns_stuck_move_on(const struct pns_search *search, struct pns_litter *litter,
                               struct pns_cursor *cursor, struct pns_node *node,
                               const void *position, struct pns_tally *tally, uint32_t *seen) {
  enum pns_did did = PNS_DID_VISIT;
  bool done = false;
  const uint64_t most_allowed = most_of_all(search);
  for (uint32_t most = FIRST_MOST; !done; most *= 2) {
    struct region r;
    if (most > most_allowed) return PNS_FOUND_NO_MEMORY;
    done = true;
    if (!region_init(&r, search, most) || !gather(&r, node, position))
      did = PNS_FOUND_NO_MEMORY;
    else
      done =
          carry(&r) || close_set(&r) || expand_nearest(&r, litter, cursor, tally, &did) || !r.cut;
    *seen += r.count;
    region_done(&r);
  }
  return did;
}
