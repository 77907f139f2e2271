#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "search/pause.h"
#include "search/pool_inside.h"

enum {
  GRANT_MOST = 64,       /* expansions a worker takes from the common limit at once */
  REPORT_EVERY = 256,    /* steps between two reports of a worker's tally */
  STACK_BYTES = 1 << 20, /* games of strangers run on it; only what is touched takes memory */
};

/* `stop` holds one of these or a reason. */
enum { GO_ON = 0, SOLVED = 64 };

/* ---- limits ---- */

/* What somebody asked for, and will not ask for again. */
static bool is_request(int reason) {
  return reason == PNS_REASON_STOP || reason == PNS_REASON_SIGNAL;
}

/* A request takes the place of a limit that was met: whoever runs again and again to the next limit
 * would not hear of it otherwise. */
void pns_pool_stop(struct pns_pool *pool, enum pns_reason reason) {
  int now = atomic_load(&pool->stop);
  while (now == GO_ON || (is_request((int)reason) && !is_request(now)))
    if (atomic_compare_exchange_weak(&pool->stop, &now, (int)reason)) return;
}

static void set_solved(struct pns_pool *pool) {
  int none = GO_ON;
  atomic_compare_exchange_strong(&pool->stop, &none, SOLVED);
}

/* Takes some of the expansions left, fewer as the end comes near, so that the limit is used up by
 * whoever is fast. */
static bool take_grant(struct pns_member *m) {
  struct pns_pool *pool = m->pool;
  if (!pool->counted) {
    m->grant = UINT64_MAX;
    return true;
  }
  uint64_t left = atomic_load_explicit(&pool->left, memory_order_relaxed);
  while (left > 0) {
    uint64_t part = left / (4 * (uint64_t)pool->threads) + 1;
    if (part > GRANT_MOST) part = GRANT_MOST;
    if (atomic_compare_exchange_weak_explicit(&pool->left, &left, left - part, memory_order_relaxed,
                                              memory_order_relaxed)) {
      m->grant = part;
      return true;
    }
  }
  return false;
}

/* ---- one thread ---- */

static void report(struct pns_member *m) {
  uint64_t figures[sizeof m->reported / sizeof m->reported[0]];
  memcpy(figures, &m->worker.tally, sizeof m->worker.tally);
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
    atomic_store_explicit(&m->reported[i], figures[i], memory_order_relaxed);
  m->steps = 0;
}

/* Lets others run, longer each time. */
static void pause_a_little(struct pns_member *m) {
  m->worker.tally.waits++;
  uint32_t ns = pns_pause_ns(++m->pauses);
  if (ns == 0) {
    sched_yield();
    return;
  }
  struct timespec length = {.tv_sec = 0, .tv_nsec = ns};
  nanosleep(&length, NULL);
}

/* A step may expand several positions (STUCK-3). */
static void use_grant(struct pns_member *m) {
  const uint64_t expansions = m->worker.tally.expansions, used = expansions - m->paid;
  m->grant -= used < m->grant ? used : m->grant;
  m->paid = expansions;
}

/* Acts on what a step did. */
static void follow_up(struct pns_member *m, enum pns_did did) {
  switch (did) {
    case PNS_DID_EXPAND:
      use_grant(m);
      m->pauses = 0;
      m->expanded_at = m->worker.tally.visits;
      if (pns_store_crowded(m->pool->search->store)) pns_safepoint_ask(m->pool, false);
      return;
    case PNS_DID_NOTHING:
      pause_a_little(m);
      return;
    case PNS_DID_SOLVE:
      set_solved(m->pool);
      return;
    case PNS_FOUND_NO_ROOM: /* or the game is broken, which the next step finds */
      if (!pns_search_broken(m->pool->search)) pns_safepoint_ask(m->pool, true);
      return;
    case PNS_FOUND_NO_MEMORY:
      pns_pool_stop(m->pool, PNS_REASON_MEMORY);
      return;
    case PNS_DID_VISIT:
    case PNS_DID_RETREAT:
      if (m->worker.tally.visits - m->expanded_at < PNS_STUCK_VISITS) return;
      m->expanded_at = m->worker.tally.visits;
      pause_a_little(m);
  }
}

/* True when this thread may go: everybody who waits at a meeting counts on it otherwise (SAFE-1).
 */
static bool leave(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  bool held = atomic_load_explicit(&pool->hold, memory_order_relaxed);
  if (!held) {
    pool->live--;
    pthread_cond_broadcast(&pool->changed);
  }
  pthread_mutex_unlock(&pool->lock);
  return !held;
}

