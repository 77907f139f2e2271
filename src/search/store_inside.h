/* The parts of the store, for the files that work on them: store.c, grow.c and collect.c; and for
 * find.h, which reads them where it is hottest. */
#ifndef PNS_SEARCH_STORE_INSIDE_H
#define PNS_SEARCH_STORE_INSIDE_H

#include "search/store.h"

enum {
  PNS_SLOTS = 8,              /* of a bucket: 64 bytes, one cache line */
  PNS_REPORT_EVERY = 16,      /* nodes between two updates of the common count */
  PNS_SHARE_BUCKETS = 1 << 8, /* buckets a thread takes at once when all work on the index */
  PNS_PLACE_BITS = 40,        /* of a slot; the bits above are a piece of the hash */
  PNS_PLACE_UNIT = 16,
};

#define PNS_PLACE_MASK ((UINT64_C(1) << PNS_PLACE_BITS) - 1)

typedef _Atomic uint64_t pns_slot;

struct pns_index {
  pns_slot *slots;
  uint32_t buckets;
};

/* Scores of nodes when the store is swept: the logarithm of 32-bit work in quarters. */
#define PNS_SCORES 128

/* One sweep at work (collect.c, settle.c). */
struct pns_sweep {
  struct pns_key root;
  bool cyclic;     /* positions can come back */
  uint64_t number; /* of this sweep, from 1 */
  uint32_t used;   /* slabs to look through */
  /* What the nodes of each score would take, in bytes: unsolved ones, and solved ones for as long
   * as the table of settled positions has no place for them. */
  _Atomic uint64_t open[PNS_SCORES], done[PNS_SCORES];
  uint64_t nodes; /* in the arena, when it was full */
  _Atomic uint64_t node_bytes;
  _Atomic uint64_t solved;   /* nodes */
  bool spills;               /* the table is too small yet, ... */
  uint32_t spilled;          /* ... and for so many of 256 solved nodes there is no place */
  struct pns_settled former; /* table, when it gets another size */
  uint32_t piece;            /* lines that a thread moves at once */
  _Atomic uint64_t next_piece;
  unsigned least; /* score from which nodes stay */
  uint32_t part;  /* of those at the least score, in 1/256 */
  uint32_t block; /* slabs that are packed together */
  _Atomic uint32_t next;
  _Atomic uint64_t kept; /* nodes */
  void *starts;          /* of the walk (mark.c) */
  char *start_positions;
  uint32_t starts_begin, starts_end;
  _Atomic uint32_t next_start;
};

/* Slabs are numbered from the start of the arena. The k-th one handed out since the last sweep is
 * `recycled[k]`, and when these are used up the next one that was never used. */
struct pns_store {
  char *arena;
  size_t slab_bytes;
  uint32_t slab_count; /* that the reserved address space holds */
  uint32_t slab_limit; /* that may be in use, as the budget leaves beside the index */
  uint32_t *filled;    /* bytes of nodes in each slab whose cursor has left it */
  uint32_t *recycled;
  uint32_t recycled_count;
  uint32_t used_before; /* slabs ever used up to the last sweep ... */
  uint32_t released;    /* ... and how many of them were given back */
  struct pns_index index;
  struct pns_settled settled;
  struct pns_elder elder;
  uint64_t reserve_bytes; /* that the arena leaves free for the growth of `settled` */
  uint64_t crowded_at;    /* nodes */
  uint32_t workers;
  uint64_t budget_bytes;
  enum pns_huge huge;
  uint32_t memory_nodes; /* the index is spread over */
  /* Counters that all workers write, each on a line of its own. */
  _Alignas(64) _Atomic uint64_t nodes;
  _Alignas(64) _Atomic uint32_t slabs_taken; /* since the last sweep */
  /* While growing. */
  _Alignas(64) struct pns_index grown;
  _Atomic uint32_t next_share;
  struct pns_sweep sweep;
};

static inline size_t pns_index_bytes(uint64_t buckets) {
  return (size_t)buckets * PNS_SLOTS * sizeof(pns_slot);
}

