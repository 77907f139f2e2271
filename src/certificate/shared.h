/* Which record showed a position that comes up again, by the position's key. */
#ifndef PNS_CERTIFICATE_SHARED_H
#define PNS_CERTIFICATE_SHARED_H

#include <pns/pns.h>

struct pns_shared {
  struct pns_key key;
  uint64_t record; /* 0: free */
  uint64_t positions;
};

/* Starts zeroed. */
struct pns_shared_table {
  struct pns_shared *entries;
  size_t capacity, count;
};

/* The entry of a key; a new one has record 0, to be set at once. NULL when out of memory. */
struct pns_shared *pns_shared_add(struct pns_shared_table *table, const struct pns_key *key);
/* NULL when the key was never added. */
const struct pns_shared *pns_shared_find(const struct pns_shared_table *table,
                                         const struct pns_key *key);
void pns_shared_done(struct pns_shared_table *table);

#endif
