/* Reverse Hex. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/hex_checks.h"

extern const struct pns_game pns_game_rex;

static void random_games_agree(void **state) {
  (void)state;
  hex_checks_random_games(&pns_game_rex, true);
}

static void bad_input_is_refused(void **state) {
  (void)state;
  hex_checks_bad_input(&pns_game_rex);
}

static void a_known_game(void **state) {
  struct pns_rules rules;
  union playout_position position;
  (void)state;
  playout_open(&pns_game_rex, "2", &rules);
  playout_line(&rules, &position, "b1 a1");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_ONGOING);
  playout_move(&rules, &position, "a2");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_SECOND_WINS);
  playout_close(&rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_games_agree),
      cmocka_unit_test(bad_input_is_refused),
      cmocka_unit_test(a_known_game),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
