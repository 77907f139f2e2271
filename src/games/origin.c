#include "games/origin.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/checked.h"
#include "games/command.h"
#include "games/own.h"
#include "games/registry.h"

static enum pns_status refuse_name(const char *spec, size_t length, struct pns_error *error) {
  char names[300] = "";
  const struct pns_game *game;
  for (size_t i = 0; (game = pns_registry_at(i)) != NULL; i++) {
    strncat(names, i == 0 ? "" : ", ", sizeof names - strlen(names) - 1);
    strncat(names, game->name, sizeof names - strlen(names) - 1);
  }
  int shown = length < PNS_TEXT_QUOTED ? (int)length : PNS_TEXT_QUOTED;
  return pns_error_set(error, PNS_ERROR_INPUT, "unknown game '%.*s', expected one of %s", shown,
                       spec, names);
}

static bool is_path(const char *spec, size_t length) { return memchr(spec, '/', length) != NULL; }

/* The path as it was given, up to the colon, and as it is found from anywhere. */
static enum pns_status take_path(struct pns_origin *origin, const char *spec, size_t length,
                                 struct pns_error *error) {
  char given[PNS_PATH_MAX];
  if (length >= sizeof given)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "own game has a path of %zu bytes, expected less than %zu", length,
                         sizeof given);
  memcpy(given, spec, length);
  given[length] = '\0';
  char *real = realpath(given, NULL);
  /* Too long a path, or none there: opening it says so. */
  const char *path = real != NULL && strlen(real) < sizeof origin->path ? real : given;
  memcpy(origin->path, path, strlen(path) + 1);
  free(real);
  return PNS_OK;
}

/* The checker knows built-in games by their names, so nothing else may bear one. */
static enum pns_status check_name(const struct pns_origin *origin, struct pns_error *error) {
  const struct pns_game *game = origin->game;
  if (game->abi != PNS_GAME_ABI || game->name == NULL) return PNS_OK; /* refused on opening */
  if (pns_registry_find(game->name, strlen(game->name)) == NULL) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "own game '%.200s' is called '%.40s', expected a name that no built-in "
                       "game has",
                       origin->path, game->name);
}

static enum pns_status find_own(struct pns_origin *origin, const char *spec, size_t length,
                                const struct pns_game_options *how, struct pns_error *error) {
  if (how == NULL || !how->own)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "game '%.*s' is a file, expected the name of a built-in game here",
                         length < PNS_TEXT_QUOTED ? (int)length : PNS_TEXT_QUOTED, spec);
  enum pns_status status = take_path(origin, spec, length, error);
  if (status == PNS_OK) status = pns_own_open(origin->path, &origin->library, &origin->game, error);
  return status == PNS_OK ? check_name(origin, error) : status;
}

static enum pns_status find_game(struct pns_origin *origin, const char *spec, size_t length,
                                 const struct pns_game_options *how, struct pns_error *error) {
  if (how != NULL && how->command != NULL) {
    if (pns_registry_find(spec, length) != NULL)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "game command together with '%.*s', expected a name that no built-in "
                           "game has",
                           (int)length, spec);
    origin->command = pns_command_new(how, spec, length, &origin->failure, error);
    if (origin->command == NULL) return PNS_ERROR_INPUT;
    origin->game = pns_command_game(origin->command);
    return PNS_OK;
  }
  if (is_path(spec, length)) return find_own(origin, spec, length, how, error);
  origin->game = pns_registry_find(spec, length);
  return origin->game == NULL ? refuse_name(spec, length, error) : PNS_OK;
}

enum pns_status pns_origin_init(struct pns_origin *origin, const char *spec,
                                const struct pns_game_options *how, const char **parameters,
                                struct pns_error *error) {
  const size_t length = strcspn(spec, ":");
  pns_origin_init_game(origin, NULL);
  *parameters = spec[length] == ':' ? spec + length + 1 : "";
  enum pns_status status = find_game(origin, spec, length, how, error);
  if (status == PNS_OK && how != NULL && how->check) {
    origin->checked = pns_checked_new(origin->game, &origin->failure, error);
    if (origin->checked == NULL) status = PNS_ERROR_SYSTEM;
    if (status == PNS_OK) origin->game = pns_checked_game(origin->checked);
  }
  if (status != PNS_OK) pns_origin_done(origin);
  return status;
}

void pns_origin_init_game(struct pns_origin *origin, const struct pns_game *game) {
  origin->game = game;
  origin->library = NULL;
  origin->command = NULL;
  origin->checked = NULL;
  origin->path[0] = '\0';
  pns_failure_init(&origin->failure);
}

void pns_origin_done(struct pns_origin *origin) {
  pns_checked_free(origin->checked);
  pns_command_free(origin->command);
  pns_own_close(origin->library);
  pns_failure_done(&origin->failure);
}

uint64_t pns_origin_bytes(const struct pns_origin *origin) {
  return origin->command == NULL ? 0 : PNS_COMMAND_BYTES;
}
