#include "front/inside.h"

#include <stdlib.h>

#include "front/json.h"
#include "front/view.h"

static void add_numbers(json_t *object, const struct pns_numbers *numbers) {
  json_object_set_new(object, "verdict", json_string(pns_verdict_name(numbers->verdict)));
  json_object_update_new(object, pns_front_json_numbers(numbers->pn, numbers->dn));
}

static json_t *child_object(const struct pns_child *child) {
  json_t *object = json_object();
  json_object_set_new(object, "move", pns_front_json_text(child->move));
  add_numbers(object, &child->numbers);
  json_object_set_new(object, "mover", json_string(pns_front_player_name(child->mover)));
  json_object_set_new(object, "outcome", json_string(pns_front_outcome_name(child->outcome)));
  json_object_set_new(object, "expanded", json_boolean(child->expanded));
  json_object_set_new(object, "work", json_integer(child->work));
  return object;
}

static json_t *here_object(const struct pns_look *here, const struct pns_child *children) {
  json_t *object = json_object();
  json_object_set_new(object, "position", pns_front_json_text(here->position));
  add_numbers(object, &here->numbers);
  json_object_set_new(object, "mover", json_string(pns_front_player_name(here->mover)));
  json_object_set_new(object, "outcome", json_string(pns_front_outcome_name(here->outcome)));
  json_object_set_new(object, "expanded", json_boolean(here->expanded));
  json_object_set_new(object, "work", json_integer(here->work));
  json_object_set_new(
      object, "best",
      here->best < here->children ? pns_front_json_text(children[here->best].move) : json_null());
  return object;
}

static struct pns_child *new_children(const struct pns_position *position) {
  return malloc(pns_position_rules(position)->max_moves * sizeof(struct pns_child));
}

/* A root move is a child without what every one of them shares. */
static json_t *root_moves(struct pns_solver *solver, const struct pns_position *position) {
  const uint32_t room = pns_position_rules(position)->max_moves;
  struct pns_child *children = new_children(position);
  struct pns_look here = {.children = 0};
  json_t *list = json_array();
  if (children != NULL &&
      pns_solver_children(solver, NULL, 0, &here, children, room, NULL) == PNS_OK) {
    for (uint32_t i = 0; i < here.children; i++) {
      json_t *move = json_object();
      json_object_set_new(move, "move", pns_front_json_text(children[i].move));
      add_numbers(move, &children[i].numbers);
      json_object_set_new(move, "work", json_integer(children[i].work));
      json_array_append_new(list, move);
    }
  }
  free(children);
  return list;
}

json_t *pns_front_inside_progress(struct pns_solver *solver, const struct pns_position *position,
                                  const struct pns_progress *now) {
  json_t *fields = pns_front_json_progress(now);
  json_object_set_new(fields, "moves", root_moves(solver, position));
  return fields;
}

enum pns_status pns_front_inside_children(struct pns_solver *solver,
                                          const struct pns_position *position,
                                          struct pns_front_request *request, json_t **fields,
                                          struct pns_error *error) {
  const char **moves = NULL;
  size_t count = 0;
  struct pns_look here;
  struct pns_child *children = new_children(position);
  if (children == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for moves");
  enum pns_status status = pns_front_request_texts(request, "moves", &moves, &count, error);
  if (status == PNS_OK) {
    status = pns_solver_children(solver, moves, count, &here, children,
                                 pns_position_rules(position)->max_moves, error);
    if (status == PNS_ERROR_INPUT) request->field = "moves";
  }
  if (status == PNS_OK) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < here.children; i++)
      json_array_append_new(list, child_object(&children[i]));
    *fields = json_object();
    json_object_set_new(*fields, "here", here_object(&here, children));
    json_object_set_new(*fields, "children", list);
  }
  free(moves);
  free(children);
  return status;
}
