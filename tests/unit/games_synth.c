/* Random trees: the same from the same seed, the shares that were asked for, costs that are paid.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "support/playout.h"

extern const struct pns_game pns_game_synth;

/* The moves made so far, as text. */
struct naive {
  char path[600];
  unsigned depth;
};

static void started(void *user, const struct pns_rules *rules) {
  struct naive *naive = user;
  (void)rules;
  strcpy(naive->path, "root");
  naive->depth = 0;
}

static void reached(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  const struct naive *naive = user;
  char text[PNS_POSITION_TEXT_MAX];
  rules->game->format(rules, position, text);
  assert_string_equal(text, naive->path);
  assert_int_equal(rules->game->mover(rules, position), naive->depth % 2);
  for (uint32_t i = 0; i < count; i++) {
    char expected[16];
    snprintf(expected, sizeof expected, "%u", i + 1);
    rules->game->move_text(rules, position, moves[i], text);
    assert_string_equal(text, expected);
  }
}

static void played(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                   const char *text) {
  struct naive *naive = user;
  const size_t length = strlen(naive->path);
  (void)rules;
  (void)position;
  (void)move;
  snprintf(naive->path + length, sizeof naive->path - length, ".%s", text);
  naive->depth++;
}

static void random_games_agree(void **state) {
  static const char *const parameters[] = {"",
                                           "seed=9,branching=2,depth=120",
                                           "branching=1,depth=4",
                                           "branching=3-3,depth=60,wins=0.25",
                                           "depth=0",
                                           "depth=10,branching=4096,seed=18446744073709551615"};
  struct naive naive;
  const struct playout_hooks hooks = {&naive, started, reached, played};
  (void)state;
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
    struct pns_rules rules, again;
    playout_open(&pns_game_synth, parameters[i], &rules);
    playout_run(&rules, i == 5 ? 3 : 60, 5, &hooks);
    playout_open(&pns_game_synth, rules.parameters, &again);
    assert_string_equal(rules.parameters, again.parameters);
    playout_close(&again);
    playout_close(&rules);
  }
}

struct census {
  unsigned leaves, won, nodes, moves;
};

static void count_tree(const struct pns_rules *rules, const void *position, struct census *census) {
  pns_move moves[8];
  const enum pns_outcome outcome = rules->game->outcome(rules, position);
  if (outcome != PNS_ONGOING) {
    census->leaves++;
    census->won += outcome == PNS_FIRST_WINS;
    return;
  }
  const uint32_t count = rules->game->moves(rules, position, moves);
  census->nodes++;
  census->moves += count;
  for (uint32_t i = 0; i < count; i++) {
    union playout_position child;
    memcpy(&child, position, rules->position_bytes);
    rules->game->play(rules, &child, moves[i]);
    count_tree(rules, &child, census);
  }
}

static struct census census_of(const char *parameters) {
  struct pns_rules rules;
  union playout_position root;
  struct census census = {0};
  playout_open(&pns_game_synth, parameters, &rules);
  rules.game->start(&rules, &root);
  count_tree(&rules, &root, &census);
  playout_close(&rules);
  return census;
}

static void shares_are_kept(void **state) {
  (void)state;
  const struct census ranged = census_of("seed=5,branching=2-4,depth=10,wins=0.3");
  assert_in_range(ranged.leaves, 20000, 200000);
  assert_in_range(ranged.won * 100 / ranged.leaves, 28, 32);
  assert_in_range(ranged.moves * 100 / ranged.nodes, 280, 320);
  const struct census again = census_of("wins=0.3,depth=10,branching=2-4,seed=5");
  assert_memory_equal(&ranged, &again, sizeof ranged);
  const struct census other = census_of("seed=6,branching=2-4,depth=10,wins=0.3");
  assert_int_not_equal(ranged.won, other.won);
  const struct census even = census_of("branching=2,depth=14,wins=1");
  assert_int_equal(even.leaves, 1 << 14);
  assert_int_equal(even.won, 1 << 14);
  assert_int_equal(census_of("branching=2,depth=5,wins=0").won, 0);
}

/* Binary trees are critical at the golden section, from either side. */
static void the_default_share_is_critical(void **state) {
  struct pns_rules rules;
  (void)state;
  playout_open(&pns_game_synth, "branching=2,depth=20", &rules);
  assert_non_null(strstr(rules.parameters, "wins=0.618034"));
  playout_close(&rules);
  playout_open(&pns_game_synth, "branching=2,depth=21", &rules);
  assert_non_null(strstr(rules.parameters, "wins=0.381966"));
  playout_close(&rules);
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void costs_are_paid(void **state) {
  struct pns_rules rules;
  union playout_position root;
  pns_move moves[8];
  (void)state;
  playout_open(&pns_game_synth, "cost=3000,sleep=5000", &rules);
  rules.game->start(&rules, &root);
  const double wall = seconds(CLOCK_MONOTONIC), busy = seconds(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < 4; i++) rules.game->moves(&rules, &root, moves);
  assert_true(seconds(CLOCK_MONOTONIC) - wall >= 0.032);
  assert_true(seconds(CLOCK_THREAD_CPUTIME_ID) - busy >= 0.012);
  playout_close(&rules);
}

static void bad_input_is_refused(void **state) {
  struct pns_rules rules;
  (void)state;
  playout_open_refused(&pns_game_synth, "speed=3", "expected seed=");
  playout_open_refused(&pns_game_synth, "seed", "'seed'");
  playout_open_refused(&pns_game_synth, "seed=1,,depth=3", "''");
  playout_open_refused(&pns_game_synth, "seed=-1", "seed is '-1'");
  playout_open_refused(&pns_game_synth, "branching=0", "from 1 to 4096");
  playout_open_refused(&pns_game_synth, "branching=4-2", "from 4 to 4096");
  playout_open_refused(&pns_game_synth, "branching=2-", "upper end");
  playout_open_refused(&pns_game_synth, "branching=16,depth=31", "at most 30");
  playout_open_refused(&pns_game_synth, "wins=1.5", "from 0 to 1");
  playout_open_refused(&pns_game_synth, "cost=99999999", "cost");
  playout_open_refused(&pns_game_synth, "seed=1\n", "unprintable");
  playout_open(&pns_game_synth, "branching=2,depth=3", &rules);
  playout_parse_refused(&rules, "", "expected 'root'");
  playout_parse_refused(&rules, "root.", "character 6");
  playout_parse_refused(&rules, "root.3", "from 1 to 2");
  playout_parse_refused(&rules, "root.01", "from 1 to 2");
  playout_parse_refused(&rules, "root.1x", "0x78 at character 7");
  playout_parse_refused(&rules, "root.1.1.1.1", "end at a leaf");
  playout_close(&rules);
}

static void garbage_is_survived(void **state) {
  static const char *const samples[] = {"root.1.2", "seed=3,depth=4", "root", NULL};
  (void)state;
  playout_garbage(&pns_game_synth, "branching=2,depth=6", samples, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_games_agree),
      cmocka_unit_test(shares_are_kept),
      cmocka_unit_test(the_default_share_is_critical),
      cmocka_unit_test(costs_are_paid),
      cmocka_unit_test(bad_input_is_refused),
      cmocka_unit_test(garbage_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
