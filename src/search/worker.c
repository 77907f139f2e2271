#include "search/worker.h"

#include <stdlib.h>

#include "search/stuck.h"

enum {
  FIRST_CAPACITY = 64,
  LOOK_UP_EVERY = 8, /* expansions between two checks of the path for solved nodes */
  STUCK_AFTER = 32,  /* visits without an expansion, where positions can come back; at least ... */
  LOOKS_A_VISIT = 4, /* ... and one for so many nodes seen the last time */
};

static const uint64_t NO_LIMITS = (uint64_t)PNS_INF << 32 | PNS_INF;

static void *position_at(const struct pns_worker *w, uint32_t depth) {
  return w->positions + (size_t)depth * w->search->rules->position_bytes;
}

static struct pns_frame *top(const struct pns_worker *w) { return &w->frames[w->depth]; }

static bool grow_path(struct pns_worker *w) {
  uint32_t capacity = w->capacity == 0 ? FIRST_CAPACITY : 2 * w->capacity;
  struct pns_frame *frames = realloc(w->frames, capacity * sizeof *frames);
  if (frames == NULL) return false;
  w->frames = frames;
  char *positions = realloc(w->positions, capacity * w->search->rules->position_bytes);
  if (positions == NULL) return false;
  w->positions = positions;
  w->capacity = capacity;
  return true;
}

/* Room for one frame below the top. False when memory is short. */
static inline bool make_room(struct pns_worker *w) {
  if (w->cyclic && !pns_trail_reserve(&w->trail)) return false;
  return w->depth + 1 < w->capacity || grow_path(w);
}

size_t pns_worker_bytes(const struct pns_rules *rules) {
  size_t frame = sizeof(struct pns_frame) + rules->position_bytes;
  size_t child = 2 * sizeof(pns_move) + sizeof(struct pns_newborn) + rules->position_bytes;
  return FIRST_CAPACITY * frame + rules->max_moves * child + pns_stuck_bytes(rules);
}

static void begin_readings(const struct pns_worker *w, struct pns_frame *frame) {
  frame->readings = w->readings.count;
  frame->depends = PNS_DEPENDS_ON_NOTHING;
}

/* The path has its root only. */
static void begin_trail(struct pns_worker *w) {
  while (w->trail.count > 0) pns_trail_pop(&w->trail);
  pns_trail_push(&w->trail, &top(w)->key);
  w->readings.count = 0;
  begin_readings(w, top(w));
}

enum pns_status pns_worker_stand(struct pns_worker *w) {
  const struct pns_search *search = w->search;
  struct pns_frame *root = top(w);
  __builtin_memcpy(w->positions, search->root, search->rules->position_bytes);
  search->rules->game->key(search->rules, search->root, &root->key);
  root->hash = pns_key_hash(&root->key);
  root->limits = NO_LIMITS;
  root->blocked = 0;
  root->entered_at = 0;
  if (w->cyclic) begin_trail(w);
  root->node = pns_store_find(search->store, &root->key, root->hash);
  if (root->node == NULL)
    root->node =
        pns_expand(search, &w->litter, &w->cursor, search->root, &root->key, root->hash, &w->tally);
  return root->node != NULL ? PNS_OK : PNS_ERROR_SYSTEM;
}

enum pns_status pns_worker_init(struct pns_worker *worker, const struct pns_search *search,
                                struct pns_error *error) {
  *worker = (struct pns_worker){
      .search = search, .cyclic = search->rules->cyclic, .stuck_after = STUCK_AFTER};
  if (pns_litter_init(&worker->litter, search->rules) == PNS_OK && make_room(worker) &&
      pns_worker_stand(worker) == PNS_OK)
    return PNS_OK;
  pns_worker_done(worker);
  return pns_error_set(error, PNS_ERROR_SYSTEM, "no memory for a worker");
}

void pns_worker_restart(struct pns_worker *worker) {
  worker->cursor = (struct pns_cursor){0};
  pns_worker_stand(worker); /* the root is never dropped */
}

void pns_worker_done(struct pns_worker *worker) {
  pns_litter_done(&worker->litter);
  pns_trail_done(&worker->trail);
  pns_readings_done(&worker->readings);
  free(worker->frames);
  free(worker->positions);
}

static bool beyond(uint64_t word, uint64_t limits) {
  return pns_word_pn(word) >= pns_word_pn(limits) || pns_word_dn(word) >= pns_word_dn(limits);
}

/* The limits for the chosen child: stay while it is the best by its minimised number (or a factor
 * 1 + epsilon beyond, Pawlewicz & Lew 2006) and while this node keeps its own limits. */
