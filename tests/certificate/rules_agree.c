/* The engine's games and the checker's naive rules walk through the same random games: texts, moves
 * in natural order, movers, outcomes and who cannot win any more must agree at every position, and
 * whatever the engine's key counts as one position must be one for the checker too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"
#include "games/registry.h"
#include "support/playout.h"

#define SLOTS (1u << 16)
#define HOPELESS_LEAST 1000u /* times in all boards of a game that knows of it */

/* Which class of the checker a key of the engine was met with. */
struct seen {
  bool taken;
  struct pns_key key;
  uint8_t packed[CHECK_PACKED_MAX];
};

struct pair {
  struct pns_rules engine;
  struct check_rules checker;
  struct seen *seen;
  union playout_position *position, *scratch;
  struct check_position naive;
  pns_move *moves;
  uint32_t *naive_moves;
  uint64_t positions, hopeless;
};

static const char *const specs[] = {
    "andor:certificate/data/agree.graph",
    "andor:certificate/data/cycle.graph",
    "breakthrough:2x4",
    "breakthrough:3x5",
    "breakthrough:8x8",
    "checkers:4x4",
    "checkers:6x6",
    "checkers:8x8",
    "connect4:2x2",
    "connect4:4x4",
    "connect4:5x5",
    "connect4:7x6",
    "connect4:9x5",
    "connect4:12x9",
    "cram:1x1",
    "cram:4x4",
    "cram:5x3",
    "cram:8x8",
    "domineering:1x4",
    "domineering:4x4",
    "domineering:5x6",
    "domineering:8x8",
    "hex:1",
    "hex:3",
    "hex:5",
    "hex:8",
    "hex:11",
    "mnk:3x3x3",
    "mnk:4x3x3",
    "mnk:5x5x4",
    "mnk:4x4x4",
    "mnk:9x8x5",
    "mnk:13x5x4",
    "mnk:15x15x5",
    "othello:4x4",
    "othello:4x6",
    "othello:6x6",
    "othello:8x8",
    "rex:2",
    "rex:4",
    "rex:11",
    "synth:seed=3,branching=2-4,depth=12",
    "synth:seed=18446744073709551615,branching=1-300,depth=13,wins=0.3",
    "synth:branching=1,depth=120",
    "uttt",
};

/* ---- one position ---- */

static int by_text(const void *a, const void *b) { return check_text_order(a, b); }

/* A move and its text, so that sorting the texts keeps them together. */
struct named {
  char text[PNS_MOVE_TEXT_MAX];
  pns_move move;
};

static uint32_t named_moves(struct pair *pair, struct named *named) {
  const uint32_t count = pair->engine.game->moves(&pair->engine, pair->position, pair->moves);
  for (uint32_t i = 0; i < count; i++) {
    named[i].move = pair->moves[i];
    pair->engine.game->move_text(&pair->engine, pair->position, pair->moves[i], named[i].text);
  }
  qsort(named, count, sizeof *named, by_text);
  return count;
}

static void compare_moves(struct pair *pair, const struct named *named, uint32_t count) {
  const struct check_rules *rules = &pair->checker;
  const uint32_t naive = rules->game->moves(rules, &pair->naive, pair->naive_moves);
  char text[CHECK_MOVE_TEXT_MAX];
  for (uint32_t i = 0; i < count && i < naive; i++) {
    rules->game->move_text(rules, &pair->naive, pair->naive_moves[i], text);
    if (strcmp(text, named[i].text) != 0)
      fail_msg("%s: move %u is '%s' for the engine, '%s' for the checker", rules->game->name, i,
               named[i].text, text);
  }
  if (count != naive)
    fail_msg("%s: %u moves for the engine, %u for the checker", rules->game->name, count, naive);
}

static void compare_text(struct pair *pair) {
  const struct check_rules *rules = &pair->checker;
  char text[PNS_POSITION_TEXT_MAX];
  struct check_position read;
  uint8_t a[CHECK_PACKED_MAX], b[CHECK_PACKED_MAX];
  memset(&read, 0, sizeof read);
  pair->engine.game->format(&pair->engine, pair->position, text);
  if (!rules->game->parse(rules, text, &read))
    fail_msg("%s: the checker does not take '%s'", rules->game->name, text);
  check_rules_pack(rules, &read, a);
  check_rules_pack(rules, &pair->naive, b);
  if (memcmp(a, b, rules->packed_bytes) != 0)
    fail_msg("%s: '%s' is another position for the checker", rules->game->name, text);
}

/* Keys of finished positions are not compared: nobody refers to those. */
static void compare_key(struct pair *pair) {
  const struct pns_rules *rules = &pair->engine;
  struct pns_key key;
  uint8_t packed[CHECK_PACKED_MAX];
  memcpy(pair->scratch, pair->position, rules->position_bytes);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, pair->scratch);
  rules->game->key(rules, pair->scratch, &key);
  check_rules_pack(&pair->checker, &pair->naive, packed);
  uint64_t hash = (key.word[0] ^ key.word[1] * 31) * UINT64_C(0x9e3779b97f4a7c15);
  struct seen *seen = &pair->seen[hash >> 48 & (SLOTS - 1)];
  if (!seen->taken || memcmp(&seen->key, &key, sizeof key) != 0) {
    seen->taken = true;
    seen->key = key;
    memcpy(seen->packed, packed, sizeof packed);
  } else if (memcmp(seen->packed, packed, pair->checker.packed_bytes) != 0) {
    char text[PNS_POSITION_TEXT_MAX];
    rules->game->format(rules, pair->position, text);
    fail_msg("%s: one key, two classes of the checker, at '%s'", rules->game->name, text);
  }
}

