#include "engine/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

/* ---- rules shared by positions ---- */

static enum pns_status refuse_game(const struct pns_game *game, const char *fault,
                                   struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INTERNAL, "the game '%.40s' %s",
                       game->abi == PNS_GAME_ABI ? game->name : "?", fault);
}

/* The first function of game.h that is missing though every game must have it; NULL: none. */
static const char *missing_function(const struct pns_game *game) {
  const struct {
    const char *name;
    bool there;
  } wanted[] = {
      {"open", game->open != NULL},           {"start", game->start != NULL},
      {"format", game->format != NULL},       {"draw", game->draw != NULL},
      {"move_text", game->move_text != NULL}, {"mover", game->mover != NULL},
      {"outcome", game->outcome != NULL},     {"moves", game->moves != NULL},
      {"play", game->play != NULL},           {"key", game->key != NULL},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    if (!wanted[i].there) return wanted[i].name;
  return NULL;
}

/* A game from elsewhere may have been compiled against another game.h, or forget a function. */
static enum pns_status check_game(const struct pns_game *game, struct pns_error *error) {
  if (game->abi != PNS_GAME_ABI)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "a game was made for interface %u, this library has %u", game->abi,
                         PNS_GAME_ABI);
  if (game->name == NULL || game->title == NULL)
    return pns_error_set(error, PNS_ERROR_INTERNAL, "a game lacks its %s, expected a text",
                         game->name == NULL ? "name" : "title");
  const char *missing = missing_function(game);
  if (missing == NULL) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INTERNAL,
                       "the game '%.40s' lacks a function that it must have: %s", game->name,
                       missing);
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
  pns_origin_done(&shared->origin);
  free(shared);
}

static enum pns_status open_game(struct pns_shared_rules *shared, const char *parameters,
                                 struct pns_error *error) {
  const struct pns_game *game = shared->origin.game;
  enum pns_status status = check_game(game, error);
  if (status != PNS_OK) return status;
  if (strlen(parameters) >= PNS_PARAMETERS_MAX)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: the parameters are %zu characters long, expected at most %u",
                         game->name, strlen(parameters), PNS_PARAMETERS_MAX - 1);
  shared->rules.game = game;
  status = game->open(&shared->rules, parameters, error);
  if (status != PNS_OK) return status;
  status = check_rules(&shared->rules, error);
  if (status != PNS_OK) close_rules(&shared->rules);
  return status;
}

/* What is wrong with a file is the user's business, not a fault in here. */
static enum pns_status blame(const struct pns_origin *origin, enum pns_status status,
                             struct pns_error *error) {
  if (status != PNS_ERROR_INTERNAL || origin->library == NULL ||
      pns_failure_is_set(&origin->failure))
    return status;
  struct pns_error inner = {.text = ""};
  if (error != NULL) inner = *error;
  return pns_error_set(error, PNS_ERROR_INPUT, "own game '%.200s': %.280s", origin->path,
                       inner.text);
}

/* Takes over the rules that have their origin only. */
static enum pns_status open_rules(struct pns_shared_rules *shared, const char *parameters,
                                  struct pns_error *error) {
  shared->users = 1;
  enum pns_status status = open_game(shared, parameters, error);
  if (status == PNS_OK) return PNS_OK;
  status = blame(&shared->origin, status, error);
  pns_origin_done(&shared->origin);
  free(shared);
  return status;
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

static struct pns_shared_rules *new_rules(struct pns_error *error) {
  struct pns_shared_rules *shared = calloc(1, sizeof *shared);
  if (shared == NULL) pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for rules");
  return shared;
}

/* The start of rules whose origin is known. */
static enum pns_status begin(struct pns_shared_rules *shared, const char *parameters,
                             struct pns_position **position, struct pns_error *error) {
  enum pns_status status = open_rules(shared, parameters, error);
  if (status != PNS_OK) return status;
  struct pns_position *made = new_position(shared);
  if (made == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a position");
  shared->rules.game->start(&shared->rules, made->bytes);
  status = pns_position_check(made, error);
  if (status != PNS_OK) {
    pns_position_free(made);
    return status;
  }
  *position = made;
  return PNS_OK;
}

enum pns_status pns_position_new_game(const struct pns_game *game, const char *parameters,
                                      struct pns_position **position, struct pns_error *error) {
  struct pns_shared_rules *shared = new_rules(error);
  if (shared == NULL) return PNS_ERROR_SYSTEM;
  pns_origin_init_game(&shared->origin, game);
  return begin(shared, parameters, position, error);
}

enum pns_status pns_position_new_with(const char *spec, const struct pns_game_options *how,
                                      struct pns_position **position, struct pns_error *error) {
  struct pns_shared_rules *shared = new_rules(error);
  const char *parameters;
  if (shared == NULL) return PNS_ERROR_SYSTEM;
  enum pns_status status = pns_origin_init(&shared->origin, spec, how, &parameters, error);
  if (status != PNS_OK) {
    free(shared);
    return status;
  }
  return begin(shared, parameters, position, error);
}

enum pns_status pns_position_new(const char *spec, struct pns_position **position,
                                 struct pns_error *error) {
  return pns_position_new_with(spec, NULL, position, error);
}

enum pns_status pns_position_check(const struct pns_position *position, struct pns_error *error) {
  return pns_failure_status(&position->shared->origin.failure, error);
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
  if (status == PNS_OK) status = pns_position_check(position, error);
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

enum pns_status pns_position_find(const struct pns_position *position, const char *move,
                                  pns_move *number, struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(position);
  const uint32_t turn = position->played + 1;
  if (rules->game->outcome(rules, position->bytes) != PNS_ONGOING)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "move %u is '%.*s', expected none: the game is over", turn,
                         PNS_TEXT_QUOTED, move);
  struct choices *choices = malloc(sizeof *choices);
  if (choices == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for moves");
  choices->rules = rules;
  choices->bytes = position->bytes;
  choices->count = rules->game->moves(rules, position->bytes, choices->moves);
  uint32_t found = find_choice(choices, move);
  enum pns_status status = PNS_OK;
  if (found == choices->count)
    status = refuse_move(choices, turn, move, error);
  else
    *number = choices->moves[found];
  free(choices);
  /* What the game itself has to say comes first: its moves may be none. */
  const enum pns_status broken = pns_position_check(position, error);
  return broken != PNS_OK ? broken : status;
}

enum pns_status pns_position_play(struct pns_position *position, const char *move,
                                  struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(position);
  pns_move number;
  const enum pns_status status = pns_position_find(position, move, &number, error);
  if (status != PNS_OK) return status;
  rules->game->play(rules, position->bytes, number);
  position->played++;
  return pns_position_check(position, error);
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
