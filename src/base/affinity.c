#include "base/affinity.h"

#include <sched.h>
#include <stdlib.h>

/* More processors than any one machine has today; a larger mask fails and nothing is bound. */
#define MOST_CPUS 16384

struct pns_affinity {
  int count;
  int cpus[];
};

static struct pns_affinity *list_of(const cpu_set_t *set, size_t size) {
  int count = CPU_COUNT_S(size, set);
  struct pns_affinity *affinity = malloc(sizeof *affinity + (size_t)count * sizeof(int));
  if (affinity == NULL) return NULL;
  affinity->count = 0;
  for (int cpu = 0; cpu < MOST_CPUS && affinity->count < count; cpu++)
    if (CPU_ISSET_S((size_t)cpu, size, set)) affinity->cpus[affinity->count++] = cpu;
  return affinity;
}

struct pns_affinity *pns_affinity_new(void) {
  cpu_set_t *set = CPU_ALLOC(MOST_CPUS);
  size_t size = CPU_ALLOC_SIZE(MOST_CPUS);
  struct pns_affinity *affinity = NULL;
  if (set != NULL && sched_getaffinity(0, size, set) == 0) affinity = list_of(set, size);
  if (set != NULL) CPU_FREE(set);
  return affinity;
}

void pns_affinity_free(struct pns_affinity *affinity) { free(affinity); }

bool pns_affinity_bind(const struct pns_affinity *affinity, uint32_t number,
                       pthread_attr_t *attributes) {
  if (affinity == NULL || affinity->count == 0) return false;
  cpu_set_t *set = CPU_ALLOC(MOST_CPUS);
  size_t size = CPU_ALLOC_SIZE(MOST_CPUS);
  if (set == NULL) return false;
  CPU_ZERO_S(size, set);
  CPU_SET_S((size_t)affinity->cpus[number % (uint32_t)affinity->count], size, set);
  bool bound = pthread_attr_setaffinity_np(attributes, size, set) == 0;
  CPU_FREE(set);
  return bound;
}
