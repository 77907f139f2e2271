/* Looking into a search: whole proofs walked, every verdict compared with exhaustive search; while
 * it runs, after sweeps, and with moves that are wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pns/pns.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/oracle.h"

#define PLIES_MAX 64

struct walk {
  struct pns_solver *solver;
  const struct pns_rules *rules;
  enum pns_player prover; /* a win of his is what "proven" means here */
  const char *moves[PLIES_MAX];
  uint64_t positions, gaps;
};

static struct pns_solver *solver_for(const char *spec, const char *goal, const char *store) {
  struct pns_options *options = options_with("threads", "2", "memory", "512M", "goal", goal, NULL);
  if (store != NULL) assert_int_equal(pns_options_set(options, "store", store, NULL), PNS_OK);
  struct pns_solver *solver = solver_with(spec, options);
  pns_options_free(options);
  return solver;
}

/* Whether the prover can force a win, without memory. */
static bool wins(const struct walk *walk, const void *position) {
  const struct pns_game *game = walk->rules->game;
  const enum pns_outcome outcome = game->outcome(walk->rules, position);
  if (outcome != PNS_ONGOING)
    return outcome == (walk->prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS);
  pns_move moves[64];
  const uint32_t count = game->moves(walk->rules, position, moves);
  const bool chooses = game->mover(walk->rules, position) == walk->prover;
  _Alignas(max_align_t) unsigned char child[256];
  assert_in_range(walk->rules->position_bytes, 1, sizeof child);
  for (uint32_t i = 0; i < count; i++) {
    memcpy(child, position, walk->rules->position_bytes);
    game->play(walk->rules, child, moves[i]);
    if (wins(walk, child) == chooses) return chooses;
  }
  return !chooses;
}

