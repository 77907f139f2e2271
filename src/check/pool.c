#include "check/pool.h"

#include <pthread.h>
#include <stdlib.h>

enum state { FREE, READ, WALKING, WALKED };

struct slot {
  enum state state;
  struct check_block block;
  struct check_walked walked;
};

/* The slots form a ring: blocks are read, taken and settled in the order of the file, and walked
 * in any. Everything but the slots' contents is guarded by `lock`. */
struct pool {
  const struct check_claim *claim;
  struct check_table *table;
  struct check_settled *settled;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct slot *slots;
  size_t slot_count;
  uint64_t read, taken, done; /* blocks */
  bool ended;                 /* nothing more will be read */
  bool settling;
  bool no_memory;
  bool stopped; /* something is wrong: the rest does not matter */
};

/* ---- walking and settling ---- */

/* Settles what can be settled; called and left with the lock held. */
static void settle(struct pool *pool) {
  if (pool->settling) return;
  pool->settling = true;
  while (pool->done < pool->taken && !pool->stopped) {
    struct slot *slot = &pool->slots[pool->done % pool->slot_count];
    if (slot->state != WALKED) break;
    pthread_mutex_unlock(&pool->lock);
    check_settle_block(pool->settled, pool->claim, pool->table, &slot->block, &slot->walked);
    pthread_mutex_lock(&pool->lock);
    slot->state = FREE;
    pool->done++;
    pool->stopped = pool->settled->failure.reason != CHECK_NONE;
  }
  pool->settling = false;
  pthread_cond_broadcast(&pool->changed);
}

/* Walks the next block that was read; called and left with the lock held. */
static void work_once(struct pool *pool, struct check_walker *walker) {
  struct slot *slot = &pool->slots[pool->taken++ % pool->slot_count];
  slot->state = WALKING;
  pthread_mutex_unlock(&pool->lock);
  check_walk(walker, &slot->block, &slot->walked);
  pthread_mutex_lock(&pool->lock);
  slot->state = WALKED;
  settle(pool);
}

static void *work(void *argument) {
  struct pool *pool = argument;
  struct check_walker *walker = check_walker_new(pool->claim, pool->table);
  pthread_mutex_lock(&pool->lock);
  while (walker != NULL && !pool->stopped) {
    if (pool->taken < pool->read)
      work_once(pool, walker);
    else if (pool->ended)
      break;
    else
      pthread_cond_wait(&pool->changed, &pool->lock);
  }
  if (walker == NULL) {
    pool->no_memory = pool->stopped = true;
    pthread_cond_broadcast(&pool->changed);
  }
  pthread_mutex_unlock(&pool->lock);
  check_walker_free(walker);
  return NULL;
}

/* ---- reading ---- */

/* A free slot for the next block, or NULL when there is no use in reading on. */
static struct slot *free_slot(struct pool *pool) {
  struct slot *slot = &pool->slots[pool->read % pool->slot_count];
  pthread_mutex_lock(&pool->lock);
  while (slot->state != FREE && !pool->stopped) pthread_cond_wait(&pool->changed, &pool->lock);
  const bool stopped = pool->stopped;
  pthread_mutex_unlock(&pool->lock);
  return stopped ? NULL : slot;
}

struct ending {
  enum check_next kind;
  uint64_t offset;
  struct check_trailer trailer;
  struct check_failure failure;
};

static void report(struct pool *pool, const struct check_reader *reader,
                   const struct check_progress *progress) {
  if (progress->report == NULL) return;
  pthread_mutex_lock(&pool->lock);
  const bool settling = pool->settling;
  const uint64_t records = settling ? 0 : pool->settled->counts.records;
  pthread_mutex_unlock(&pool->lock);
  if (!settling) progress->report(progress->user, check_reader_offset(reader), records);
}

/* `walker` is NULL when other threads walk. */
static void read_blocks(struct pool *pool, struct check_reader *reader, struct check_walker *walker,
                        const struct check_progress *progress, struct ending *ending) {
  ending->kind = CHECK_NEXT_BLOCK;
  for (struct slot *slot; (slot = free_slot(pool)) != NULL;) {
    ending->offset = check_reader_offset(reader);
    ending->kind = check_reader_next(reader, &slot->block, &ending->trailer, &ending->failure);
    if (ending->kind != CHECK_NEXT_BLOCK) return;
    pthread_mutex_lock(&pool->lock);
    slot->state = READ;
    pool->read++;
    if (walker != NULL)
      work_once(pool, walker);
    else
      pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    report(pool, reader, progress);
  }
}

static void end_reading(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->ended = true;
  pthread_cond_broadcast(&pool->changed);
  pthread_mutex_unlock(&pool->lock);
}

static void run_threads(struct pool *pool, struct check_reader *reader, unsigned jobs,
                        const struct check_progress *progress, struct ending *ending) {
  pthread_t threads[CHECK_JOBS_MAX];
  unsigned started = 0;
  while (started < jobs && pthread_create(&threads[started], NULL, work, pool) == 0) started++;
  if (started == 0)
    *ending = (struct ending){.kind = CHECK_NEXT_FAILURE, .failure = {CHECK_NO_MEMORY, 0}};
  else
    read_blocks(pool, reader, NULL, progress, ending);
  end_reading(pool);
  while (started > 0) pthread_join(threads[--started], NULL);
}

static void run_alone(struct pool *pool, struct check_reader *reader,
                      const struct check_progress *progress, struct ending *ending) {
  struct check_walker *walker = check_walker_new(pool->claim, pool->table);
  if (walker == NULL)
    *ending = (struct ending){.kind = CHECK_NEXT_FAILURE, .failure = {CHECK_NO_MEMORY, 0}};
  else
    read_blocks(pool, reader, walker, progress, ending);
  check_walker_free(walker);
}

void check_pool_run(struct check_reader *reader, const struct check_claim *claim,
                    struct check_table *table, unsigned jobs, struct check_progress progress,
                    struct check_settled *settled) {
  struct pool pool = {.claim = claim, .table = table, .settled = settled};
  struct ending ending;
  pool.stopped = settled->failure.reason != CHECK_NONE;
  if (pool.stopped) return;
  pool.slot_count = jobs == 1 ? 1 : 2 * jobs + 2;
  pool.slots = calloc(pool.slot_count, sizeof *pool.slots);
  if (pool.slots == NULL) {
    settled->failure = (struct check_failure){CHECK_NO_MEMORY, 0};
    return;
  }
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.changed, NULL);
  if (jobs == 1)
    run_alone(&pool, reader, &progress, &ending);
  else
    run_threads(&pool, reader, jobs, &progress, &ending);
  if (pool.no_memory)
    settled->failure = (struct check_failure){CHECK_NO_MEMORY, 0};
  else if (settled->failure.reason == CHECK_NONE && ending.kind == CHECK_NEXT_FAILURE)
    settled->failure = ending.failure;
  else if (ending.kind == CHECK_NEXT_TRAILER)
    check_settle_end(settled, &ending.trailer, ending.offset);
  pthread_cond_destroy(&pool.changed);
  pthread_mutex_destroy(&pool.lock);
  for (size_t i = 0; i < pool.slot_count; i++) check_walked_done(&pool.slots[i].walked);
  free(pool.slots);
}
