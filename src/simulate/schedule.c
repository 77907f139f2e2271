#include "simulate/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "search/collect.h"
#include "search/patience.h"
#include "search/pause.h"
#include "simulate/clocks.h"
#include "simulate/watch.h"

enum { MEETINGS = 2 /* of a safepoint */ };

struct member {
  struct pns_worker worker;
  uint64_t expanded_at; /* visits at the last expansion */
  uint32_t pauses;      /* in a row */
};

struct run {
  const struct pns_search *search;
  const struct pns_schedule *schedule;
  struct pns_schedule_result *result;
  uint32_t ready; /* members that can be given back */
  struct member *members;
  struct pns_clock *heap;
  struct pns_clocks clocks;
  struct pns_lines *lines;
  struct pns_places places;
  struct pns_patience patience;
  uint64_t expansions; /* by all */
  bool over;
};

static void end(struct run *r, enum pns_reason reason) {
  if (!r->over) r->result->reason = reason;
  r->over = true;
}

/* ---- safepoints ---- */

static struct pns_tally sum_tallies(const struct run *r) {
  uint64_t sums[sizeof(struct pns_tally) / sizeof(uint64_t)] = {0};
  for (uint32_t i = 0; i < r->ready; i++) {
    uint64_t own[sizeof sums / sizeof sums[0]];
    memcpy(own, &r->members[i].worker.tally, sizeof own);
    for (size_t k = 0; k < sizeof sums / sizeof sums[0]; k++) sums[k] += own[k];
  }
  struct pns_tally tally;
  memcpy(&tally, sums, sizeof tally);
  return tally;
}

/* All wait for the last, and each passes the lock on when a meeting is over. What they do in
 * between is part of the measured costs, and shared. */
static void stand_still(struct run *r) {
  uint64_t latest = pns_clocks_latest(&r->clocks), meeting = 0;
  if (r->clocks.count > 1)
    meeting = r->clocks.count *
              (r->schedule->costs.lock_ps + r->schedule->costs.lines.transfer_ps) * MEETINGS;
  uint64_t until = latest + meeting;
  for (uint32_t i = 0; i < r->clocks.count; i++)
    r->result->still_ps += until - r->clocks.heap[i].now;
  pns_clocks_meet(&r->clocks, until);
  r->places.indices++;
}

static void come_home(struct run *r) {
  for (uint32_t i = 0; i < r->ready; i++) {
    pns_worker_unwind(&r->members[i].worker, 0);
    pns_store_settle(r->search->store, &r->members[i].worker.cursor);
  }
}

static bool sweep_all(struct run *r) {
  if (!pns_sweep_begin(r->search)) return false;
  pns_sweep_mark(r->search);
  pns_sweep_weigh(r->search->store);
  if (!pns_sweep_choose(r->search->store)) return false;
  pns_sweep_settle(r->search->store);
  pns_sweep_move(r->search->store);
  pns_sweep_end(r->search->store);
  return true;
}

static void sweep(struct run *r) {
  come_home(r);
  if (!sweep_all(r)) {
    end(r, PNS_REASON_MEMORY);
    return;
  }
  stand_still(r);
  pns_lines_forget(r->lines);
  r->result->sweeps++;
  uint64_t capacity = pns_store_capacity(r->search->store);
  struct pns_tally tally = sum_tallies(r);
  if (!pns_patience_left(&r->patience, &tally, capacity)) end(r, PNS_REASON_MEMORY);
  for (uint32_t i = 0; i < r->ready; i++) {
    r->members[i].worker.milestone_work = capacity / 8;
    pns_worker_restart(&r->members[i].worker);
  }
}

static void grow(struct run *r) {
  struct pns_store *store = r->search->store;
  if (!pns_store_grow_begin(store)) {
    sweep(r);
    return;
  }
  pns_store_grow_share(store);
  pns_store_grow_end(store);
  r->result->growths++;
  stand_still(r);
}

/* ---- steps ---- */

/* Steps take a quarter more or less than on average. */
static uint64_t vary(struct run *r, uint64_t ps) {
  return ps * (768 + pns_clocks_draw(&r->clocks.random) % 513) / 1024;
}

static uint64_t step_cost(struct run *r, const struct pns_stance *before,
                          const struct pns_worker *worker) {
  const struct pns_step_costs *costs = &r->schedule->costs;
  /* A look round among positions that come back may expand several. */
  uint64_t expanded = worker->tally.expansions - before->expansions;
  if (expanded > 0) return vary(r, expanded * costs->expansion_ps);
  if (before->phase == PNS_PHASE_EXPAND) return vary(r, costs->expansion_ps);
  if (before->phase == PNS_PHASE_VISIT) return vary(r, costs->visit_ps);
  /* Unwinding looks at each node it comes to, but for the last. */
  uint64_t levels = before->depth - worker->depth;
  uint64_t unwound = levels > 1 ? levels - 1 : 0;
  return vary(r, costs->retreat_ps) + unwound * (costs->retreat_ps + costs->visit_ps);
}

