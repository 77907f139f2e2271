/* Cram. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "support/domino_checks.h"

extern const struct pns_game pns_game_cram;

static const struct domino_game cram = {&pns_game_cram, "AB", false};

static void random_play_agrees_with_plain_rules(void **state) {
  (void)state;
  domino_checks_random_games(&cram);
}

static void cells_that_nobody_can_cover_do_not_matter(void **state) {
  (void)state;
  domino_checks_dead_cells(&cram);
}

static void bad_input_is_refused(void **state) {
  (void)state;
  domino_checks_bad_input(&cram);
}

/* What a leaf claims to know, on boards small enough to search. */
struct claims {
  const struct pns_rules *rules;
  uint64_t known[2]; /* positions whose mover loses, and wins */
  int8_t values[1 << 20];
};

/* Whether the mover wins; positions are remembered by their cells, which say all. */
static bool mover_wins(struct claims *claims, const void *position) {
  const struct pns_rules *rules = claims->rules;
  char text[80];
  uint32_t cells = 0;
  rules->game->format(rules, position, text);
  for (const char *at = text; *at != ' '; at++)
    if (*at != '/') cells = cells << 1 | (*at == '#');
  if (claims->values[cells] != 0) return claims->values[cells] > 0;
  pns_move list[PNS_MOVES_MAX];
  const uint32_t count = rules->game->moves(rules, position, list);
  bool wins = false;
  for (uint32_t i = 0; i < count && !wins; i++) {
    union playout_position child = *(const union playout_position *)position;
    rules->game->play(rules, &child, list[i]);
    wins = !mover_wins(claims, &child);
  }
  claims->values[cells] = wins ? 1 : -1;
  return wins;
}

static void claimed(void *user, const struct pns_rules *rules, const void *position,
                    const pns_move *moves, uint32_t count) {
  enum { UNLIKELY = 100000 };
  struct claims *claims = user;
  uint32_t pn, dn, other_pn, other_dn;
  (void)moves;
  if (count == 0) return;
  const enum pns_player mover = rules->game->mover(rules, position);
  claims->rules = rules;
  rules->game->leaf(rules, position, mover, &pn, &dn);
  rules->game->leaf(rules, position, mover == PNS_FIRST ? PNS_SECOND : PNS_FIRST, &other_pn,
                    &other_dn);
  assert_int_equal(pn, other_dn);
  assert_int_equal(dn, other_pn);
  if (pn != UNLIKELY && dn != UNLIKELY) return;
  claims->known[dn == UNLIKELY]++;
  assert_int_equal(dn == UNLIKELY, mover_wins(claims, position));
}

static void leaves_know_small_regions_and_mirrored_positions(void **state) {
  (void)state;
  static const char *const sizes[] = {"8x1", "8x2", "5x3", "3x6", "4x4", "5x4", "2x8"};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct claims *claims = calloc(1, sizeof *claims);
    const struct playout_hooks hooks = {claims, NULL, claimed, NULL};
    struct pns_rules rules;
    playout_open(&pns_game_cram, sizes[i], &rules);
    playout_run(&rules, 300, 7 + i, &hooks);
    playout_close(&rules);
    assert_true(claims->known[false] > 100 && claims->known[true] > 100);
    free(claims);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_play_agrees_with_plain_rules),
      cmocka_unit_test(cells_that_nobody_can_cover_do_not_matter),
      cmocka_unit_test(bad_input_is_refused),
      cmocka_unit_test(leaves_know_small_regions_and_mirrored_positions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