static void search_on(struct pns_member *m) {
  struct pns_pool *pool = m->pool;
  if (pns_search_broken(pool->search)) {
    pns_pool_stop(pool, PNS_REASON_STOP);
    return;
  }
  if (m->grant == 0 && !take_grant(m)) {
    pns_pool_stop(pool, PNS_REASON_EXPANSIONS);
    return;
  }
  follow_up(m, pns_worker_step(&m->worker));
  if (++m->steps >= REPORT_EVERY) report(m);
}

void pns_member_come_home(struct pns_member *m) {
  pns_worker_unwind(&m->worker, 0);
  pns_store_settle(m->pool->search->store, &m->worker.cursor);
  report(m);
}

static void *run_member(void *argument) {
  struct pns_member *m = argument;
  struct pns_pool *pool = m->pool;
  bool left = false;
  while (!left) {
    if (atomic_load_explicit(&pool->hold, memory_order_relaxed)) {
      pns_safepoint(m);
    } else if (atomic_load_explicit(&pool->stop, memory_order_relaxed) == GO_ON) {
      search_on(m);
    } else {
      pns_member_come_home(m);
      left = leave(pool);
    }
  }
  return NULL;
}

/* ---- the pool ---- */

static bool init_lock(struct pns_pool *pool) {
  pthread_condattr_t monotonic;
  if (pthread_mutex_init(&pool->lock, NULL) != 0) return false;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  bool done = pthread_cond_init(&pool->changed, &monotonic) == 0;
  pthread_condattr_destroy(&monotonic);
  return done;
}

struct pns_pool *pns_pool_new(const struct pns_search *search, uint32_t threads,
                              struct pns_error *error) {
  struct pns_pool *pool = aligned_alloc(64, sizeof *pool);
  struct pns_member *members = aligned_alloc(128, threads * sizeof *members);
  if (pool == NULL || members == NULL) {
    free(pool);
    free(members);
    pns_error_set(error, PNS_ERROR_SYSTEM, "no memory for %u workers", threads);
    return NULL;
  }
  memset(pool, 0, sizeof *pool);
  memset(members, 0, threads * sizeof *members);
  pool->search = search;
  pool->patience = pns_patience_new();
  pool->members = members;
  enum pns_status status = PNS_OK;
  if (!init_lock(pool)) status = pns_error_set(error, PNS_ERROR_SYSTEM, "no lock for the workers");
  for (uint32_t i = 0; i < threads && status == PNS_OK; i++) {
    members[i].pool = pool;
    members[i].number = i;
    status = pns_worker_init(&members[i].worker, search, error);
    members[i].worker.milestone_work = UINT64_MAX;
    if (status == PNS_OK) pool->threads++;
  }
  if (status != PNS_OK) {
    pns_pool_free(pool);
    return NULL;
  }
  return pool;
}

void pns_pool_free(struct pns_pool *pool) {
  if (pool == NULL) return;
  for (uint32_t i = 0; i < pool->threads; i++) pns_worker_done(&pool->members[i].worker);
  pthread_cond_destroy(&pool->changed);
  pthread_mutex_destroy(&pool->lock);
  pns_affinity_free(pool->affinity);
  free(pool->members);
  free(pool);
}

void pns_pool_pin(struct pns_pool *pool) {
  pns_affinity_free(pool->affinity);
  pool->affinity = pns_affinity_new();
}

uint32_t pns_pool_pinned(const struct pns_pool *pool) { return pool->pinned; }

/* The thread is bound before it runs, so that all it ever touches lies close to its CPU. */
static enum pns_status start_thread(struct pns_member *m) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  bool pinned = pns_affinity_bind(m->pool->affinity, m->number, &attributes);
  int failure = pthread_create(&m->thread, &attributes, run_member, m);
  pthread_attr_destroy(&attributes);
  if (failure != 0) return PNS_ERROR_SYSTEM;
  m->pool->pinned += pinned;
  char name[16];
  snprintf(name, sizeof name, "pns-%u", m->number);
  pthread_setname_np(m->thread, name);
  return PNS_OK;
}

static struct timespec timespec_of(double seconds) {
  double whole = floor(seconds);
  return (struct timespec){.tv_sec = (time_t)whole, .tv_nsec = (long)((seconds - whole) * 1e9)};
}

bool pns_pool_tick_soon(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->want_tick = true;
  const bool running = pool->live > 0;
  pthread_cond_broadcast(&pool->changed);
  pthread_mutex_unlock(&pool->lock);
  return running;
}

