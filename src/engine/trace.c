/*
 * pns_solver_trace: the textbook search shown by the engine itself. One worker, epsilon 0, the
 * plain sum and unit leaves; after every expansion the worker unwinds to the root, so the next leaf
 * is selected from there.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/solver.h"

struct tracer {
  struct pns_solver *solver;  /* made for the book's rules */
  struct pns_solver *stopper; /* the caller's, which can be told to stop */
  struct pns_worker *worker;
  uint64_t expansion;
  struct pns_trace_node *path;
  struct pns_trace_node *children;
  uint32_t path_capacity;
  char *positions; /* two: the expanded one and a child */
  pns_move *moves;
  void *touched; /* tree of the keys met (tsearch) */
  uint64_t touched_count;
};

static const struct pns_rules *rules_of(const struct tracer *t) { return t->worker->search->rules; }

static char *position_at(const struct tracer *t, uint32_t depth) {
  return t->worker->positions + (size_t)depth * rules_of(t)->position_bytes;
}

/* ---- the set of touched positions ---- */

static int compare_keys(const void *a, const void *b) {
  return memcmp(a, b, sizeof(struct pns_key));
}

static bool touch(struct tracer *t, const void *position) {
  struct pns_key *key = malloc(sizeof *key);
  if (key == NULL) return false;
  rules_of(t)->game->key(rules_of(t), position, key);
  void *place = tsearch(key, &t->touched, compare_keys);
  bool known = place != NULL && *(struct pns_key **)place != key;
  if (place == NULL || known) free(key);
  t->touched_count += place != NULL && !known;
  return place != NULL;
}

/* ---- one step ---- */

static struct pns_trace_node describe(const struct tracer *t, const void *position, uint32_t depth,
                                      uint64_t word) {
  uint8_t side = pns_side(t->worker->search, position);
  if (!t->solver->question.win) word = word << 32 | word >> 32;
  return (struct pns_trace_node){.depth = depth,
                                 .mover = rules_of(t)->game->mover(rules_of(t), position),
                                 .is_or = side == PNS_SIDE_OR,
                                 .pn = pns_word_pn(word),
                                 .dn = pns_word_dn(word)};
}

/* The first numbers of a child, as the expansion gave them. */
static uint64_t child_word(const struct tracer *t, const void *child) {
  const struct pns_rules *rules = rules_of(t);
  enum pns_outcome outcome = rules->game->outcome(rules, child);
  enum pns_outcome won = t->worker->search->prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  if (outcome != PNS_ONGOING) return outcome == won ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
  struct pns_key key;
  rules->game->key(rules, child, &key);
  const struct pns_node *known = pns_store_find(t->worker->search->store, &key, pns_key_hash(&key));
  return known != NULL ? atomic_load(&known->word) : pns_word(1, 1);
}

static bool describe_children(struct tracer *t, const void *position, uint32_t depth,
                              uint32_t *count) {
  const struct pns_rules *rules = rules_of(t);
  char *child = t->positions + rules->position_bytes;
  *count = rules->game->moves(rules, position, t->moves);
  for (uint32_t i = 0; i < *count; i++) {
    memcpy(child, position, rules->position_bytes);
    rules->game->play(rules, child, t->moves[i]);
    if (rules->game->canonical != NULL) rules->game->canonical(rules, child);
    if (!touch(t, child)) return false;
    t->children[i] = describe(t, child, depth + 1, child_word(t, child));
    rules->game->move_text(rules, position, t->moves[i], t->children[i].move);
  }
  return true;
}

static bool make_path(struct tracer *t, uint32_t length) {
  if (length <= t->path_capacity) return true;
  struct pns_trace_node *path = realloc(t->path, 2 * length * sizeof *path);
  if (path == NULL) return false;
  t->path = path;
  t->path_capacity = 2 * length;
  return true;
}

/* The worker has just expanded its top frame: notes the leaf, lets the numbers climb to the root
 * and tells everything. The frames above the root keep their nodes while the worker unwinds. */
