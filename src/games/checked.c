/* The functions of game.h around those of another game. A position is the other game's with the
 * moves that led to it behind, so that a broken promise can be shown. */
#include "games/checked.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/clock.h"
#include "games/checked_inside.h"

/* Games at random before anything else. */
enum { GAMES = 200, PLIES = 400 };
#define GAMES_S 1.0

static struct pns_checked *checked_of(const struct pns_rules *rules) { return rules->context; }

void pns_checked_fault(struct pns_checked *c, const void *position, const char *format, ...) {
  char what[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  if (pns_failure_is_set(c->failure)) return;
  const struct pns_trail *trail = position == NULL ? NULL : pns_checked_trail(c, position);
  if (trail == NULL || trail->depth == 0)
    pns_failure_note(c->failure, PNS_ERROR_INTERNAL, "the game '%.40s' breaks a promise: %s, at %s",
                     c->inner_game->name, what,
                     trail != NULL && trail->parsed ? "the given position" : "the start");
  else
    pns_failure_note(c->failure, PNS_ERROR_INTERNAL,
                     "the game '%.40s' breaks a promise: %s, after %s from %s", c->inner_game->name,
                     what, trail->text, trail->parsed ? "the given position" : "the start");
}

/* ---- trails ---- */

/* Forgets the oldest moves where there is no room; marks where symmetry turned the position. */
static void append(struct pns_trail *trail, const char *word) {
  static const char cut[] = "... ";
  const size_t more = strlen(word) + 1;
  size_t used = strlen(trail->text);
  while (used + more + sizeof cut > sizeof trail->text) {
    const char *from = trail->text + (strncmp(trail->text, cut, 4) == 0 ? 4 : 0);
    const char *rest = strchr(from, ' ');
    char kept[PNS_TRAIL_TEXT];
    snprintf(kept, sizeof kept, "%s", rest == NULL ? "" : rest + 1);
    used = (size_t)snprintf(trail->text, sizeof trail->text, "%s%.*s", cut,
                            (int)(sizeof trail->text - sizeof cut), kept);
  }
  snprintf(trail->text + used, sizeof trail->text - used, "%s%s", used > 0 ? " " : "", word);
}

static void begin_trail(struct pns_checked *c, void *position, bool parsed) {
  struct pns_trail *trail = pns_checked_trail(c, position);
  memset(trail, 0, sizeof *trail);
  trail->parsed = parsed;
}

/* Only the last keys: a game that comes back does so soon, or again. */
static void check_return(struct pns_checked *c, void *position) {
  struct pns_trail *trail = pns_checked_trail(c, position);
  if (c->inner.cyclic || c->inner_game->outcome(&c->inner, position) != PNS_ONGOING) return;
  const struct pns_key key = pns_checked_key(c, position);
  const uint64_t name = XXH3_64bits(&key, sizeof key) | 1;
  for (size_t i = 0; i < PNS_TRAIL_KEYS; i++)
    if (trail->keys[i] == name)
      pns_checked_fault(c, position, "a position comes back, though rules->cyclic is false");
  trail->keys[trail->depth % PNS_TRAIL_KEYS] = name;
}

/* ---- positions that are made ---- */

/* What was there before must not matter. */
static void check_start(struct pns_checked *c, const void *position) {
  union pns_check_position other;
  memset(&other, PNS_CHECK_FILL, sizeof other);
  c->inner_game->start(&c->inner, other.bytes);
  const struct pns_key key = pns_checked_key(c, position), again = pns_checked_key(c, other.bytes);
  if (memcmp(&key, &again, sizeof key) != 0)
    pns_checked_fault(c, position,
                      "start leaves bytes of the position unwritten that the key "
                      "depends on");
  if (!pns_checked_guard_holds(c, &other))
    pns_checked_fault(c, position, "start writes behind the position");
}

static void checked_start(const struct pns_rules *rules, void *position) {
  struct pns_checked *c = checked_of(rules);
  c->inner_game->start(&c->inner, position);
  begin_trail(c, position, false);
  pns_checked_examine(c, position);
  check_start(c, position);
  check_return(c, position);
}

static enum pns_status checked_parse(const struct pns_rules *rules, const char *text,
                                     void *position, struct pns_error *error) {
  struct pns_checked *c = checked_of(rules);
  const enum pns_status status = c->inner_game->parse(&c->inner, text, position, error);
  if (status != PNS_OK) return status;
  begin_trail(c, position, true);
  pns_checked_examine(c, position);
  check_return(c, position);
  return PNS_OK;
}

/* Twice from the same bytes must be the same. */
static void play_twice(struct pns_checked *c, void *position, pns_move move) {
  union pns_check_position once, twice;
  pns_checked_copy(c, &once, position);
  pns_checked_copy(c, &twice, position);
  c->inner_game->play(&c->inner, once.bytes, move);
  c->inner_game->play(&c->inner, twice.bytes, move);
  if (memcmp(once.bytes, twice.bytes, c->inner.position_bytes) != 0)
    pns_checked_fault(c, position, "play gives two positions for one move");
  if (!pns_checked_guard_holds(c, &once))
    pns_checked_fault(c, position, "play writes behind the position");
  memcpy(position, once.bytes, c->inner.position_bytes);
}

static void checked_play(const struct pns_rules *rules, void *position, pns_move move) {
  struct pns_checked *c = checked_of(rules);
  struct pns_trail *trail = pns_checked_trail(c, position);
  char text[PNS_MOVE_TEXT_MAX + PNS_CHECK_GUARD] = "?";
  if (pns_failure_is_set(c->failure)) return;
  c->inner_game->move_text(&c->inner, position, move, text);
  text[PNS_MOVE_TEXT_MAX - 1] = '\0';
  append(trail, text);
  trail->depth++;
  play_twice(c, position, move);
  pns_checked_examine(c, position);
  check_return(c, position);
}

static void checked_canonical(const struct pns_rules *rules, void *position) {
  struct pns_checked *c = checked_of(rules);
  union pns_check_position before;
  pns_checked_copy(c, &before, position);
  c->inner_game->canonical(&c->inner, position);
  if (memcmp(before.bytes, position, c->inner.position_bytes) != 0)
    append(pns_checked_trail(c, position), "(turned)");
}

/* ---- what only looks ---- */

static void checked_format(const struct pns_rules *rules, const void *position, char *text) {
  const struct pns_checked *c = checked_of(rules);
  c->inner_game->format(&c->inner, position, text);
}

static void checked_draw(const struct pns_rules *rules, const void *position, char *text) {
  const struct pns_checked *c = checked_of(rules);
  c->inner_game->draw(&c->inner, position, text);
}

static void checked_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                              char *text) {
  const struct pns_checked *c = checked_of(rules);
  c->inner_game->move_text(&c->inner, position, move, text);
}

