#include "front/question.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the position ---- */

static const struct pns_game *built_in(const char *name, size_t length) {
  const struct pns_game *game;
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++)
    if (strlen(game->name) == length && memcmp(game->name, name, length) == 0) return game;
  return NULL;
}

/* A game that carries a definition reads it from the file that its parameters name. Names with a
 * '/' would be shared objects, which no client may load. */
static enum pns_status check_game(const char *spec, const struct pns_front_folder *folder,
                                  const struct pns_game_options *how,
                                  struct pns_game_options *allowed, struct pns_error *error) {
  const size_t length = strcspn(spec, ":");
  const struct pns_game *game = built_in(spec, length);
  *allowed = *how;
  allowed->own = false;
  if (game != NULL) allowed->command = NULL;
  if (game == NULL || game->definition == NULL || spec[length] == '\0') return PNS_OK;
  return pns_front_folder_reads(folder, "game", spec + length + 1, error);
}

static enum pns_status open_game(struct pns_front_request *request,
                                 const struct pns_front_folder *folder,
                                 const struct pns_game_options *how, bool check,
                                 struct pns_position **position, struct pns_error *error) {
  const char *spec = NULL;
  struct pns_game_options allowed;
  enum pns_status status = pns_front_request_text(request, "game", &spec, error);
  if (status != PNS_OK) return status;
  if (spec == NULL)
    return pns_front_request_refuse(request, "game", error,
                                    "the request names no game, expected one like \"hex:4\"");
  status = check_game(spec, folder, how, &allowed, error);
  allowed.check |= check;
  if (status == PNS_OK) status = pns_position_new_with(spec, &allowed, position, error);
  if (status != PNS_OK) request->field = "game";
  return status;
}

static enum pns_status place(struct pns_front_request *request, struct pns_position *position,
                             struct pns_error *error) {
  const char *text = NULL;
  enum pns_status status = pns_front_request_text(request, "position", &text, error);
  if (status != PNS_OK || text == NULL) return status;
  status = pns_position_parse(position, text, error);
  if (status != PNS_OK) request->field = "position";
  return status;
}

static enum pns_status play(struct pns_front_request *request, struct pns_position *position,
                            struct pns_error *error) {
  const char **moves;
  size_t count;
  enum pns_status status = pns_front_request_texts(request, "moves", &moves, &count, error);
  for (size_t i = 0; i < count && status == PNS_OK; i++) {
    status = pns_position_play(position, moves[i], error);
    if (status != PNS_OK) request->field = "moves";
  }
  free(moves);
  return status;
}

enum pns_status pns_front_question_position(struct pns_front_request *request,
                                            const struct pns_front_folder *folder,
                                            const struct pns_game_options *how,
                                            struct pns_position **position,
                                            struct pns_error *error) {
  bool check = false;
  *position = NULL;
  enum pns_status status = pns_front_request_flag(request, "check_game", &check, error);
  if (status == PNS_OK) status = open_game(request, folder, how, check, position, error);
  if (status == PNS_OK) status = place(request, *position, error);
  if (status == PNS_OK) status = play(request, *position, error);
  if (status == PNS_OK) return PNS_OK;
  pns_position_free(*position);
  *position = NULL;
  return status;
}

/* ---- options ---- */

/* A bare number of `progress` is milliseconds, as everywhere in protocols; a text is read like the
 * command line's. */
static void as_progress(const json_t *value, char *text, size_t size) {
  if (json_is_number(value)) snprintf(text, size, "%.3fms", json_number_value(value));
}

static enum pns_status take_option(struct pns_front_question *question,
                                   struct pns_front_request *request,
                                   const struct pns_option_info *info, struct pns_error *error) {
  char field[64], text[128];
  pns_front_request_field(info->name, field, sizeof field);
  json_t *value = json_object_get(request->object, field);
  if (value == NULL) return PNS_OK;
  const char *key = pns_front_request_key(request, field);
  enum pns_status status = pns_front_request_word(request, key, text, sizeof text, error);
  if (status != PNS_OK || json_is_null(value)) return status;
  if (strcmp(info->name, "progress") == 0) as_progress(value, text, sizeof text);
  status = pns_options_set(question->options, info->name, text, error);
  if (status != PNS_OK) request->field = key;
  return status;
}

