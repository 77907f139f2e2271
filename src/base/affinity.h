/* Binding threads to processors. */
#ifndef PNS_BASE_AFFINITY_H
#define PNS_BASE_AFFINITY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* The CPUs that the calling thread may run on, as it was when asked. */
struct pns_affinity;

/* NULL when the system does not tell. */
struct pns_affinity *pns_affinity_new(void);
void pns_affinity_free(struct pns_affinity *affinity);

/* Makes threads created with these attributes run on one CPU alone: the first of the set for number
 * 0, the next for 1, and from the front again when there are fewer CPUs. False when the system
 * refuses. */
bool pns_affinity_bind(const struct pns_affinity *affinity, uint32_t number,
                       pthread_attr_t *attributes);

#endif
