/* Positions through the public functions, with games made up here and built in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "engine/position.h"
#include "engine/proposition.h"

/* ---- a game of counting to three, whose first two moves differ in capitals alone ---- */

static int opened;

static enum pns_status count_open(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  if (strcmp(parameters, "bad") == 0)
    return pns_error_set(error, PNS_ERROR_INPUT, "count: bad parameters");
  rules->position_bytes = strcmp(parameters, "huge") == 0 ? PNS_POSITION_BYTES_MAX + 1 : 1;
  rules->max_moves = strcmp(parameters, "stuck") == 0 ? 0 : 3;
  snprintf(rules->parameters, sizeof rules->parameters, "%s", parameters);
  opened++;
  return PNS_OK;
}

static void count_close(struct pns_rules *rules) {
  (void)rules;
  opened--;
}

static void count_start(const struct pns_rules *rules, void *position) {
  (void)rules;
  *(unsigned char *)position = 0;
}

static void count_format(const struct pns_rules *rules, const void *position, char *text) {
  (void)rules;
  sprintf(text, "%u", *(const unsigned char *)position);
}

static void count_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                            char *text) {
  (void)rules;
  (void)position;
  static const char *const names[] = {"a", "A", "b"};
  strcpy(text, names[move]);
}

static enum pns_player count_mover(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return *(const unsigned char *)position % 2 == 0 ? PNS_FIRST : PNS_SECOND;
}

static enum pns_outcome count_outcome(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return *(const unsigned char *)position >= 3 ? PNS_FIRST_WINS : PNS_ONGOING;
}

static uint32_t count_moves(const struct pns_rules *rules, const void *position, pns_move *moves) {
  (void)rules;
  (void)position;
  for (pns_move i = 0; i < 3; i++) moves[i] = i;
  return 3;
}

static void count_play(const struct pns_rules *rules, void *position, pns_move move) {
  (void)rules;
  *(unsigned char *)position = (unsigned char)(*(unsigned char *)position + move);
}

static void count_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  (void)rules;
  key->word[0] = *(const unsigned char *)position;
}

static const struct pns_game count_game = {
    .abi = PNS_GAME_ABI,
    .name = "count",
    .title = "Counting",
    .open = count_open,
    .close = count_close,
    .start = count_start,
    .format = count_format,
    .draw = count_format,
    .move_text = count_move_text,
    .mover = count_mover,
    .outcome = count_outcome,
    .moves = count_moves,
    .play = count_play,
    .key = count_key,
};

static struct pns_position *make(void) {
  struct pns_position *position = NULL;
  assert_int_equal(pns_position_new_game(&count_game, "", &position, NULL), PNS_OK);
  return position;
}

static unsigned counted(const struct pns_position *position) {
  return *(const unsigned char *)pns_position_bytes(position);
}

static void refuse_move(struct pns_position *position, const char *move, const char *sentence) {
  struct pns_error error;
  unsigned before = counted(position);
  assert_int_equal(pns_position_play(position, move, &error), PNS_ERROR_INPUT);
  assert_string_equal(error.text, sentence);
  assert_int_equal(counted(position), before);
}

/* ---- moves ---- */

static void moves_are_numbered(void **state) {
  (void)state;
  struct pns_position *position = make();
  refuse_move(position, "z", "move 1 is 'z', expected one of a, A, b");
  assert_int_equal(pns_position_play(position, "A", NULL), PNS_OK);
  refuse_move(position, "", "move 2 is '', expected one of a, A, b");
  assert_int_equal(pns_position_play(position, "b", NULL), PNS_OK);
  refuse_move(position, "b", "move 3 is 'b', expected none: the game is over");
  pns_position_free(position);
  assert_int_equal(opened, 0);
}

static void capitals(void **state) {
  (void)state;
  struct pns_position *position = make();
  assert_int_equal(pns_position_play(position, "a", NULL), PNS_OK);
  assert_int_equal(counted(position), 0);
  assert_int_equal(pns_position_play(position, "A", NULL), PNS_OK);
  assert_int_equal(counted(position), 1);
  assert_int_equal(pns_position_play(position, "B", NULL), PNS_OK);
  assert_int_equal(counted(position), 3);
  pns_position_free(position);
}

/* ---- games that break their promises ---- */

