/* The functions of game.h for a game in another process: a position carries its text and all that
 * the program said with it, so only moves have to be asked for, and those are remembered. */
#include "games/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"
#include "games/command_talk.h"

#define ANSWER_S 10.0

struct pns_command {
  struct pns_game game;
  struct pns_crew crew;
  struct pns_memory memory;
  struct pns_failure *failure;
  char wanted[64]; /* the name it must have */
};

static struct pns_command *command_of(const struct pns_rules *rules) { return rules->context; }

/* Stands for a position that could not be had: no text, so it is never mistaken for one. */
static void make_up(struct pns_told *told) {
  *told = (struct pns_told){.outcome = PNS_ONGOING};
  told->text[0] = '\0';
}

static void note(struct pns_command *c, const struct pns_error *error) {
  pns_failure_note(c->failure, error->status, "%s", error->text);
}

/* ---- families, remembered or asked for ---- */

/* Takes what it needs out of a family. */
typedef void visit_function(const struct pns_family *family, void *user);

static bool visit(struct pns_command *c, const struct pns_told *parent, visit_function *visitor,
                  void *user) {
  struct pns_error error;
  pthread_mutex_lock(&c->memory.lock);
  const struct pns_family *known = pns_memory_find(&c->memory, parent);
  if (known != NULL) visitor(known, user);
  pthread_mutex_unlock(&c->memory.lock);
  if (known != NULL) return true;
  struct pns_family *family = NULL;
  if (parent->length > 0 && !pns_failure_is_set(c->failure)) {
    family = pns_crew_moves(&c->crew, parent, &error);
    if (family == NULL) note(c, &error);
  }
  if (family == NULL) return false;
  visitor(family, user);
  pthread_mutex_lock(&c->memory.lock);
  pns_memory_keep(&c->memory, family);
  pthread_mutex_unlock(&c->memory.lock);
  return true;
}

struct listing {
  pns_move *moves;
  uint32_t count;
};

static void list(const struct pns_family *family, void *user) {
  struct listing *listing = user;
  const struct pns_kid *kids = pns_family_kids(family);
  for (uint32_t i = 0; i < family->count; i++) listing->moves[i] = kids[i].move;
  listing->count = family->count;
}

struct choice {
  pns_move move;
  struct pns_told *told; /* either may be NULL */
  char *text;
  bool found;
};

static void choose(const struct pns_family *family, void *user) {
  struct choice *choice = user;
  const struct pns_kid *kid = pns_family_find(family, choice->move);
  choice->found = kid != NULL;
  if (kid == NULL) return;
  if (choice->told != NULL) pns_told_copy(choice->told, pns_family_told(family, kid));
  if (choice->text != NULL)
    snprintf(choice->text, PNS_MOVE_TEXT_MAX, "%s", pns_family_text(family, kid));
}

/* A move that was there once and is not any more: the program does not play by fixed rules. */
static bool find(const struct pns_rules *rules, const struct pns_told *parent,
                 struct choice *choice) {
  struct pns_command *c = command_of(rules);
  if (!visit(c, parent, choose, choice)) return false;
  if (!choice->found)
    pns_failure_note(c->failure, PNS_ERROR_INTERNAL,
                     "game command '%.100s' lists other moves of '%.*s' than it did before",
                     c->crew.command, PNS_TEXT_QUOTED, parent->text);
  return choice->found;
}

/* ---- game.h ---- */

static uint32_t command_moves(const struct pns_rules *rules, const void *position,
                              pns_move *moves) {
  struct listing listing = {.moves = moves};
  if (visit(command_of(rules), position, list, &listing)) return listing.count;
  moves[0] = 0;
  return 1;
}

static void command_play(const struct pns_rules *rules, void *position, pns_move move) {
  /* A family's member may be as long as any position, and `find` reads the parent meanwhile. */
  _Alignas(max_align_t) unsigned char bytes[PNS_POSITION_BYTES_MAX];
  struct pns_told *child = (struct pns_told *)(void *)bytes;
  struct choice choice = {.move = move, .told = child};
  if (find(rules, position, &choice))
    pns_told_copy(position, child);
  else
    make_up(position);
}

static void command_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                              char *text) {
  struct choice choice = {.move = move, .text = text};
  if (!find(rules, position, &choice)) memcpy(text, "?", 2);
}

static void command_start(const struct pns_rules *rules, void *position) {
  struct pns_command *c = command_of(rules);
  struct pns_error error;
  if (pns_crew_position(&c->crew, "start", position, &error) == PNS_OK) return;
  note(c, &error);
  make_up(position);
}

