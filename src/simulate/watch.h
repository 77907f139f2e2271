/*
 * Which cache lines a step read and wrote, told from outside: how the worker stood before the step
 * and how it stands after it says what it did. So the search carries nothing for the simulator's
 * sake.
 *
 * Loads that do not wait for each other (a node's edges, the heads along the path) are under way
 * together and cost the time of the slowest. Atomic writes follow one another.
 */
#ifndef PNS_SIMULATE_WATCH_H
#define PNS_SIMULATE_WATCH_H

#include "search/worker.h"
#include "simulate/lines.h"

/* How a worker stood before its step. */
struct pns_stance {
  enum pns_phase phase;
  uint32_t depth;
  uint64_t word; /* of the node it stood at */
  uint64_t looked_up_at;
  uint64_t expansions, duplicates;
};

/* Lines are numbered from here: nodes by their place in the arena, buckets behind them. The number
 * of the index makes the buckets of one that grew other lines than before. */
struct pns_places {
  const struct pns_store *store;
  uint64_t indices;
};

struct pns_stance pns_watch_before(const struct pns_worker *worker);
/* When the lines that the step touched have come, if it began now. `number` is the worker's. */
uint64_t pns_watch_after(const struct pns_worker *worker, uint32_t number,
                         const struct pns_stance *before, const struct pns_places *places,
                         struct pns_lines *lines, uint64_t now);

#endif