static void refuse_game(const struct pns_game *game, const char *parameters, enum pns_status status,
                        const char *part) {
  struct pns_error error;
  struct pns_position *position = NULL;
  assert_int_equal(pns_position_new_game(game, parameters, &position, &error), status);
  assert_null(position);
  assert_non_null(strstr(error.text, part));
  assert_int_equal(opened, 0);
}

static void broken_games(void **state) {
  (void)state;
  struct pns_game game = count_game;
  game.abi = PNS_GAME_ABI + 1;
  refuse_game(&game, "", PNS_ERROR_INTERNAL, "made for interface");
  game = count_game;
  game.moves = NULL;
  refuse_game(&game, "", PNS_ERROR_INTERNAL, "lacks a function");
  refuse_game(&count_game, "huge", PNS_ERROR_INTERNAL, "size out of bounds");
  refuse_game(&count_game, "stuck", PNS_ERROR_INTERNAL, "more moves than allowed, or none");
  refuse_game(&count_game, "bad", PNS_ERROR_INPUT, "bad parameters");
  char parameters[PNS_PARAMETERS_MAX + 1];
  memset(parameters, 'x', sizeof parameters - 1);
  parameters[sizeof parameters - 1] = '\0';
  refuse_game(&count_game, parameters, PNS_ERROR_INPUT, "256 characters long");
}

static void no_notation(void **state) {
  (void)state;
  struct pns_position *position = make();
  struct pns_error error;
  assert_int_equal(pns_position_parse(position, "1", &error), PNS_ERROR_INPUT);
  assert_non_null(strstr(error.text, "no notation for positions"));
  pns_position_free(position);
}

/* ---- copies ---- */

static void copies_stand_alone(void **state) {
  (void)state;
  struct pns_position *position = make();
  struct pns_position *copy = pns_position_copy(position);
  assert_non_null(copy);
  assert_int_equal(pns_position_play(position, "b", NULL), PNS_OK);
  assert_int_equal(counted(copy), 0);
  pns_position_free(position);
  assert_int_equal(opened, 1);
  refuse_move(copy, "z", "move 1 is 'z', expected one of a, A, b");
  pns_position_free(copy);
  assert_int_equal(opened, 0);
  pns_position_free(NULL);
}

/* ---- built-in games ---- */

static void unknown_games(void **state) {
  (void)state;
  static const char *const specs[] = {"", ":", "chess", "Hex", "hex5", "connect4x", ":5x5"};
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct pns_error error;
    struct pns_position *position = NULL;
    assert_int_equal(pns_position_new(specs[i], &position, &error), PNS_ERROR_INPUT);
    assert_non_null(strstr(error.text, "unknown game"));
    assert_non_null(strstr(error.text, "connect4"));
  }
}

/* Every game: its text is read back, and its key does not change on the way. */
static void texts_are_read_back(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++) {
    if (game->parse == NULL || strcmp(game->name, "andor") == 0) continue;
    struct pns_position *position = NULL;
    assert_int_equal(pns_position_new(game->name, &position, NULL), PNS_OK);
    const struct pns_rules *rules = pns_position_rules(position);
    char text[PNS_POSITION_TEXT_MAX], again[PNS_POSITION_TEXT_MAX];
    struct pns_key key, key_again;
    game->format(rules, pns_position_bytes(position), text);
    pns_position_key(position, &key);
    struct pns_error error;
    if (pns_position_parse(position, text, &error) != PNS_OK)
      fail_msg("%s cannot read its own start: %s", game->name, error.text);
    game->format(rules, pns_position_bytes(position), again);
    pns_position_key(position, &key_again);
    assert_string_equal(text, again);
    assert_memory_equal(&key, &key_again, sizeof key);
    pns_position_free(position);
  }
}

static void failed_parse_changes_nothing(void **state) {
  (void)state;
  struct pns_position *position = NULL;
  assert_int_equal(pns_position_new("connect4:5x4", &position, NULL), PNS_OK);
  assert_int_equal(pns_position_play(position, "3", NULL), PNS_OK);
  struct pns_key before, after;
  pns_position_key(position, &before);
  assert_int_equal(pns_position_parse(position, "nonsense", NULL), PNS_ERROR_INPUT);
  pns_position_key(position, &after);
  assert_memory_equal(&before, &after, sizeof before);
  pns_position_free(position);
}