static uint64_t child_limits(const struct pns_search *search, const struct pns_frame *frame,
                             uint64_t word, const struct pns_choice *choice) {
  const unsigned side = frame->node->side;
  uint64_t least = pns_word_least(frame->limits, side);
  if (choice->rival != PNS_NO_EDGE) {
    uint64_t rival = pns_rank_key(choice->rival);
    /* A tie goes to the first edge, so one that stands later may stay up to the rival's number. */
    uint64_t stay = rival + rival * search->epsilon / PNS_EPSILON_ONE;
    if (pns_rank_index(choice->best) < pns_rank_index(choice->rival) || stay > rival) stay++;
    /* The rival's key counts the workers below it; then those below the choice must count too. */
    uint64_t loss = pns_rank_key(choice->best) - pns_word_least(choice->best_word, side);
    stay = stay > loss ? stay - loss : 1;
    if (stay < least) least = stay;
  }
  /* Others may have made this edge the choice against its number: stay for the same factor then,
   * not for a single step. */
  uint64_t now = pns_word_least(choice->best_word, side);
  if (least <= now) least = now + now * search->epsilon / PNS_EPSILON_ONE + 1;
  uint64_t total = pns_word_total(frame->limits, side);
  if (total < PNS_INF && search->backup == PNS_BACKUP_SUM)
    total = total - pns_word_total(word, side) + pns_word_total(choice->best_word, side);
  return pns_word_of(least < PNS_INF ? (uint32_t)least : PNS_INF,
                     total < PNS_INF ? (uint32_t)total : PNS_INF, side);
}

/* ---- positions that come back (repeat.h) ---- */

static bool note(struct pns_worker *w, const struct pns_edge *edge, uint64_t word,
                 uint32_t depends) {
  struct pns_frame *frame = top(w);
  uint32_t index = (uint32_t)(edge - frame->node->edges);
  uint64_t shared = atomic_load_explicit(&edge->word, memory_order_acquire);
  return pns_readings_note(&w->readings, frame->readings,
                           (struct pns_reading){index, depends, word, shared});
}

/* The edge leads back to the path at `depth`: it loses for the prover in this frame, unless the
 * position above has been settled meanwhile. */
static enum pns_did turn_back(struct pns_worker *w, struct pns_edge *edge, uint32_t depth) {
  uint64_t word = atomic_load_explicit(&w->frames[depth].node->word, memory_order_acquire);
  if (pns_word_solved(word))
    pns_edge_pass(top(w)->node, edge, word, true);
  else if (!note(w, edge, PNS_WORD_DISPROVEN, depth))
    return PNS_FOUND_NO_MEMORY;
  return PNS_DID_VISIT;
}

/* The node as this frame sees it, when it has readings of its own. */
static uint64_t reread(struct pns_worker *w, uint64_t word, struct pns_choice *choice) {
  const struct pns_search *search = w->search;
  struct pns_frame *frame = top(w);
  frame->depends = PNS_DEPENDS_ON_NOTHING;
  if (pns_word_solved(word) || frame->readings == w->readings.count) return word;
  bool weak = search->backup == PNS_BACKUP_WEAK;
  frame->value = pns_readings_look(&w->readings, frame->readings, frame->node, weak, search->loss,
                                   frame->blocked, choice, &frame->depends);
  if (pns_word_solved(frame->value) && frame->depends >= w->depth) {
    struct pns_choice ignored;
    pns_readings_settle(&w->readings, frame->readings, frame->node, w->depth);
    return pns_update(frame->node, weak, PNS_NO_LOSS, 0, &ignored);
  }
  return frame->value;
}

/* Many visits and no expansion: perhaps this goes round in a circle. */
static bool is_stuck(const struct pns_worker *w) {
  return w->tally.visits - w->moved_at >= w->stuck_after;
}

/* Looking round costs by the nodes seen, so the next time comes after as much of other work. */
static enum pns_did get_unstuck(struct pns_worker *w) {
  uint32_t seen = 0;
  enum pns_did did = pns_stuck_move_on(w->search, &w->litter, &w->cursor, top(w)->node,
                                       position_at(w, w->depth), &w->tally, &seen);
  w->phase = PNS_PHASE_VISIT;
  top(w)->blocked = 0; /* something changed down there */
  w->moved_at = w->tally.visits;
  w->stuck_after = seen / LOOKS_A_VISIT > STUCK_AFTER ? seen / LOOKS_A_VISIT : STUCK_AFTER;
  return did;
}

/* ---- down ---- */

/* Marks an edge as entered, and claimed if the mark says so: false when another worker was first.
 * Relaxed: the bit keeps others from the same work, it guards no data; two workers may still expand
 * one position by different edges (STORE-3 sorts them out). One exchange for both bits and the
 * count, since it is these that an expansion waits for. */
