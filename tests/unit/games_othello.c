/* Othello against an array of squares walked one step at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/playout.h"

extern const struct pns_game pns_game_othello;

struct naive {
  int width, height;
  char square[8][8]; /* 'X', 'O' or '-' */
  char mover;
};

static char enemy(char side) { return side == 'X' ? 'O' : 'X'; }

/* Counts what `side` would turn at (x, y); turns it when asked. */
static int turn(struct naive *board, int x, int y, char side, bool really) {
  int total = 0;
  if (board->square[y][x] != '-') return 0;
  for (int d = 0; d < 9; d++) {
    const int dx = d % 3 - 1, dy = d / 3 - 1;
    int steps = 1;
    if (d == 4) continue;
    for (;; steps++) {
      const int cx = x + steps * dx, cy = y + steps * dy;
      if (cx < 0 || cy < 0 || cx >= board->width || cy >= board->height ||
          board->square[cy][cx] == '-') {
        steps = 0;
        break;
      }
      if (board->square[cy][cx] == side) break;
    }
    for (int i = 1; i < steps; i++) {
      total++;
      if (really) board->square[y + i * dy][x + i * dx] = side;
    }
  }
  return total;
}

static int count_legal(struct naive *board, char side) {
  int count = 0;
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++) count += turn(board, x, y, side, false) > 0;
  return count;
}

static enum pns_outcome naive_outcome(struct naive *board) {
  int balance = 0;
  if (count_legal(board, 'X') > 0 || count_legal(board, 'O') > 0) return PNS_ONGOING;
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      balance += (board->square[y][x] == 'X') - (board->square[y][x] == 'O');
  return balance > 0 ? PNS_FIRST_WINS : balance < 0 ? PNS_SECOND_WINS : PNS_DRAW;
}

static void started(void *user, const struct pns_rules *rules) {
  struct naive *board = user;
  memset(board, '-', sizeof *board);
  assert_int_equal(sscanf(rules->parameters, "%dx%d", &board->width, &board->height), 2);
  const int x = board->width / 2, y = board->height / 2;
  board->square[y - 1][x - 1] = board->square[y][x] = 'O';
  board->square[y - 1][x] = board->square[y][x - 1] = 'X';
  board->mover = 'X';
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *board = user;
  (void)rules, (void)position, (void)move;
  if (strcmp(text, "pass") == 0) {
    assert_int_equal(count_legal(board, board->mover), 0);
  } else {
    const int x = text[0] - 'a', y = text[1] - '1';
    assert_true(turn(board, x, y, board->mover, true) > 0);
    board->square[y][x] = board->mover;
  }
  board->mover = enemy(board->mover);
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  struct naive *board = user;
  char text[PNS_POSITION_TEXT_MAX], expected[80];
  (void)moves;
  for (int y = 0; y < board->height; y++)
    memcpy(expected + y * board->width, board->square[y], (size_t)board->width);
  sprintf(expected + board->width * board->height, " %c", board->mover);
  rules->game->format(rules, position, text);
  assert_string_equal(text, expected);
  const enum pns_outcome outcome = naive_outcome(board);
  assert_int_equal(rules->game->outcome(rules, position), outcome);
  if (outcome == PNS_ONGOING) {
    const int legal = count_legal(board, board->mover);
    assert_int_equal(count, legal > 0 ? legal : 1);
  }
}

static void random_play_agrees_with_plain_rules(void **state) {
  static const char *const sizes[] = {"4x4", "4x6", "4x8", "6x4", "6x6",
                                      "6x8", "8x4", "8x6", "8x8"};
  struct naive board;
  const struct playout_hooks hooks = {&board, started, reached, played};
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct pns_rules rules;
    playout_open(&pns_game_othello, sizes[i], &rules);
    playout_run(&rules, 40, 11 + i, &hooks);
    playout_close(&rules);
  }
}

static uint64_t perft(const struct pns_rules *rules, const void *position, unsigned depth) {
  pns_move moves[64];
  uint64_t total = 0;
  if (depth == 0 || rules->game->outcome(rules, position) != PNS_ONGOING) return 1;
  const uint32_t count = rules->game->moves(rules, position, moves);
  for (uint32_t i = 0; i < count; i++) {
    union playout_position next;
    memcpy(&next, position, rules->position_bytes);
    rules->game->play(rules, &next, moves[i]);
    total += perft(rules, &next, depth - 1);
  }
  return total;
}

