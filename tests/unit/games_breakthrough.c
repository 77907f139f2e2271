/* Breakthrough against an array of squares. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/playout.h"

extern const struct pns_game pns_game_breakthrough;

struct naive {
  int width, height;
  char square[8][8]; /* [rank][file]: 'W', 'B' or '.' */
  char mover;
};

static void started(void *user, const struct pns_rules *rules) {
  struct naive *game = user;
  memset(game, '.', sizeof *game);
  assert_int_equal(sscanf(rules->parameters, "%dx%d", &game->width, &game->height), 2);
  for (int rank = 0; rank < 2; rank++) {
    memset(game->square[rank], 'W', (size_t)game->width);
    memset(game->square[game->height - 1 - rank], 'B', (size_t)game->width);
  }
  game->mover = 'W';
}

static bool is_legal(const struct naive *game, int file, int rank, int to_file) {
  const int to_rank = rank + (game->mover == 'W' ? 1 : -1);
  if (to_file < 0 || to_file >= game->width || to_rank < 0 || to_rank >= game->height) return false;
  const char there = game->square[to_rank][to_file];
  return game->square[rank][file] == game->mover &&
         (there == '.' || (there != game->mover && to_file != file));
}

static enum pns_outcome naive_outcome(const struct naive *game) {
  int whites = 0, blacks = 0;
  for (int rank = 0; rank < game->height; rank++)
    for (int file = 0; file < game->width; file++) {
      const char man = game->square[rank][file];
      if (man == 'W' && rank == game->height - 1) return PNS_FIRST_WINS;
      if (man == 'B' && rank == 0) return PNS_SECOND_WINS;
      whites += man == 'W';
      blacks += man == 'B';
    }
  return blacks == 0 ? PNS_FIRST_WINS : whites == 0 ? PNS_SECOND_WINS : PNS_ONGOING;
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *game = user;
  (void)rules, (void)position, (void)move;
  assert_int_equal(strlen(text), 4);
  const int file = text[0] - 'a', rank = text[1] - '1', to_file = text[2] - 'a';
  assert_int_equal(text[3] - text[1], game->mover == 'W' ? 1 : -1);
  assert_true(is_legal(game, file, rank, to_file));
  game->square[rank][file] = '.';
  game->square[text[3] - '1'][to_file] = game->mover;
  game->mover = game->mover == 'W' ? 'B' : 'W';
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  const struct naive *game = user;
  char text[PNS_POSITION_TEXT_MAX], expected[80], *end = expected;
  uint32_t legal = 0;
  (void)moves;
  for (int rank = game->height - 1; rank >= 0; rank--) {
    memcpy(end, game->square[rank], (size_t)game->width);
    end += game->width;
    *end++ = rank > 0 ? '/' : ' ';
  }
  sprintf(end, "%c", game->mover);
  rules->game->format(rules, position, text);
  assert_string_equal(text, expected);
  const enum pns_outcome outcome = naive_outcome(game);
  assert_int_equal(rules->game->outcome(rules, position), outcome);
  if (outcome != PNS_ONGOING) return;
  for (int rank = 0; rank < game->height; rank++)
    for (int file = 0; file < game->width; file++)
      for (int to = file - 1; to <= file + 1; to++) legal += is_legal(game, file, rank, to);
  assert_int_equal(count, legal);
}

static void check_mirror(const struct pns_rules *rules, const void *position) {
  char text[PNS_POSITION_TEXT_MAX], mirrored[PNS_POSITION_TEXT_MAX];
  rules->game->format(rules, position, text);
  strcpy(mirrored, text);
  for (size_t begin = 0, i = 0; text[i] != '\0'; i++) {
    if (text[i] != '/' && text[i] != ' ') continue;
    for (size_t k = begin; k < i; k++) mirrored[k] = text[i - 1 - (k - begin)];
    begin = i + 1;
  }
  playout_same_as(rules, position, mirrored);
}

static void reached_mirrored(void *user, const struct pns_rules *rules, const void *position,
                             const pns_move *moves, uint32_t count) {
  reached(user, rules, position, moves, count);
  check_mirror(rules, position);
}

static void random_play_agrees_with_plain_rules(void **state) {
  static const char *const sizes[] = {"2x4", "3x4", "8x4", "2x8", "3x5", "5x6", "7x7", "8x8"};
  struct naive game;
  const struct playout_hooks hooks = {&game, started, reached_mirrored, played};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct pns_rules rules;
    playout_open(&pns_game_breakthrough, sizes[i], &rules);
    playout_run(&rules, 100, 21 + i, &hooks);
    playout_close(&rules);
  }
}

/* On 8x8 the key has no bit to spare: the mover sits on both goal ranks. */
static void the_mover_is_part_of_the_key(void **state) {
  static const char *const texts[] = {
      "......../......../......../W......B/......../......../......../........ W",
      "......../......../......../W......B/......../......../......../........ B",
      ".......W/......../......../W......B/......../......../......../........ B",
      "......../......../......../W......B/......../......../......../B....... W"};
  struct pns_rules rules;
  struct pns_key keys[4];
  (void)state;
  playout_open(&pns_game_breakthrough, "8x8", &rules);
  for (unsigned i = 0; i < 4; i++) {
    union playout_position position;
    assert_int_equal(rules.game->parse(&rules, texts[i], &position, NULL), PNS_OK);
    rules.game->key(&rules, &position, &keys[i]);
    for (unsigned k = 0; k < i; k++) assert_memory_not_equal(&keys[i], &keys[k], sizeof keys[0]);
  }
  playout_close(&rules);
}

static void bad_input_is_refused(void **state) {
  static const char *const samples[] = {"BBB/BBB/.../WWW/WWW W", "3x5", "..W/B../.../.WW/W.. B",
                                        NULL};
  struct pns_rules rules;
  (void)state;
  playout_open_refused(&pns_game_breakthrough, "1x5", "2x4");
  playout_open_refused(&pns_game_breakthrough, "5x3", "2x4");
  playout_open_refused(&pns_game_breakthrough, "9x8", "8x8");
  playout_open_refused(&pns_game_breakthrough, "5by5", NULL);
  playout_open(&pns_game_breakthrough, "3x5", &rules);
  playout_parse_refused(&rules, "", NULL);
  playout_parse_refused(&rules, "BBB/BBB/.../WWW/WWW", "side to move");
  playout_parse_refused(&rules, "BBB/BBB/.../WWW/WWW X", "character 20");
  playout_parse_refused(&rules, "BBB/BBB/.../WWW/WWW W ", "character 20");
  playout_parse_refused(&rules, "BBB/BBB/..Q/WWW/WWW W", "character 11");
  playout_parse_refused(&rules, "BBB/BBB/WWW/WWW W", NULL);
  playout_parse_refused(&rules, "BBB/BBB/W../WWW/WWW W", "at most 6");
  playout_parse_refused(&rules, "W../BBB/.../WWW/B.. W", "far rank");
  playout_parse_refused(&rules, ".../.../.../.../... W", "at least 1");
  playout_close(&rules);
  playout_garbage(&pns_game_breakthrough, "3x5", samples, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_play_agrees_with_plain_rules),
      cmocka_unit_test(the_mover_is_part_of_the_key),
      cmocka_unit_test(bad_input_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
