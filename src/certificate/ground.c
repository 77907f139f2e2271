#include "certificate/ground.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 4096, ROUND_SHIFT = 2, ORDER_SHIFT = 32 };

/* A position on the path. */
struct step {
  char *position;
  pns_move *moves; /* in the same memory */
  uint32_t given;  /* moves by the rules */
  uint32_t count;  /* with the one that is remembered */
  uint32_t next;
  struct pns_key key;
  uint32_t work; /* its logarithm */
  bool chooses, failed;
  bool remembers; /* the last move is one that won, wherever it led */
};

struct walk {
  struct pns_ground *ground;
  struct pns_hand *hand;
  pns_move *moves; /* scratch */
  struct step *steps;
  uint32_t depth, room;
};

/* ---- what is remembered: above the two bits of the state the last round, and the order ---- */

static uint32_t order_of(const struct pns_seen *seen) {
  return seen == NULL ? 0 : (uint32_t)(seen->note >> ORDER_SHIFT);
}

static uint32_t round_of(const struct pns_seen *seen) {
  return (uint32_t)seen->note >> ROUND_SHIFT;
}

static bool met(const struct pns_ground *ground, const struct pns_seen *seen) {
  return seen != NULL && round_of(seen) == ground->round;
}

static void set(struct pns_seen *seen, uint32_t order, uint32_t round) {
  seen->note = (uint64_t)order << ORDER_SHIFT | (uint64_t)round << ROUND_SHIFT | PNS_SEEN_ONCE;
}

uint32_t pns_ground_order(const struct pns_ground *ground, const struct pns_key *key) {
  const uint32_t order = order_of(pns_seen_find(&ground->table, key));
  return order != 0 || ground->elder == NULL ? order : pns_ground_order(ground->elder, key);
}

uint64_t pns_ground_bytes_next(const struct pns_ground *ground) {
  return ground->beside + ground->path + pns_seen_bytes_next(&ground->table);
}

void pns_ground_done(struct pns_ground *ground) { pns_seen_done(&ground->table); }