static void mirror_images_share_a_key(void **state) {
  (void)state;
  struct pns_position *left = NULL, *right = NULL;
  assert_int_equal(pns_position_new("connect4:5x4", &left, NULL), PNS_OK);
  assert_int_equal(pns_position_new("connect4:5x4", &right, NULL), PNS_OK);
  assert_int_equal(pns_position_play(left, "1", NULL), PNS_OK);
  assert_int_equal(pns_position_play(right, "5", NULL), PNS_OK);
  struct pns_key a, b;
  pns_position_key(left, &a);
  pns_position_key(right, &b);
  assert_memory_equal(&a, &b, sizeof a);
  pns_position_free(left);
  pns_position_free(right);
}

/* ---- words ---- */

static void expect_proposition(const struct pns_position *position, enum pns_goal goal,
                               const char *sentence) {
  char text[512];
  pns_proposition_write(pns_position_rules(position), pns_position_bytes(position), goal, text,
                        sizeof text);
  assert_string_equal(text, sentence);
}

static void propositions(void **state) {
  (void)state;
  struct pns_position *position = make();
  expect_proposition(position, PNS_GOAL_MOVER_WINS,
                     "the first player, to move, can force a win from the start in Counting");
  expect_proposition(position, PNS_GOAL_SECOND_NOT_LOSES,
                     "the second player can avoid losing from the start in Counting");
  assert_int_equal(pns_position_play(position, "A", NULL), PNS_OK);
  expect_proposition(position, PNS_GOAL_MOVER_NOT_LOSES,
                     "the second player, to move, can avoid losing from 1 in Counting");
  expect_proposition(position, PNS_GOAL_FIRST_WINS,
                     "the first player can force a win from 1 in Counting");
  pns_position_free(position);
}

static void propositions_about_endless_play(void **state) {
  struct pns_position *position = NULL;
  (void)state;
  assert_int_equal(pns_position_new("checkers:8x8", &position, NULL), PNS_OK);
  expect_proposition(position, PNS_GOAL_FIRST_WINS,
                     "the first player, to move, can force a win from the start in Checkers 8x8, "
                     "where play without end is no win");
  expect_proposition(position, PNS_GOAL_SECOND_NOT_LOSES,
                     "the second player can avoid losing from the start in Checkers 8x8, where "
                     "play without end is no loss");
  pns_position_free(position);
}

static void words(void **state) {
  (void)state;
  assert_string_equal(pns_verdict_name(PNS_UNKNOWN), "unknown");
  assert_string_equal(pns_verdict_name(PNS_PROVEN), "proven");
  assert_string_equal(pns_verdict_name(PNS_DISPROVEN), "disproven");
  assert_null(pns_reason_name(PNS_REASON_NONE));
  assert_string_equal(pns_reason_name(PNS_REASON_TIME), "time");
  assert_string_equal(pns_reason_name(PNS_REASON_EXPANSIONS), "expansions");
  assert_string_equal(pns_reason_name(PNS_REASON_MEMORY), "memory");
  assert_string_equal(pns_reason_name(PNS_REASON_SIGNAL), "signal");
  assert_string_equal(pns_reason_name(PNS_REASON_STOP), "stop");
  assert_null(pns_value_name(PNS_VALUE_UNKNOWN));
  assert_string_equal(pns_value_name(PNS_VALUE_WIN), "win");
  assert_string_equal(pns_value_name(PNS_VALUE_DRAW), "draw");
  assert_string_equal(pns_value_name(PNS_VALUE_LOSS), "loss");
  assert_string_equal(pns_goal_name(PNS_GOAL_FIRST_NOT_LOSES), "first-not-loses");
  assert_true(strlen(pns_version()) >= strlen("0.1.0"));
  assert_null(strchr(pns_build_facts(), '\n'));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_are_numbered),
      cmocka_unit_test(capitals),
      cmocka_unit_test(broken_games),
      cmocka_unit_test(no_notation),
      cmocka_unit_test(copies_stand_alone),
      cmocka_unit_test(unknown_games),
      cmocka_unit_test(texts_are_read_back),
      cmocka_unit_test(failed_parse_changes_nothing),
      cmocka_unit_test(mirror_images_share_a_key),
      cmocka_unit_test(propositions),
      cmocka_unit_test(propositions_about_endless_play),
      cmocka_unit_test(words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