static bool enter(struct pns_edge *edge, uint32_t mark) {
  uint32_t was = atomic_load_explicit(&edge->below, memory_order_relaxed);
  do {
    if ((was & mark & PNS_CLAIMED) != 0) return false;
  } while (!atomic_compare_exchange_weak_explicit(&edge->below, &was, (was | PNS_EXPANDED) + mark,
                                                  memory_order_relaxed, memory_order_relaxed));
  return true;
}

/* Goes down the chosen edge, to the child's node or to its expansion. */
static enum pns_did descend(struct pns_worker *w, uint64_t word, const struct pns_choice *choice) {
  const struct pns_search *search = w->search;
  struct pns_frame *frame = top(w);
  struct pns_frame *below = frame + 1;
  struct pns_edge *edge = &frame->node->edges[pns_rank_index(choice->best)];
  below->hash = pns_step_to(search->rules, position_at(w, w->depth), edge->move,
                            position_at(w, w->depth + 1), &below->key);
  if (w->cyclic) {
    uint32_t depth = pns_trail_find(&w->trail, &below->key);
    if (depth != PNS_NOT_ON_TRAIL) return turn_back(w, edge, depth);
  }
  below->node = pns_find(search->store, &below->key, below->hash);
  if (below->node == NULL) {
    const struct pns_known known = pns_find_known(search->store, &below->key, below->hash);
    if (pns_known_settles(known)) {
      pns_edge_pass(frame->node, edge, known.word, w->cyclic);
      return PNS_DID_VISIT;
    }
  }
  frame->mark = below->node == NULL ? PNS_CLAIMED + 1 : 1;
  if (!enter(edge, frame->mark)) return PNS_DID_VISIT; /* look at the node again */
  frame->edge = edge;
  below->limits = child_limits(search, frame, word, choice);
  below->blocked = 0;
  below->entered_at = w->tally.expansions;
  if (w->cyclic) begin_readings(w, below);
  if (below->node == NULL) {
    w->phase = PNS_PHASE_EXPAND;
    return PNS_DID_VISIT;
  }
  pns_edge_pass(frame->node, edge, atomic_load_explicit(&below->node->word, memory_order_acquire),
                w->cyclic);
  if (w->cyclic) pns_trail_push(&w->trail, &below->key);
  w->depth++;
  return PNS_DID_VISIT;
}

static enum pns_did visit(struct pns_worker *w) {
  const struct pns_search *search = w->search;
  struct pns_frame *frame = top(w);
  struct pns_choice choice;
  w->tally.visits++;
  uint64_t word = pns_update(frame->node, search->backup == PNS_BACKUP_WEAK, search->loss,
                             frame->blocked, &choice);
  if (w->cyclic) word = reread(w, word, &choice);
  w->phase = PNS_PHASE_RETREAT;
  if (pns_word_solved(word)) return w->depth == 0 ? PNS_DID_SOLVE : PNS_DID_VISIT;
  if (w->cyclic && is_stuck(w)) return get_unstuck(w);
  if (beyond(word, frame->limits)) return PNS_DID_VISIT;
  if (choice.best == PNS_NO_EDGE) {
    w->came_blocked = true;
    if (w->depth > 0) return PNS_DID_VISIT;
    frame->blocked = 0;
    w->phase = PNS_PHASE_VISIT;
    return PNS_DID_NOTHING;
  }
  w->phase = PNS_PHASE_VISIT;
  if (!make_room(w)) return PNS_FOUND_NO_MEMORY;
  return descend(w, word, &choice);
}

/* Gives the claimed leaf back unexpanded. */
static void let_go(struct pns_worker *w) {
  atomic_fetch_sub_explicit(&top(w)->edge->below, top(w)->mark, memory_order_relaxed);
  w->phase = PNS_PHASE_VISIT;
}

static void give_claim_back(struct pns_frame *frame) {
  atomic_fetch_sub_explicit(&frame->edge->below, PNS_CLAIMED, memory_order_relaxed);
  frame->mark = 1;
}

static enum pns_did expand(struct pns_worker *w) {
  struct pns_frame *leaf = top(w) + 1;
  leaf->node = pns_expand(w->search, &w->litter, &w->cursor, position_at(w, w->depth + 1),
                          &leaf->key, leaf->hash, &w->tally);
  if (leaf->node == NULL) {
    let_go(w);
    return PNS_FOUND_NO_ROOM;
  }
  uint64_t word = atomic_load_explicit(&leaf->node->word, memory_order_acquire);
  pns_edge_pass(top(w)->node, top(w)->edge, word, w->cyclic);
  bool leave = pns_word_solved(word) || beyond(word, leaf->limits);
  if (!leave) give_claim_back(top(w)); /* else on the way out */
  if (w->cyclic) pns_trail_push(&w->trail, &leaf->key);
  w->depth++;
  w->moved_at = w->tally.visits;
  w->phase = leave ? PNS_PHASE_RETREAT : PNS_PHASE_VISIT;
  return PNS_DID_EXPAND;
}

