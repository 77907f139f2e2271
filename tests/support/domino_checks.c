#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/domino.h"
#include "support/domino_checks.h"

struct naive {
  const struct domino_game *is;
  int width, height;
  bool covered[9][9]; /* one more than the largest board: cells outside are covered */
  int mover;
};

static void started(void *user, const struct pns_rules *rules) {
  struct naive *game = user;
  *game = (struct naive){.is = game->is};
  assert_int_equal(sscanf(rules->parameters, "%dx%d", &game->width, &game->height), 2);
  for (int y = 0; y < 9; y++)
    for (int x = 0; x < 9; x++) game->covered[y][x] = x >= game->width || y >= game->height;
}

static bool fits(const struct naive *game, int x, int y, bool flat) {
  if (game->is->by_mover && game->mover != flat) return false;
  return !game->covered[y][x] && !game->covered[y + !flat][x + flat];
}

static uint32_t count_legal(const struct naive *game) {
  uint32_t legal = 0;
  for (int y = 0; y < game->height; y++)
    for (int x = 0; x < game->width; x++) legal += fits(game, x, y, false) + fits(game, x, y, true);
  return legal;
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *game = user;
  (void)rules, (void)position, (void)move;
  assert_int_equal(strlen(text), 5);
  assert_int_equal(text[2], '-');
  const int x = text[0] - 'a', y = text[1] - '1', flat = text[3] != text[0];
  assert_int_equal(text[3], text[0] + flat);
  assert_int_equal(text[4], text[1] + !flat);
  assert_true(fits(game, x, y, flat));
  game->covered[y][x] = game->covered[y + !flat][x + flat] = true;
  game->mover ^= 1;
}

static void check_siblings(const struct naive *game, const struct pns_rules *rules,
                           const void *position) {
  for (int how = 0; how < 8; how++) {
    char text[80], *end = text;
    if ((how & 4) != 0 && (game->is->by_mover || game->width != game->height)) continue;
    for (int y = 0; y < game->height; y++) {
      for (int x = 0; x < game->width; x++) {
        const int fx = how & 1 ? game->width - 1 - x : x, fy = how & 2 ? game->height - 1 - y : y;
        *end++ = (how & 4 ? game->covered[fx][fy] : game->covered[fy][fx]) ? '#' : '.';
      }
      *end++ = y + 1 < game->height ? '/' : ' ';
    }
    *end++ = game->is->movers[game->mover];
    *end = '\0';
    playout_same_as(rules, position, text);
  }
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  const struct naive *game = user;
  const uint32_t legal = count_legal(game);
  (void)moves;
  assert_int_equal(count, legal);
  assert_int_equal(rules->game->mover(rules, position), game->mover);
  assert_int_equal(rules->game->outcome(rules, position), legal > 0          ? PNS_ONGOING
                                                          : game->mover == 0 ? PNS_SECOND_WINS
                                                                             : PNS_FIRST_WINS);
  check_siblings(game, rules, position);
}

void domino_checks_random_games(const struct domino_game *is) {
  static const char *const sizes[] = {"1x1", "1x2", "2x1", "8x1", "3x3",
                                      "5x4", "4x6", "7x7", "8x8"};
  struct naive game = {.is = is};
  const struct playout_hooks hooks = {&game, started, reached, played};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct pns_rules rules;
    playout_open(is->game, sizes[i], &rules);
    playout_run(&rules, 100, 31 + i, &hooks);
    playout_close(&rules);
  }
}

void domino_checks_dead_cells(const struct domino_game *is) {
  struct pns_rules rules;
  union playout_position position;
  char one[16], other[16];
  snprintf(one, sizeof one, ".#./##./... %c", is->movers[0]);
  snprintf(other, sizeof other, "##./##./... %c", is->movers[0]);
  playout_open(is->game, "3x3", &rules);
  assert_int_equal(rules.game->parse(&rules, one, &position, NULL), PNS_OK);
  playout_same_as(&rules, &position, other);
  playout_close(&rules);
}

