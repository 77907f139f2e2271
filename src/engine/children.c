/*
 * pns_solver_children: a position of the search and its moves, as the store knows them.
 *
 * The store knows canonical positions and forgets much: a node that is lost keeps no edge, one that
 * is won keeps one, and a sweep drops nodes altogether. So the verdict of a child comes from its
 * own node, else from its parent's edge, else from the parent's verdict where that settles all
 * moves; and the same on the way from the root. What the game settles at sight needs none of them:
 * such children never get a node. The game is only asked while the store is not held.
 *
 * Every position is the one that this line of moves has in the store (search/walk.h). Where the
 * game folds no more, what the search found along other lines may be a mirror image of it, of which
 * nothing is known here.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/solver.h"
#include "search/line.h"
#include "search/walk.h"

/* Numbers of which nothing is known: one leaf each is needed at least. */
#define NOTHING_KNOWN pns_word(1, 1)

/* A move of the position looked at. */
struct branch {
  pns_move move, stored; /* `stored`: what stands for it in the store's position */
  enum pns_outcome outcome;
  enum pns_player mover;
  struct pns_key key; /* where it leads in the store */
  uint64_t word;      /* for the prover */
  uint32_t work;
  bool known, expanded;
};

/* An edge of the position's node, with its child named. */
struct kept {
  pns_move move;
  uint64_t word;
  struct pns_key key;
};

struct look {
  const struct pns_solver *solver;
  const struct pns_rules *rules;
  struct pns_walk walk;
  struct pns_key key; /* of the stored position */
  enum pns_player mover;
  enum pns_outcome outcome;
  uint64_t word;
  uint32_t work;
  bool expanded;
  bool paired; /* the branches have their stored moves */
  uint32_t count, kept_count;
  pns_move *moves, *stored;
  struct branch *branches;
  struct kept *kept;
};

static bool look_init(struct look *look, const struct pns_solver *solver) {
  const struct pns_rules *rules = solver->search.rules;
  *look = (struct look){.solver = solver, .rules = rules};
  const bool walks = pns_walk_init(&look->walk, rules, pns_position_bytes(solver->position));
  look->moves = malloc(2 * rules->max_moves * sizeof *look->moves);
  look->branches = malloc(rules->max_moves * sizeof *look->branches);
  look->kept = malloc(rules->max_moves * sizeof *look->kept);
  if (!walks || look->moves == NULL || look->branches == NULL || look->kept == NULL) return false;
  look->stored = look->moves + rules->max_moves;
  look->word = NOTHING_KNOWN;
  return true;
}

static void look_done(struct look *look) {
  pns_walk_done(&look->walk);
  free(look->moves);
  free(look->branches);
  free(look->kept);
}

/* ---- what the game says ---- */

static uint64_t finished_word(const struct look *look, enum pns_outcome outcome) {
  const enum pns_outcome won =
      look->solver->search.prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  return outcome == won ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
}

/* Without a stored move the child's own canonical form is what the store has, if it has any. */
static void name_branch(struct look *look, struct branch *branch) {
  struct pns_walk *walk = &look->walk;
  if (look->paired)
    pns_step_to(look->rules, walk->stored, branch->stored, walk->child, &branch->key);
  else
    pns_step_to(look->rules, walk->here, branch->move, walk->child, &branch->key);
}

static void make_branch(struct look *look, uint32_t i) {
  const struct pns_rules *rules = look->rules;
  struct branch *branch = &look->branches[i];
  char *child = look->walk.child;
  memcpy(child, look->walk.here, rules->position_bytes);
  rules->game->play(rules, child, look->moves[i]);
  *branch =
      (struct branch){.move = look->moves[i], .stored = look->stored[i], .word = NOTHING_KNOWN};
  branch->outcome = rules->game->outcome(rules, child);
  branch->mover = rules->game->mover(rules, child);
  if (branch->outcome != PNS_ONGOING) {
    branch->word = finished_word(look, branch->outcome);
    branch->known = true;
    return;
  }
  const uint64_t word = pns_search_sight(&look->solver->search, child);
  if (word != 0) {
    branch->word = word;
    branch->known = true;
  }
  name_branch(look, branch);
}

static void ask_game(struct look *look) {
  const struct pns_rules *rules = look->rules;
  look->mover = rules->game->mover(rules, look->walk.here);
  look->outcome = rules->game->outcome(rules, look->walk.here);
  look->count = 0;
  if (look->outcome != PNS_ONGOING) {
    look->word = finished_word(look, look->outcome);
    return;
  }
  look->count = rules->game->moves(rules, look->walk.here, look->moves);
  look->paired = pns_walk_pair(&look->walk, look->moves, look->count, look->stored);
  if (!look->paired) memcpy(look->stored, look->moves, look->count * sizeof *look->moves);
  for (uint32_t i = 0; i < look->count; i++) make_branch(look, i);
  rules->game->key(rules, look->walk.stored, &look->key);
}

