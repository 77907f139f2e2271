#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "games/registry.h"
#include "late.h"
#include "playout.h"

/* Sanitizers slow everything down tenfold. */
#if defined(PNS_SANITIZED)
#define GAMES_OF(games) (((games) + 7) / 8)
#else
#define GAMES_OF(games) (games)
#endif

#define TRIES 100000u

bool late_is_of(const struct late_start *start, const struct pns_game *game) {
  const size_t length = strcspn(start->spec, ":");
  return strlen(game->name) == length && strncmp(game->name, start->spec, length) == 0;
}

/* The text of the position after so many random plies; false where the game ends before. */
static bool stand(const struct late_start *start, uint64_t *random, char *text) {
  union playout_position position = {.bytes = {0}};
  struct pns_rules rules;
  pns_move moves[PNS_MOVES_MAX];
  const char *colon = strchr(start->spec, ':');
  const struct pns_game *game = pns_registry_find(start->spec, strcspn(start->spec, ":"));
  assert_non_null(game);
  playout_open(game, colon == NULL ? "" : colon + 1, &rules);
  game->start(&rules, &position);
  unsigned played = 0;
  for (; played < start->ply && game->outcome(&rules, &position) == PNS_ONGOING; played++) {
    const uint32_t count = game->moves(&rules, &position, moves);
    game->play(&rules, &position, moves[(playout_random(random) >> 32) % count]);
  }
  const bool stands = played == start->ply && game->outcome(&rules, &position) == PNS_ONGOING;
  game->format(&rules, &position, text);
  playout_close(&rules);
  return stands;
}

void late_graphs(const struct late_start *start,
                 void (*judge)(const struct proof_graph *graph, void *user), void *user) {
  uint64_t random = 5;
  char text[PNS_POSITION_TEXT_MAX];
  for (unsigned found = 0, tries = 0; found < GAMES_OF(start->games); tries++) {
    if (tries > TRIES) fail_msg("%s: no game lasts for %u plies", start->spec, start->ply);
    if (!stand(start, &random, text)) continue;
    struct proof_graph graph;
    proof_graph_game(&graph, start->spec, text);
    judge(&graph, user);
    proof_graph_done(&graph);
    found++;
  }
}