static enum pns_status take_options(struct pns_front_question *question,
                                    struct pns_front_request *request, struct pns_error *error) {
  const struct pns_option_info *info;
  enum pns_status status = PNS_OK;
  for (size_t i = 0; status == PNS_OK && (info = pns_option_at(i)) != NULL; i++)
    status = take_option(question, request, info, error);
  return status;
}

static uint64_t number_of(const struct pns_options *options, const char *name) {
  char text[64] = "";
  pns_options_get(options, name, text, sizeof text, NULL);
  return strtoull(text, NULL, 10);
}

/* Nobody is served better by more than a hundred objects a second. */
static enum pns_status limit_progress(struct pns_options *options, struct pns_error *error) {
  char text[64] = "";
  pns_options_get(options, "progress", text, sizeof text, NULL);
  const double seconds = strtod(text, NULL);
  if (seconds <= 0 || seconds >= PNS_FRONT_PROGRESS_LEAST_S) return PNS_OK;
  snprintf(text, sizeof text, "%.3fs", PNS_FRONT_PROGRESS_LEAST_S);
  return pns_options_set(options, "progress", text, error);
}

/* ---- files ---- */

static enum pns_status take_file(struct pns_front_request *request, const char *name,
                                 const struct pns_front_folder *folder, char **path,
                                 struct pns_error *error) {
  const char *text = NULL;
  enum pns_status status = pns_front_request_text(request, name, &text, error);
  if (status != PNS_OK || text == NULL) return status;
  status = pns_front_folder_writes(folder, name, text, error);
  if (status != PNS_OK) {
    request->field = name;
    return status;
  }
  *path = strdup(text);
  return *path != NULL ? PNS_OK : pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
}

/* ---- all of it ---- */

static enum pns_status take_rest(struct pns_front_question *question,
                                 struct pns_front_request *request,
                                 const struct pns_front_folder *folder, struct pns_error *error) {
  enum pns_status status = pns_front_request_flag(request, "value", &question->value, error);
  if (status == PNS_OK && question->value && json_object_get(request->object, "goal") != NULL)
    return pns_front_request_refuse(request, "goal", error,
                                    "value and goal together, expected one of them: value asks "
                                    "for the side to move");
  if (status == PNS_OK)
    status = take_file(request, "certificate", folder, &question->certificate, error);
  if (status == PNS_OK)
    status = take_file(request, "checkpoint", folder, &question->checkpoint, error);
  return status;
}

enum pns_status pns_front_question_read(struct pns_front_question *question,
                                        struct pns_front_request *request,
                                        const struct pns_front_folder *folder,
                                        const struct pns_game_options *how,
                                        struct pns_error *error) {
  question->options = pns_options_new();
  question->certificates = json_array();
  if (question->options == NULL || question->certificates == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for options");
  enum pns_status status = take_options(question, request, error);
  if (status == PNS_OK) status = limit_progress(question->options, error);
  if (status == PNS_OK) status = take_rest(question, request, folder, error);
  if (status == PNS_OK)
    status = pns_front_question_position(request, folder, how, &question->position, error);
  question->threads = number_of(question->options, "threads");
  question->memory_bytes = number_of(question->options, "memory");
  question->store_bytes = number_of(question->options, "store");
  return status;
}

void pns_front_question_done(struct pns_front_question *question) {
  pns_position_free(question->position);
  pns_options_free(question->options);
  json_decref(question->certificates);
  free(question->certificate);
  free(question->checkpoint);
}

/* ---- its share ---- */

static enum pns_status set_number(struct pns_options *options, const char *name, uint64_t number,
                                  struct pns_error *error) {
  char text[32];
  snprintf(text, sizeof text, "%" PRIu64, number);
  return pns_options_set(options, name, text, error);
}

/* The solver takes `memory` for the whole process, where other solves live as well; a share is
 * therefore a limit of its store. */
enum pns_status pns_front_question_share(struct pns_front_question *question, uint32_t threads,
                                         uint64_t memory_bytes, uint64_t process_bytes,
                                         struct pns_error *error) {
  uint64_t store = memory_bytes;
  if (question->store_bytes > 0 && question->store_bytes < store) store = question->store_bytes;
  enum pns_status status = set_number(question->options, "threads", threads, error);
  if (status == PNS_OK) status = set_number(question->options, "memory", process_bytes, error);
  return status == PNS_OK ? set_number(question->options, "store", store, error) : status;
}
