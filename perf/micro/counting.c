#include "counting.h"

static struct pns_counting *counting_of(const struct pns_rules *rules) {
  return (struct pns_counting *)(uintptr_t)rules->game;
}

static uint32_t moves(const struct pns_rules *rules, const void *position, pns_move *list) {
  struct pns_counting *c = counting_of(rules);
  if (c->sample != NULL) pns_sample_add(c->sample, rules, position);
  return c->inner->moves(rules, position, list);
}

static void play(const struct pns_rules *rules, void *position, pns_move move) {
  struct pns_counting *c = counting_of(rules);
  c->plays++;
  c->inner->play(rules, position, move);
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *position) {
  struct pns_counting *c = counting_of(rules);
  c->outcomes++;
  return c->inner->outcome(rules, position);
}

static uint32_t mobility(const struct pns_rules *rules, const void *position) {
  struct pns_counting *c = counting_of(rules);
  c->leaves++;
  return c->inner->mobility(rules, position);
}

static void leaf(const struct pns_rules *rules, const void *position, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  struct pns_counting *c = counting_of(rules);
  c->leaves++;
  c->inner->leaf(rules, position, prover, pn, dn);
}

static void key(const struct pns_rules *rules, const void *position, struct pns_key *result) {
  struct pns_counting *c = counting_of(rules);
  c->keys++;
  c->inner->key(rules, position, result);
}

void pns_counting_init(struct pns_counting *counting, const struct pns_game *inner) {
  *counting = (struct pns_counting){.game = *inner, .inner = inner};
  counting->game.moves = moves;
  counting->game.play = play;
  counting->game.outcome = outcome;
  counting->game.key = key;
  if (inner->mobility != NULL) counting->game.mobility = mobility;
  if (inner->leaf != NULL) counting->game.leaf = leaf;
}
