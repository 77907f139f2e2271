/*
 * Measuring what steps cost, by the worker that really searches.
 *
 * A search is run twice, from an empty store. The first run is timed as a whole. The second is
 * timed step by step, less what reading the clock takes; since that slows down what overlaps
 * otherwise, it only says how the time divides among visits, retreats and expansions. Together they
 * give costs with which one simulated worker takes as long as a real one, growing indices included.
 */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "engine/solver.h"
#include "simulate/costs.h"

enum {
  STEPS_AT_ONCE = 256, /* between two looks at the time */
  REPEATS = 10000,     /* of operations that take nanoseconds */
  YIELDS = 500,
  BATCHES = 21,
};

static const double MEASURE_S = 0.8; /* each of the two */
static const double LEAST_S = 0.02;  /* that makes sense to measure */

/* A step that took longer, and so many times as long as others of its kind, was interrupted. */
static const double INTERRUPTED_NS = 30000, INTERRUPTED_TIMES = 20;

struct meter {
  struct pns_worker *worker;
  struct pns_store *store;
  double spent_ns[3]; /* by phase */
  uint64_t steps[3];
  double overhead_ns; /* of reading the clock */
};

static double clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

/* Of this thread alone, so that it does not matter who else uses the machine. */
static double own_ns(void) { return clock_ns(CLOCK_THREAD_CPUTIME_ID); }

/* How often this thread gave its processor away of its own accord. */
static uint64_t times_waited(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return (uint64_t)usage.ru_nvcsw;
}

/* The least of several: others may have taken the processor away. */
static double least_ns(double (*measure)(void)) {
  double least = measure();
  for (int i = 1; i < BATCHES; i++) {
    double now = measure();
    if (now < least) least = now;
  }
  return least;
}

static double measure_clock(void) {
  double started = now_ns(), last = started;
  for (int i = 0; i < REPEATS; i++) last = now_ns();
  return (last - started) / REPEATS;
}

/* False when the store is full. */
static bool keep_room(struct pns_store *store) {
  if (!pns_store_crowded(store)) return true;
  if (!pns_store_grow_begin(store)) return false;
  pns_store_grow_share(store);
  pns_store_grow_end(store);
  return true;
}

/* Interrupted steps do not count. A visit that looked round among positions that come back may have
 * expanded several: these, and no visit. */
static void count(struct meter *m, enum pns_phase phase, uint64_t expanded, double spent_ns) {
  const bool looked_round = phase == PNS_PHASE_VISIT && expanded > 0;
  const enum pns_phase kind = looked_round ? PNS_PHASE_EXPAND : phase;
  const uint64_t steps = looked_round ? expanded : 1;
  const double usual_ns =
      m->steps[kind] == 0 ? spent_ns : m->spent_ns[kind] / (double)m->steps[kind];
  if (spent_ns > INTERRUPTED_NS && spent_ns > INTERRUPTED_TIMES * usual_ns * (double)steps) return;
  m->spent_ns[kind] += spent_ns;
  m->steps[kind] += steps;
}

static enum pns_did time_step(struct meter *m) {
  const enum pns_phase phase = m->worker->phase;
  const uint64_t expanded = m->worker->tally.expansions;
  double started = now_ns();
  enum pns_did did = pns_worker_step(m->worker);
  double spent = now_ns() - started - m->overhead_ns;
  count(m, phase, m->worker->tally.expansions - expanded, spent);
  return did;
}

static enum pns_did count_step(struct meter *m) {
  const enum pns_phase phase = m->worker->phase;
  const uint64_t expanded = m->worker->tally.expansions;
  enum pns_did did = pns_worker_step(m->worker);
  count(m, phase, m->worker->tally.expansions - expanded, 0);
  return did;
}

/* Searches until solved, full, or `seconds` are over; gives the time it took: the processor's, or
 * all of it where the game waits, for another program or asleep. */
static double search(struct meter *m, enum pns_did (*step)(struct meter *), double seconds) {
  double started = pns_clock_now(), own = own_ns(), elapsed = 0;
  uint64_t waited = times_waited(), expanded = m->steps[PNS_PHASE_EXPAND];
  enum pns_did did = PNS_DID_VISIT;
  bool room = true;
  while (room && did != PNS_DID_SOLVE && did != PNS_FOUND_NO_ROOM && elapsed < seconds) {
    for (int i = 0; i < STEPS_AT_ONCE && did != PNS_DID_SOLVE && did != PNS_FOUND_NO_ROOM; i++)
      did = step(m);
    room = keep_room(m->store);
    elapsed = pns_clock_now() - started;
  }
  bool waits = times_waited() - waited >= m->steps[PNS_PHASE_EXPAND] - expanded;
  return waits ? elapsed : (own_ns() - own) * 1e-9;
}