/* ---- what the store says ---- */

static uint8_t side(const struct look *look) {
  return look->mover == look->solver->search.prover ? PNS_SIDE_OR : PNS_SIDE_AND;
}

static const struct pns_node *find(const struct look *look, const struct pns_key *key) {
  return pns_store_find(look->solver->search.store, key, pns_key_hash(key));
}

static struct pns_known recall(const struct look *look, const struct pns_key *key) {
  return pns_store_known(look->solver->search.store, key, pns_key_hash(key));
}

/* Acquire: who sees a verdict also sees what it rests on. */
static uint64_t word_of(const _Atomic uint64_t *word) {
  return atomic_load_explicit(word, memory_order_acquire);
}

/* What is left of a settled position without a node. */
static void recall_branch(const struct look *look, struct branch *branch) {
  const struct pns_known known = recall(look, &branch->key);
  if (known.word == 0) return;
  branch->word = known.word;
  branch->work = pns_work_of_log(known.work);
  branch->known = branch->expanded = true;
}

static void read_branch(const struct look *look, struct branch *branch) {
  if (branch->known) return;
  const struct pns_node *node = find(look, &branch->key);
  if (node == NULL) {
    recall_branch(look, branch);
    return;
  }
  branch->word = word_of(&node->word);
  branch->work = atomic_load_explicit(&node->work, memory_order_relaxed);
  branch->known = branch->expanded = true;
}

static void recall_node(struct look *look) {
  const struct pns_known known = recall(look, &look->key);
  look->expanded = known.word != 0;
  if (!look->expanded) return;
  look->word = known.word;
  look->work = pns_work_of_log(known.work);
  if (known.word == pns_word_won(side(look)))
    look->kept[look->kept_count++] = (struct kept){.move = known.move, .word = known.word};
}

/* The node's own word is read before its edges: were it solved in between, an edge could only
 * know more than it. */
static void read_node(struct look *look) {
  const struct pns_node *node = find(look, &look->key);
  look->kept_count = 0;
  look->work = 0;
  look->expanded = node != NULL;
  if (node == NULL) {
    recall_node(look);
    return;
  }
  /* Found again after a sweep it may know less than the positions above it. */
  if (!pns_word_solved(look->word)) look->word = word_of(&node->word);
  look->work = atomic_load_explicit(&node->work, memory_order_relaxed);
  for (uint32_t i = 0; i < node->edge_count; i++)
    look->kept[look->kept_count++] =
        (struct kept){.move = node->edges[i].move, .word = word_of(&node->edges[i].word)};
}

static void ask_store(struct look *look) {
  struct pns_pool *pool = look->solver->pool;
  pns_pool_view_begin(pool);
  read_node(look);
  for (uint32_t i = 0; i < look->count; i++) read_branch(look, &look->branches[i]);
  pns_pool_view_end(pool);
}

/* ---- both together ---- */

static bool take_edge(const struct look *look, struct branch *branch) {
  bool found = false;
  for (uint32_t k = 0; k < look->kept_count; k++) {
    const uint64_t word = look->kept[k].word;
    if (!pns_key_equal(&branch->key, &look->kept[k].key)) continue;
    if (!branch->known || pns_word_solved(word)) branch->word = word;
    branch->known = found = true;
  }
  return found;
}

/* Whether each edge is some move's. Not so where a game without `unfold` stops folding: there edges
 * lead to mirror images of what is looked at. */
static bool edges_are_named(const struct look *look) {
  for (uint32_t k = 0; k < look->kept_count; k++) {
    uint32_t i = 0;
    while (i < look->count && (look->branches[i].outcome != PNS_ONGOING ||
                               !pns_key_equal(&look->branches[i].key, &look->kept[k].key)))
      i++;
    if (i == look->count) return false;
  }
  return true;
}

/* An unsolved node has shed the edges that are lost for its mover (NODE-3), and no others. */
static void take_edges(struct look *look) {
  for (uint32_t k = 0; k < look->kept_count; k++)
    pns_step_to(look->rules, look->walk.stored, look->kept[k].move, look->walk.child,
                &look->kept[k].key);
  const bool shed = look->expanded && !pns_word_solved(look->word) && edges_are_named(look);
  for (uint32_t i = 0; i < look->count; i++) {
    struct branch *branch = &look->branches[i];
    if (branch->outcome != PNS_ONGOING || take_edge(look, branch) || !shed) continue;
    branch->word = pns_word_of(PNS_INF, 0, side(look));
    branch->known = true;
  }
}