static void look(struct walk *walk, size_t depth, struct pns_look *here,
                 struct pns_child *children) {
  struct pns_error error = {.text = ""};
  if (pns_solver_children(walk->solver, walk->moves, depth, here, children, walk->rules->max_moves,
                          &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_in_range(here->children, here->outcome == PNS_ONGOING, walk->rules->max_moves);
}

/* ---- against exhaustive search ---- */

static void compare(const struct walk *walk, const struct pns_numbers *numbers,
                    const void *position) {
  if (numbers->verdict == PNS_UNKNOWN) {
    assert_int_not_equal(numbers->pn, 0);
    assert_int_not_equal(numbers->dn, 0);
    return;
  }
  assert_int_equal(numbers->verdict, wins(walk, position) ? PNS_PROVEN : PNS_DISPROVEN);
  assert_int_equal(numbers->verdict == PNS_PROVEN ? numbers->pn : numbers->dn, 0);
  assert_int_equal(numbers->verdict == PNS_PROVEN ? numbers->dn : numbers->pn, PNS_INFINITY);
}

/* Every position down to a depth, not only those of the proof. */
static void compare_all(struct walk *walk, const void *position, size_t depth, size_t most) {
  const struct pns_rules *rules = walk->rules;
  struct pns_look here;
  struct pns_child *children = calloc(rules->max_moves, sizeof *children);
  assert_non_null(children);
  look(walk, depth, &here, children);
  compare(walk, &here.numbers, position);
  assert_int_equal(here.mover, rules->game->mover(rules, position));
  assert_int_equal(here.outcome, rules->game->outcome(rules, position));
  pns_move moves[64];
  if (here.outcome == PNS_ONGOING)
    assert_int_equal(rules->game->moves(rules, position, moves), here.children);
  for (uint32_t i = 0; i < here.children; i++) {
    _Alignas(max_align_t) unsigned char child[256];
    memcpy(child, position, rules->position_bytes);
    rules->game->play(rules, child, moves[i]);
    compare(walk, &children[i].numbers, child);
    walk->moves[depth] = children[i].move;
    if (depth < most) compare_all(walk, child, depth + 1, most);
  }
  walk->positions++;
  free(children);
}

static void verdicts_are_true(const char *spec, const char *goal, const char *store, size_t most) {
  struct pns_error error;
  struct pns_position *position = NULL;
  assert_int_equal(pns_position_new(spec, &position, &error), PNS_OK);
  struct walk walk = {.solver = solver_for(spec, goal, store),
                      .rules = pns_position_rules(position),
                      .prover = strstr(goal, "second") != NULL ? PNS_SECOND : PNS_FIRST};
  assert_int_not_equal(solver_run(walk.solver).verdict, PNS_UNKNOWN);
  compare_all(&walk, pns_position_bytes(position), 0, most);
  assert_in_range(walk.positions, 50, 1000000);
  pns_solver_free(walk.solver);
  pns_position_free(position);
}

static void every_verdict_is_true(void **state) {
  (void)state;
  verdicts_are_true("mnk:3x3x3", "first-wins", NULL, 3);
  verdicts_are_true("mnk:3x3x3", "second-wins", NULL, 3);
  verdicts_are_true("hex:3", "first-wins", NULL, 3);
  verdicts_are_true("hex:3", "second-wins", NULL, 2);
  verdicts_are_true("connect4:4x4", "first-wins", NULL, 3);
}

/* ---- a whole proof ---- */

/* At the verdict's own side one move, at the other's all; every end must agree. */
static void walk_proof(struct walk *walk, size_t depth, enum pns_verdict verdict) {
  struct pns_look here;
  struct pns_child *children = calloc(walk->rules->max_moves, sizeof *children);
  assert_non_null(children);
  look(walk, depth, &here, children);
  assert_int_equal(here.numbers.verdict, verdict);
  walk->positions++;
  const bool chooses = (here.mover == walk->prover) == (verdict == PNS_PROVEN);
  if (here.outcome == PNS_ONGOING && here.best == here.children) walk->gaps++;
  for (uint32_t i = 0; i < here.children; i++) {
    if (chooses && i != here.best) continue;
    if (!chooses) assert_int_equal(children[i].numbers.verdict, verdict);
    if (children[i].numbers.verdict != verdict) {
      walk->gaps++;
      continue;
    }
    walk->moves[depth] = children[i].move;
    walk_proof(walk, depth + 1, verdict);
  }
  free(children);
}

static uint64_t proof_of(const char *spec, const char *goal, const char *store, uint64_t *gaps) {
  struct pns_error error;
  struct pns_position *position = NULL;
  assert_int_equal(pns_position_new(spec, &position, &error), PNS_OK);
  struct walk walk = {.solver = solver_for(spec, goal, store),
                      .rules = pns_position_rules(position),
                      .prover = strstr(goal, "second") != NULL ? PNS_SECOND : PNS_FIRST};
  const enum pns_verdict verdict = solver_run(walk.solver).verdict;
  assert_int_not_equal(verdict, PNS_UNKNOWN);
  walk_proof(&walk, 0, verdict);
  pns_solver_free(walk.solver);
  pns_position_free(position);
  *gaps = walk.gaps;
  return walk.positions;
}

static void a_proof_is_whole(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"hex:3", "first-wins"},
                                         {"hex:3", "second-not-loses"},
                                         {"mnk:3x3x3", "first-wins"},
                                         {"mnk:3x3x3", "second-not-loses"},
                                         {"cram:3x3", "second-wins"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    uint64_t gaps;
    assert_in_range(proof_of(cases[i][0], cases[i][1], NULL, &gaps), 20, 1000000);
    assert_int_equal(gaps, 0);
  }
}

/* What a sweep dropped is missing, but nothing that is shown is wrong. */
static void after_sweeps(void **state) {
  (void)state;
  uint64_t gaps;
  verdicts_are_true("connect4:4x4", "first-wins", "20K", 3);
  proof_of("connect4:5x4", "first-wins", "60K", &gaps);
  assert_true(gaps > 0);
}

/* ---- positions that the game gives up ---- */

static bool is_given_up(const struct walk *walk, const void *position) {
  const struct pns_game *game = walk->rules->game;
  return game->outcome(walk->rules, position) == PNS_ONGOING &&
         game->hopeless(walk->rules, position, walk->prover);
}

/* They never get a node, whatever else the store knows: each is shown as disproven all the same,
 * and so is who steps into it. */
static void look_for_given_up(struct walk *walk, size_t depth, const void *position) {
  const struct pns_rules *rules = walk->rules;
  struct pns_look here;
  struct pns_child children[64];
  pns_move moves[64];
  look(walk, depth, &here, children);
  if (is_given_up(walk, position)) assert_int_equal(here.numbers.verdict, PNS_DISPROVEN);
  if (here.outcome == PNS_ONGOING) rules->game->moves(rules, position, moves);
  for (uint32_t i = 0; i < here.children; i++) {
    _Alignas(max_align_t) unsigned char child[256];
    memcpy(child, position, rules->position_bytes);
    rules->game->play(rules, child, moves[i]);
    if (!is_given_up(walk, child)) continue;
    walk->positions++;
    walk->gaps += !children[i].expanded;
    assert_int_equal(children[i].outcome, PNS_ONGOING);
    assert_int_equal(children[i].numbers.verdict, PNS_DISPROVEN);
    assert_int_equal(children[i].numbers.dn, 0);
  }
}

/* A random game, looked at after each move. */
static void play_and_look(struct walk *walk, const void *start, uint64_t *random) {
  const struct pns_rules *rules = walk->rules;
  _Alignas(max_align_t) unsigned char position[256];
  char texts[PLIES_MAX][PNS_MOVE_TEXT_MAX];
  pns_move moves[64];
  memcpy(position, start, rules->position_bytes);
  for (size_t depth = 0;; depth++) {
    look_for_given_up(walk, depth, position);
    if (rules->game->outcome(rules, position) != PNS_ONGOING) return;
    const uint32_t count = rules->game->moves(rules, position, moves);
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const pns_move move = moves[(*random >> 33) % count];
    rules->game->move_text(rules, position, move, texts[depth]);
    walk->moves[depth] = texts[depth];
    rules->game->play(rules, position, move);
  }
}

static void given_up_in(const char *spec, const char *goal, const char *store) {
  struct pns_error error;
  struct pns_position *position = NULL;
  uint64_t random = 11;
  assert_int_equal(pns_position_new(spec, &position, &error), PNS_OK);
  struct pns_options *options =
      options_with("threads", "2", "memory", "512M", "goal", goal, "init", "game", NULL);
  if (store != NULL) assert_int_equal(pns_options_set(options, "store", store, NULL), PNS_OK);
  struct walk walk = {.solver = solver_with(spec, options),
                      .rules = pns_position_rules(position),
                      .prover = strstr(goal, "second") != NULL ? PNS_SECOND : PNS_FIRST};
  pns_options_free(options);
  solver_run(walk.solver);
  for (unsigned games = 0; games < 300; games++)
    play_and_look(&walk, pns_position_bytes(position), &random);
  assert_in_range(walk.positions, 50, 1000000);
  assert_int_equal(walk.gaps, walk.positions);
  pns_solver_free(walk.solver);
  pns_position_free(position);
}

static void given_up_without_a_node(void **state) {
  (void)state;
  given_up_in("mnk:3x3x3", "first-wins", NULL);
  given_up_in("mnk:3x3x3", "second-wins", NULL);
  given_up_in("connect4:4x4", "first-wins", NULL);
  given_up_in("connect4:4x4", "second-wins", "24K");
}

/* ---- while it runs ---- */

struct runner {
  struct pns_solver *solver;
  enum pns_verdict verdict;
  bool done;
};

static void *run_later(void *argument) {
  struct runner *runner = argument;
  runner->verdict = solver_run(runner->solver).verdict;
  __atomic_store_n(&runner->done, true, __ATOMIC_RELEASE);
  return NULL;
}

static void from_another_thread(void **state) {
  (void)state;
  struct runner runner = {.solver = solver_for("connect4:5x5", "first-wins", "8M")};
  static const char *const line[] = {"3", "3"};
  struct pns_look here;
  struct pns_child children[16];
  struct pns_error error;
  pthread_t thread;
  uint64_t looks = 0, numbers = 0;
  assert_int_equal(pthread_create(&thread, NULL, run_later, &runner), 0);
  while (!__atomic_load_n(&runner.done, __ATOMIC_ACQUIRE)) {
    assert_int_equal(
        pns_solver_children(runner.solver, line, looks % 3, &here, children, 16, &error), PNS_OK);
    assert_int_equal(here.children, 5);
    numbers += here.numbers.pn != 1 && here.numbers.pn != PNS_INFINITY;
    looks++;
  }
  pthread_join(thread, NULL);
  assert_int_equal(runner.verdict, PNS_DISPROVEN);
  assert_true(looks > 20 && numbers > 5);
  pns_solver_free(runner.solver);
}

/* ---- bad input, and games that are over ---- */

static void wrong_moves(void **state) {
  (void)state;
  static const char *const wrong[] = {"b2", "z9"};
  struct pns_solver *solver = solver_for("hex:3", "first-wins", NULL);
  struct pns_look here;
  struct pns_error error;
  solver_run(solver);
  assert_int_equal(pns_solver_children(solver, wrong, 2, &here, NULL, 0, &error), PNS_ERROR_INPUT);
  assert_non_null(strstr(error.text, "move 2 is 'z9', expected one of"));
  assert_int_equal(pns_solver_children(solver, wrong, 1, &here, NULL, 0, &error), PNS_OK);
  assert_int_equal(here.children, 8);
  assert_int_equal(here.numbers.verdict, PNS_PROVEN);
  pns_solver_free(solver);
}

static void a_finished_game(void **state) {
  (void)state;
  static const char *const line[] = {"a1", "a2", "b1", "b2", "c1"};
  struct pns_solver *solver = solver_for("mnk:3x3x3", "first-wins", NULL);
  struct pns_look here;
  struct pns_error error;
  solver_run(solver);
  assert_int_equal(pns_solver_children(solver, line, 5, &here, NULL, 0, &error), PNS_OK);
  assert_int_equal(here.outcome, PNS_FIRST_WINS);
  assert_int_equal(here.numbers.verdict, PNS_PROVEN);
  assert_int_equal(here.children, 0);
  assert_int_equal(here.best, 0);
  pns_solver_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_verdict_is_true), cmocka_unit_test(a_proof_is_whole),
      cmocka_unit_test(after_sweeps),          cmocka_unit_test(given_up_without_a_node),
      cmocka_unit_test(from_another_thread),   cmocka_unit_test(wrong_moves),
      cmocka_unit_test(a_finished_game),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
