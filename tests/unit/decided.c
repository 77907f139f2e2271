/* What a game calls decided is so: its answer is what a backward solution by outcome, moves and
 * play alone comes to. Every position that can be reached from late ones of random games, for every
 * built-in game that has `decided`, for both players. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "support/late.h"
#include "support/playout.h"

#define LEAST 100u /* times each answer, of each game */

static const struct late_start starts[] = {
    {"breakthrough:2x4", 0, 1},
    {"breakthrough:3x4", 0, 1},
    {"breakthrough:4x4", 7, 5},
    {"breakthrough:2x8", 18, 5},
    {"breakthrough:3x6", 20, 5},
    {"breakthrough:3x8", 38, 5},
    {"connect4:4x4", 2, 1},
    {"connect4:5x5", 13, 10},
    {"connect4:8x7", 47, 50},
    {"connect4:9x3", 16, 30},
    {"cram:3x3", 0, 1},
    {"cram:4x4", 0, 1},
    {"cram:5x3", 0, 1},
    {"cram:5x5", 3, 3},
    {"cram:6x4", 4, 5},
    {"cram:7x3", 3, 5},
    {"cram:8x2", 0, 1},
    {"cram:7x7", 13, 5},
    {"cram:8x8", 19, 5},
    {"domineering:3x3", 0, 1},
    {"domineering:4x4", 0, 1},
    {"domineering:5x5", 3, 2},
    {"domineering:3x6", 2, 5},
    {"domineering:8x2", 2, 3},
    {"domineering:2x8", 2, 3},
    {"domineering:6x6", 9, 5},
    {"domineering:8x8", 19, 5},
    {"hex:3", 0, 1},
    {"hex:4", 6, 10},
    {"hex:6", 26, 10},
    {"hex:9", 70, 5},
    {"mnk:3x3x3", 0, 1},
    {"mnk:4x3x3", 3, 5},
    {"mnk:5x5x4", 16, 30},
    {"mnk:5x4x3", 10, 15},
    {"mnk:9x8x5", 64, 30},
    {"uttt", 61, 40},
    {"othello:4x4", 0, 1},
    {"othello:6x6", 22, 5},
    {"othello:8x4", 20, 5},
    {"othello:8x8", 51, 5},
    {"rex:3", 0, 1},
    {"rex:4", 6, 10},
    {"rex:6", 26, 10},
    {"rex:9", 70, 5},
};

struct figures {
  uint64_t positions, answers[3]; /* by enum pns_decision, for both players */
};

static const char *const words[] = {"undecided", "a forced win", "no forced win"};

static void judge_node(const struct proof_graph *graph, uint32_t node, int player, bool wins) {
  const uint8_t decided = graph->nodes[node].decided[player];
  const uint32_t like = graph->nodes[node].class_id;
  if (decided > PNS_NO_FORCED_WIN)
    fail_msg("%s:%s: %u is no decision", graph->game, graph->parameters, decided);
  if (decided != PNS_UNDECIDED && (decided == PNS_FORCED_WIN) != wins)
    fail_msg("%s:%s: node %u below %s is decided as %s for player %d, wrongly", graph->game,
             graph->parameters, node, graph->position, words[decided], player);
  if (decided != graph->nodes[like].decided[player])
    fail_msg("%s:%s: node %u below %s is %s for player %d, the symmetric node %u is not",
             graph->game, graph->parameters, node, graph->position, words[decided], player, like);
}

static void judge(const struct proof_graph *graph, void *user) {
  struct figures *figures = user;
  for (int player = PNS_FIRST; player <= PNS_SECOND; player++) {
    uint32_t *distance = proof_solve(graph, (uint8_t)player);
    for (uint32_t i = 0; i < graph->count; i++) {
      if (graph->nodes[i].outcome != PNS_ONGOING) continue;
      judge_node(graph, i, player, distance[i] != UINT32_MAX);
      figures->answers[graph->nodes[i].decided[player]]++;
    }
    free(distance);
  }
  figures->positions += graph->count;
}

static void try_start(const struct late_start *start, struct figures *all) {
  struct figures figures = {0};
  late_graphs(start, judge, &figures);
  print_message("%-16s %llu positions, %llu times a forced win, %llu times none, %llu undecided\n",
                start->spec, (unsigned long long)figures.positions,
                (unsigned long long)figures.answers[PNS_FORCED_WIN],
                (unsigned long long)figures.answers[PNS_NO_FORCED_WIN],
                (unsigned long long)figures.answers[PNS_UNDECIDED]);
  for (size_t i = 0; i < 3; i++) all->answers[i] += figures.answers[i];
}

static void test_decided_is_so(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_registry_at(at)) != NULL; at++) {
    struct figures all = {0};
    if (game->decided == NULL) continue;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
      if (late_is_of(&starts[i], game)) try_start(&starts[i], &all);
    for (int decision = PNS_FORCED_WIN; decision <= PNS_NO_FORCED_WIN; decision++)
      if (all.answers[decision] < LEAST)
        fail_msg("%s: decided as %s %llu times, expected more", game->name, words[decision],
                 (unsigned long long)all.answers[decision]);
  }
}

/* ---- few men on a wide board, as play seldom leaves them: races ---- */

#if defined(PNS_SANITIZED)
#define BOARDS 8u
#else
#define BOARDS 60u
#endif

static const struct shape {
  unsigned width, height, men; /* at most, of each side */
} shapes[] = {{8, 8, 1}, {8, 5, 2}, {4, 7, 2}, {5, 6, 2}, {4, 4, 3}, {3, 8, 2}, {8, 4, 2}};

/* In the notation of Breakthrough; no man stands on his last rank. */
static void write_sparse(const struct shape *shape, uint64_t *random, char *text) {
  char cells[8][9];
  for (unsigned y = 0; y < shape->height; y++) memset(cells[y], '.', sizeof cells[y]);
  for (unsigned i = 0; i < 2 * shape->men; i++) {
    const unsigned y =
        (unsigned)(playout_random(random) >> 33) % (shape->height - 1) + (i % 2 == 0);
    cells[y][(playout_random(random) >> 33) % shape->width] = "WB"[i % 2];
  }
  for (unsigned y = 0; y < shape->height; y++)
    text += sprintf(text, "%.*s%s", (int)shape->width, cells[y], y + 1 < shape->height ? "/" : "");
  sprintf(text, " %c", "WB"[playout_random(random) >> 63]);
}

static bool has_both(const char *text) {
  const size_t board = strcspn(text, " ");
  return memchr(text, 'W', board) != NULL && memchr(text, 'B', board) != NULL;
}

static void test_races(void **state) {
  (void)state;
  uint64_t random = 7;
  struct figures all = {0};
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    char spec[32], text[PNS_POSITION_TEXT_MAX];
    sprintf(spec, "breakthrough:%ux%u", shapes[i].width, shapes[i].height);
    for (unsigned board = 0; board < BOARDS;) {
      struct proof_graph graph;
      write_sparse(&shapes[i], &random, text);
      if (!has_both(text)) continue;
      proof_graph_game(&graph, spec, text);
      judge(&graph, &all);
      proof_graph_done(&graph);
      board++;
    }
  }
  print_message("races: %llu positions, %llu times a forced win, %llu undecided\n",
                (unsigned long long)all.positions, (unsigned long long)all.answers[PNS_FORCED_WIN],
                (unsigned long long)all.answers[PNS_UNDECIDED]);
  assert_true(all.answers[PNS_FORCED_WIN] > all.positions / 4);
  assert_true(all.answers[PNS_NO_FORCED_WIN] > all.positions / 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_decided_is_so),
                                     cmocka_unit_test(test_races)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
