#include "front/verbs.h"

#include <string.h>

#include "front/json.h"
#include "front/lookup.h"
#include "front/status.h"

static void reply(struct pns_front_call *call, const char *type, json_t *fields) {
  json_t *answer = pns_front_answer(call->request->id, type, fields);
  pns_front_request_finish(call->request, answer);
  pns_front_server_send(call->server, call->client, call->ticket, answer, false);
}

/* ---- what is looked up by other threads ---- */

static enum pns_status look_up(struct pns_front_call *call, struct pns_front_asker *asker,
                               pns_front_find_function *find, const char *type,
                               struct pns_front_solve *solve, struct pns_error *error) {
  const struct pns_front_task task = {
      .find = find,
      .type = type,
      .request = call->request,
      .solve = solve == NULL ? NULL : pns_front_solve_hold(solve),
      .client = call->client->number,
      .ticket = call->ticket,
  };
  if (!pns_front_asker_add(asker, &task)) {
    pns_front_solve_release(solve);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for another request");
  }
  call->request = NULL;
  call->client->lookups++;
  return PNS_OK;
}

static enum pns_status show(struct pns_front_call *call, struct pns_error *error) {
  return look_up(call, &call->server->asker, pns_front_find_show, "position", NULL, error);
}

static enum pns_status moves(struct pns_front_call *call, struct pns_error *error) {
  return look_up(call, &call->server->asker, pns_front_find_moves, "moves", NULL, error);
}

static enum pns_status verify(struct pns_front_call *call, struct pns_error *error) {
  return look_up(call, &call->server->verifier, pns_front_find_verdict, "verified", NULL, error);
}

/* ---- solves ---- */

/* `solve`, a number of this server, names anybody's; `target`, an id, one of the client's own. */
static enum pns_status find_solve(struct pns_front_call *call, bool own,
                                  struct pns_front_solve **found, struct pns_error *error) {
  uint64_t number = 0;
  json_t *target = pns_front_request_value(call->request, "target");
  enum pns_status status =
      pns_front_request_count(call->request, "solve", INT64_MAX, &number, error);
  if (status != PNS_OK) return status;
  const bool by_id = target != NULL && !json_is_null(target);
  if (!by_id && number == 0)
    return pns_front_request_refuse(call->request, "target", error,
                                    "the request has no target, expected the id of a solve");
  *found = by_id ? pns_front_solves_find(&call->server->solves, call->client->number, target)
                 : pns_front_solves_number(&call->server->solves, number);
  if (*found == NULL)
    return pns_front_request_refuse(
        call->request, by_id ? "target" : "solve", error,
        "there is no such solve: it was never asked for, or it is forgotten");
  if (own && (*found)->client != call->client->number)
    return pns_front_request_refuse(call->request, "solve", error,
                                    "that solve belongs to another client");
  pns_front_solves_touch(&call->server->solves, *found);
  return PNS_OK;
}

static enum pns_status about_solve(struct pns_front_call *call, pns_front_find_function *find,
                                   const char *type, struct pns_error *error) {
  struct pns_front_solve *solve = NULL;
  enum pns_status status = find_solve(call, false, &solve, error);
  return status == PNS_OK ? look_up(call, &call->server->asker, find, type, solve, error) : status;
}

static enum pns_status children(struct pns_front_call *call, struct pns_error *error) {
  return about_solve(call, pns_front_find_children, "children", error);
}

static enum pns_status progress(struct pns_front_call *call, struct pns_error *error) {
  return about_solve(call, pns_front_find_progress, "progress", error);
}

static enum pns_status stop(struct pns_front_call *call, struct pns_error *error) {
  struct pns_front_solve *solve = NULL;
  enum pns_status status = find_solve(call, true, &solve, error);
  if (status != PNS_OK) return status;
  if (solve->state != PNS_FRONT_FINISHED) pns_front_solve_stop(solve, PNS_REASON_STOP);
  reply(call, "ok", NULL);
  return PNS_OK;
}

static enum pns_status forget(struct pns_front_call *call, struct pns_error *error) {
  struct pns_front_solve *solve = NULL;
  enum pns_status status = find_solve(call, true, &solve, error);
  if (status != PNS_OK) return status;
  if (solve->state != PNS_FRONT_FINISHED)
    return pns_front_request_refuse(call->request, "target", error,
                                    "the solve is %s, expected one that has ended: stop it first",
                                    pns_front_state_name(solve->state));
  pns_front_solves_forget(&call->server->solves, solve);
  reply(call, "ok", NULL);
  return PNS_OK;
}

/* A new solve of an id that is kept takes its place. */
static enum pns_status check_solve(struct pns_front_call *call, struct pns_error *error) {
  struct pns_front_solves *solves = &call->server->solves;
  const unsigned own = pns_front_solves_unfinished(solves, call->client->number);
  const unsigned all = pns_front_solves_unfinished(solves, 0);
  if (own >= PNS_FRONT_CLIENT_SOLVES_MAX || all >= PNS_FRONT_SOLVES_MAX)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "too many solves: %u of yours and %u of all clients have not ended, "
                         "expected less than %u and %u",
                         own, all, PNS_FRONT_CLIENT_SOLVES_MAX, PNS_FRONT_SOLVES_MAX);
  if (json_is_null(call->request->id)) return PNS_OK;
  struct pns_front_solve *same =
      pns_front_solves_find(solves, call->client->number, call->request->id);
  if (same != NULL && same->state != PNS_FRONT_FINISHED)
    return pns_front_request_refuse(call->request, "id", error,
                                    "a solve of this id has not ended, expected another id");
  if (same != NULL) pns_front_solves_forget(solves, same);
  return PNS_OK;
}

