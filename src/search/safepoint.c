/*
 * Safepoints.
 *
 * SAFE-1  `hold` is set and `live` changes only under the lock. A thread leaves for good only when
 * it finds `hold` unset there. So whoever waits at a meeting waits for threads that will come.
 * SAFE-2  What the last one to arrive does, he does under the lock with everybody else waiting.
 * What the shares do between two meetings touches the grown index only, except in a sweep, which
 * moves everything: whoever looks from outside waits until `sweeping` is unset.
 * SAFE-3  While `read` is set, nodes published before stay where they are, with all that NODE-1
 * says; a sweep waits. Their atomic fields may change under the reader's eyes.
 */
#include "base/clock.h"
#include "search/collect.h"
#include "search/pool_inside.h"

/* Waits for everybody; the last one acts first, if there is anything to do. */
static void meet(struct pns_pool *pool, void (*last_acts)(struct pns_pool *)) {
  pthread_mutex_lock(&pool->lock);
  uint64_t generation = pool->generation;
  if (++pool->arrived == pool->live) {
    if (last_acts != NULL) last_acts(pool);
    pool->arrived = 0;
    pool->generation++;
    pthread_cond_broadcast(&pool->changed);
  }
  while (pool->generation == generation) pthread_cond_wait(&pool->changed, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

static void choose_job(struct pns_pool *pool) {
  if (pool->want_stand) {
    pool->job = PNS_JOB_STAND;
    return;
  }
  bool grow = !pool->want_sweep && pns_store_grow_begin(pool->search->store);
  pool->job = grow ? PNS_JOB_GROW : PNS_JOB_SWEEP;
}

/* A sweep that was wanted meanwhile is asked for again by whoever finds no room. */
static void resume(struct pns_pool *pool) {
  pool->want_sweep = false;
  pool->sweeping = false;
  atomic_store_explicit(&pool->hold, pool->want_stand, memory_order_relaxed);
}

static void end_growing(struct pns_pool *pool) {
  pns_store_grow_end(pool->search->store);
  resume(pool);
}

/* Instead of waiting idly for whoever reads. The reader cannot end and begin anew meanwhile: to
 * begin it needs all workers at a safepoint. */
static void help_reader(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  const bool read = pool->read;
  if (read && pool->waiting_since_s == 0) pool->waiting_since_s = pns_clock_now();
  pthread_mutex_unlock(&pool->lock);
  if (read) pool->help(pool->helped);
}

static void wait_for_reader(struct pns_pool *pool) {
  while (pool->read) pthread_cond_wait(&pool->changed, &pool->lock);
}

static void begin_sweep(struct pns_pool *pool) {
  if (pool->read) wait_for_reader(pool);
  pool->sweeping = true;
  pool->sweep_started_s = pns_clock_now();
  pool->sweep_nodes = pns_store_nodes(pool->search->store);
  if (pns_sweep_begin(pool->search)) return;
  pool->job = PNS_JOB_NONE;
  pns_pool_stop(pool, PNS_REASON_MEMORY);
}

/* Where the game fell silent during the walk, that has missed what a checkpoint can still keep; the
 * workers find out by themselves. */
static void choose_sweep(struct pns_pool *pool) {
  struct pns_store *store = pool->search->store;
  if (pool->job == PNS_JOB_NONE) return;
  if (pns_search_broken(pool->search)) {
    pns_sweep_cancel(store);
  } else {
    if (pns_sweep_choose(store)) return;
    pns_pool_stop(pool, PNS_REASON_MEMORY);
  }
  pool->job = PNS_JOB_NONE;
}

static void judge_progress(struct pns_pool *pool) {
  struct pns_tally tally = pns_pool_tally(pool);
  if (!pns_patience_left(&pool->patience, &tally, pns_store_capacity(pool->search->store)))
    pns_pool_stop(pool, PNS_REASON_MEMORY);
}

static void end_sweep(struct pns_pool *pool) {
  if (pool->job == PNS_JOB_SWEEP) {
    pns_sweep_end(pool->search->store);
    judge_progress(pool);
    pool->sweeps.count++;
    pool->sweeps.nodes_before = pool->sweep_nodes;
    pool->sweeps.nodes_after = pns_store_nodes(pool->search->store);
    pool->sweeps.seconds += pns_clock_now() - pool->sweep_started_s;
    if (pool->swept != NULL) sem_post(pool->swept);
  }
  resume(pool);
}

static void sweep(struct pns_member *m) {
  struct pns_pool *pool = m->pool;
  struct pns_store *store = pool->search->store;
  pns_member_come_home(m);
  help_reader(pool);
  meet(pool, begin_sweep);
  /* When memory for the walk is short, what it did not reach is dropped: that costs work, no
   * verdict. The root stays, and judge_progress ends a search that finds the same again and again.
   */
  if (pool->job == PNS_JOB_SWEEP) (void)pns_sweep_mark(pool->search);
  meet(pool, NULL);
  if (pool->job == PNS_JOB_SWEEP) pns_sweep_weigh(store);
  meet(pool, choose_sweep);
  if (pool->job == PNS_JOB_SWEEP) pns_sweep_settle(store);
  meet(pool, NULL);
  if (pool->job == PNS_JOB_SWEEP) pns_sweep_move(store);
  meet(pool, end_sweep);
  if (pool->job != PNS_JOB_SWEEP) return;
  m->worker.milestone_work = pns_store_capacity(store) / 8;
  pns_worker_restart(&m->worker);
}

/* The others wait for this one, and this one for whoever asked. */
static void stand_still(struct pns_pool *pool) {
  pool->stands = true;
  pthread_cond_broadcast(&pool->changed);
  while (pool->want_stand) pthread_cond_wait(&pool->changed, &pool->lock);
  pool->stands = false;
  resume(pool);
}

static void stand(struct pns_member *m) {
  pns_member_come_home(m);
  meet(m->pool, stand_still);
}

static void grow(struct pns_member *m) {
  pns_store_grow_share(m->pool->search->store);
  meet(m->pool, end_growing);
}

void pns_safepoint(struct pns_member *m) {
  meet(m->pool, choose_job);
  switch (m->pool->job) {
    case PNS_JOB_STAND:
      stand(m);
      return;
    case PNS_JOB_SWEEP:
      sweep(m);
      return;
    case PNS_JOB_GROW:
    case PNS_JOB_NONE:
      grow(m);
  }
}

void pns_safepoint_ask(struct pns_pool *pool, bool sweep) {
  pthread_mutex_lock(&pool->lock);
  pool->want_sweep |= sweep;
  atomic_store_explicit(&pool->hold, true, memory_order_relaxed);
  pthread_mutex_unlock(&pool->lock);
}

/* ---- asked for from outside ---- */

bool pns_pool_still_begin(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  bool running = pool->live > 0;
  if (running) {
    /* From here on nobody leaves (SAFE-1), so they will come. */
    pool->want_stand = true;
    atomic_store_explicit(&pool->hold, true, memory_order_relaxed);
    while (!pool->stands) pthread_cond_wait(&pool->changed, &pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
  return running;
}

void pns_pool_read_begin(struct pns_pool *pool, pns_help_function *help, void *helped) {
  pthread_mutex_lock(&pool->lock);
  pool->read = true;
  pool->help = help;
  pool->helped = helped;
  pool->waiting_since_s = 0;
  pthread_mutex_unlock(&pool->lock);
}

double pns_pool_read_end(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  const double since_s = pool->waiting_since_s;
  pool->read = false;
  pthread_cond_broadcast(&pool->changed);
  pthread_mutex_unlock(&pool->lock);
  return since_s > 0 ? pns_clock_now() - since_s : 0;
}

void pns_pool_tell_sweeps(struct pns_pool *pool, sem_t *swept) {
  pthread_mutex_lock(&pool->lock);
  pool->swept = swept;
  pthread_mutex_unlock(&pool->lock);
}

void pns_pool_still_end(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->want_stand = false;
  pthread_cond_broadcast(&pool->changed);
  pthread_mutex_unlock(&pool->lock);
}

/* A sweep gives the lock away between its meetings, but nothing may be read until it is over
 * (SAFE-2); the meeting that ends it wakes who waits here. */
void pns_pool_view_begin(struct pns_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  while (pool->sweeping) pthread_cond_wait(&pool->changed, &pool->lock);
}

void pns_pool_view_end(struct pns_pool *pool) { pthread_mutex_unlock(&pool->lock); }
