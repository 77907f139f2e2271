#include "simulate/costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"

/* Where the figures of costs.def and builtin.def were measured. */
#define BUILTIN_MACHINE "AMD EPYC, 2 CPUs of a virtual machine"

static const struct pns_cost shared[PNS_COSTS] = {
#define PNS_COST(name, ns, help) {#name, help, ns},
#include "simulate/costs.def"
#undef PNS_COST
};

static const struct pns_game_cost builtin[] = {
#define PNS_GAME_COST(spec, visit, retreat, expansion) {spec, visit, retreat, expansion},
#include "simulate/builtin.def"
#undef PNS_GAME_COST
};

struct pns_costs *pns_costs_new(void) {
  struct pns_costs *costs = calloc(1, sizeof *costs);
  if (costs == NULL) return NULL;
  snprintf(costs->machine, sizeof costs->machine, "%s", BUILTIN_MACHINE);
  memcpy(costs->shared, shared, sizeof shared);
  for (size_t i = 0; i < sizeof builtin / sizeof builtin[0]; i++) {
    if (pns_costs_put(costs, &builtin[i])) continue;
    pns_costs_free(costs);
    return NULL;
  }
  return costs;
}

void pns_costs_free(struct pns_costs *costs) {
  if (costs == NULL) return;
  free(costs->games);
  free(costs);
}

const struct pns_cost *pns_costs_at(const struct pns_costs *costs, size_t index) {
  return index < PNS_COSTS ? &costs->shared[index] : NULL;
}

const struct pns_game_cost *pns_costs_game_at(const struct pns_costs *costs, size_t index) {
  return index < costs->count ? &costs->games[index] : NULL;
}

const char *pns_costs_machine(const struct pns_costs *costs) { return costs->machine; }

void pns_costs_forget_games(struct pns_costs *costs) { costs->count = 0; }

static bool make_room(struct pns_costs *costs) {
  if (costs->count < costs->capacity) return true;
  size_t capacity = costs->capacity == 0 ? 16 : 2 * costs->capacity;
  struct pns_game_cost *games = realloc(costs->games, capacity * sizeof *games);
  if (games == NULL) return false;
  costs->games = games;
  costs->capacity = capacity;
  return true;
}

bool pns_costs_put(struct pns_costs *costs, const struct pns_game_cost *cost) {
  for (size_t i = 0; i < costs->count; i++) {
    if (strcmp(costs->games[i].spec, cost->spec) != 0) continue;
    costs->games[i] = *cost;
    return true;
  }
  if (!make_room(costs)) return false;
  costs->games[costs->count++] = *cost;
  return true;
}

/* ---- looking up ---- */

void pns_costs_spec(const struct pns_position *position, char spec[], size_t size) {
  const struct pns_rules *rules = pns_position_rules(position);
  bool plain = rules->parameters[0] == '\0';
  snprintf(spec, size, "%s%s%s", rules->game->name, plain ? "" : ":", rules->parameters);
}

static void take_mean(const struct pns_costs *costs, struct pns_game_cost *mean) {
  *mean = (struct pns_game_cost){.spec = ""};
  for (size_t i = 0; i < costs->count; i++) {
    mean->visit_ns += costs->games[i].visit_ns / (double)costs->count;
    mean->retreat_ns += costs->games[i].retreat_ns / (double)costs->count;
    mean->expansion_ns += costs->games[i].expansion_ns / (double)costs->count;
  }
}

void pns_costs_game(const struct pns_costs *costs, const struct pns_position *position,
                    struct pns_game_cost *cost) {
  char spec[sizeof cost->spec];
  pns_costs_spec(position, spec, sizeof spec);
  size_t name = strcspn(spec, ":");
  const struct pns_game_cost *same_game = NULL;
  for (size_t i = 0; i < costs->count; i++) {
    const struct pns_game_cost *game = &costs->games[i];
    bool same = strcspn(game->spec, ":") == name && strncmp(game->spec, spec, name) == 0;
    if (same && (same_game == NULL || strcmp(game->spec, spec) == 0)) same_game = game;
  }
  if (same_game != NULL)
    *cost = *same_game;
  else
    take_mean(costs, cost);
}

void pns_costs_name_machine(struct pns_costs *costs) {
  char line[sizeof costs->machine] = "", model[100] = "unknown processor";
  FILE *info = fopen("/proc/cpuinfo", "re");
  while (info != NULL && fgets(line, sizeof line, info) != NULL)
    if (sscanf(line, "model name : %99[^\n]", model) == 1) break;
  if (info != NULL) fclose(info);
  snprintf(costs->machine, sizeof costs->machine, "%s, %u CPUs", model, pns_machine_cpus());
}
