/*
 * Measuring what steps cost, by the worker that really searches.
 *
 * A search is run twice, from an empty store. The first run is timed as a whole. The second is
 * timed step by step, less what reading the clock takes; since that slows down what overlaps
 * otherwise, it only says how the time divides among visits, retreats and expansions. Together they
 * give costs with which one simulated worker takes as long as a real one, growing indices included.
 */
#include <pthread.h>
#include <sched.h>
#include <string.h>
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

/* A step that took longer was interrupted. */
static const double INTERRUPTED_NS = 30000;

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

static enum pns_did time_step(struct meter *m) {
  enum pns_phase phase = m->worker->phase;
  double started = now_ns();
  enum pns_did did = pns_worker_step(m->worker);
  double spent = now_ns() - started - m->overhead_ns;
  if (spent > INTERRUPTED_NS) return did;
  m->spent_ns[phase] += spent;
  m->steps[phase]++;
  return did;
}

static enum pns_did count_step(struct meter *m) {
  m->steps[m->worker->phase]++;
  return pns_worker_step(m->worker);
}

/* Searches until solved, full, or `seconds` are over; gives the processor time it took. */
static double search(struct meter *m, enum pns_did (*step)(struct meter *), double seconds) {
  double started = pns_clock_now(), own = own_ns(), elapsed = 0;
  enum pns_did did = PNS_DID_VISIT;
  bool room = true;
  while (room && did != PNS_DID_SOLVE && did != PNS_FOUND_NO_ROOM && elapsed < seconds) {
    for (int i = 0; i < STEPS_AT_ONCE && did != PNS_DID_SOLVE && did != PNS_FOUND_NO_ROOM; i++)
      did = step(m);
    room = keep_room(m->store);
    elapsed = pns_clock_now() - started;
  }
  return (own_ns() - own) * 1e-9;
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
  struct pns_game_cost cost = {.visit_ns = each[PNS_PHASE_VISIT] * scale,
                               .retreat_ns = each[PNS_PHASE_RETREAT] * scale,
                               .expansion_ns = each[PNS_PHASE_EXPAND] * scale};
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
