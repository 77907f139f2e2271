#include "simulate/clocks.h"

#include <stdbool.h>

uint64_t pns_clocks_draw(uint64_t *random) {
  uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static bool before(const struct pns_clock *a, const struct pns_clock *b) {
  return a->now != b->now ? a->now < b->now : a->tie < b->tie;
}

static void sink(struct pns_clocks *clocks, uint32_t at) {
  struct pns_clock clock = clocks->heap[at];
  for (uint32_t child; (child = 2 * at + 1) < clocks->count; at = child) {
    if (child + 1 < clocks->count && before(&clocks->heap[child + 1], &clocks->heap[child]))
      child++;
    if (before(&clock, &clocks->heap[child])) break;
    clocks->heap[at] = clocks->heap[child];
  }
  clocks->heap[at] = clock;
}

static void set(struct pns_clocks *clocks, uint32_t at, uint64_t now) {
  clocks->heap[at].now = now;
  clocks->heap[at].tie = (uint32_t)pns_clocks_draw(&clocks->random);
}

static void order(struct pns_clocks *clocks) {
  for (uint32_t at = clocks->count / 2; at-- > 0;) sink(clocks, at);
}

void pns_clocks_init(struct pns_clocks *clocks, struct pns_clock *heap, uint32_t count,
                     uint64_t seed, uint64_t spread) {
  *clocks = (struct pns_clocks){.count = count, .random = seed, .heap = heap};
  for (uint32_t i = 0; i < count; i++) {
    heap[i].worker = i;
    set(clocks, i, pns_clocks_draw(&clocks->random) % (spread + 1));
  }
  order(clocks);
}

void pns_clocks_advance(struct pns_clocks *clocks, uint64_t now) {
  set(clocks, 0, now);
  sink(clocks, 0);
}

void pns_clocks_meet(struct pns_clocks *clocks, uint64_t now) {
  for (uint32_t i = 0; i < clocks->count; i++) set(clocks, i, now);
  order(clocks);
}

uint64_t pns_clocks_latest(const struct pns_clocks *clocks) {
  uint64_t latest = 0;
  for (uint32_t i = 0; i < clocks->count; i++)
    if (clocks->heap[i].now > latest) latest = clocks->heap[i].now;
  return latest;
}