static enum pns_status command_parse(const struct pns_rules *rules, const char *text,
                                     void *position, struct pns_error *error) {
  char question[PNS_POSITION_TEXT_MAX + 8];
  struct pns_command *c = command_of(rules);
  const size_t length = strlen(text);
  if (length == 0 || length > c->crew.hello.text_most || strpbrk(text, "\t\n\r") != NULL)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: the position has %zu bytes, expected 1 to %u printable ones",
                         c->crew.hello.name, length, (unsigned)c->crew.hello.text_most);
  snprintf(question, sizeof question, "parse %s", text);
  const enum pns_status status = pns_crew_position(&c->crew, question, position, error);
  if (status != PNS_OK) make_up(position);
  return status;
}

static void command_format(const struct pns_rules *rules, const void *position, char *text) {
  (void)rules;
  const struct pns_told *told = position;
  memcpy(text, told->text, told->length + 1u);
}

static void command_draw(const struct pns_rules *rules, const void *position, char *text) {
  command_format(rules, position, text);
  strcat(text, "\n");
}

static enum pns_player command_mover(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return (enum pns_player)((const struct pns_told *)position)->mover;
}

static enum pns_outcome command_outcome(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return (enum pns_outcome)((const struct pns_told *)position)->outcome;
}

static void command_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  (void)rules;
  const struct pns_told *told = position;
  const XXH128_hash_t hash = XXH3_128bits(told->text, told->length);
  *key = (struct pns_key){{hash.low64, hash.high64}};
}

static void command_leaf(const struct pns_rules *rules, const void *position,
                         enum pns_player prover, uint32_t *pn, uint32_t *dn) {
  (void)rules;
  const struct pns_told *told = position;
  const bool said = told->pn > 0;
  *pn = !said ? 1 : prover == PNS_FIRST ? told->pn : told->dn;
  *dn = !said ? 1 : prover == PNS_FIRST ? told->dn : told->pn;
}

static enum pns_status command_open(struct pns_rules *rules, const char *parameters,
                                    struct pns_error *error) {
  /* The engine hands the game in `rules`; whoever wraps it hands a copy with the same `user`. */
  struct pns_command *c = (struct pns_command *)(uintptr_t)rules->game->user;
  const struct pns_hello *hello = &c->crew.hello;
  const enum pns_status status = pns_crew_greet(&c->crew, parameters, error);
  if (status != PNS_OK) return status;
  if (strcmp(hello->name, c->wanted) != 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "game command '%.150s' plays '%s', expected '%s' as the command line says",
                         c->crew.command, hello->name, c->wanted);
  rules->context = c;
  snprintf(rules->parameters, sizeof rules->parameters, "%s", hello->parameters);
  rules->position_bytes = sizeof(struct pns_told) + hello->text_most + 1;
  rules->max_moves = (uint32_t)hello->moves_most;
  rules->cyclic = hello->cyclic;
  rules->draws = hello->draws;
  rules->goal = hello->goal;
  rules->init = hello->leaf ? PNS_INIT_GAME : PNS_INIT_UNIT;
  return PNS_OK;
}

static const struct pns_game command_game = {
    .abi = PNS_GAME_ABI,
    .name = "command",
    .parameters = "as the program reads them",
    .open = command_open,
    .start = command_start,
    .parse = command_parse,
    .format = command_format,
    .draw = command_draw,
    .move_text = command_move_text,
    .mover = command_mover,
    .outcome = command_outcome,
    .moves = command_moves,
    .play = command_play,
    .key = command_key,
    .leaf = command_leaf,
};

struct pns_command *pns_command_new(const struct pns_game_options *how, const char *name,
                                    size_t name_length, struct pns_failure *failure,
                                    struct pns_error *error) {
  struct pns_command *c = calloc(1, sizeof *c);
  if (c == NULL || name_length >= sizeof c->wanted) {
    free(c);
    pns_error_set(error, PNS_ERROR_INPUT, "game '%.*s' has %zu bytes, expected a name below 64",
                  PNS_TEXT_QUOTED, name, name_length);
    return NULL;
  }
  memcpy(c->wanted, name, name_length);
  c->failure = failure;
  const double answer_s = how->answer_s > 0 ? how->answer_s : ANSWER_S;
  const bool remembers = pns_memory_init(&c->memory, PNS_COMMAND_BYTES);
  if (!pns_crew_init(&c->crew, how->command, answer_s, failure) || !remembers) {
    pns_command_free(c);
    pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a game command");
    return NULL;
  }
  const struct pns_hello *hello = &c->crew.hello;
  c->game = command_game;
  c->game.name = c->wanted;
  c->game.title = hello->title;
  c->game.notation = hello->notation;
  c->game.rules = hello->rules;
  c->game.source = hello->source;
  c->game.user = c;
  return c;
}

void pns_command_free(struct pns_command *command) {
  if (command == NULL) return;
  pns_crew_done(&command->crew);
  pns_memory_done(&command->memory);
  free(command);
}

const struct pns_game *pns_command_game(const struct pns_command *command) {
  return &command->game;
}
