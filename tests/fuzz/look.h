/* Everything a front end asks about a position, to be called on whatever a parser let through. */
#ifndef PNS_TESTS_LOOK_H
#define PNS_TESTS_LOOK_H

#include "fuzz/driver/fuzz.h"

/* Asks and checks what game.h promises about sizes. */
static inline void fuzz_look(const struct pns_position *position) {
  const struct pns_rules *rules = pns_position_rules(position);
  const void *bytes = pns_position_bytes(position);
  char text[PNS_POSITION_TEXT_MAX], drawing[PNS_DRAWING_MAX], name[PNS_MOVE_TEXT_MAX];
  static pns_move moves[PNS_MOVES_MAX];
  struct pns_key key;
  rules->game->format(rules, bytes, text);
  rules->game->draw(rules, bytes, drawing);
  fuzz_require(strlen(text) < sizeof text && strlen(drawing) < sizeof drawing);
  pns_position_key(position, &key);
  if (rules->game->outcome(rules, bytes) != PNS_ONGOING) return;
  uint32_t count = rules->game->moves(rules, bytes, moves);
  fuzz_require(count >= 1 && count <= rules->max_moves);
  for (uint32_t i = 0; i < count; i++) {
    rules->game->move_text(rules, bytes, moves[i], name);
    fuzz_require(strlen(name) < sizeof name);
  }
}

#endif