/* The key's entry, a new one if need be. */
static enum pns_status provide(struct pns_ground *ground, const struct pns_key *key,
                               struct pns_error *error, struct pns_seen **seen) {
  *seen = pns_seen_find(&ground->table, key);
  if (*seen != NULL) return PNS_OK;
  const uint64_t bytes = pns_ground_bytes_next(ground);
  const enum pns_status status = ground->make_way(ground->user, bytes);
  if (status != PNS_OK) return status;
  *seen = pns_seen_add(&ground->table, key);
  if (*seen == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: out of memory");
  set(*seen, 0, 0);
  return PNS_OK;
}

enum pns_status pns_ground_join(struct pns_ground *ground, const struct pns_ground *younger,
                                struct pns_error *error) {
  for (size_t i = 0; i < younger->table.capacity; i++) {
    const struct pns_seen *from = &younger->table.entries[i];
    struct pns_seen *to;
    if (order_of(from) == 0) continue;
    const enum pns_status status = provide(ground, &from->key, error, &to);
    if (status != PNS_OK) return status;
    set(to, order_of(from), round_of(to));
  }
  ground->grounded = younger->grounded;
  return PNS_OK;
}

/* ---- the path ---- */

static enum pns_status out_of_memory(const struct walk *w) {
  return pns_error_set(w->hand->error, PNS_ERROR_SYSTEM, "certificate: out of memory");
}

static bool make_room(struct walk *w) {
  if (w->depth < w->room) return true;
  const uint32_t room = w->room == 0 ? 64 : 2 * w->room;
  struct step *steps = realloc(w->steps, room * sizeof *steps);
  if (steps == NULL) return false;
  w->ground->path += (room - w->room) * sizeof *steps;
  w->steps = steps;
  w->room = room;
  return true;
}

/* Where the moves begin behind a position. */
static size_t head_bytes(const struct walk *w) {
  return (w->hand->rules->position_bytes + 15) & ~(size_t)15;
}

/* With room for one more move. */
static size_t step_bytes(const struct walk *w, uint32_t count) {
  return head_bytes(w) + (count + 1) * sizeof(pns_move);
}

static void drop(struct walk *w) {
  struct step *step = &w->steps[--w->depth];
  w->ground->path -= step_bytes(w, step->given);
  free(step->position);
}

/* A step at the position at hand. */
static bool fill(struct walk *w, struct step *step) {
  const struct pns_hand *hand = w->hand;
  const struct pns_rules *rules = hand->rules;
  const uint32_t count = rules->game->moves(rules, hand->folded, w->moves);
  *step = (struct step){.key = hand->key, .count = count, .given = count};
  step->position = malloc(step_bytes(w, count));
  if (step->position == NULL) return false;
  step->moves = (pns_move *)(void *)(step->position + head_bytes(w));
  memcpy(step->position, hand->folded, rules->position_bytes);
  memcpy(step->moves, w->moves, count * sizeof *w->moves);
  step->chooses = pns_hand_chooses(hand, hand->child);
  pns_hand_settled(hand, &step->work);
  w->ground->path += step_bytes(w, count);
  return true;
}

/* Opens the position at hand. */
static enum pns_status push(struct walk *w) {
  struct pns_ground *ground = w->ground;
  struct pns_seen *seen;
  const enum pns_status status = provide(ground, &w->hand->key, w->hand->error, &seen);
  if (status != PNS_OK) return status;
  if (!make_room(w) || !fill(w, &w->steps[w->depth])) return out_of_memory(w);
  set(seen, 0, ground->round);
  w->depth++;
  return PNS_OK;
}

/* Help for another one may have grounded it already: the first order is the one that holds. */
static void pop(struct walk *w, bool grounded) {
  struct pns_seen *seen = pns_seen_find(&w->ground->table, &w->steps[w->depth - 1].key);
  if (grounded && order_of(seen) == 0) set(seen, ++w->ground->grounded, w->ground->round);
  drop(w);
}

/* ---- one round ---- */

/* What a finished game, or a child met before, means for the position. */
static void take(struct walk *w, struct step *step, bool good) {
  if (good && step->chooses) {
    pop(w, true);
    return;
  }
  step->failed |= !good;
  step->next++;
}

/* Opens the child at hand, which is searched again if it was dropped. */
static enum pns_status enter(struct walk *w) {
  struct pns_ground *ground = w->ground;
  const enum pns_status status = pns_hand_settle(w->hand);
  if (status == PNS_OK) return push(w);
  if (!w->hand->again.found_no_room || ground->help == NULL) return status;
  return ground->help(ground->helper, w->hand->folded);
}

/* Looks at the present move of the top position. The chooser has other moves than those whose
 * children were dropped, and the one that is remembered. */
static enum pns_status look(struct walk *w, struct step *step) {
  struct pns_hand *hand = w->hand;
  const enum pns_end end = pns_hand_play(hand, step->position, step->moves[step->next]);
  if (end != PNS_NO_END) {
    take(w, step, end == PNS_GOOD_END);
    return PNS_OK;
  }
  pns_hand_name(hand);
  const bool good = pns_ground_order(w->ground, &hand->key) != 0;
  if (good || met(w->ground, pns_seen_find(&w->ground->table, &hand->key))) {
    take(w, step, good);
    return PNS_OK;
  }
  uint32_t ignored;
  if (step->chooses && !step->remembers && !pns_hand_settled(hand, &ignored)) {
    step->next++;
    return PNS_OK;
  }
  return enter(w);
}

/* Gives the chooser one more move to look at. */
static bool remember(const struct walk *w, struct step *step) {
  if (!step->chooses || step->remembers) return false;
  step->remembers = true;
  if (!pns_hand_remembered(w->hand, &step->key, &step->moves[step->count])) return false;
  step->count++;
  return true;
}

/* All moves were looked at. */
static enum pns_status finish(struct walk *w, const struct step *step) {
  struct pns_ground *ground = w->ground;
  const int work = (int)step->work;
  enum pns_status status = PNS_OK;
  if (step->chooses) {
    if (work < ground->least_failed) ground->least_failed = work;
    if (work <= ground->most_work) status = ground->help(ground->helper, step->position);
  }
  if (status == PNS_OK) pop(w, !step->chooses && !step->failed);
  return status;
}

static enum pns_status walk(struct walk *w) {
  struct pns_hand *hand = w->hand;
  pns_hand_take_root(hand);
  enum pns_status status = enter(w);
  for (uint32_t steps = 1; status == PNS_OK && w->depth > 0; steps++) {
    struct step *step = &w->steps[w->depth - 1];
    const bool more = step->next < step->count || remember(w, step);
    status = more ? look(w, step) : finish(w, step);
    if (status == PNS_OK && steps % ASK_EVERY == 0 && hand->stopped(hand->user))
      status = pns_error_set(hand->error, PNS_ERROR_SYSTEM,
                             "certificate: stopped before it was complete");
  }
  while (w->depth > 0) drop(w);
  return status;
}

enum pns_status pns_ground_round(struct pns_ground *ground, struct pns_hand *hand) {
  struct walk w = {.ground = ground, .hand = hand};
  w.moves = malloc(hand->rules->max_moves * sizeof *w.moves);
  ground->round++;
  ground->least_failed = INT_MAX;
  const enum pns_status status = w.moves != NULL ? walk(&w) : out_of_memory(&w);
  ground->path = 0;
  free(w.steps);
  free(w.moves);
  return status;
}

enum pns_status pns_ground_rounds(struct pns_ground *ground, struct pns_hand *hand) {
  enum pns_status status = PNS_OK;
  uint32_t before = 0, order = 0;
  do {
    before = ground->grounded;
    status = pns_ground_round(ground, hand);
    pns_hand_take_root(hand);
    order = pns_ground_order(ground, &hand->key);
  } while (status == PNS_OK && order == 0 && ground->grounded > before);
  return status;
}
