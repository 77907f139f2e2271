#include "memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum {
  SERIES = 3, /* the best counts: whatever disturbs makes it slower */
  LINE = 64,
  BATCH = 32,       /* lines asked for before the first is read */
  READS = 1 << 22,  /* by each thread, independent ... */
  WALKED = 1 << 20, /* ... and dependent */
  HUGE_BYTES = 2 << 20,
  THREADS_MOST = 64,
};

__extension__ typedef unsigned __int128 wide;

struct reader {
  const char *arena;
  uint64_t lines, seed, sum;
  bool dependent;
  unsigned number;
  double seconds;
  pthread_t thread;
  pthread_barrier_t *start;
};

/* Processor time: it contains the waiting for memory, but not for other processes. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint64_t mix(uint64_t x) {
  x ^= x >> 30;
  x *= UINT64_C(0xbf58476d1ce4e5b9);
  x ^= x >> 27;
  x *= UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static const uint64_t *line_at(const struct reader *r, uint64_t random) {
  const uint64_t line = (uint64_t)((wide)random * r->lines >> 64);
  return (const uint64_t *)(const void *)(r->arena + line * LINE);
}

static void read_batches(struct reader *r) {
  const uint64_t *batch[BATCH];
  for (uint64_t i = 0; i < READS; i += BATCH) {
    for (unsigned k = 0; k < BATCH; k++) {
      batch[k] = line_at(r, mix(r->seed + i + k));
      __builtin_prefetch(batch[k]);
    }
    for (unsigned k = 0; k < BATCH; k++) r->sum += *batch[k];
  }
}

static void walk(struct reader *r) {
  uint64_t random = mix(r->seed);
  for (uint64_t i = 0; i < WALKED; i++) random = mix(random + *line_at(r, random) + 1);
  r->sum = random;
}

static void *run(void *argument) {
  struct reader *r = argument;
  cpu_set_t cpu;
  CPU_ZERO(&cpu);
  CPU_SET(r->number, &cpu);
  sched_setaffinity(0, sizeof cpu, &cpu);
  pthread_barrier_wait(r->start);
  const double started = now();
  if (r->dependent)
    walk(r);
  else
    read_batches(r);
  r->seconds = (now() - started) / (r->dependent ? WALKED : READS);
  return NULL;
}

static double read_all(const char *arena, size_t bytes, unsigned threads, bool dependent) {
  struct reader readers[THREADS_MOST];
  pthread_barrier_t start;
  double seconds = 0;
  pthread_barrier_init(&start, NULL, threads);
  for (unsigned i = 0; i < threads; i++) {
    readers[i] = (struct reader){.arena = arena,
                                 .lines = bytes / LINE,
                                 .seed = (uint64_t)i << 40,
                                 .dependent = dependent,
                                 .number = i,
                                 .start = &start};
    if (pthread_create(&readers[i].thread, NULL, run, &readers[i]) != 0) return -1;
  }
  for (unsigned i = 0; i < threads; i++) {
    pthread_join(readers[i].thread, NULL);
    seconds += readers[i].seconds / threads;
  }
  pthread_barrier_destroy(&start);
  return seconds;
}

double pns_memory_read_s(size_t bytes, unsigned threads, bool dependent) {
  bytes = (bytes + HUGE_BYTES - 1) & ~(size_t)(HUGE_BYTES - 1);
  char *pages = mmap(NULL, bytes + HUGE_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED || threads > THREADS_MOST) return -1;
  char *arena = pages + (HUGE_BYTES - (uintptr_t)pages % HUGE_BYTES) % HUGE_BYTES;
  madvise(arena, bytes, MADV_HUGEPAGE);
  memset(arena, 1, bytes);
  double seconds = read_all(arena, bytes, threads, dependent);
  for (int again = 1; again < SERIES; again++) {
    const double other = read_all(arena, bytes, threads, dependent);
    if (other < seconds) seconds = other;
  }
  munmap(pages, bytes + HUGE_BYTES);
  return seconds;
}