/* One run from an empty store. */
static enum pns_status run(const struct pns_position *position, const struct pns_options *options,
                           struct meter *m, enum pns_did (*step)(struct meter *), double seconds,
                           double *elapsed, struct pns_error *error) {
  struct pns_solver *solver = NULL;
  struct pns_options alone = *options;
  alone.threads = 1;
  enum pns_status status = pns_solver_new(position, &alone, &solver, error);
  if (status != PNS_OK) return status;
  if (solver->root == NULL) {
    status = pns_error_set(error, PNS_ERROR_INPUT,
                           "the game is over, expected a position with something to search");
  } else {
    m->worker = pns_pool_borrow(solver->pool);
    m->store = solver->search.store;
    *elapsed += search(m, step, seconds);
  }
  pns_solver_free(solver);
  return status;
}

/* Short searches are repeated. */
static enum pns_status run_long(const struct pns_position *position,
                                const struct pns_options *options, struct meter *m,
                                enum pns_did (*step)(struct meter *), double *elapsed,
                                struct pns_error *error) {
  double deadline = pns_clock_now() + MEASURE_S;
  enum pns_status status = PNS_OK;
  do {
    status = run(position, options, m, step, deadline - pns_clock_now(), elapsed, error);
  } while (status == PNS_OK && deadline - pns_clock_now() > LEAST_S);
  return status;
}

enum pns_status pns_costs_measure_game(struct pns_costs *costs, const struct pns_position *position,
                                       const struct pns_options *options, struct pns_error *error) {
  struct meter whole = {0}, parts = {.overhead_ns = least_ns(measure_clock)};
  double whole_s = 0, parts_s = 0;
  enum pns_status status = run_long(position, options, &whole, count_step, &whole_s, error);
  if (status == PNS_OK) status = run_long(position, options, &parts, time_step, &parts_s, error);
  if (status != PNS_OK) return status;
  double each[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    each[i] = parts.steps[i] == 0 ? 0 : parts.spent_ns[i] / (double)parts.steps[i];
    if (each[i] < 1) each[i] = 1;
    sum += each[i] * (double)whole.steps[i];
  }
  double scale = whole_s * 1e9 / sum;
  struct pns_game_cost cost = {
      .visit_ns = fmin(each[PNS_PHASE_VISIT] * scale, PNS_COST_MOST_NS),
      .retreat_ns = fmin(each[PNS_PHASE_RETREAT] * scale, PNS_COST_MOST_NS),
      .expansion_ns = fmin(each[PNS_PHASE_EXPAND] * scale, PNS_COST_MOST_NS),
  };
  pns_costs_spec(position, cost.spec, sizeof cost.spec);
  if (pns_costs_put(costs, &cost)) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "no memory for costs");
}

/* ---- what all games share ---- */

static double measure_atomic(void) {
  _Atomic uint64_t counter = 0;
  double started = now_ns();
  for (int i = 0; i < REPEATS; i++) atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return (now_ns() - started) / REPEATS;
}

static double measure_lock(void) {
  pthread_mutex_t lock;
  if (pthread_mutex_init(&lock, NULL) != 0) return 0;
  double started = now_ns();
  for (int i = 0; i < REPEATS; i++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  double spent = (now_ns() - started) / REPEATS;
  pthread_mutex_destroy(&lock);
  return spent;
}

static double measure_yield(void) {
  double started = now_ns();
  for (int i = 0; i < YIELDS; i++) sched_yield();
  return (now_ns() - started) / YIELDS;
}

void pns_costs_measure(struct pns_costs *costs, const char **warning) {
  double transfer = pns_transfer_measure_ns();
  *warning = NULL;
  if (transfer > 0)
    costs->shared[PNS_COST_transfer].ns = transfer;
  else
    *warning = "two CPUs are needed to measure a transfer: the figure built in is kept";
  costs->shared[PNS_COST_atomic].ns = least_ns(measure_atomic);
  costs->shared[PNS_COST_lock].ns = least_ns(measure_lock);
  costs->shared[PNS_COST_yield].ns = least_ns(measure_yield);
  pns_costs_name_machine(costs);
}
