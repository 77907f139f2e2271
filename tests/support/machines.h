/* Step machines on a random graph, with settings drawn like it: workers without threads, whose
 * steps come in an order drawn by seed, so that every interleaving can be had again. Include the
 * cmocka headers first. */
#ifndef PNS_TESTS_MACHINES_H
#define PNS_TESTS_MACHINES_H

#include "search/worker.h"
#include "support/graph.h"

enum { MACHINES_MOST = 64 };

struct machines {
  uint32_t seed; /* named when something is wrong */
  struct graph *graph;
  struct pns_game game;
  struct pns_position *position;
  struct pns_search search;
  uint32_t workers;
  struct pns_worker worker[MACHINES_MOST];
};

/* Takes the graph over. */
void machines_set_up(struct machines *m, struct graph *graph, struct random *random, uint32_t seed,
                     uint32_t workers);
void machines_tear_down(struct machines *m);

/* Steps until the root is solved, in bursts of one worker, so that others stand still for long now
 * and then; all come home. Fails the test after `most` steps. */
void machines_run(struct machines *m, struct random *random, uint32_t most);
/* Single steps without a burst, as many or until the root is solved; all come home. True when it
 * is. */
bool machines_take_steps(struct machines *m, struct random *random, uint32_t steps);
/* The same graph under the simulator's clocks, lines and pauses, to the end. */
void machines_simulate(struct machines *m);

/* Every solved word in the store, of nodes and of edges, is what a look at the whole graph says,
 * the root is solved, and no mark was left behind. True when the prover wins. */
bool machines_check(struct machines *m);

#endif