/* The cells, a blank, the first mover's letter and `more`. */
static void refuse(const struct pns_rules *rules, const struct domino_game *is, const char *cells,
                   const char *more, const char *part) {
  char text[40];
  snprintf(text, sizeof text, "%s %c%s", cells, is->movers[0], more);
  playout_parse_refused(rules, text, part);
}

void domino_checks_bad_input(const struct domino_game *is) {
  char first[16], second[16];
  const char *const samples[] = {first, second, "2x3", NULL};
  struct pns_rules rules;
  snprintf(first, sizeof first, "../.#/.# %c", is->movers[0]);
  snprintf(second, sizeof second, "../.#/.# %c", is->movers[1]);
  playout_open_refused(is->game, "0x5", "1x1");
  playout_open_refused(is->game, "9x8", "8x8");
  playout_open_refused(is->game, "4x4x4", NULL);
  playout_open(is->game, "2x3", &rules);
  playout_parse_refused(&rules, "", NULL);
  playout_parse_refused(&rules, "../.#/.#", "side to move");
  playout_parse_refused(&rules, "../.#/.# Z", "character 9");
  refuse(&rules, is, "../.#/.#", " ", "character 9");
  refuse(&rules, is, "../.#/.X", "", "character 8");
  refuse(&rules, is, "../.#", "", NULL);
  refuse(&rules, is, "../../../..", "", NULL);
  playout_close(&rules);
  playout_garbage(is->game, "2x3", samples, 20000, 5);
}

/* ---- leaves ---- */

struct claims {
  uint64_t known[2];      /* positions whose mover loses, and wins */
  int8_t values[1 << 21]; /* of positions by their cells and mover, once they are found */
};

/* The cells and the mover, which say all. */
static uint32_t number_of(const struct pns_rules *rules, const void *position) {
  char text[80];
  uint32_t number = (uint32_t)rules->game->mover(rules, position);
  rules->game->format(rules, position, text);
  for (const char *at = text; *at != ' '; at++)
    if (*at != '/') number = number << 1 | (*at == '#');
  return number;
}

static bool mover_wins(struct claims *claims, const struct pns_rules *rules, const void *position) {
  int8_t *value = &claims->values[number_of(rules, position)];
  if (*value != 0) return *value > 0;
  pns_move list[PNS_MOVES_MAX];
  bool wins = false;
  const bool over = rules->game->outcome(rules, position) != PNS_ONGOING; /* then the mover loses */
  const uint32_t count = over ? 0 : rules->game->moves(rules, position, list);
  for (uint32_t i = 0; i < count && !wins; i++) {
    union playout_position child = *(const union playout_position *)position;
    rules->game->play(rules, &child, list[i]);
    wins = !mover_wins(claims, rules, &child);
  }
  *value = wins ? 1 : -1;
  return wins;
}

static void check_known(void *user, const struct pns_rules *rules, const void *position,
                        const pns_move *moves, uint32_t count) {
  struct claims *claims = user;
  uint32_t pn, dn, other_pn, other_dn;
  (void)moves;
  if (count == 0) return;
  const enum pns_player mover = rules->game->mover(rules, position);
  rules->game->leaf(rules, position, mover, &pn, &dn);
  rules->game->leaf(rules, position, mover == PNS_FIRST ? PNS_SECOND : PNS_FIRST, &other_pn,
                    &other_dn);
  assert_int_equal(pn, other_dn);
  assert_int_equal(dn, other_pn);
  if (pn != DOMINO_UNLIKELY && dn != DOMINO_UNLIKELY) return;
  claims->known[dn == DOMINO_UNLIKELY]++;
  assert_int_equal(dn == DOMINO_UNLIKELY, mover_wins(claims, rules, position));
}

void domino_checks_known_leaves(const struct domino_game *is, const char *const *sizes) {
  for (size_t i = 0; sizes[i] != NULL; i++) {
    struct claims *claims = calloc(1, sizeof *claims);
    const struct playout_hooks hooks = {claims, NULL, check_known, NULL};
    struct pns_rules rules;
    playout_open(is->game, sizes[i], &rules);
    playout_run(&rules, 300, 7 + i, &hooks);
    playout_close(&rules);
    assert_true(claims->known[false] > 100 && claims->known[true] > 100);
    free(claims);
  }
}