/* Both must see alike which side cannot win any more, in the symmetric position too. */
static void compare_hope(struct pair *pair) {
  const struct pns_rules *rules = &pair->engine;
  const struct check_rules *checker = &pair->checker;
  if ((rules->game->hopeless == NULL) != (checker->game->hopeless == NULL))
    fail_msg("%s: hopeless is known to one side only", checker->game->name);
  if (rules->game->hopeless == NULL) return;
  memcpy(pair->scratch, pair->position, rules->position_bytes);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, pair->scratch);
  for (uint8_t side = 0; side < 2; side++) {
    const bool naive = checker->game->hopeless(checker, &pair->naive, side);
    char text[PNS_POSITION_TEXT_MAX];
    rules->game->format(rules, pair->position, text);
    if (rules->game->hopeless(rules, pair->position, (enum pns_player)side) != naive ||
        rules->game->hopeless(rules, pair->scratch, (enum pns_player)side) != naive)
      fail_msg("%s: '%s' is %shopeless for the checker only", checker->game->name, text,
               naive ? "" : "not ");
    pair->hopeless += naive;
  }
}

/* ---- games ---- */

static void open_pair(struct pair *pair, const char *spec) {
  const char *colon = strchr(spec, ':');
  const size_t length = colon == NULL ? strlen(spec) : (size_t)(colon - spec);
  const struct pns_game *game = pns_registry_find(spec, length);
  assert_non_null(game);
  playout_open(game, colon == NULL ? "" : colon + 1, &pair->engine);
  const char *definition = game->definition == NULL ? "" : game->definition(&pair->engine);
  const enum check_reason reason = check_rules_open(
      &pair->checker, game->name, pair->engine.parameters, definition, strlen(definition));
  if (reason != CHECK_NONE) fail_msg("%s: %s", spec, check_reason_word(reason));
  pair->seen = calloc(SLOTS, sizeof *pair->seen);
  pair->position = calloc(1, sizeof *pair->position);
  pair->scratch = calloc(1, sizeof *pair->scratch);
  pair->moves = calloc(PNS_MOVES_MAX, sizeof *pair->moves);
  pair->naive_moves = calloc(CHECK_MOVES_MAX, sizeof *pair->naive_moves);
  pair->positions = pair->hopeless = 0;
}

static void close_pair(struct pair *pair) {
  playout_close(&pair->engine);
  check_rules_close(&pair->checker);
  free(pair->seen);
  free(pair->position);
  free(pair->scratch);
  free(pair->moves);
  free(pair->naive_moves);
}

/* Play in which positions come back need not end. */
#define PLIES_MAX 1000u

/* From where both stand to the end, or so many plies. */
static void walk(struct pair *pair, uint64_t *random, unsigned plies) {
  struct named *named = calloc(PNS_MOVES_MAX, sizeof *named);
  for (unsigned ply = 0; ply < plies; ply++) {
    const struct pns_rules *rules = &pair->engine;
    const enum pns_outcome outcome = rules->game->outcome(rules, pair->position);
    const enum check_outcome naive = pair->checker.game->outcome(&pair->checker, &pair->naive);
    pair->positions++;
    assert_int_equal(outcome, naive); /* both enums count the same way */
    compare_text(pair);
    if (outcome != PNS_ONGOING) break;
    assert_int_equal(rules->game->mover(rules, pair->position), pair->naive.side);
    const uint32_t count = named_moves(pair, named);
    compare_moves(pair, named, count);
    compare_key(pair);
    compare_hope(pair);
    const uint32_t choice = (uint32_t)(playout_random(random) >> 32) % count;
    rules->game->play(rules, pair->position, named[choice].move);
    pair->checker.game->play(&pair->checker, &pair->naive, pair->naive_moves[choice]);
  }
  free(named);
}

static void stand_on_text(struct pair *pair, const char *text) {
  struct pns_error error;
  memset(pair->position, 0, sizeof *pair->position);
  memset(&pair->naive, 0, sizeof pair->naive);
  assert_int_equal(pair->engine.game->parse(&pair->engine, text, pair->position, &error), PNS_OK);
  if (!pair->checker.game->parse(&pair->checker, text, &pair->naive))
    fail_msg("%s: the checker does not take '%s'", pair->checker.game->name, text);
}

static bool is_of(const struct pns_game *game, const char *spec) {
  const size_t length = strlen(game->name);
  return strncmp(spec, game->name, length) == 0 && (spec[length] == ':' || spec[length] == '\0');
}

