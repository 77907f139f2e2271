/* The way back from canonical forms: random play through every game with `unfold`, in the store's
 * orientation and in the real one at once. Where a game stops folding the two stay mirror images of
 * each other to the end of play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "search/walk.h"
#include "support/playout.h"

#define PLIES_MAX 256u

#ifdef PNS_SANITIZED
#define GAMES 10u
#else
#define GAMES 16u
#endif

static const struct {
  const char *name, *parameters;
  bool stops; /* it folds some positions only */
} cases[] = {
    {"breakthrough", "5x5", false},
    {"breakthrough", "8x8", false},
    {"connect4", "6x5", false},
    {"connect4", "9x9", false},
    {"hex", "4", false},
    {"hex", "10", false},
    {"mnk", "4x3x3", false},
    {"mnk", "5x5x4", false},
    {"mnk", "7x7x4", true},
    {"mnk", "9x5x4", true},
    {"mnk", "13x13x5", true},
    {"othello", "4x4", false},
    {"othello", "6x4", true},
    {"othello", "6x6", true},
    {"othello", "8x8", true},
    {"rex", "4", false},
    {"uttt", "", true},
};

/* One game on both sides. */
struct play {
  const struct pns_rules *rules;
  union playout_position real, stored;
  union playout_position frames[PLIES_MAX]; /* `real` first, then each position that was folded */
  uint32_t depth;
  pns_move moves[PNS_MOVES_MAX], images[PNS_MOVES_MAX];
  uint32_t count;
  uint64_t apart, composed; /* plies without a common key; plies turned twice and more */
};

static const struct pns_game *find_game(const char *name) {
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_game_at(at)) != NULL; at++)
    if (strcmp(game->name, name) == 0) return game;
  fail_msg("no game '%s'", name);
  return NULL;
}

static struct pns_key key_of(const struct pns_rules *rules, const void *position) {
  union playout_position folded;
  struct pns_key key;
  memset(&folded, 0, sizeof folded);
  memcpy(&folded, position, rules->position_bytes);
  rules->game->canonical(rules, &folded);
  rules->game->key(rules, &folded, &key);
  return key;
}

static void push(struct play *play, const void *position) {
  assert_in_range(play->depth, 0, PLIES_MAX - 1);
  memcpy(&play->frames[play->depth++], position, play->rules->position_bytes);
}

/* By all foldings so far, the last one first. */
static pns_move unfold_all(const struct play *play, pns_move move) {
  for (uint32_t i = play->depth; i-- > 0;)
    move = play->rules->game->unfold(play->rules, &play->frames[i], move);
  return move;
}

static int compare_moves(const void *a, const void *b) {
  const pns_move x = *(const pns_move *)a, y = *(const pns_move *)b;
  return x < y ? -1 : x > y;
}

/* The moves of the stored position are, unfolded, those of the real one. */
static void check_images(struct play *play) {
  const struct pns_game *game = play->rules->game;
  pns_move real[PNS_MOVES_MAX], images[PNS_MOVES_MAX];
  play->count = game->moves(play->rules, &play->stored, play->moves);
  assert_int_equal(game->moves(play->rules, &play->real, real), play->count);
  for (uint32_t i = 0; i < play->count; i++) play->images[i] = unfold_all(play, play->moves[i]);
  memcpy(images, play->images, play->count * sizeof *images);
  qsort(images, play->count, sizeof *images, compare_moves);
  qsort(real, play->count, sizeof *real, compare_moves);
  assert_memory_equal(real, images, play->count * sizeof *real);
}

static uint32_t foldings_that_turn(const struct play *play) {
  uint32_t turned = 0;
  for (uint32_t frame = 0; frame < play->depth; frame++) {
    bool changes = false;
    for (uint32_t i = 0; i < play->count; i++)
      changes |= play->rules->game->unfold(play->rules, &play->frames[frame], play->moves[i]) !=
                 play->moves[i];
    turned += changes;
  }
  return turned;
}

/* Both are finished, or neither; one key, unless the game leaves both as they are. */
static void check_alike(struct play *play, bool stops) {
  const struct pns_game *game = play->rules->game;
  const struct pns_key real = key_of(play->rules, &play->real);
  const struct pns_key stored = key_of(play->rules, &play->stored);
  assert_int_equal(game->outcome(play->rules, &play->real),
                   game->outcome(play->rules, &play->stored));
  assert_int_equal(game->mover(play->rules, &play->real), game->mover(play->rules, &play->stored));
  if (game->outcome(play->rules, &play->real) != PNS_ONGOING || pns_key_equal(&real, &stored))
    return;
  struct pns_key as_it_is;
  assert_true(stops);
  game->key(play->rules, &play->real, &as_it_is);
  assert_true(pns_key_equal(&real, &as_it_is));
  play->apart++;
}

static void start(struct play *play, uint64_t *random) {
  const struct pns_game *game = play->rules->game;
  memset(&play->real, 0, sizeof play->real);
  game->start(play->rules, &play->real);
  for (uint64_t ply = playout_random(random) % 4; ply > 0; ply--) {
    const uint32_t count = game->moves(play->rules, &play->real, play->moves);
    game->play(play->rules, &play->real, play->moves[playout_random(random) % count]);
  }
  play->depth = 0;
  push(play, &play->real);
  memcpy(&play->stored, &play->real, sizeof play->stored);
  game->canonical(play->rules, &play->stored);
}

