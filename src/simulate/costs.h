/* Costs as pns/simulate.h gives them out, from inside. */
#ifndef PNS_SIMULATE_COSTS_H
#define PNS_SIMULATE_COSTS_H

#include <pns/simulate.h>

enum {
#define PNS_COST(name, ns, help) PNS_COST_##name,
#include "simulate/costs.def"
#undef PNS_COST
  PNS_COSTS,
};

/* Nothing takes longer: a second. */
#define PNS_COST_MOST_NS 1e9

struct pns_costs {
  char machine[160];
  struct pns_cost shared[PNS_COSTS];
  size_t count, capacity;
  struct pns_game_cost *games;
};

/* "connect4:6x5", cut to what fits. */
void pns_costs_spec(const struct pns_position *position, char spec[], size_t size);
/* Adds a game's costs, or replaces those of the same spec. False when out of memory. */
bool pns_costs_put(struct pns_costs *costs, const struct pns_game_cost *cost);
/* Sets the machine's name to what this one calls itself. */
void pns_costs_name_machine(struct pns_costs *costs);

/* What two threads on two CPUs need to pass a line on; negative when there are no two CPUs. */
double pns_transfer_measure_ns(void);

#endif
