/* What a game calls hopeless is so: no play from there, however helpful, ends with a win of that
 * player. Every position that can be reached from late ones of random games, for every built-in
 * game that has `hopeless`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "games/registry.h"
#include "support/late.h"

#define LEAST 100u /* times hopeless, of each game */

static const struct late_start starts[] = {
    {"connect4:4x4", 2, 1},   {"connect4:5x5", 13, 20}, {"connect4:8x7", 47, 100},
    {"connect4:9x3", 16, 60}, {"connect4:9x5", 35, 60}, {"mnk:3x3x3", 0, 1},
    {"mnk:4x3x3", 3, 5},      {"mnk:5x5x4", 16, 60},    {"mnk:5x4x3", 10, 30},
    {"mnk:9x8x5", 64, 60},    {"mnk:13x5x4", 57, 60},   {"uttt", 61, 40},
};

/* Whether play from each node can end with the player's win at all. To be freed. */
static bool *reach_wins(const struct proof_graph *graph, int player) {
  bool *reaches = calloc(graph->count, sizeof *reaches);
  const int win = player == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = graph->count; i-- > 0;) {
      const struct proof_node *node = &graph->nodes[i];
      bool now = node->outcome == win;
      for (uint32_t k = 0; k < node->count; k++) now |= reaches[graph->children[node->first + k]];
      changed |= now != reaches[i];
      reaches[i] = now;
    }
  }
  return reaches;
}

struct figures {
  uint64_t positions, hopeless, unseen; /* unseen: no win is left, but a look does not tell */
};

static void judge(const struct proof_graph *graph, void *user) {
  struct figures *figures = user;
  for (int player = PNS_FIRST; player <= PNS_SECOND; player++) {
    bool *reaches = reach_wins(graph, player);
    for (uint32_t i = 0; i < graph->count; i++) {
      if (graph->nodes[i].outcome != PNS_ONGOING) continue;
      const bool hopeless = graph->nodes[i].hopeless[player];
      if (hopeless && reaches[i])
        fail_msg("%s:%s: node %u below %s is hopeless for player %d, who can win from there",
                 graph->game, graph->parameters, i, graph->position, player);
      figures->hopeless += hopeless;
      figures->unseen += !hopeless && !reaches[i];
    }
    free(reaches);
  }
  figures->positions += graph->count;
}

static struct figures try_start(const struct late_start *start) {
  struct figures figures = {0};
  late_graphs(start, judge, &figures);
  print_message("%-14s %llu positions, %llu times hopeless, %llu times not seen to be\n",
                start->spec, (unsigned long long)figures.positions,
                (unsigned long long)figures.hopeless, (unsigned long long)figures.unseen);
  return figures;
}

static void test_no_win_is_given_up(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_registry_at(at)) != NULL; at++) {
    uint64_t hopeless = 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
      if (late_is_of(&starts[i], game)) hopeless += try_start(&starts[i]).hopeless;
    if (game->hopeless != NULL && hopeless < LEAST)
      fail_msg("%s: hopeless %llu times, expected more", game->name, (unsigned long long)hopeless);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_win_is_given_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