/* Memory for an index; every worker reads all of it, so it belongs to no memory node. */
static inline pns_slot *pns_index_reserve(struct pns_store *store, uint64_t buckets) {
  pns_slot *slots = pns_pages_reserve(pns_index_bytes(buckets), store->huge);
  if (slots != NULL) store->memory_nodes = pns_pages_interleave(slots, pns_index_bytes(buckets));
  return slots;
}

/* Equal shares of the hash range in order, so that a bucket count need not be a power of two. */
static inline uint32_t pns_index_home(const struct pns_index *index, uint64_t hash) {
  return (uint32_t)(((hash >> 32) * index->buckets) >> 32);
}

/* The piece of a hash that a slot holds. Its highest bit is always set, so that no piece agrees
 * with an empty slot. */
static inline uint64_t pns_slot_piece(uint64_t hash) {
  return hash << PNS_PLACE_BITS | UINT64_C(1) << 63;
}

static inline uint64_t pns_slot_word(const struct pns_store *store, const struct pns_node *node,
                                     uint64_t hash) {
  uint64_t place = (uint64_t)((const char *)node - store->arena) / PNS_PLACE_UNIT + 1;
  return pns_slot_piece(hash) | place;
}

/* Whether the piece of the hash in a slot agrees. */
static inline bool pns_slot_may_be(uint64_t slot, uint64_t hash) {
  return (slot ^ pns_slot_piece(hash)) <= PNS_PLACE_MASK;
}

static inline struct pns_node *pns_slot_node(const struct pns_store *store, uint64_t slot) {
  return (struct pns_node *)(void *)(store->arena + ((slot & PNS_PLACE_MASK) - 1) * PNS_PLACE_UNIT);
}

static inline char *pns_slab_start(const struct pns_store *store, uint32_t slab) {
  return store->arena + (size_t)slab * store->slab_bytes;
}

/* Slabs ever used. */
static inline uint32_t pns_slabs_used(const struct pns_store *store) {
  uint32_t taken = atomic_load_explicit(&store->slabs_taken, memory_order_relaxed);
  uint32_t fresh = taken > store->recycled_count ? taken - store->recycled_count : 0;
  return store->used_before + fresh;
}

/* Puts a slot's word at the first free place on the key's way. Returns the node that is there under
 * this key then: ours or, while several workers publish, somebody else's. */
struct pns_node *pns_index_put(const struct pns_store *store, const struct pns_index *index,
                               struct pns_node *node, uint64_t hash, uint64_t word);

/* Index and slabs without which the workers stand in each other's way. */
uint64_t pns_store_least_bytes(const struct pns_store *store);

/* What arena and index may take beside the table of settled positions. */
uint64_t pns_store_arena_budget(const struct pns_store *store);
void pns_store_first_reserve(struct pns_store *store);
/* The budget that leaves arena and index so much in a fresh store. */
uint64_t pns_store_with_reserve(uint64_t arena_bytes);

/* The parts of a sweep in settle.c. Sets the table's size. */
void pns_settle_plan(struct pns_store *store);
/* Puts a solved node into the table; false when it has to stay a node. */
bool pns_settle_node(struct pns_store *store, const struct pns_node *node, uint64_t hash);
/* Notes the numbers of an unsolved node that goes, if there is a place for them. */
void pns_settle_open(struct pns_store *store, const struct pns_node *node, uint64_t hash);
void pns_settle_end(struct pns_store *store);
/* Undoes the plan. */
void pns_settle_cancel(struct pns_store *store);

/* Where the walk of a sweep starts; false when memory is short. To be given back. */
struct pns_search;
bool pns_mark_begin(const struct pns_search *search);
void pns_mark_end(struct pns_store *store);

/* Sets when an index of this size counts as crowded. */
void pns_store_set_crowded(struct pns_store *store);

/* Sets how many slabs the budget leaves beside the index. */
void pns_store_set_limit(struct pns_store *store);

#endif
