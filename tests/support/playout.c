#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "playout.h"

#define LEAF_MOST (1u << 24)
#define SEEN_SLOTS (1u << 14)

uint64_t playout_random(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* ---- opening and refusing ---- */

void playout_open(const struct pns_game *game, const char *parameters, struct pns_rules *rules) {
  struct pns_error error = {0};
  memset(rules, 0, sizeof *rules);
  rules->game = game;
  if (game->open(rules, parameters, &error) != PNS_OK)
    fail_msg("%s:%s: %s", game->name, parameters, error.text);
  assert_in_range(rules->position_bytes, 1, PNS_POSITION_BYTES_MAX);
  assert_in_range(rules->max_moves, 1, PNS_MOVES_MAX);
  assert_non_null(memchr(rules->parameters, '\0', sizeof rules->parameters));
}

void playout_close(struct pns_rules *rules) {
  if (rules->game->close != NULL) rules->game->close(rules);
}

static void check_sentence(const struct pns_error *error, const char *part) {
  assert_int_equal(error->status, PNS_ERROR_INPUT);
  assert_in_range(strlen(error->text), 8, sizeof error->text - 1);
  for (const char *c = error->text; *c != '\0'; c++) assert_true(*c != '\n');
  if (part != NULL && strstr(error->text, part) == NULL)
    fail_msg("the refusal '%s' does not say '%s'", error->text, part);
}

void playout_open_refused(const struct pns_game *game, const char *parameters, const char *part) {
  struct pns_rules rules = {.game = game};
  struct pns_error error = {0};
  if (game->open(&rules, parameters, &error) == PNS_OK)
    fail_msg("%s:%s was accepted", game->name, parameters);
  check_sentence(&error, part);
}

void playout_parse_refused(const struct pns_rules *rules, const char *text, const char *part) {
  union playout_position position;
  struct pns_error error = {0};
  memset(&position, 0, sizeof position);
  if (rules->game->parse(rules, text, &position, &error) == PNS_OK)
    fail_msg("%s accepted the position '%s'", rules->game->name, text);
  check_sentence(&error, part);
}

/* ---- moves ---- */

void playout_move(const struct pns_rules *rules, void *position, const char *text) {
  pns_move moves[PNS_MOVES_MAX];
  const uint32_t count = rules->game->moves(rules, position, moves);
  for (uint32_t i = 0; i < count; i++) {
    char other[PNS_MOVE_TEXT_MAX];
    rules->game->move_text(rules, position, moves[i], other);
    if (strcmp(other, text) != 0) continue;
    rules->game->play(rules, position, moves[i]);
    return;
  }
  fail_msg("%s: '%s' is no legal move", rules->game->name, text);
}

void playout_line(const struct pns_rules *rules, void *position, const char *moves) {
  rules->game->start(rules, position);
  while (*moves != '\0') {
    char text[PNS_MOVE_TEXT_MAX];
    const size_t length = strcspn(moves, " ");
    assert_in_range(length, 1, sizeof text - 1);
    memcpy(text, moves, length);
    text[length] = '\0';
    playout_move(rules, position, text);
    moves += length;
    moves += strspn(moves, " ");
  }
}

/* ---- the promises ---- */

static void canonical_key(const struct pns_rules *rules, const void *position,
                          union playout_position *canonical, struct pns_key *key) {
  memset(canonical, 0, sizeof *canonical);
  memcpy(canonical, position, rules->position_bytes);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, canonical);
  rules->game->key(rules, canonical, key);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void check_move_texts(const struct pns_rules *rules, const void *position,
                             const pns_move *moves, uint32_t count) {
  char(*texts)[PNS_MOVE_TEXT_MAX] = calloc(count, sizeof *texts);
  assert_non_null(texts);
  for (uint32_t i = 0; i < count; i++) {
    memset(texts[i], '#', sizeof texts[i]);
    rules->game->move_text(rules, position, moves[i], texts[i]);
    assert_non_null(memchr(texts[i], '\0', sizeof texts[i]));
    assert_true(texts[i][0] != '\0');
    for (const char *c = texts[i]; *c != '\0'; c++) assert_true((unsigned char)*c > ' ');
  }
  qsort(texts, count, sizeof *texts, compare_texts);
  for (uint32_t i = 1; i < count; i++)
    if (strcmp(texts[i - 1], texts[i]) == 0)
      fail_msg("%s: two moves are written '%s'", rules->game->name, texts[i]);
  free(texts);
}

static void check_moves(const struct pns_rules *rules, const void *position) {
  static const unsigned char filler = 0xa5;
  pns_move moves[PNS_MOVES_MAX], again[PNS_MOVES_MAX];
  memset(moves, filler, sizeof moves);
  memset(again, filler, sizeof again);
  const uint32_t count = rules->game->moves(rules, position, moves);
  assert_in_range(count, 1, rules->max_moves);
  assert_int_equal(rules->game->moves(rules, position, again), count);
  assert_memory_equal(moves, again, count * sizeof *moves);
  if (rules->game->mobility != NULL)
    assert_int_equal(rules->game->mobility(rules, position), count);
  check_move_texts(rules, position, moves, count);
}

static void check_leaf(const struct pns_rules *rules, const void *position) {
  if (rules->game->leaf == NULL) return;
  for (int prover = PNS_FIRST; prover <= PNS_SECOND; prover++) {
    uint32_t pn = 0, dn = 0;
    rules->game->leaf(rules, position, (enum pns_player)prover, &pn, &dn);
    assert_in_range(pn, 1, LEAF_MOST);
    assert_in_range(dn, 1, LEAF_MOST);
  }
}

/* What is hopeless stays so move after move, is no win in the end, and is so for the symmetric
 * position too. */
static void check_hopeless_for(const struct pns_rules *rules, const void *position,
                               enum pns_player player) {
  union playout_position child;
  struct pns_key key;
  pns_move moves[PNS_MOVES_MAX];
  const bool hopeless = rules->game->hopeless(rules, position, player);
  canonical_key(rules, position, &child, &key);
  assert_int_equal(hopeless, rules->game->hopeless(rules, &child, player));
  const uint32_t count = hopeless ? rules->game->moves(rules, position, moves) : 0;
  for (uint32_t i = 0; i < count; i++) {
    memcpy(&child, position, rules->position_bytes);
    rules->game->play(rules, &child, moves[i]);
    const enum pns_outcome outcome = rules->game->outcome(rules, &child);
    if (outcome == PNS_ONGOING)
      assert_true(rules->game->hopeless(rules, &child, player));
    else
      assert_int_not_equal(outcome, player == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS);
  }
}

/* What is decided is so for the symmetric position too, and both players cannot win. */
static void check_decided(const struct pns_rules *rules, const void *position) {
  union playout_position folded;
  struct pns_key key;
  enum pns_decision decisions[2];
  if (rules->game->decided == NULL) return;
  canonical_key(rules, position, &folded, &key);
  for (int player = PNS_FIRST; player <= PNS_SECOND; player++) {
    decisions[player] = rules->game->decided(rules, position, (enum pns_player)player);
    assert_in_range(decisions[player], PNS_UNDECIDED, PNS_NO_FORCED_WIN);
    assert_int_equal(decisions[player],
                     rules->game->decided(rules, &folded, (enum pns_player)player));
  }
  assert_true(decisions[0] != PNS_FORCED_WIN || decisions[1] != PNS_FORCED_WIN);
}

static void check_hopeless(const struct pns_rules *rules, const void *position) {
  if (rules->game->hopeless == NULL) return;
  check_hopeless_for(rules, position, PNS_FIRST);
  check_hopeless_for(rules, position, PNS_SECOND);
}

static uint32_t count_moves(const struct pns_rules *rules, const void *position) {
  pns_move moves[PNS_MOVES_MAX];
  if (rules->game->outcome(rules, position) != PNS_ONGOING) return 0;
  return rules->game->moves(rules, position, moves);
}

void playout_same_class(const struct pns_rules *rules, const void *a, const void *b) {
  union playout_position canonical_a, canonical_b;
  struct pns_key key_a, key_b;
  canonical_key(rules, a, &canonical_a, &key_a);
  canonical_key(rules, b, &canonical_b, &key_b);
  assert_memory_equal(&key_a, &key_b, sizeof key_a);
  assert_int_equal(rules->game->mover(rules, a), rules->game->mover(rules, b));
  assert_int_equal(rules->game->outcome(rules, a), rules->game->outcome(rules, b));
  assert_int_equal(count_moves(rules, a), count_moves(rules, b));
}

void playout_same_as(const struct pns_rules *rules, const void *position, const char *text) {
  union playout_position other;
  struct pns_error error;
  memset(&other, 0, sizeof other);
  if (rules->game->parse(rules, text, &other, &error) != PNS_OK)
    fail_msg("%s: '%s': %s", rules->game->name, text, error.text);
  playout_same_class(rules, position, &other);
}

static void check_canonical(const struct pns_rules *rules, const void *position) {
  union playout_position canonical;
  struct pns_key key;
  canonical_key(rules, position, &canonical, &key);
  playout_same_class(rules, position, &canonical);
  if (count_moves(rules, position) == 0) return;
  /* The store keeps the moves of the canonical position: they must come out the same again. */
  union playout_position twice;
  pns_move once_moves[PNS_MOVES_MAX], twice_moves[PNS_MOVES_MAX];
  canonical_key(rules, &canonical, &twice, &key);
  const uint32_t count = rules->game->moves(rules, &canonical, once_moves);
  assert_int_equal(rules->game->moves(rules, &twice, twice_moves), count);
  assert_memory_equal(once_moves, twice_moves, count * sizeof *once_moves);
}

static void format(const struct pns_rules *rules, const void *position, char *text) {
  memset(text, '#', PNS_POSITION_TEXT_MAX);
  rules->game->format(rules, position, text);
  assert_non_null(memchr(text, '\0', PNS_POSITION_TEXT_MAX));
}

static void check_texts(const struct pns_rules *rules, const void *position) {
  char text[PNS_POSITION_TEXT_MAX], again[PNS_POSITION_TEXT_MAX];
  char drawing[PNS_DRAWING_MAX];
  memset(drawing, '#', sizeof drawing);
  rules->game->draw(rules, position, drawing);
  const char *end = memchr(drawing, '\0', sizeof drawing);
  assert_non_null(end);
  assert_true(end > drawing && end[-1] == '\n');
  format(rules, position, text);
  if (rules->game->parse == NULL) return;
  union playout_position parsed;
  struct pns_error error = {0};
  memset(&parsed, 0, sizeof parsed);
  if (rules->game->parse(rules, text, &parsed, &error) != PNS_OK)
    fail_msg("%s: own position '%s' refused: %s", rules->game->name, text, error.text);
  format(rules, &parsed, again);
  assert_string_equal(text, again);
  playout_same_class(rules, position, &parsed);
}

void playout_check(const struct pns_rules *rules, const void *position) {
  if (rules->game->outcome(rules, position) == PNS_ONGOING) {
    check_moves(rules, position);
    check_leaf(rules, position);
    check_hopeless(rules, position);
    check_decided(rules, position);
  } else {
    assert_true(rules->draws || rules->game->outcome(rules, position) != PNS_DRAW);
  }
  check_canonical(rules, position);
  check_texts(rules, position);
}

/* ---- random games ---- */

struct seen {
  struct pns_key key;
  char *text;
};

/* Remembers the canonical text of each key; a full slot is simply overwritten. */
static void check_exact(const struct pns_rules *rules, const void *position, struct seen *seen) {
  union playout_position canonical;
  struct pns_key key;
  char text[PNS_POSITION_TEXT_MAX];
  canonical_key(rules, position, &canonical, &key);
  format(rules, &canonical, text);
  const uint64_t mix = (key.word[0] ^ key.word[1] * 3) * UINT64_C(0x9e3779b97f4a7c15);
  struct seen *slot = &seen[mix >> 50];
  if (slot->text != NULL && memcmp(&slot->key, &key, sizeof key) == 0)
    assert_string_equal(slot->text, text);
  free(slot->text);
  slot->key = key;
  slot->text = strdup(text);
}

static void play_one(const struct pns_rules *rules, uint64_t *random,
                     const struct playout_hooks *hooks, struct seen *seen) {
  const struct pns_game *game = rules->game;
  union playout_position position;
  pns_move moves[PNS_MOVES_MAX];
  memset(&position, 0, sizeof position);
  game->start(rules, &position);
  if (hooks->started != NULL) hooks->started(hooks->user, rules);
  /* Games whose positions come back need an end. */
  for (unsigned ply = 0; ply < 1000; ply++) {
    const bool over = game->outcome(rules, &position) != PNS_ONGOING;
    const uint32_t count = over ? 0 : game->moves(rules, &position, moves);
    playout_check(rules, &position);
    if (rules->exact_key) check_exact(rules, &position, seen);
    if (hooks->reached != NULL) hooks->reached(hooks->user, rules, &position, moves, count);
    if (over) return;
    const pns_move move = moves[playout_random(random) % count];
    if (hooks->played != NULL) {
      char text[PNS_MOVE_TEXT_MAX];
      game->move_text(rules, &position, move, text);
      hooks->played(hooks->user, rules, &position, move, text);
    }
    game->play(rules, &position, move);
  }
}

void playout_run(const struct pns_rules *rules, unsigned games, uint64_t seed,
                 const struct playout_hooks *hooks) {
  static const struct playout_hooks none = {0};
  struct seen *seen = calloc(SEEN_SLOTS, sizeof *seen);
  uint64_t random = seed | 1;
  assert_non_null(seen);
  for (unsigned i = 0; i < games; i++)
    play_one(rules, &random, hooks != NULL ? hooks : &none, seen);
  for (unsigned i = 0; i < SEEN_SLOTS; i++) free(seen[i].text);
  free(seen);
}

/* ---- garbage ---- */

static void spoil(char *text, size_t size, uint64_t *random) {
  const size_t length = strlen(text);
  const size_t at = length > 0 ? (size_t)(playout_random(random) % length) : 0;
  switch (playout_random(random) % 4) {
    case 0:
      text[at] = (char)playout_random(random);
      break;
    case 1:
      text[at] = '\0';
      break;
    case 2:
      memmove(text + at, text + at + (length > 0), length - at);
      break;
    default:
      if (length + 1 < size) memmove(text + at + 1, text + at, length - at + 1);
  }
}

static void make_text(char *text, size_t size, const char *const *samples, uint64_t *random) {
  size_t count = 0;
  memset(text, 0, size);
  while (samples != NULL && samples[count] != NULL) count++;
  if (count == 0 || playout_random(random) % 8 == 0) {
    const size_t length = (size_t)(playout_random(random) % (size - 1));
    for (size_t i = 0; i < length; i++) text[i] = (char)playout_random(random);
    return;
  }
  snprintf(text, size, "%s", samples[playout_random(random) % count]);
  for (uint64_t n = playout_random(random) % 3; n > 0; n--) spoil(text, size, random);
}

void playout_garbage(const struct pns_game *game, const char *parameters,
                     const char *const *samples, unsigned rounds, uint64_t seed) {
  struct pns_rules rules;
  uint64_t random = seed | 1;
  playout_open(game, parameters, &rules);
  for (unsigned i = 0; i < rounds; i++) {
    char text[2000];
    struct pns_error error = {0};
    union playout_position position;
    memset(&position, 0, sizeof position);
    make_text(text, sizeof text, samples, &random);
    if (game->parse != NULL) {
      if (game->parse(&rules, text, &position, &error) == PNS_OK)
        playout_check(&rules, &position);
      else
        check_sentence(&error, NULL);
    }
    struct pns_rules other = {.game = game};
    if (game->open(&other, text, &error) == PNS_OK) playout_close(&other);
  }
  playout_close(&rules);
}
