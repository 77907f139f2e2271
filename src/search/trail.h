/*
 * The positions on a worker's path by their keys, so that one that comes back is found in constant
 * time, however long the path is. Entries stand in the order of the path; those of one bucket are
 * chained from the deepest to the shallowest, so whoever leaves the path is the head of his chain.
 */
#ifndef PNS_SEARCH_TRAIL_H
#define PNS_SEARCH_TRAIL_H

#include <pns/game.h>
#include <stdbool.h>
#include <stdint.h>

#define PNS_NOT_ON_TRAIL UINT32_MAX

struct pns_trail_entry {
  struct pns_key key;
  uint32_t before; /* the next one of the chain */
};

/* Starts zeroed. */
struct pns_trail {
  struct pns_trail_entry *entries;
  uint32_t *heads; /* two for each entry there is room for */
  uint32_t count, capacity;
};

void pns_trail_done(struct pns_trail *trail);
/* Makes sure that one more can be pushed. False when memory is short; nothing has changed then. */
bool pns_trail_reserve(struct pns_trail *trail);
void pns_trail_push(struct pns_trail *trail, const struct pns_key *key);
void pns_trail_pop(struct pns_trail *trail);
/* The depth of a position, the first one's being 0; PNS_NOT_ON_TRAIL when it is not there. */
uint32_t pns_trail_find(const struct pns_trail *trail, const struct pns_key *key);

#endif
