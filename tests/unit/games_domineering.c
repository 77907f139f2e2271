/* Domineering. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/domino_checks.h"

extern const struct pns_game pns_game_domineering;

static const struct domino_game domineering = {&pns_game_domineering, "VH", true};

static void random_play_agrees_with_plain_rules(void **state) {
  (void)state;
  domino_checks_random_games(&domineering);
}

static void cells_that_nobody_can_cover_do_not_matter(void **state) {
  (void)state;
  domino_checks_dead_cells(&domineering);
}

static void bad_input_is_refused(void **state) {
  (void)state;
  domino_checks_bad_input(&domineering);
}

static void leaves_count_what_nobody_can_spoil(void **state) {
  (void)state;
  static const char *const sizes[] = {"5x3", "3x6", "6x3", "4x4", "5x4", "4x5", NULL};
  domino_checks_known_leaves(&domineering, sizes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_play_agrees_with_plain_rules),
      cmocka_unit_test(cells_that_nobody_can_cover_do_not_matter),
      cmocka_unit_test(bad_input_is_refused),
      cmocka_unit_test(leaves_count_what_nobody_can_spoil),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
