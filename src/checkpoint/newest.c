#include "checkpoint/newest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "checkpoint/load.h"

static bool same_question(const struct pns_checkpoint_head *a,
                          const struct pns_checkpoint_head *b) {
  /* Where rules were read from says nothing about them. */
  bool same_parameters = a->definition_bytes > 0 || strcmp(a->parameters, b->parameters) == 0;
  return strcmp(a->game, b->game) == 0 && same_parameters &&
         strcmp(a->position, b->position) == 0 && strcmp(a->definition, b->definition) == 0 &&
         a->prover == b->prover;
}

static bool goes_further(const struct pns_checkpoint_head *a, const struct pns_checkpoint_head *b) {
  if (a->tally.expansions != b->tally.expansions) return a->tally.expansions > b->tally.expansions;
  return a->wall_us > b->wall_us;
}

static bool fresh_is_newer(const char *fresh, const char *named) {
  struct pns_error ignored;
  struct pns_loader *a = pns_loader_new(fresh, &ignored);
  struct pns_loader *b = a == NULL ? NULL : pns_loader_new(named, &ignored);
  bool newer = a != NULL && b != NULL && same_question(pns_loader_head(a), pns_loader_head(b)) &&
               goes_further(pns_loader_head(a), pns_loader_head(b));
  pns_loader_free(a);
  pns_loader_free(b);
  return newer;
}

void pns_generations_order(const char *path, struct pns_generation_name order[PNS_GENERATIONS]) {
  for (int i = 0; i < PNS_GENERATIONS; i++) {
    order[i].generation = (enum pns_generation)i;
    snprintf(order[i].path, sizeof order[i].path, "%s%s", path, pns_generation_suffixes[i]);
    order[i].exists = access(order[i].path, F_OK) == 0;
  }
  if (!order[0].exists || !order[1].exists || !fresh_is_newer(order[1].path, order[0].path)) return;
  const struct pns_generation_name named = order[0];
  order[0] = order[1];
  order[1] = named;
}
