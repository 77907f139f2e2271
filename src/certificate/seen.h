/* What the two walks of the writer remember about the positions of a proof, by their keys. Kept
 * apart from the store, which may drop any node while missing parts are searched again. */
#ifndef PNS_CERTIFICATE_SEEN_H
#define PNS_CERTIFICATE_SEEN_H

#include <pns/pns.h>

enum pns_seen_state {
  PNS_SEEN_NOT = 0,
  PNS_SEEN_ONCE = 1,   /* by the first walk */
  PNS_SEEN_SHARED = 2, /* by the first walk more than once */
  PNS_SEEN_SHOWN = 3,  /* by the second walk, marked and complete */
};

struct pns_seen {
  struct pns_key key;
  uint64_t note; /* the state, and above it a piece of the hash of the child chosen here */
};

/* Starts zeroed. */
struct pns_seen_table {
  struct pns_seen *entries;
  size_t capacity, count;
};

/* The entry of a key, which must not be there yet: seen once. NULL when out of memory. */
struct pns_seen *pns_seen_add(struct pns_seen_table *table, const struct pns_key *key);
/* NULL when the key was never added. */
struct pns_seen *pns_seen_find(const struct pns_seen_table *table, const struct pns_key *key);
/* Bytes at most until the next entry is added, the old table beside the new one counted. */
uint64_t pns_seen_bytes_next(const struct pns_seen_table *table);
void pns_seen_done(struct pns_seen_table *table);

static inline enum pns_seen_state pns_seen_state(const struct pns_seen *seen) {
  return seen == NULL ? PNS_SEEN_NOT : (enum pns_seen_state)(seen->note & 3);
}

static inline void pns_seen_set_state(struct pns_seen *seen, enum pns_seen_state state) {
  seen->note = (seen->note & ~UINT64_C(3)) | (uint64_t)state;
}

static inline void pns_seen_choose(struct pns_seen *seen, uint64_t child_hash) {
  seen->note = (child_hash & ~UINT64_C(3)) | (seen->note & 3);
}

static inline bool pns_seen_chosen(const struct pns_seen *seen, uint64_t child_hash) {
  return ((seen->note ^ child_hash) & ~UINT64_C(3)) == 0;
}

#endif
