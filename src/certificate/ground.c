#include "certificate/ground.h"

#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 4096, ROUND_SHIFT = 2, ORDER_SHIFT = 32 };

/* A position on the path. */
struct step {
  char *position;
  pns_move *moves;
  uint32_t count, next;
  struct pns_key key;
  bool chooses, failed;
};

struct walk {
  struct pns_ground *ground;
  struct pns_hand *hand;
  enum pns_status (*make_way)(void *user, uint64_t bytes);
  struct step *steps;
  uint32_t depth, room;
};

/* ---- what is remembered: above the two bits of the state the last round, and the order ---- */

static uint32_t order_of(const struct pns_seen *seen) {
  return seen == NULL ? 0 : (uint32_t)(seen->note >> ORDER_SHIFT);
}

static bool met(const struct pns_ground *ground, const struct pns_seen *seen) {
  return seen != NULL && (uint32_t)seen->note >> ROUND_SHIFT == ground->round;
}

static void set(struct pns_seen *seen, uint32_t order, uint32_t round) {
  seen->note = (uint64_t)order << ORDER_SHIFT | (uint64_t)round << ROUND_SHIFT | PNS_SEEN_ONCE;
}

uint32_t pns_ground_order(const struct pns_ground *ground, const struct pns_key *key) {
  return order_of(pns_seen_find(&ground->table, key));
}

void pns_ground_done(struct pns_ground *ground) { pns_seen_done(&ground->table); }

/* ---- the path ---- */

static enum pns_status out_of_memory(const struct walk *w) {
  return pns_error_set(w->hand->error, PNS_ERROR_SYSTEM, "certificate: out of memory");
}

static bool make_room(struct walk *w) {
  if (w->depth < w->room) return true;
  const uint32_t room = w->room == 0 ? 64 : 2 * w->room;
  struct step *steps = realloc(w->steps, room * sizeof *steps);
  if (steps == NULL) return false;
  w->steps = steps;
  w->room = room;
  return true;
}

static void drop(struct step *step) {
  free(step->position);
  free(step->moves);
}

static bool fill(struct step *step, const struct pns_hand *hand) {
  const struct pns_rules *rules = hand->rules;
  *step = (struct step){.key = hand->key, .chooses = pns_hand_chooses(hand, hand->child)};
  step->position = malloc(rules->position_bytes);
  step->moves = malloc(rules->max_moves * sizeof *step->moves);
  if (step->position == NULL || step->moves == NULL) {
    drop(step);
    return false;
  }
  memcpy(step->position, hand->folded, rules->position_bytes);
  step->count = rules->game->moves(rules, step->position, step->moves);
  return true;
}

/* Opens the position at hand. */
static enum pns_status push(struct walk *w) {
  struct pns_ground *ground = w->ground;
  struct pns_seen *seen = pns_seen_find(&ground->table, &w->hand->key);
  if (seen == NULL) {
    const enum pns_status status = w->make_way(w->hand->user, pns_seen_bytes_next(&ground->table));
    if (status != PNS_OK) return status;
    seen = pns_seen_add(&ground->table, &w->hand->key);
  }
  if (seen == NULL || !make_room(w) || !fill(&w->steps[w->depth], w->hand)) return out_of_memory(w);
  set(seen, 0, ground->round);
  w->depth++;
  return PNS_OK;
}

static void pop(struct walk *w, bool grounded) {
  struct step *step = &w->steps[--w->depth];
  if (grounded)
    set(pns_seen_find(&w->ground->table, &step->key), ++w->ground->grounded, w->ground->round);
  drop(step);
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

/* Looks at the present move of the top position. */
static enum pns_status look(struct walk *w, struct step *step) {
  struct pns_hand *hand = w->hand;
  const enum pns_end end = pns_hand_play(hand, step->position, step->moves[step->next]);
  if (end != PNS_NO_END) {
    take(w, step, end == PNS_GOOD_END);
    return PNS_OK;
  }
  pns_hand_name(hand);
  const struct pns_seen *seen = pns_seen_find(&w->ground->table, &hand->key);
  if (order_of(seen) != 0 || met(w->ground, seen)) {
    take(w, step, order_of(seen) != 0);
    return PNS_OK;
  }
  uint32_t ignored;
  if (step->chooses && !pns_hand_settled(hand, &ignored)) {
    step->next++;
    return PNS_OK;
  }
  const enum pns_status status = pns_hand_settle(hand);
  return status == PNS_OK ? push(w) : status;
}

static enum pns_status go_round(struct walk *w) {
  w->ground->round++;
  pns_hand_take_root(w->hand);
  enum pns_status status = pns_hand_settle(w->hand);
  if (status == PNS_OK) status = push(w);
  for (uint32_t steps = 1; status == PNS_OK && w->depth > 0; steps++) {
    struct step *step = &w->steps[w->depth - 1];
    if (step->next == step->count)
      pop(w, !step->chooses && !step->failed);
    else
      status = look(w, step);
    if (steps % ASK_EVERY == 0 && w->hand->stopped(w->hand->user))
      status = pns_error_set(w->hand->error, PNS_ERROR_SYSTEM,
                             "certificate: stopped before it was complete");
  }
  while (w->depth > 0) drop(&w->steps[--w->depth]);
  return status;
}

enum pns_status pns_ground(struct pns_ground *ground, struct pns_hand *hand,
                           enum pns_status (*make_way)(void *user, uint64_t bytes)) {
  struct walk w = {.ground = ground, .hand = hand, .make_way = make_way};
  enum pns_status status = PNS_OK;
  uint32_t before = 0, order = 0;
  do {
    before = ground->grounded;
    status = go_round(&w);
    pns_hand_take_root(hand);
    order = pns_ground_order(ground, &hand->key);
  } while (status == PNS_OK && order == 0 && ground->grounded > before);
  free(w.steps);
  if (status != PNS_OK || order != 0) return status;
  return pns_error_set(hand->error, PNS_ERROR_SYSTEM,
                       "certificate: what is left in memory proves the verdict only in circles, "
                       "since parts were dropped; more --memory keeps them");
}
