/* pns_simulate: a solver's search, handed to virtual clocks. */
#include <math.h>
#include <string.h>

#include "simulate/costs.h"
#include "simulate/schedule.h"
#include "simulate/solver.h"

enum { WORKERS_MOST = 1024 };

static uint64_t ps_of(double ns) { return (uint64_t)llround(ns * 1000); }

/* A hundred days of virtual time are no limit. */
static uint64_t limit_ps(double seconds) {
  const double ps = seconds * 1e12;
  return ps > 0 && ps < 0x1p63 ? (uint64_t)ps : UINT64_MAX;
}

static struct pns_step_costs step_costs(const struct pns_costs *costs,
                                        const struct pns_position *position) {
  struct pns_game_cost game;
  pns_costs_game(costs, position, &game);
  const struct pns_cost *shared = costs->shared;
  return (struct pns_step_costs){
      .visit_ps = ps_of(game.visit_ns),
      .retreat_ps = ps_of(game.retreat_ns),
      .expansion_ps = ps_of(game.expansion_ns),
      .yield_ps = ps_of(shared[PNS_COST_yield].ns),
      .lock_ps = ps_of(shared[PNS_COST_lock].ns),
      .lines = {ps_of(shared[PNS_COST_transfer].ns), ps_of(shared[PNS_COST_atomic].ns)},
  };
}

static struct pns_schedule schedule_of(const struct pns_solver *solver,
                                       const struct pns_simulation *asked) {
  const struct pns_options *options = &solver->options;
  return (struct pns_schedule){
      .workers = asked->workers,
      .seed = asked->schedule,
      .contention = asked->contention,
      .costs = step_costs(asked->costs, solver->position),
      .expansions = options->expansions > 0 ? options->expansions : UINT64_MAX,
      .time_ps = limit_ps(options->time_s),
  };
}

static void report(const struct pns_schedule *schedule, const struct pns_schedule_result *result,
                   struct pns_simulated *told) {
  double all = (double)result->time_ps * schedule->workers;
  told->expansions = result->tally.expansions;
  told->visits = result->tally.visits;
  told->wasted = result->tally.wasted + result->tally.duplicates;
  told->waits = result->tally.waits;
  told->transfers = result->lines.transfers;
  told->collections = result->sweeps;
  told->growths = result->growths;
  told->virtual_s = (double)result->time_ps * 1e-12;
  if (result->time_ps == 0) return;
  told->transfer_share = (double)(result->lines_ps - result->lines.queue_ps) / all;
  told->queue_share = (double)result->lines.queue_ps / all;
  told->pause_share = (double)result->pause_ps / all;
  told->still_share = (double)result->still_ps / all;
}

static void judge(const struct pns_solver *solver, struct pns_simulated *told) {
  uint64_t word = pns_solver_root_word(solver);
  if (!pns_word_solved(word)) return;
  told->verdict = pns_word_pn(word) == 0 ? PNS_PROVEN : PNS_DISPROVEN;
  told->reason = PNS_REASON_NONE;
}

/* The solver's workers give way to the schedule's, so that none has expanded anything yet. */
enum pns_status pns_simulate_solver(struct pns_solver *solver, const struct pns_simulation *asked,
                                    struct pns_simulated *told, struct pns_error *error) {
  struct pns_schedule schedule = schedule_of(solver, asked);
  struct pns_schedule_result result;
  enum pns_status status = PNS_OK;
  told->workers = asked->workers;
  if (solver->root != NULL) {
    status = pns_solver_renew_store(solver, error);
    if (status == PNS_OK) status = pns_schedule_run(&solver->search, &schedule, &result, error);
    if (status != PNS_OK) return status;
    report(&schedule, &result, told);
    told->reason = result.reason;
  }
  judge(solver, told);
  return status;
}

enum pns_status pns_simulate(const struct pns_position *position, const struct pns_options *options,
                             const struct pns_simulation *simulation,
                             struct pns_simulated *simulated, struct pns_error *error) {
  struct pns_solver *solver = NULL;
  struct pns_options asked = *options;
  memset(simulated, 0, sizeof *simulated);
  if (simulation->workers < 1 || simulation->workers > WORKERS_MOST)
    return pns_error_set(error, PNS_ERROR_INPUT, "workers is %u, expected 1 to %d",
                         simulation->workers, WORKERS_MOST);
  asked.threads = simulation->workers;
  enum pns_status status = pns_solver_new(position, &asked, &solver, error);
  if (status == PNS_OK) status = pns_simulate_solver(solver, simulation, simulated, error);
  pns_solver_free(solver);
  return status;
}