static enum pns_player checked_mover(const struct pns_rules *rules, const void *position) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->mover(&c->inner, position) == PNS_SECOND ? PNS_SECOND : PNS_FIRST;
}

static enum pns_outcome checked_outcome(const struct pns_rules *rules, const void *position) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->outcome(&c->inner, position);
}

static uint32_t checked_moves(const struct pns_rules *rules, const void *position,
                              pns_move *moves) {
  return pns_checked_list(checked_of(rules), position, position, moves);
}

static pns_move checked_unfold(const struct pns_rules *rules, const void *position, pns_move move) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->unfold(&c->inner, position, move);
}

static void checked_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  const struct pns_checked *c = checked_of(rules);
  c->inner_game->key(&c->inner, position, key);
}

static uint32_t checked_mobility(const struct pns_rules *rules, const void *position) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->mobility(&c->inner, position);
}

static void checked_leaf(const struct pns_rules *rules, const void *position,
                         enum pns_player prover, uint32_t *pn, uint32_t *dn) {
  const struct pns_checked *c = checked_of(rules);
  c->inner_game->leaf(&c->inner, position, prover, pn, dn);
}

static bool checked_hopeless(const struct pns_rules *rules, const void *position,
                             enum pns_player player) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->hopeless(&c->inner, position, player);
}

static enum pns_decision checked_decided(const struct pns_rules *rules, const void *position,
                                         enum pns_player player) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->decided(&c->inner, position, player);
}

static const char *checked_definition(const struct pns_rules *rules) {
  const struct pns_checked *c = checked_of(rules);
  return c->inner_game->definition(&c->inner);
}

/* ---- opening ---- */

static void play_at_random(const struct pns_rules *rules, uint64_t *random) {
  struct pns_checked *c = checked_of(rules);
  union pns_check_position position;
  pns_move moves[PNS_MOVES_MAX];
  memset(&position, 0, sizeof position);
  checked_start(rules, position.bytes);
  for (int ply = 0; ply < PLIES && !pns_failure_is_set(c->failure); ply++) {
    if (c->inner_game->outcome(&c->inner, position.bytes) != PNS_ONGOING) return;
    const uint32_t count = pns_checked_list(c, position.bytes, position.bytes, moves);
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    checked_play(rules, position.bytes, moves[((*random >> 32) * count) >> 32]);
  }
}

