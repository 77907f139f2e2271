/*
 * One search under virtual clocks: the workers of src/search, stepped one at a time in the order of
 * their clocks. Nothing here knows a game or an option; the same seed gives the same run.
 */
#ifndef PNS_SIMULATE_SCHEDULE_H
#define PNS_SIMULATE_SCHEDULE_H

#include "search/worker.h"
#include "simulate/lines.h"

/* In picoseconds. */
struct pns_step_costs {
  uint64_t visit_ps, retreat_ps, expansion_ps;
  uint64_t yield_ps, lock_ps;
  struct pns_lines_costs lines;
};

struct pns_schedule {
  uint32_t workers; /* the store must have been made for as many */
  uint64_t seed;
  bool contention;
  struct pns_step_costs costs;
  uint64_t expansions; /* limits; UINT64_MAX: none */
  uint64_t time_ps;
};

/* Times are sums over the workers, but for the first. */
struct pns_schedule_result {
  enum pns_reason reason; /* PNS_REASON_NONE: the root is solved */
  uint64_t time_ps;       /* the whole took */
  struct pns_tally tally;
  struct pns_lines_tally lines;
  uint64_t lines_ps; /* waiting for lines, queues included */
  uint64_t pause_ps, still_ps;
  uint64_t growths, sweeps;
};

/* Searches until the root is solved or a limit is met. Afterwards no worker is on any path. */
enum pns_status pns_schedule_run(const struct pns_search *search,
                                 const struct pns_schedule *schedule,
                                 struct pns_schedule_result *result, struct pns_error *error);

#endif