/* Called with the lock, which is not held meanwhile. */
static void make_tick(struct pns_pool *pool, pns_tick_function *tick, void *user) {
  pool->want_tick = false;
  if (tick == NULL) return;
  pthread_mutex_unlock(&pool->lock);
  tick(user);
  pthread_mutex_lock(&pool->lock);
}

/* Waits until all threads have left, keeping the time limit and the ticks. Called with the lock. */
static void oversee(struct pns_pool *pool, double deadline, double tick_s, pns_tick_function *tick,
                    void *user) {
  double next_tick = tick != NULL && tick_s > 0 ? pns_clock_now() + tick_s : INFINITY;
  while (pool->live > 0) {
    if (pool->want_tick) {
      make_tick(pool, tick, user);
      continue;
    }
    double wake = fmin(next_tick, deadline);
    if (isinf(wake)) {
      pthread_cond_wait(&pool->changed, &pool->lock);
      continue;
    }
    struct timespec until = timespec_of(wake);
    if (pthread_cond_timedwait(&pool->changed, &pool->lock, &until) != ETIMEDOUT) continue;
    double now = pns_clock_now();
    if (now >= deadline) {
      pns_pool_stop(pool, PNS_REASON_TIME);
      deadline = INFINITY;
    }
    if (now >= next_tick) {
      make_tick(pool, tick, user);
      next_tick = pns_clock_now() + tick_s;
    }
  }
}

static void set_limits(struct pns_pool *pool, const struct pns_limits *limits) {
  pool->counted = limits->expansions < UINT64_MAX;
  atomic_store(&pool->left, limits->expansions);
  for (uint32_t i = 0; i < pool->threads; i++) {
    pool->members[i].grant = 0;
    pool->members[i].paid = pool->members[i].worker.tally.expansions;
    pool->members[i].pauses = 0;
  }
}

enum pns_status pns_pool_run(struct pns_pool *pool, const struct pns_limits *limits, double tick_s,
                             pns_tick_function *tick, void *user, enum pns_reason *reason,
                             struct pns_error *error) {
  double deadline = limits->time_s > 0 ? pns_clock_now() + limits->time_s : INFINITY;
  enum pns_status status = PNS_OK;
  set_limits(pool, limits);
  pthread_mutex_lock(&pool->lock);
  pool->live = pool->threads;
  pool->pinned = 0;
  uint32_t started = 0;
  while (started < pool->threads && status == PNS_OK) {
    status = start_thread(&pool->members[started]);
    if (status == PNS_OK) started++;
  }
  if (status != PNS_OK) {
    pns_error_set(error, PNS_ERROR_SYSTEM, "thread %u of %u could not be started: see ulimit -u",
                  started + 1, pool->threads);
    pool->live = started;
    pns_pool_stop(pool, PNS_REASON_STOP);
  }
  oversee(pool, deadline, tick_s, tick, user);
  pthread_mutex_unlock(&pool->lock);
  for (uint32_t i = 0; i < started; i++) pthread_join(pool->members[i].thread, NULL);
  int ended = atomic_exchange(&pool->stop, GO_ON);
  *reason = ended == SOLVED ? PNS_REASON_NONE : (enum pns_reason)ended;
  return status;
}

enum pns_reason pns_pool_stop_reason(const struct pns_pool *pool) {
  return (enum pns_reason)atomic_load(&pool->stop);
}

struct pns_worker *pns_pool_borrow(struct pns_pool *pool) {
  return &pool->members[0].worker;
}

void pns_pool_give_back(struct pns_pool *pool) { pns_member_come_home(&pool->members[0]); }

void pns_pool_restart(struct pns_pool *pool) {
  for (uint32_t i = 0; i < pool->threads; i++) pns_worker_restart(&pool->members[i].worker);
}

struct pns_sweeps pns_pool_sweeps(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  struct pns_sweeps sweeps = pool->sweeps;
  pthread_mutex_unlock(&pool->lock);
  return sweeps;
}

struct pns_tally pns_pool_tally(const struct pns_pool *pool) {
  uint64_t sums[sizeof(struct pns_tally) / sizeof(uint64_t)] = {0};
  for (uint32_t i = 0; i < pool->threads; i++)
    for (size_t k = 0; k < sizeof sums / sizeof sums[0]; k++)
      sums[k] += atomic_load_explicit(&pool->members[i].reported[k], memory_order_relaxed);
  struct pns_tally tally;
  memcpy(&tally, sums, sizeof tally);
  return tally;
}
