/* Hex. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/hex_checks.h"

extern const struct pns_game pns_game_hex;

static void random_games_agree(void **state) {
  (void)state;
  hex_checks_random_games(&pns_game_hex, false);
}

static void bad_input_is_refused(void **state) {
  (void)state;
  hex_checks_bad_input(&pns_game_hex);
}

static void a_known_game(void **state) {
  struct pns_rules rules;
  union playout_position position;
  pns_move moves[9];
  (void)state;
  playout_open(&pns_game_hex, "3", &rules);
  rules.game->start(&rules, &position);
  rules.game->moves(&rules, &position, moves);
  char text[PNS_DRAWING_MAX];
  rules.game->move_text(&rules, &position, moves[0], text);
  assert_string_equal(text, "b2");
  playout_line(&rules, &position, "b2 a1 a3 c1");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_ONGOING);
  rules.game->draw(&rules, &position, text);
  assert_string_equal(text,
                      "    a b c\n"
                      "  1 O . O\n"
                      "   2 . X .\n"
                      "    3 X . .\n"
                      "X joins top and bottom, O joins left and right\n");
  playout_move(&rules, &position, "b1");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_FIRST_WINS);
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