static enum pns_status solve(struct pns_front_call *call, struct pns_error *error) {
  struct pns_front_server *server = call->server;
  enum pns_status status = check_solve(call, error);
  if (status != PNS_OK) return status;
  struct pns_front_solve *made = pns_front_solve_new(call->request);
  if (made == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a solve");
  made->client = call->client->number;
  made->ticket = call->ticket;
  made->mail = &server->mail;
  made->game = &server->config->game;
  made->folder = &server->folder;
  const struct pns_front_task task = {.find = pns_front_find_question,
                                      .solve = pns_front_solve_hold(made),
                                      .client = made->client,
                                      .ticket = made->ticket};
  if (!pns_front_asker_add(&server->asker, &task)) {
    made->request = NULL;
    pns_front_solve_release(made);
    pns_front_solve_release(made);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a solve");
  }
  pns_front_solves_add(&server->solves, made);
  call->request = NULL;
  call->client->solves++;
  return PNS_OK;
}

/* ---- what is known at once ---- */

static enum pns_status status(struct pns_front_call *call, struct pns_error *error) {
  struct pns_front_solve *only = NULL;
  const bool one = json_object_get(call->request->object, "target") != NULL ||
                   json_object_get(call->request->object, "solve") != NULL;
  enum pns_status found = one ? find_solve(call, false, &only, error) : PNS_OK;
  if (found == PNS_OK)
    reply(call, "status", pns_front_status(call->server, call->client->number, only));
  return found;
}

static enum pns_status games(struct pns_front_call *call, struct pns_error *error) {
  const char *name = NULL;
  enum pns_status status = pns_front_request_text(call->request, "game", &name, error);
  if (status != PNS_OK) return status;
  json_t *fields = pns_front_status_games(name);
  if (fields == NULL)
    return pns_front_request_refuse(call->request, "game", error,
                                    "unknown game '%.60s', expected one that 'games' lists", name);
  reply(call, "games", fields);
  return PNS_OK;
}

static enum pns_status options(struct pns_front_call *call, struct pns_error *error) {
  (void)error;
  reply(call, "options", pns_front_status_options());
  return PNS_OK;
}

static enum pns_status version(struct pns_front_call *call, struct pns_error *error) {
  (void)error;
  json_t *fields = json_object();
  json_object_set_new(fields, "version", json_string(pns_version()));
  json_object_set_new(fields, "build", pns_front_json_text(pns_build_facts()));
  json_object_set_new(fields, "protocol", json_integer(PNS_FRONT_PROTOCOL));
  reply(call, "version", fields);
  return PNS_OK;
}

static enum pns_status hello(struct pns_front_call *call, struct pns_error *error) {
  const char *text = "";
  enum pns_status status = pns_front_request_text(call->request, "token", &text, error);
  if (status != PNS_OK) return status;
  if (call->server->token.length > 0 && !pns_front_token_is(&call->server->token, text)) {
    call->client->quitting = true;
    return pns_front_request_refuse(call->request, "token", error, "the token is wrong");
  }
  call->client->greeted = true;
  return version(call, error);
}

/* Answered when everything else is. */
static enum pns_status quit(struct pns_front_call *call, struct pns_error *error) {
  if (call->client->in < 0)
    return pns_front_request_refuse(call->request, "type", error,
                                    "a page cannot quit, expected 'stop' with a target");
  pns_front_solves_drop(&call->server->solves, call->client->number, PNS_REASON_STOP, false);
  call->client->quitting = true;
  call->client->quit = call->request;
  call->request = NULL;
  return PNS_OK;
}

/* ---- the table ---- */

struct verb {
  const char *type;
  enum pns_status (*answer)(struct pns_front_call *call, struct pns_error *error);
};

static const struct verb verbs[] = {
    {"solve", solve},       {"stop", stop},   {"status", status},   {"progress", progress},
    {"children", children}, {"show", show},   {"moves", moves},     {"forget", forget},
    {"verify", verify},     {"games", games}, {"options", options}, {"version", version},
    {"hello", hello},       {"quit", quit},
};

#define VERBS (sizeof verbs / sizeof verbs[0])

static enum pns_status refuse_type(struct pns_front_call *call, struct pns_error *error) {
  char names[256] = "";
  for (size_t i = 0; i < VERBS; i++) {
    strncat(names, i == 0 ? "" : ", ", sizeof names - strlen(names) - 1);
    strncat(names, verbs[i].type, sizeof names - strlen(names) - 1);
  }
  return pns_front_request_refuse(call->request, "type", error,
                                  "unknown type '%.60s', expected one of %s", call->request->type,
                                  names);
}

enum pns_status pns_front_verb(struct pns_front_call *call, struct pns_error *error) {
  const char *type = call->request->type;
  if (!call->client->greeted && strcmp(type, "hello") != 0) {
    call->client->quitting = true;
    return pns_front_request_refuse(call->request, "type", error,
                                    "this server asks for a token, expected a first message "
                                    "{\"type\":\"hello\",\"token\":...}");
  }
  for (size_t i = 0; i < VERBS; i++)
    if (strcmp(verbs[i].type, type) == 0) return verbs[i].answer(call, error);
  return refuse_type(call, error);
}