static void add_work(struct pns_node *node, uint64_t expansions) {
  uint64_t work = atomic_load_explicit(&node->work, memory_order_relaxed) + expansions;
  atomic_store_explicit(&node->work, work < UINT32_MAX ? (uint32_t)work : UINT32_MAX,
                        memory_order_relaxed);
}

/* Something is settled that took a good part of all that fits in memory: nobody will have to do it
 * again. */
static bool is_milestone(const struct pns_worker *w, const struct pns_node *node) {
  return atomic_load_explicit(&node->work, memory_order_relaxed) >= w->milestone_work &&
         pns_word_solved(atomic_load_explicit(&node->word, memory_order_relaxed));
}

/* What a frame leaves to its parent's edge. A value that depends on positions above the child is
 * for the parent's frame alone (it is lost when memory is short, which costs time, no truth). */
static void hand_over(struct pns_worker *w, const struct pns_frame *child) {
  const uint32_t depth = w->depth + 1;
  struct pns_edge *edge = top(w)->edge;
  uint64_t word = atomic_load_explicit(&child->node->word, memory_order_acquire);
  bool own = !pns_word_solved(word) && child->depends != PNS_DEPENDS_ON_NOTHING;
  if (own && child->depends >= depth) word = child->value;
  w->readings.count = child->readings;
  pns_trail_pop(&w->trail);
  pns_edge_pass(top(w)->node, edge, word, true);
  if (own && child->depends < depth) (void)note(w, edge, child->value, child->depends);
}

/* Takes the top frame off: its node's numbers go into the parent's edge. */
static void step_back(struct pns_worker *w) {
  struct pns_frame *child = top(w);
  struct pns_frame *parent = child - 1;
  uint64_t expanded = w->tally.expansions - child->entered_at;
  w->depth--;
  if (w->cyclic)
    hand_over(w, child);
  else
    pns_edge_store(parent->edge, atomic_load_explicit(&child->node->word, memory_order_acquire));
  atomic_fetch_sub_explicit(&parent->edge->below, parent->mark, memory_order_relaxed);
  if (expanded > 0) {
    add_work(parent->node, expanded);
    w->tally.milestones += is_milestone(w, child->node);
    parent->blocked = 0; /* something changed down there */
  }
}

/* Depth of the first solved node on the path; the top's depth when there is none above it. */
static uint32_t first_solved(const struct pns_worker *w) {
  uint32_t depth = 0;
  while (depth < w->depth &&
         !pns_word_solved(atomic_load_explicit(&w->frames[depth].node->word, memory_order_relaxed)))
    depth++;
  return depth;
}

/* Leaves work that others have made needless. */
static void abandon_solved(struct pns_worker *w) {
  uint32_t solved = first_solved(w);
  if (solved < w->depth) {
    uint64_t since = w->tally.expansions - w->looked_up_at;
    uint64_t below = w->tally.expansions - w->frames[solved].entered_at;
    w->tally.wasted += since < below ? since : below;
    pns_worker_unwind(w, solved);
  }
  w->looked_up_at = w->tally.expansions;
}

static enum pns_did retreat(struct pns_worker *w) {
  w->phase = PNS_PHASE_VISIT;
  if (w->tally.expansions - w->looked_up_at >= LOOK_UP_EVERY) {
    abandon_solved(w);
    if (w->depth == 0) return PNS_DID_RETREAT;
  }
  bool blocked = w->came_blocked;
  w->came_blocked = false;
  step_back(w);
  struct pns_frame *parent = top(w);
  size_t index = (size_t)(parent->edge - parent->node->edges);
  if (blocked && index < 64) parent->blocked |= UINT64_C(1) << index;
  return PNS_DID_RETREAT;
}

void pns_worker_unwind(struct pns_worker *worker, uint32_t depth) {
  if (worker->phase == PNS_PHASE_EXPAND) let_go(worker);
  struct pns_choice ignored;
  bool weak = worker->search->backup == PNS_BACKUP_WEAK;
  while (worker->depth > depth) {
    top(worker)->depends = PNS_DEPENDS_ON_NOTHING; /* its last visit may be long past */
    step_back(worker);
    pns_update(top(worker)->node, weak, PNS_NO_LOSS, 0, &ignored);
  }
  worker->came_blocked = false;
  worker->phase = PNS_PHASE_VISIT;
}

enum pns_did pns_worker_step(struct pns_worker *worker) {
  switch (worker->phase) {
    case PNS_PHASE_EXPAND:
      return expand(worker);
    case PNS_PHASE_RETREAT:
      return retreat(worker);
    default:
      return visit(worker);
  }
}