static void step(struct play *play, uint32_t choice) {
  const struct pns_game *game = play->rules->game;
  game->play(play->rules, &play->real, play->images[choice]);
  game->play(play->rules, &play->stored, play->moves[choice]);
  push(play, &play->stored);
  game->canonical(play->rules, &play->stored);
}

/* Any one move here, each of its children: are they alike? */
static void check_children(const struct play *play, bool stops) {
  struct play *child = malloc(sizeof *child);
  assert_non_null(child);
  for (uint32_t i = 0; i < play->count; i += 1 + play->count / 12) {
    memcpy(child, play, sizeof *child);
    step(child, i);
    check_alike(child, stops);
  }
  free(child);
}

static void play_game(struct play *play, bool stops, uint64_t *random) {
  const struct pns_game *game = play->rules->game;
  start(play, random);
  while (game->outcome(play->rules, &play->real) == PNS_ONGOING && play->depth < PLIES_MAX - 1) {
    check_images(play);
    check_children(play, stops);
    play->composed += foldings_that_turn(play) > 1;
    step(play, (uint32_t)(playout_random(random) % play->count));
    check_alike(play, stops);
  }
}

static void foldings_lead_back(void **state) {
  (void)state;
  struct play *play = calloc(1, sizeof *play);
  assert_non_null(play);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct pns_rules rules;
    uint64_t random = 29 + i;
    playout_open(find_game(cases[i].name), cases[i].parameters, &rules);
    *play = (struct play){.rules = &rules};
    for (unsigned games = 0; games < GAMES; games++) play_game(play, cases[i].stops, &random);
    assert_int_equal(play->apart > 0, cases[i].stops);
    assert_true(play->composed > 0);
    playout_close(&rules);
  }
  free(play);
}

static void every_game_with_unfold_is_tried(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_game_at(at)) != NULL; at++) {
    bool tried = false;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
      tried |= strcmp(game->name, cases[i].name) == 0;
    assert_int_equal(tried, game->unfold != NULL);
  }
}

/* ---- walking ---- */

/* The same with the walk's own idea of the real line, which must stay a line of the game. */
static void walk_game(const struct pns_rules *rules, uint64_t *random, uint64_t *apart) {
  const struct pns_game *game = rules->game;
  struct pns_walk walk;
  union playout_position start;
  pns_move moves[PNS_MOVES_MAX], real[PNS_MOVES_MAX], stored[PNS_MOVES_MAX], named;
  memset(&start, 0, sizeof start);
  game->start(rules, &start);
  assert_true(pns_walk_init(&walk, rules, &start));
  while (game->outcome(rules, walk.here) == PNS_ONGOING) {
    const uint32_t count = game->moves(rules, walk.stored, moves);
    assert_int_equal(game->moves(rules, walk.here, real), count);
    assert_true(pns_walk_pair(&walk, real, count, stored));
    for (uint32_t i = 0; i < count; i++) {
      assert_true(pns_walk_name(&walk, stored[i], &named));
      assert_int_equal(named, real[i]);
    }
    const uint64_t choice = playout_random(random) % count;
    pns_walk_play(&walk, real[choice], stored[choice]);
    const struct pns_key here = key_of(rules, walk.here), there = key_of(rules, walk.stored);
    *apart += !pns_key_equal(&here, &there);
    assert_int_equal(game->outcome(rules, walk.here), game->outcome(rules, walk.stored));
  }
  pns_walk_done(&walk);
}

static void walks_go_on_to_the_end(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct pns_rules rules;
    uint64_t random = 7 + i, apart = 0;
    playout_open(find_game(cases[i].name), cases[i].parameters, &rules);
    for (unsigned games = 0; games < GAMES; games++) walk_game(&rules, &random, &apart);
    assert_true(cases[i].stops || apart == 0);
    if (cases[i].stops) assert_in_range(apart, GAMES, 1000000);
    playout_close(&rules);
  }
}

/* ---- games that do without, or lie ---- */

static pns_move wrong_unfold(const struct pns_rules *rules, const void *position, pns_move move) {
  (void)rules, (void)position;
  return move ^ 1;
}

/* Tic-tac-toe after a corner, seen from another one: moves are told by where they lead. */
static void told_by_children(const struct pns_game *game) {
  struct pns_rules rules;
  struct pns_walk walk;
  union playout_position position;
  pns_move real[9], stored[9], named;
  playout_open(game, "3x3x3", &rules);
  playout_line(&rules, &position, "c3 a2");
  assert_true(pns_walk_init(&walk, &rules, &position));
  const uint32_t count = game->moves(&rules, &position, real);
  assert_false(pns_walk_pair(&walk, real, count, stored));
  assert_int_equal(game->moves(&rules, walk.stored, stored), count);
  for (uint32_t i = 0; i < count; i++) {
    union playout_position here, there;
    assert_true(pns_walk_name(&walk, stored[i], &named));
    memcpy(&here, walk.here, rules.position_bytes);
    memcpy(&there, walk.stored, rules.position_bytes);
    game->play(&rules, &here, named);
    game->play(&rules, &there, stored[i]);
    playout_same_class(&rules, &here, &there);
  }
  pns_walk_done(&walk);
  playout_close(&rules);
}

static void without_images_children_tell_moves(void **state) {
  (void)state;
  struct pns_game game = *find_game("mnk");
  game.unfold = NULL;
  told_by_children(&game);
  game.unfold = wrong_unfold;
  told_by_children(&game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(foldings_lead_back),
      cmocka_unit_test(every_game_with_unfold_is_tried),
      cmocka_unit_test(walks_go_on_to_the_end),
      cmocka_unit_test(without_images_children_tell_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
