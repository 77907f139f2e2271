/* A simulation whose store can be looked at afterwards. */
#ifndef PNS_SIMULATE_SOLVER_H
#define PNS_SIMULATE_SOLVER_H

#include <pns/simulate.h>

#include "engine/solver.h"

/* Searches under virtual clocks in the solver's store, emptied before. The solver was made with the
 * option `threads` as the simulation's workers. */
enum pns_status pns_simulate_solver(struct pns_solver *solver, const struct pns_simulation *asked,
                                    struct pns_simulated *told, struct pns_error *error);

#endif
