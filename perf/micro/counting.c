#include "counting.h"

static struct pns_counting *counting_of(const struct pns_rules *rules) {
  return (struct pns_counting *)(uintptr_t)rules->game;
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

static void key(const struct pns_rules *rules, const void *position, struct pns_key *result) {
  struct pns_counting *c = counting_of(rules);
  c->keys++;
  c->inner->key(rules, position, result);
}

void pns_counting_init(struct pns_counting *counting, const struct pns_game *inner) {
  *counting = (struct pns_counting){.game = *inner, .inner = inner};
  counting->game.play = play;
  counting->game.outcome = outcome;
  counting->game.key = key;
}