/* Where the mover has lost, every move has. */
static void take_loss(struct look *look) {
  if (!pns_word_solved(look->word) || look->word == pns_word_won(side(look))) return;
  for (uint32_t i = 0; i < look->count; i++) {
    look->branches[i].word = look->word;
    look->branches[i].known = true;
  }
}

static void examine(struct look *look) {
  ask_game(look);
  if (look->outcome != PNS_ONGOING) return;
  ask_store(look);
  take_edges(look);
  take_loss(look);
}

/* A move that settles the position for its mover, else the most promising one. */
static uint32_t best_of(const struct look *look) {
  uint32_t best = look->count, best_least = 0;
  for (uint32_t i = 0; i < look->count; i++) {
    const struct branch *branch = &look->branches[i];
    const uint32_t least = pns_word_least(branch->word, side(look));
    if (!branch->known || (best < look->count && least >= best_least)) continue;
    best = i;
    best_least = least;
  }
  return best;
}

/* ---- the way there ---- */

static void write_move(const struct look *look, uint32_t i, char *text) {
  look->rules->game->move_text(look->rules, look->walk.here, look->branches[i].move, text);
}

/* `walker` reads the moves. */
static enum pns_status go(struct look *look, struct pns_position *walker, const char *text,
                          struct pns_error *error) {
  pns_move move;
  const enum pns_status status = pns_position_find(walker, text, &move, error);
  if (status != PNS_OK) return status;
  uint32_t i = 0;
  while (i < look->count && look->branches[i].move != move) i++;
  if (i == look->count)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "the game '%.40s' lists other moves when it is asked twice",
                         look->rules->game->name);
  look->word = look->branches[i].word;
  pns_walk_play(&look->walk, move, look->branches[i].stored);
  memcpy(walker->bytes, look->walk.here, look->rules->position_bytes);
  walker->played++;
  return pns_position_check(walker, error);
}

static enum pns_status walk(struct look *look, const char *const *moves, size_t count,
                            struct pns_error *error) {
  struct pns_position *walker = pns_position_copy(look->solver->position);
  if (walker == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  enum pns_status status = PNS_OK;
  walker->played = 0; /* a message counts the moves given here */
  examine(look);
  for (size_t i = 0; i < count && status == PNS_OK; i++) {
    status = go(look, walker, moves[i], error);
    if (status == PNS_OK) examine(look);
  }
  pns_position_free(walker);
  return status;
}

/* ---- what the caller gets ---- */

/* As the player of the question counts. */
static struct pns_numbers numbers_of(const struct look *look, uint64_t word) {
  if (!look->solver->question.win) word = word << 32 | word >> 32;
  struct pns_numbers numbers = {.pn = pns_word_pn(word), .dn = pns_word_dn(word)};
  if (pns_word_solved(word)) numbers.verdict = numbers.pn == 0 ? PNS_PROVEN : PNS_DISPROVEN;
  return numbers;
}

static void tell_here(const struct look *look, struct pns_look *here) {
  memset(here, 0, sizeof *here);
  look->rules->game->format(look->rules, look->walk.here, here->position);
  here->mover = look->mover;
  here->outcome = look->outcome;
  here->numbers = numbers_of(look, look->word);
  here->expanded = look->expanded;
  here->work = look->work;
  here->children = look->count;
  here->best = best_of(look);
}

static void tell_child(const struct look *look, uint32_t i, struct pns_child *child) {
  const struct branch *branch = &look->branches[i];
  memset(child, 0, sizeof *child);
  write_move(look, i, child->move);
  child->mover = branch->mover;
  child->outcome = branch->outcome;
  child->numbers = numbers_of(look, branch->word);
  child->expanded = branch->expanded;
  child->work = branch->work;
}

enum pns_status pns_solver_children(struct pns_solver *solver, const char *const *moves,
                                    size_t moves_count, struct pns_look *here,
                                    struct pns_child *children, uint32_t room,
                                    struct pns_error *error) {
  struct look look;
  if (solver->root != NULL && solver->pool == NULL)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "the solver lost its store to a failed restore");
  enum pns_status status = PNS_OK;
  if (!look_init(&look, solver))
    status = pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for the moves of a position");
  if (status == PNS_OK) status = walk(&look, moves, moves_count, error);
  if (status == PNS_OK) {
    tell_here(&look, here);
    for (uint32_t i = 0; i < look.count && i < room; i++) tell_child(&look, i, &children[i]);
  }
  look_done(&look);
  return pns_solver_trust(solver, status, error);
}
