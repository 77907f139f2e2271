#include "front/status.h"

#include <string.h>

#include "front/json.h"

static json_t *whole(uint64_t number) { return json_integer((json_int_t)number); }

/* ---- solves ---- */

static void add_times(json_t *object, const struct pns_front_solve *solve, double now) {
  const double until = solve->ended_s > 0 ? solve->ended_s : now;
  json_object_set_new(object, "elapsed_s",
                      json_real(solve->began_s > 0 ? until - solve->began_s : 0));
}

/* The result is there once the loop has joined the thread. */
static void add_result(json_t *object, const struct pns_front_solve *solve) {
  const char *reason = pns_reason_name(solve->result.reason);
  const char *value = pns_value_name(solve->result.value);
  json_object_set_new(object, "verdict", json_string(pns_verdict_name(solve->result.verdict)));
  json_object_set_new(object, "reason", reason == NULL ? json_null() : json_string(reason));
  if (solve->question.value)
    json_object_set_new(object, "value", value == NULL ? json_null() : json_string(value));
  json_object_set_new(object, "proposition", pns_front_json_text(solve->result.proposition));
  json_object_set_new(object, "kept_bytes", whole(solve->kept_bytes));
}

static json_t *solve_object(const struct pns_front_server *server, uint64_t client,
                            const struct pns_front_solve *solve, double now) {
  json_t *object = json_object();
  const bool own = solve->client == client;
  json_object_set_new(object, "solve", whole(solve->number));
  if (own) json_object_set_new(object, "target", json_copy(solve->request->id));
  json_object_set_new(object, "own", json_boolean(own));
  json_object_set_new(object, "state", json_string(pns_front_state_name(solve->state)));
  if (solve->state == PNS_FRONT_PREPARING) return object;
  json_object_set_new(object, "game", pns_front_json_game(solve->question.position));
  json_object_set_new(object, "value_asked", json_boolean(solve->question.value));
  if (solve->state == PNS_FRONT_WAITING) {
    json_object_set_new(object, "place", whole(pns_front_solves_place(&server->solves, solve)));
    return object;
  }
  json_object_set_new(object, "threads", whole(solve->threads));
  json_object_set_new(object, "memory_bytes", whole(solve->memory_bytes));
  add_times(object, solve, now);
  if (solve->state == PNS_FRONT_FINISHED) add_result(object, solve);
  return object;
}

/* ---- the whole ---- */

static json_t *shared(uint64_t total, uint64_t used) {
  json_t *object = json_object();
  json_object_set_new(object, "shared", whole(total));
  json_object_set_new(object, "used", whole(used));
  return object;
}

json_t *pns_front_status(const struct pns_front_server *server, uint64_t client,
                         const struct pns_front_solve *only) {
  const struct pns_front_load load = pns_front_solves_load(&server->solves);
  const double now = pns_front_now();
  json_t *object = json_object(), *list = json_array();
  json_t *memory = shared(server->solves.memory_bytes, load.memory_bytes);
  json_object_set_new(memory, "kept", whole(load.kept_bytes));
  json_object_set_new(object, "threads", shared(server->solves.threads, load.threads));
  json_object_set_new(object, "memory_bytes", memory);
  json_object_set_new(object, "clients", whole(server->client_count));
  json_object_set_new(object, "running", whole(load.running));
  json_object_set_new(object, "running_most", whole(server->config->solves));
  json_object_set_new(object, "waiting", whole(load.waiting + load.preparing));
  json_object_set_new(object, "kept", whole(load.kept));
  for (const struct pns_front_solve *solve = server->solves.first; solve != NULL;
       solve = solve->next)
    if (!solve->orphan && (only == NULL || only == solve))
      json_array_append_new(list, solve_object(server, client, solve, now));
  json_object_set_new(object, "solves", list);
  return object;
}

/* ---- what is built in ---- */

static json_t *text_or_null(const char *text) {
  return text == NULL ? json_null() : pns_front_json_text(text);
}

static json_t *game_object(const struct pns_game *game) {
  json_t *object = json_object();
  json_object_set_new(object, "name", pns_front_json_text(game->name));
  json_object_set_new(object, "title", text_or_null(game->title));
  json_object_set_new(object, "parameters", text_or_null(game->parameters));
  json_object_set_new(object, "notation", text_or_null(game->notation));
  json_object_set_new(object, "rules", text_or_null(game->rules));
  json_object_set_new(object, "source", text_or_null(game->source));
  return object;
}

json_t *pns_front_status_games(const char *name) {
  json_t *fields = json_object(), *list = json_array();
  const struct pns_game *game;
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++)
    if (name == NULL || strcmp(game->name, name) == 0)
      json_array_append_new(list, game_object(game));
  const bool found = json_array_size(list) > 0;
  json_object_set_new(fields, "games", list);
  if (found) return fields;
  json_decref(fields);
  return NULL;
}

static const char *kind_name(enum pns_option_kind kind) {
  static const char *const names[] = {"flag", "count", "real", "size", "duration", "choice"};
  return names[kind];
}

json_t *pns_front_status_options(void) {
  json_t *fields = json_object(), *list = json_array();
  const struct pns_option_info *info;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++) {
    char name[64];
    pns_front_request_field(info->name, name, sizeof name);
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(name));
    json_object_set_new(object, "kind", json_string(kind_name(info->kind)));
    json_object_set_new(object, "choices", text_or_null(info->choices));
    json_object_set_new(object, "least", json_real(info->least));
    json_object_set_new(object, "most", json_real(info->most));
    json_object_set_new(object, "help", pns_front_json_text(info->help));
    json_array_append_new(list, object);
  }
  json_object_set_new(fields, "options", list);
  return fields;
}