static void test_random_games(void **state) {
  (void)state;
  uint64_t random = 20240229, hopeless = 0;
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct pair pair;
    char text[PNS_POSITION_TEXT_MAX];
    open_pair(&pair, specs[i]);
    for (unsigned games = 0; games < 2000 && pair.positions < 30000; games++) {
      pair.engine.game->start(&pair.engine, pair.position);
      pair.engine.game->format(&pair.engine, pair.position, text);
      stand_on_text(&pair, text);
      walk(&pair, &random, PLIES_MAX);
    }
    printf("%-24s %llu positions, %llu times hopeless\n", specs[i],
           (unsigned long long)pair.positions, (unsigned long long)pair.hopeless);
    const struct pns_game *game = pair.engine.game;
    const bool another = i == 0 || !is_of(game, specs[i - 1]);
    const bool last = i + 1 == sizeof specs / sizeof specs[0] || !is_of(game, specs[i + 1]);
    hopeless = pair.hopeless + (another ? 0 : hopeless);
    if (last && game->hopeless != NULL) assert_true(hopeless >= HOPELESS_LEAST);
    close_pair(&pair);
  }
}

/* ---- positions from elsewhere ---- */

/* The field of a line, ended by a zero, or NULL. */
static char *field(char *line, unsigned index) {
  for (; index > 0; index--) {
    line = strchr(line, '\t');
    if (line++ == NULL) return NULL;
  }
  line[strcspn(line, "\t\n")] = '\0';
  return line;
}

static void walk_file(const char *path, unsigned index, const char *spec) {
  struct pair pair;
  char line[1024];
  uint64_t random = 7;
  unsigned texts = 0;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  open_pair(&pair, spec);
  while (fgets(line, sizeof line, file) != NULL) {
    char *text = line[0] == '#' ? NULL : field(line, index);
    if (text == NULL) continue;
    texts++;
    for (unsigned games = 0; games < 50; games++) {
      stand_on_text(&pair, text);
      walk(&pair, &random, PLIES_MAX);
    }
  }
  fclose(file);
  close_pair(&pair);
  assert_in_range(texts, 5, 10000);
}

static void test_known_positions(void **state) {
  (void)state;
  walk_file("oracles/othello-ffo.tsv", 1, "othello:8x8");
  walk_file("oracles/uttt.tsv", 0, "uttt");
}

/* Up to 12 pieces a side anywhere, kings more often than men: jumps that random games from the
 * start hardly ever meet. */
static void crowded_checkers(char *text, uint64_t *random) {
  const bool kings_only = playout_random(random) % 4 == 0;
  unsigned pieces[2] = {0, 0};
  char sides[2][128] = {":W", ":B"};
  for (unsigned square = 1; square <= 32; square++) {
    const uint64_t dice = playout_random(random) >> 20;
    const unsigned side = dice % 2;
    const bool far = side == 0 ? square <= 4 : square > 28;
    if (dice / 2 % 5 < 2 || pieces[side] == 12) continue;
    sprintf(sides[side] + strlen(sides[side]), "%s%s%u", pieces[side]++ > 0 ? "," : "",
            kings_only || far || dice / 16 % 3 > 0 ? "K" : "", square);
  }
  sprintf(text, "%c%s%s", playout_random(random) % 2 == 0 ? 'B' : 'W', sides[0], sides[1]);
}

static void test_crowded_checkers(void **state) {
  struct pair pair;
  char text[PNS_POSITION_TEXT_MAX];
  uint64_t random = 99;
  (void)state;
  open_pair(&pair, "checkers:8x8");
  for (unsigned i = 0; i < 3000; i++) {
    crowded_checkers(text, &random);
    stand_on_text(&pair, text);
    walk(&pair, &random, 4);
  }
  close_pair(&pair);
}

/* ---- the order itself ---- */

static void test_natural_order(void **state) {
  (void)state;
  static const char *const ordered[] = {"",      "1",   "2",   "10",  "a",    "a1", "a2-a3",
                                        "a2-b2", "a02", "a2b", "a10", "a010", "b1", "pass"};
  for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++)
    for (size_t k = 0; k < sizeof ordered / sizeof ordered[0]; k++) {
      const int order = check_text_order(ordered[i], ordered[k]);
      if (strcmp(ordered[i], "a02") == 0 || strcmp(ordered[k], "a02") == 0 ||
          strcmp(ordered[i], "a010") == 0 || strcmp(ordered[k], "a010") == 0)
        continue; /* below */
      if ((order < 0) != (i < k) || (order > 0) != (i > k))
        fail_msg("'%s' and '%s' compare as %d", ordered[i], ordered[k], order);
    }
  assert_true(check_text_order("a02", "a2") < 0);
  assert_true(check_text_order("a010", "a10") < 0);
  assert_true(check_text_order("a2", "a010") < 0);
  assert_true(check_text_order("a18446744073709551616", "a18446744073709551617") < 0);
  assert_int_equal(check_text_order("c3", "c3"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_natural_order),
      cmocka_unit_test(test_random_games),
      cmocka_unit_test(test_known_positions),
      cmocka_unit_test(test_crowded_checkers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
