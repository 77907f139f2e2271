#include "front/view.h"

#include <inttypes.h>
#include <stdio.h>

#include "front/json.h"

void pns_front_view_look(struct pns_front_view *view, const struct pns_position *position) {
  const struct pns_rules *rules = pns_position_rules(position);
  view->rules = rules;
  view->bytes = pns_position_bytes(position);
  view->outcome = rules->game->outcome(rules, view->bytes);
  view->count =
      view->outcome == PNS_ONGOING ? rules->game->moves(rules, view->bytes, view->moves) : 0;
  rules->game->format(rules, view->bytes, view->text);
  rules->game->draw(rules, view->bytes, view->drawing);
  struct pns_key key;
  pns_position_key(position, &key);
  snprintf(view->key, sizeof view->key, "%016" PRIx64 "%016" PRIx64, key.word[1], key.word[0]);
}

const char *pns_front_outcome_name(enum pns_outcome outcome) {
  switch (outcome) {
    case PNS_FIRST_WINS:
      return "first wins";
    case PNS_SECOND_WINS:
      return "second wins";
    case PNS_DRAW:
      return "draw";
    case PNS_ONGOING:
      break;
  }
  return "ongoing";
}

const char *pns_front_player_name(enum pns_player player) {
  return player == PNS_FIRST ? "first" : "second";
}

enum pns_player pns_front_view_mover(const struct pns_front_view *view) {
  return view->rules->game->mover(view->rules, view->bytes);
}

json_t *pns_front_view_moves(const struct pns_front_view *view) {
  json_t *moves = json_array();
  for (uint32_t i = 0; i < view->count; i++) {
    char move[PNS_MOVE_TEXT_MAX];
    view->rules->game->move_text(view->rules, view->bytes, view->moves[i], move);
    json_array_append_new(moves, pns_front_json_text(move));
  }
  return moves;
}

json_t *pns_front_view_json(const struct pns_front_view *view,
                            const struct pns_position *position) {
  json_t *object = json_object();
  json_object_set_new(object, "game", pns_front_json_game(position));
  json_object_set_new(object, "position", pns_front_json_text(view->text));
  json_object_set_new(object, "outcome", json_string(pns_front_outcome_name(view->outcome)));
  json_object_set_new(object, "mover",
                      view->outcome == PNS_ONGOING
                          ? json_string(pns_front_player_name(pns_front_view_mover(view)))
                          : json_null());
  json_object_set_new(object, "moves", pns_front_view_moves(view));
  json_object_set_new(object, "key", json_string(view->key));
  json_object_set_new(object, "drawing", pns_front_json_text(view->drawing));
  return object;
}