static uint64_t pause_cost(struct run *r, struct member *m) {
  m->worker.tally.waits++;
  uint64_t ps = (uint64_t)pns_pause_ns(++m->pauses) * 1000;
  ps = vary(r, ps + r->schedule->costs.yield_ps);
  r->result->pause_ps += ps;
  return ps;
}

static bool is_stuck(struct member *m) {
  if (m->worker.tally.visits - m->expanded_at < PNS_STUCK_VISITS) return false;
  m->expanded_at = m->worker.tally.visits;
  return true;
}

static void count_expansions(struct run *r, struct member *m, uint64_t expanded) {
  m->pauses = 0;
  m->expanded_at = m->worker.tally.visits;
  r->expansions += expanded;
  if (r->expansions >= r->schedule->expansions) end(r, PNS_REASON_EXPANSIONS);
  if (pns_store_crowded(r->search->store)) grow(r);
}

/* Acts on what a step did, after the clock has moved on. */
static void follow_up(struct run *r, struct member *m, enum pns_did did, uint64_t expanded) {
  switch (did) {
    case PNS_DID_EXPAND:
      count_expansions(r, m, expanded);
      return;
    case PNS_DID_SOLVE:
      end(r, PNS_REASON_NONE);
      return;
    case PNS_FOUND_NO_ROOM:
      sweep(r);
      return;
    case PNS_FOUND_NO_MEMORY:
      end(r, PNS_REASON_MEMORY);
      return;
    case PNS_DID_NOTHING:
    case PNS_DID_VISIT:
    case PNS_DID_RETREAT:
      return;
  }
}

static void step(struct run *r) {
  uint32_t number = r->clocks.heap[0].worker;
  uint64_t now = r->clocks.heap[0].now;
  struct member *m = &r->members[number];
  struct pns_stance before = pns_watch_before(&m->worker);
  enum pns_did did = pns_worker_step(&m->worker);
  if (r->schedule->contention) {
    uint64_t come = pns_watch_after(&m->worker, number, &before, &r->places, r->lines, now);
    r->result->lines_ps += come - now;
    now = come;
  }
  now += step_cost(r, &before, &m->worker);
  if (did == PNS_DID_NOTHING || (did != PNS_DID_EXPAND && is_stuck(m))) now += pause_cost(r, m);
  r->result->time_ps = now;
  if (now > r->schedule->time_ps) end(r, PNS_REASON_TIME);
  pns_clocks_advance(&r->clocks, now);
  follow_up(r, m, did, m->worker.tally.expansions - before.expansions);
}

/* ---- the run ---- */

static bool make_room(struct run *r) {
  uint32_t workers = r->schedule->workers;
  r->members = calloc(workers, sizeof *r->members);
  r->heap = calloc(workers, sizeof *r->heap);
  r->lines = pns_lines_new(workers, r->schedule->costs.lines);
  return r->members != NULL && r->heap != NULL && r->lines != NULL;
}

static enum pns_status init(struct run *r, struct pns_error *error) {
  const struct pns_schedule *schedule = r->schedule;
  if (!make_room(r))
    return pns_error_set(error, PNS_ERROR_SYSTEM, "no memory to simulate %u workers",
                         schedule->workers);
  for (; r->ready < schedule->workers; r->ready++) {
    struct member *m = &r->members[r->ready];
    if (pns_worker_init(&m->worker, r->search, error) != PNS_OK) return PNS_ERROR_SYSTEM;
    m->worker.milestone_work = UINT64_MAX;
    r->expansions += m->worker.tally.expansions;
  }
  pns_clocks_init(&r->clocks, r->heap, schedule->workers, schedule->seed,
                  schedule->workers > 1 ? schedule->costs.expansion_ps : 0);
  return PNS_OK;
}

static void done(struct run *r) {
  for (uint32_t i = 0; i < r->ready; i++) pns_worker_done(&r->members[i].worker);
  pns_lines_free(r->lines);
  free(r->heap);
  free(r->members);
}

enum pns_status pns_schedule_run(const struct pns_search *search,
                                 const struct pns_schedule *schedule,
                                 struct pns_schedule_result *result, struct pns_error *error) {
  memset(result, 0, sizeof *result);
  struct run r = {.search = search,
                  .schedule = schedule,
                  .result = result,
                  .places = {.store = search->store},
                  .patience = pns_patience_new()};
  enum pns_status status = init(&r, error);
  if (status == PNS_OK) {
    if (r.expansions >= schedule->expansions) end(&r, PNS_REASON_EXPANSIONS);
    while (!r.over) step(&r);
    come_home(&r);
    result->tally = sum_tallies(&r);
    result->lines = *pns_lines_tally(r.lines);
  }
  done(&r);
  return status;
}
