/* What a game calls hopeless is so: no play from there, however helpful, ends with a win of that
 * player. Every position that can be reached from late ones of random games, for every built-in
 * game that has `hopeless`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "support/playout.h"
#include "support/proof.h"

#define LEAST 100u /* times hopeless, of each game */

/* Sanitizers slow everything down tenfold. */
#if defined(PNS_SANITIZED)
#define GAMES_OF(games) (((games) + 7) / 8)
#else
#define GAMES_OF(games) (games)
#endif

/* Random games, spread out from this ply on. */
static const struct {
  const char *spec;
  unsigned ply, games;
} starts[] = {
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

static void judge(const struct proof_graph *graph, struct figures *figures) {
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

/* The text of the position after so many random plies; false where the game ends before. */
static bool stand(const char *spec, unsigned plies, uint64_t *random, char *text) {
  union playout_position position = {.bytes = {0}};
  struct pns_rules rules;
  pns_move moves[PNS_MOVES_MAX];
  const char *colon = strchr(spec, ':');
  const size_t length = strcspn(spec, ":");
  const struct pns_game *game = pns_registry_find(spec, length);
  assert_non_null(game);
  playout_open(game, colon == NULL ? "" : colon + 1, &rules);
  game->start(&rules, &position);
  unsigned played = 0;
  for (; played < plies && game->outcome(&rules, &position) == PNS_ONGOING; played++) {
    const uint32_t count = game->moves(&rules, &position, moves);
    game->play(&rules, &position, moves[(playout_random(random) >> 32) % count]);
  }
  const bool stands = played == plies && game->outcome(&rules, &position) == PNS_ONGOING;
  game->format(&rules, &position, text);
  playout_close(&rules);
  return stands;
}

static struct figures try_start(const char *spec, unsigned ply, unsigned games) {
  struct figures figures = {0};
  uint64_t random = 5;
  char text[PNS_POSITION_TEXT_MAX];
  for (unsigned found = 0, tries = 0; found < games; tries++) {
    if (tries > 100000) fail_msg("%s: no game lasts for %u plies", spec, ply);
    if (!stand(spec, ply, &random, text)) continue;
    struct proof_graph graph;
    proof_graph_game(&graph, spec, text);
    judge(&graph, &figures);
    proof_graph_done(&graph);
    found++;
  }
  print_message("%-14s %llu positions, %llu times hopeless, %llu times not seen to be\n", spec,
                (unsigned long long)figures.positions, (unsigned long long)figures.hopeless,
                (unsigned long long)figures.unseen);
  return figures;
}

static void test_no_win_is_given_up(void **state) {
  (void)state;
  const struct pns_game *game;
  for (size_t at = 0; (game = pns_registry_at(at)) != NULL; at++) {
    uint64_t hopeless = 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
      const size_t length = strcspn(starts[i].spec, ":");
      if (strlen(game->name) != length || strncmp(game->name, starts[i].spec, length) != 0)
        continue;
      hopeless += try_start(starts[i].spec, starts[i].ply, GAMES_OF(starts[i].games)).hopeless;
    }
    if (game->hopeless != NULL && hopeless < LEAST)
      fail_msg("%s: hopeless %llu times, expected more", game->name, (unsigned long long)hopeless);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_win_is_given_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
