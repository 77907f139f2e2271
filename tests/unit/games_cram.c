/* Cram. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

static void leaves_know_small_regions_and_mirrored_positions(void **state) {
  (void)state;
  static const char *const sizes[] = {"8x1", "8x2", "5x3", "3x6", "4x4", "5x4", "2x8", NULL};
  domino_checks_known_leaves(&cram, sizes);
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
