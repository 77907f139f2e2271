#include "front/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *pns_front_json_text(const char *text) {
  json_t *string = json_string(text);
  if (string != NULL) return string;
  char *plain = strdup(text);
  if (plain == NULL) return NULL;
  for (char *at = plain; *at != '\0'; at++)
    if ((unsigned char)*at >= 0x80) *at = '?';
  string = json_string(plain);
  free(plain);
  return string;
}

void pns_front_json_game_text(const struct pns_position *position, char *text, size_t size) {
  const struct pns_rules *rules = pns_position_rules(position);
  snprintf(text, size, "%.40s%s%s", rules->game->name, rules->parameters[0] == '\0' ? "" : ":",
           rules->parameters);
}

json_t *pns_front_json_game(const struct pns_position *position) {
  char spec[PNS_PARAMETERS_MAX + 64];
  pns_front_json_game_text(position, spec, sizeof spec);
  return pns_front_json_text(spec);
}

static json_t *text_or_null(const char *text) {
  return text == NULL || text[0] == '\0' ? json_null() : pns_front_json_text(text);
}

static json_t *whole(uint64_t number) { return json_integer((json_int_t)number); }

static json_t *proof_number(uint32_t number) {
  return number == PNS_INFINITY ? json_null() : whole(number);
}

json_t *pns_front_json_numbers(uint32_t pn, uint32_t dn) {
  json_t *numbers = json_object();
  json_object_set_new(numbers, "pn", proof_number(pn));
  json_object_set_new(numbers, "dn", proof_number(dn));
  return numbers;
}

static void add_answer(json_t *object, const struct pns_position *position,
                       const struct pns_result *result, bool value_asked) {
  json_object_set_new(object, "verdict", json_string(pns_verdict_name(result->verdict)));
  json_object_set_new(object, "reason", text_or_null(pns_reason_name(result->reason)));
  json_object_set_new(object, "proposition", pns_front_json_text(result->proposition));
  json_object_set_new(object, "game", pns_front_json_game(position));
  json_object_set_new(object, "position", pns_front_json_text(result->position));
  json_object_set_new(object, "goal", json_string(pns_goal_name(result->goal)));
  if (value_asked)
    json_object_set_new(object, "value", text_or_null(pns_value_name(result->value)));
  json_object_set_new(object, "root", pns_front_json_numbers(result->pn, result->dn));
  json_object_set_new(object, "best_move", text_or_null(result->best_move));
}

static void add_figures(json_t *object, const struct pns_result *result) {
  json_object_set_new(object, "threads", whole(result->threads));
  json_object_set_new(object, "expansions", whole(result->expansions));
  json_object_set_new(object, "visits", whole(result->visits));
  json_object_set_new(object, "nodes", whole(result->nodes));
  json_object_set_new(object, "transpositions", whole(result->transpositions));
  json_object_set_new(object, "wasted", whole(result->wasted));
  json_object_set_new(object, "bytes_per_node", json_real(result->bytes_per_node));
  json_object_set_new(object, "wall_s", json_real(result->wall_s));
  json_object_set_new(object, "cpu_s", json_real(result->cpu_s));
  json_object_set_new(object, "expansions_per_s", json_real(result->expansions_per_s));
  json_object_set_new(object, "peak_rss_bytes", whole(result->peak_rss_bytes));
  json_object_set_new(object, "memory_budget_bytes", whole(result->memory_budget_bytes));
  json_object_set_new(object, "waits", whole(result->waits));
  json_object_set_new(object, "collections", whole(result->collections));
  json_object_set_new(object, "collections_s", json_real(result->collections_s));
  json_object_set_new(object, "huge_page_bytes", whole(result->huge_page_bytes));
  json_object_set_new(object, "pinned_threads", whole(result->pinned_threads));
  json_object_set_new(object, "memory_nodes", whole(result->memory_nodes));
  json_object_set_new(object, "at_sight", json_boolean(result->at_sight));
  json_object_set_new(object, "checkpoints", whole(result->checkpoints));
  json_object_set_new(object, "checkpoint_pause_s", json_real(result->checkpoint_pause_s));
  json_object_set_new(object, "version", json_string(pns_version()));
}

json_t *pns_front_json_result(const struct pns_position *position, const struct pns_result *result,
                              bool value_asked) {
  json_t *object = json_object();
  add_answer(object, position, result, value_asked);
  add_figures(object, result);
  return object;
}

json_t *pns_front_json_progress(const struct pns_progress *now) {
  json_t *fields = json_object();
  json_object_set_new(fields, "elapsed_s", json_real(now->elapsed_s));
  json_object_set_new(fields, "expansions", whole(now->expansions));
  json_object_set_new(fields, "expansions_per_s", json_real(now->expansions_per_s));
  json_object_set_new(fields, "nodes", whole(now->nodes));
  json_object_set_new(fields, "memory_bytes", whole(now->memory_bytes));
  json_object_set_new(fields, "memory_budget_bytes", whole(now->memory_budget_bytes));
  json_object_set_new(fields, "root", pns_front_json_numbers(now->pn, now->dn));
  json_object_set_new(fields, "root_moves", whole(now->root_moves));
  json_object_set_new(fields, "root_settled", whole(now->root_solved));
  json_object_set_new(fields, "collections", whole(now->collections));
  json_object_set_new(fields, "collections_s", json_real(now->collections_s));
  json_object_set_new(fields, "line", pns_front_json_text(now->line));
  return fields;
}

json_t *pns_front_json_certificate(const char *path,
                                   const struct pns_certificate_figures *figures) {
  json_t *file = json_object();
  json_object_set_new(file, "file", pns_front_json_text(path));
  json_object_set_new(file, "positions", whole(figures->positions));
  json_object_set_new(file, "references", whole(figures->references));
  json_object_set_new(file, "bytes", whole(figures->bytes));
  return file;
}

bool pns_front_json_print(json_t *object) {
  bool printed =
      object != NULL && json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0;
  json_decref(object);
  if (printed) putchar('\n');
  return printed;
}