static void known_counts_of_lines_from_the_start(void **state) {
  static const uint64_t expected[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
  struct pns_rules rules;
  union playout_position position;
  (void)state;
  playout_open(&pns_game_othello, "", &rules);
  assert_string_equal(rules.parameters, "8x8");
  rules.game->start(&rules, &position);
  for (unsigned depth = 0; depth < sizeof expected / sizeof expected[0]; depth++)
    assert_int_equal(perft(&rules, &position, depth), expected[depth]);
  playout_close(&rules);
}

/* Square i of symmetric sibling `how` is square source(i) of the original. */
static int source(const struct pns_rules *rules, int square, int how) {
  int width, height;
  sscanf(rules->parameters, "%dx%d", &width, &height);
  int x = square % width, y = square / width;
  if (how & 1) x = width - 1 - x;
  if (how & 2) y = height - 1 - y;
  return how & 4 ? x * width + y : y * width + x;
}

static void check_siblings(const struct pns_rules *rules, const union playout_position *position,
                           int siblings) {
  char text[PNS_POSITION_TEXT_MAX], turned[PNS_POSITION_TEXT_MAX];
  rules->game->format(rules, position, text);
  for (int how = 1; how < siblings; how++) {
    strcpy(turned, text);
    for (int i = 0; text[i] != ' '; i++) turned[i] = text[source(rules, i, how)];
    playout_same_as(rules, position, turned);
  }
}

static void symmetric_positions_share_a_key(void **state) {
  static const struct {
    const char *size;
    int siblings;
    unsigned plies;
  } cases[] = {{"4x4", 8, 20}, {"6x6", 8, 9}, {"8x8", 8, 9}, {"8x6", 4, 9}, {"4x8", 4, 9}};
  uint64_t random = 77;
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct pns_rules rules;
    playout_open(&pns_game_othello, cases[i].size, &rules);
    for (unsigned game = 0; game < 50; game++) {
      union playout_position position;
      rules.game->start(&rules, &position);
      for (unsigned ply = 0; ply < cases[i].plies; ply++) {
        pns_move moves[64];
        check_siblings(&rules, &position, cases[i].siblings);
        if (rules.game->outcome(&rules, &position) != PNS_ONGOING) break;
        const uint32_t count = rules.game->moves(&rules, &position, moves);
        rules.game->play(&rules, &position, moves[playout_random(&random) % count]);
      }
    }
    playout_close(&rules);
  }
}

static void end_games_of_the_test_suite_are_read(void **state) {
  struct pns_rules rules;
  char line[256], text[128], again[PNS_POSITION_TEXT_MAX];
  unsigned rows = 0;
  FILE *file = fopen(PNS_TESTS_DIR "/oracles/othello-ffo.tsv", "r");
  (void)state;
  assert_non_null(file);
  playout_open(&pns_game_othello, "8x8", &rules);
  while (fgets(line, sizeof line, file) != NULL) {
    union playout_position position;
    int empties, found = 0;
    if (line[0] == '#') continue;
    assert_int_equal(sscanf(line, "%*s\t%[^\t]\t%*s\t%*s\t%d", text, &empties), 2);
    assert_int_equal(rules.game->parse(&rules, text, &position, NULL), PNS_OK);
    rules.game->format(&rules, &position, again);
    assert_string_equal(again, text);
    for (const char *c = text; *c != '\0'; c++) found += *c == '-';
    assert_int_equal(found, empties);
    playout_check(&rules, &position);
    rows++;
  }
  fclose(file);
  assert_int_equal(rows, 10);
  playout_close(&rules);
}

static void bad_input_is_refused(void **state) {
  static const char start[] = "-----XO--OX----- X"; /* colours exchanged: still a position */
  static const char *const samples[] = {start, "4x4", "8x8", NULL};
  struct pns_rules rules;
  union playout_position position;
  (void)state;
  playout_open_refused(&pns_game_othello, "5x4", "even");
  playout_open_refused(&pns_game_othello, "10x8", "8x8");
  playout_open_refused(&pns_game_othello, "8x8 ", NULL);
  playout_open_refused(&pns_game_othello, "x", NULL);
  playout_open(&pns_game_othello, "4x4", &rules);
  assert_int_equal(rules.game->parse(&rules, start, &position, NULL), PNS_OK);
  playout_parse_refused(&rules, "", "character 1");
  playout_parse_refused(&rules, "-----XO--OX----", "character 16");
  playout_parse_refused(&rules, "-----XZ--OX----- X", "character 7");
  playout_parse_refused(&rules, "-----XO--OX-----", "side to move");
  playout_parse_refused(&rules, "-----XO--OX-----X", "side to move");
  playout_parse_refused(&rules, "-----XO--OX----- -", "side to move");
  playout_parse_refused(&rules, "-----XO--OX----- X ", "side to move");
  playout_parse_refused(&rules, "-----XO--O------ X", "middle");
  playout_close(&rules);
  playout_garbage(&pns_game_othello, "4x4", samples, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_play_agrees_with_plain_rules),
      cmocka_unit_test(known_counts_of_lines_from_the_start),
      cmocka_unit_test(symmetric_positions_share_a_key),
      cmocka_unit_test(end_games_of_the_test_suite_are_read),
      cmocka_unit_test(bad_input_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