static void play_games(const struct pns_rules *rules) {
  const double until = pns_clock_now() + GAMES_S;
  uint64_t random = 1;
  for (int i = 0; i < GAMES && pns_clock_now() < until; i++) {
    if (pns_failure_is_set(checked_of(rules)->failure)) return;
    play_at_random(rules, &random);
  }
}

static void checked_close(struct pns_rules *rules) {
  struct pns_checked *c = checked_of(rules);
  if (c->inner_game->close != NULL) c->inner_game->close(&c->inner);
}

/* The inner rules as they are, with room for the trail. */
static enum pns_status take_rules(struct pns_checked *c, struct pns_rules *rules,
                                  struct pns_error *error) {
  const struct pns_rules *inner = &c->inner;
  if (memchr(inner->parameters, '\0', sizeof inner->parameters) == NULL)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "the game '%.40s' leaves parameters without end", c->inner_game->name);
  c->trail_at = (inner->position_bytes + 15) & ~(size_t)15;
  if (inner->position_bytes < 1 || c->trail_at + sizeof(struct pns_trail) > PNS_POSITION_BYTES_MAX)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "the game '%.40s' has positions of %zu bytes, expected 1 to %zu while it "
                         "is checked",
                         c->inner_game->name, inner->position_bytes,
                         PNS_POSITION_BYTES_MAX - sizeof(struct pns_trail));
  if (inner->max_moves < 1 || inner->max_moves > PNS_MOVES_MAX)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "the game '%.40s' has max_moves %u, expected 1 "
                         "to %u",
                         c->inner_game->name, inner->max_moves, PNS_MOVES_MAX);
  *rules = c->inner;
  rules->game = &c->game;
  rules->context = c;
  rules->position_bytes = c->trail_at + sizeof(struct pns_trail);
  return PNS_OK;
}

static enum pns_status checked_open(struct pns_rules *rules, const char *parameters,
                                    struct pns_error *error) {
  struct pns_checked *c = (struct pns_checked *)(uintptr_t)rules->game->user;
  c->inner = (struct pns_rules){.game = c->inner_game};
  enum pns_status status = c->inner_game->open(&c->inner, parameters, error);
  if (status != PNS_OK) return status;
  status = take_rules(c, rules, error);
  if (status == PNS_OK) {
    play_games(rules);
    status = pns_failure_status(c->failure, error);
  }
  if (status != PNS_OK && c->inner_game->close != NULL) c->inner_game->close(&c->inner);
  return status;
}

/* ---- making ---- */

/* A function that is missing inside is missing outside. */
static void wrap(struct pns_checked *c) {
  const struct pns_game *inner = c->inner_game;
  struct pns_game *outer = &c->game;
  *outer = *inner;
  outer->user = c;
#define WRAP(function) \
  if (inner->function != NULL) outer->function = checked_##function
  WRAP(open);
  WRAP(start);
  WRAP(parse);
  WRAP(format);
  WRAP(draw);
  WRAP(move_text);
  WRAP(mover);
  WRAP(outcome);
  WRAP(moves);
  WRAP(play);
  WRAP(canonical);
  WRAP(unfold);
  WRAP(key);
  WRAP(mobility);
  WRAP(leaf);
  WRAP(hopeless);
  WRAP(decided);
  WRAP(definition);
#undef WRAP
  outer->close = checked_close;
}

struct pns_checked *pns_checked_new(const struct pns_game *game, struct pns_failure *failure,
                                    struct pns_error *error) {
  struct pns_checked *c = calloc(1, sizeof *c);
  if (c != NULL) c->seen = calloc(PNS_CHECK_SEEN, sizeof *c->seen);
  if (c == NULL || c->seen == NULL) {
    free(c);
    pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for checking a game");
    return NULL;
  }
  pthread_mutex_init(&c->lock, NULL);
  c->inner_game = game;
  c->failure = failure;
  if (game->abi == PNS_GAME_ABI) wrap(c);
  if (game->abi != PNS_GAME_ABI) c->game.abi = game->abi;
  return c;
}

void pns_checked_free(struct pns_checked *checked) {
  if (checked == NULL) return;
  pthread_mutex_destroy(&checked->lock);
  free(checked->seen);
  free(checked);
}

const struct pns_game *pns_checked_game(const struct pns_checked *checked) {
  return &checked->game;
}
