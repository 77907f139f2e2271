/*
 * What it takes to pass a cache line from one core to another. Two threads, bound to a CPU each,
 * count a number up in turn: the one reads until the other's number comes, which is a transfer, and
 * writes the next, which takes the line away from the other again, another transfer. The lower
 * quarter of many rounds, since others may use the machine.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/affinity.h"
#include "base/clock.h"
#include "base/machine.h"
#include "simulate/costs.h"

enum { ROUNDS = 400, TURNS = 1000, TRANSFERS_OF_A_TURN = 2 };

struct table {
  _Alignas(128) _Atomic uint32_t ball;
  _Alignas(128) double rounds[ROUNDS];
};

struct player {
  struct table *table;
  uint32_t first; /* 0: serves */
};

/* Acquire and release: what is passed on is the line itself. */
static void rally(struct table *table, uint32_t from, uint32_t to) {
  for (uint32_t turn = from; turn < to; turn += 2) {
    while (atomic_load_explicit(&table->ball, memory_order_acquire) != turn) {
    }
    atomic_store_explicit(&table->ball, turn + 1, memory_order_release);
  }
}

static void *play(void *argument) {
  const struct player *player = argument;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    double started = pns_clock_now();
    rally(player->table, round * TURNS + player->first, (round + 1) * TURNS);
    if (player->first == 0)
      player->table->rounds[round] = (pns_clock_now() - started) * 1e9 / TURNS;
  }
  return NULL;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool start(pthread_t *thread, const struct pns_affinity *affinity, struct player *player) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  bool started = pns_affinity_bind(affinity, player->first, &attributes) &&
                 pthread_create(thread, &attributes, play, player) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

double pns_transfer_measure_ns(void) {
  if (pns_machine_cpus() < 2) return -1;
  struct table table = {.ball = 0};
  struct player players[2] = {{&table, 0}, {&table, 1}};
  struct pns_affinity *affinity = pns_affinity_new();
  pthread_t threads[2];
  bool one = start(&threads[0], affinity, &players[0]);
  bool two = one && start(&threads[1], affinity, &players[1]);
  pns_affinity_free(affinity);
  if (one && !two) play(&players[1]); /* whoever waits for the ball must get it */
  if (one) pthread_join(threads[0], NULL);
  if (two) pthread_join(threads[1], NULL);
  qsort(table.rounds, ROUNDS, sizeof table.rounds[0], by_size);
  return two ? table.rounds[ROUNDS / 4] / TRANSFERS_OF_A_TURN : -1;
}
