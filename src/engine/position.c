#include "engine/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "games/registry.h"

/* ---- rules shared by positions ---- */

static enum pns_status refuse_game(const struct pns_game *game, const char *fault,
                                   struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INTERNAL, "the game '%.40s' %s",
                       game->abi == PNS_GAME_ABI ? game->name : "?", fault);
}

/* A game from elsewhere may have been compiled against another game.h, or forget a function. */
static enum pns_status check_game(const struct pns_game *game, struct pns_error *error) {
  if (game->abi != PNS_GAME_ABI)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "a game was made for interface %u, this library has %u", game->abi,
                         PNS_GAME_ABI);
  bool complete = game->name != NULL && game->title != NULL && game->open != NULL &&
                  game->start != NULL && game->format != NULL && game->draw != NULL &&
                  game->move_text != NULL && game->mover != NULL && game->outcome != NULL &&
                  game->moves != NULL && game->play != NULL && game->key != NULL;
  return complete ? PNS_OK : refuse_game(game, "lacks a function that it must have", error);
}

static enum pns_status check_rules(const struct pns_rules *rules, struct pns_error *error) {
  if (rules->position_bytes < 1 || rules->position_bytes > PNS_POSITION_BYTES_MAX)
    return refuse_game(rules->game, "has positions of a size out of bounds", error);
  if (rules->max_moves < 1 || rules->max_moves > PNS_MOVES_MAX)
    return refuse_game(rules->game, "has more moves than allowed, or none", error);
  return PNS_OK;
}

static void close_rules(struct pns_rules *rules) {
  if (rules->game->close != NULL) rules->game->close(rules);
}

static void release(struct pns_shared_rules *shared) {
  /* Release: what this user did is done before the rules go. Acquire: the last user sees it. */
  if (__atomic_sub_fetch(&shared->users, 1, __ATOMIC_ACQ_REL) > 0) return;
  close_rules(&shared->rules);
  free(shared);
}

static enum pns_status open_rules(const struct pns_game *game, const char *parameters,
                                  struct pns_shared_rules **result, struct pns_error *error) {
  enum pns_status status = check_game(game, error);
  if (status != PNS_OK) return status;
  if (strlen(parameters) >= PNS_PARAMETERS_MAX)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: the parameters are %zu characters long, expected at most %u",
                         game->name, strlen(parameters), PNS_PARAMETERS_MAX - 1);
  struct pns_shared_rules *shared = calloc(1, sizeof *shared);
  if (shared == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for rules");
  shared->users = 1;
  shared->rules.game = game;
  status = game->open(&shared->rules, parameters, error);
  if (status == PNS_OK) {
    status = check_rules(&shared->rules, error);
    if (status != PNS_OK) close_rules(&shared->rules);
  }
  if (status != PNS_OK) {
    free(shared);
    return status;
  }
  *result = shared;
  return PNS_OK;
}

/* ---- making and freeing ---- */

/* Takes over the caller's share of the rules; NULL when out of memory. */
static struct pns_position *new_position(struct pns_shared_rules *shared) {
  struct pns_position *position = malloc(sizeof *position);
  void *bytes = calloc(1, shared->rules.position_bytes);
  if (position == NULL || bytes == NULL) {
    free(position);
    free(bytes);
    release(shared);
    return NULL;
  }
  *position = (struct pns_position){.shared = shared, .bytes = bytes};
  return position;
}