static bool tell(struct tracer *t, pns_trace_function *step, void *user) {
  uint32_t depth = t->worker->depth;
  struct pns_trace_step told = {.expansion = ++t->expansion, .path_length = depth + 1};
  if (!make_path(t, depth + 1)) return false;
  memcpy(t->positions, position_at(t, depth), rules_of(t)->position_bytes);
  if (!describe_children(t, t->positions, depth, &told.children_count)) return false;
  pns_worker_unwind(t->worker, 0);
  for (uint32_t d = 0; d <= depth; d++) {
    const struct pns_frame *frame = &t->worker->frames[d];
    t->path[d] = describe(t, position_at(t, d), d, atomic_load(&frame->node->word));
    if (d > 0)
      rules_of(t)->game->move_text(rules_of(t), position_at(t, d - 1), frame[-1].edge->move,
                                   t->path[d].move);
  }
  told.path = t->path;
  told.children = t->children;
  told.touched = t->touched_count;
  step(user, &told);
  return true;
}

/* ---- the run ---- */

static enum pns_reason limit_met(const struct tracer *t, double started) {
  const struct pns_options *options = &t->solver->options;
  if (options->expansions > 0 && t->expansion >= options->expansions) return PNS_REASON_EXPANSIONS;
  if (options->time_s > 0 && pns_clock_now() - started >= options->time_s) return PNS_REASON_TIME;
  return pns_pool_stop_reason(t->stopper->pool);
}

/* The index may have to grow between two steps. */
static bool keep_room(struct pns_store *store) {
  if (!pns_store_crowded(store)) return true;
  if (!pns_store_grow_begin(store)) return false;
  pns_store_grow_share(store);
  pns_store_grow_end(store);
  return true;
}

static enum pns_status run(struct tracer *t, pns_trace_function *step, void *user,
                           enum pns_reason *reason, struct pns_error *error) {
  double started = pns_clock_now();
  enum pns_did did = PNS_DID_EXPAND; /* the root, when the worker was made */
  while (did != PNS_DID_SOLVE) {
    if (did == PNS_DID_EXPAND) {
      if (!tell(t, step, user))
        return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for the trace");
      *reason = limit_met(t, started);
    }
    if (did == PNS_FOUND_NO_ROOM || did == PNS_FOUND_NO_MEMORY ||
        !keep_room(t->solver->search.store))
      *reason = PNS_REASON_MEMORY;
    if (*reason != PNS_REASON_NONE) return PNS_OK;
    did = pns_worker_step(t->worker);
  }
  return PNS_OK;
}

static bool tracer_init(struct tracer *t) {
  const struct pns_rules *rules = t->solver->search.rules;
  t->children = calloc(rules->max_moves, sizeof *t->children);
  t->moves = malloc(rules->max_moves * sizeof *t->moves);
  t->positions = malloc(2 * rules->position_bytes);
  return t->children != NULL && t->moves != NULL && t->positions != NULL &&
         touch(t, t->solver->root);
}

static void tracer_done(struct tracer *t) {
  free(t->path);
  free(t->children);
  free(t->positions);
  free(t->moves);
  tdestroy(t->touched, free);
}

static struct pns_options by_the_book(const struct pns_options *options) {
  struct pns_options book = *options;
  book.threads = 1;
  book.backup = PNS_BACKUP_SUM + 1;
  book.init = PNS_INIT_UNIT + 1;
  book.epsilon = 0;
  book.seed = 0;
  return book;
}

static enum pns_status trace(struct tracer *t, pns_trace_function *step, void *user,
                             enum pns_reason *reason, struct pns_error *error) {
  t->worker = pns_pool_borrow(t->solver->pool);
  enum pns_status status =
      tracer_init(t) ? run(t, step, user, reason, error)
                     : pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for the trace");
  pns_pool_give_back(t->solver->pool);
  tracer_done(t);
  return status;
}

enum pns_status pns_solver_trace(struct pns_solver *solver, pns_trace_function *step, void *user,
                                 struct pns_result *result, struct pns_error *error) {
  enum pns_reason reason = PNS_REASON_NONE;
  struct pns_options options = by_the_book(&solver->options);
  struct tracer t = {.stopper = solver};
  enum pns_status status = pns_solver_new(solver->position, &options, &t.solver, error);
  if (status != PNS_OK) return status;
  double started = pns_clock_now(), cpu = pns_clock_cpu();
  if (t.solver->root != NULL) status = trace(&t, step, user, &reason, error);
  t.solver->wall_s = pns_clock_now() - started;
  t.solver->cpu_s = pns_clock_cpu() - cpu;
  status = pns_solver_trust(solver, status, error);
  if (status == PNS_OK) pns_solver_report(t.solver, reason, result);
  pns_solver_free(t.solver);
  return status;
}
