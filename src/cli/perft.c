#include "perft.h"

#include <stdlib.h>
#include <string.h>

/* One ply of the line under way. */
struct ply {
  char *position;
  pns_move *moves;
  uint32_t count, next;
};

struct walk {
  const struct pns_rules *rules;
  struct ply *plies;
};

static bool ply_init(struct ply *ply, const struct pns_rules *rules) {
  ply->position = malloc(rules->position_bytes);
  ply->moves = malloc(rules->max_moves * sizeof *ply->moves);
  return ply->position != NULL && ply->moves != NULL;
}

static void list(const struct walk *walk, struct ply *ply) {
  const bool over = walk->rules->game->outcome(walk->rules, ply->position) != PNS_ONGOING;
  ply->next = 0;
  ply->count = over ? 0 : walk->rules->game->moves(walk->rules, ply->position, ply->moves);
}

/* Deeper and deeper, and back where no move is left. */
static void count_lines(const struct walk *walk, unsigned plies, struct pns_cli_perft *counts) {
  const struct pns_rules *rules = walk->rules;
  unsigned depth = 0;
  list(walk, &walk->plies[0]);
  for (;;) {
    struct ply *ply = &walk->plies[depth];
    if (ply->next == ply->count) {
      if (depth-- == 0) return;
      continue;
    }
    struct ply *child = &walk->plies[depth + 1];
    memcpy(child->position, ply->position, rules->position_bytes);
    rules->game->play(rules, child->position, ply->moves[ply->next++]);
    counts[depth].lines++;
    counts[depth].ends += rules->game->outcome(rules, child->position) != PNS_ONGOING;
    if (depth + 1 == plies) continue;
    list(walk, child);
    depth++;
  }
}

enum pns_status pns_cli_perft_count(const struct pns_position *position, unsigned plies,
                                    struct pns_cli_perft *counts, struct pns_error *error) {
  struct walk walk = {.rules = pns_position_rules(position)};
  walk.plies = calloc(plies + 1, sizeof *walk.plies);
  bool ready = walk.plies != NULL;
  for (unsigned i = 0; ready && i <= plies; i++) ready = ply_init(&walk.plies[i], walk.rules);
  memset(counts, 0, plies * sizeof *counts);
  if (ready) {
    memcpy(walk.plies[0].position, pns_position_bytes(position), walk.rules->position_bytes);
    count_lines(&walk, plies, counts);
  }
  for (unsigned i = 0; walk.plies != NULL && i <= plies; i++) {
    free(walk.plies[i].position);
    free(walk.plies[i].moves);
  }
  free(walk.plies);
  if (!ready) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for counting lines");
  return pns_position_check(position, error);
}