enum pns_status pns_position_new_game(const struct pns_game *game, const char *parameters,
                                      struct pns_position **position, struct pns_error *error) {
  struct pns_shared_rules *shared = NULL;
  enum pns_status status = open_rules(game, parameters, &shared, error);
  if (status != PNS_OK) return status;
  *position = new_position(shared);
  if (*position == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a position");
  game->start(&shared->rules, (*position)->bytes);
  return PNS_OK;
}

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

enum pns_status pns_position_new(const char *spec, struct pns_position **position,
                                 struct pns_error *error) {
  size_t length = strcspn(spec, ":");
  const struct pns_game *game = pns_registry_find(spec, length);
  if (game == NULL) return refuse_name(spec, length, error);
  const char *parameters = spec[length] == ':' ? spec + length + 1 : "";
  return pns_position_new_game(game, parameters, position, error);
}

struct pns_position *pns_position_copy(const struct pns_position *position) {
  /* Relaxed: the caller holds a share already, so the count cannot reach zero meanwhile. */
  __atomic_add_fetch(&position->shared->users, 1, __ATOMIC_RELAXED);
  struct pns_position *copy = new_position(position->shared);
  if (copy == NULL) return NULL;
  copy->played = position->played;
  memcpy(copy->bytes, position->bytes, position->shared->rules.position_bytes);
  return copy;
}

void pns_position_free(struct pns_position *position) {
  if (position == NULL) return;
  release(position->shared);
  free(position->bytes);
  free(position);
}

/* ---- text ---- */

enum pns_status pns_position_parse(struct pns_position *position, const char *text,
                                   struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(position);
  if (rules->game->parse == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s has no notation for positions, expected moves from the start",
                         rules->game->name);
  void *bytes = calloc(1, rules->position_bytes);
  if (bytes == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a position");
  enum pns_status status = rules->game->parse(rules, text, bytes, error);
  if (status == PNS_OK) {
    memcpy(position->bytes, bytes, rules->position_bytes);
    position->played = 0;
  }
  free(bytes);
  return status;
}

/* ---- moves ---- */

/* The legal moves and their texts. */
struct choices {
  const struct pns_rules *rules;
  const void *bytes;
  uint32_t count;
  pns_move moves[PNS_MOVES_MAX];
};

static void write_choice(const struct choices *choices, uint32_t i, char *text) {
  choices->rules->game->move_text(choices->rules, choices->bytes, choices->moves[i], text);
}

/* The move written exactly so, else the only one that differs in capitals alone; `count` when
 * there is none. Names of graph nodes may differ in capitals. */
static uint32_t find_choice(const struct choices *choices, const char *text) {
  uint32_t found = choices->count, similar = 0;
  for (uint32_t i = 0; i < choices->count; i++) {
    char name[PNS_MOVE_TEXT_MAX];
    write_choice(choices, i, name);
    if (strcmp(name, text) == 0) return i;
    if (strcasecmp(name, text) != 0) continue;
    found = i;
    similar++;
  }
  return similar == 1 ? found : choices->count;
}

/* Lists the moves, as many as one sentence can take: each leaves room for the dots after it. */
static enum pns_status refuse_move(const struct choices *choices, uint32_t number, const char *text,
                                   struct pns_error *error) {
  static const char dots[] = ", ...";
  char names[300] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < choices->count; i++) {
    char name[PNS_MOVE_TEXT_MAX];
    write_choice(choices, i, name);
    bool fits = used + strlen(", ") + strlen(name) + sizeof dots <= sizeof names;
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                             !fits    ? dots
                             : i == 0 ? ""
                                      : ", ",
                             fits ? name : "");
    if (!fits) break;
  }
  return pns_error_set(error, PNS_ERROR_INPUT, "move %u is '%.*s', expected one of %s", number,
                       PNS_TEXT_QUOTED, text, names);
}

enum pns_status pns_position_play(struct pns_position *position, const char *move,
                                  struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(position);
  uint32_t number = position->played + 1;
  if (rules->game->outcome(rules, position->bytes) != PNS_ONGOING)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "move %u is '%.*s', expected none: the game is over", number,
                         PNS_TEXT_QUOTED, move);
  struct choices *choices = malloc(sizeof *choices);
  if (choices == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for moves");
  choices->rules = rules;
  choices->bytes = position->bytes;
  choices->count = rules->game->moves(rules, position->bytes, choices->moves);
  uint32_t found = find_choice(choices, move);
  enum pns_status status = PNS_OK;
  if (found == choices->count) {
    status = refuse_move(choices, number, move, error);
  } else {
    rules->game->play(rules, position->bytes, choices->moves[found]);
    position->played = number;
  }
  free(choices);
  return status;
}

/* ---- looking at it ---- */

const struct pns_rules *pns_position_rules(const struct pns_position *position) {
  return &position->shared->rules;
}

const void *pns_position_bytes(const struct pns_position *position) { return position->bytes; }

void pns_position_key(const struct pns_position *position, struct pns_key *key) {
  const struct pns_rules *rules = pns_position_rules(position);
  _Alignas(max_align_t) unsigned char bytes[PNS_POSITION_BYTES_MAX];
  memcpy(bytes, position->bytes, rules->position_bytes);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, bytes);
  *key = (struct pns_key){{0, 0}};
  rules->game->key(rules, bytes, key);
}
