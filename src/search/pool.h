/*
 * The pool: one thread for each worker, the limits that end them, and the safepoints where they
 * meet. At a safepoint every worker stands between two steps; jobs that move memory run there.
 */
#ifndef PNS_SEARCH_POOL_H
#define PNS_SEARCH_POOL_H

#include <semaphore.h>

#include "search/worker.h"

struct pns_pool;

struct pns_limits {
  uint64_t expansions; /* in this run; UINT64_MAX: no limit */
  double time_s;       /* of this run; 0: no limit */
};

/* Called about every `tick_s` by the thread inside pns_pool_run, without a lock held. */
typedef void pns_tick_function(void *user);

/* Workers for a search whose store allows as many. The root is expanded here. */
struct pns_pool *pns_pool_new(const struct pns_search *search, uint32_t threads,
                              struct pns_error *error);
void pns_pool_free(struct pns_pool *pool);

/* Searches until the root is solved or a limit is met; tells which (PNS_REASON_NONE: solved). When
 * it returns, no worker is on any path. */
enum pns_status pns_pool_run(struct pns_pool *pool, const struct pns_limits *limits, double tick_s,
                             pns_tick_function *tick, void *user, enum pns_reason *reason,
                             struct pns_error *error);

/* Has a running or coming run tick at once, besides its ticks in time. False when no worker is at
 * work now. Any thread; takes a lock. */
bool pns_pool_tick_soon(struct pns_pool *pool);

/* Binds each worker of the coming runs to a CPU of its own, as far as the CPUs of the calling
 * thread go round. */
void pns_pool_pin(struct pns_pool *pool);
/* How many workers of the last run were bound. */
uint32_t pns_pool_pinned(const struct pns_pool *pool);

/* Ends a running or coming run; async-signal-safe, any thread; the first reason wins. */
void pns_pool_stop(struct pns_pool *pool, enum pns_reason reason);

/* The reason a coming run would end at once for; PNS_REASON_NONE when it would not. */
enum pns_reason pns_pool_stop_reason(const struct pns_pool *pool);

/* The first worker, to be stepped by the caller while the pool does not run; giving it back unwinds
 * it and counts its work. */
struct pns_worker *pns_pool_borrow(struct pns_pool *pool);
void pns_pool_give_back(struct pns_pool *pool);

/* After somebody outside swept the store: all workers stand on the root again. */
void pns_pool_restart(struct pns_pool *pool);

/* Sweeps of the store so far. */
struct pns_sweeps {
  uint64_t count;
  double seconds;                     /* all workers stood still for */
  uint64_t nodes_before, nodes_after; /* the last one */
};
struct pns_sweeps pns_pool_sweeps(struct pns_pool *pool);

/* Sums over the workers; while they run, as of a moment ago. */
struct pns_tally pns_pool_tally(const struct pns_pool *pool);

/* Brings all workers of a running pool to a safepoint and keeps them there, off their paths and
 * with settled cursors, until _end: the store stands still. Waits for them; false when the pool
 * does not run, then there is nothing to end. One caller at a time, not a worker. */
bool pns_pool_still_begin(struct pns_pool *pool);
void pns_pool_still_end(struct pns_pool *pool);

/* Called while the store stands still: from then until _end no sweep moves nodes, also when the
 * workers go on. A sweep that is wanted waits, and each worker calls `help` first. _end tells how
 * long they did not search because of that. */
typedef void pns_help_function(void *helped);
void pns_pool_read_begin(struct pns_pool *pool, pns_help_function *help, void *helped);
double pns_pool_read_end(struct pns_pool *pool);

/* Posts the semaphore after each sweep from now on; NULL: no more. The next sweep is then as far
 * away as it can be, which suits who wants to read. */
void pns_pool_tell_sweeps(struct pns_pool *pool, sem_t *swept);

/* Keeps memory where it is while somebody outside reads the store. */
void pns_pool_view_begin(struct pns_pool *pool);
void pns_pool_view_end(struct pns_pool *pool);

#endif
