/*
 * The store: every expanded position, found by key, never by pointer from an edge. Transpositions
 * merge by themselves, and a node can be dropped without anyone to tell.
 *
 * Nodes lie one behind the other in slabs of one big arena; each worker fills a slab of its own, so
 * allocation is the moving of a pointer. The index is an open hash table whose buckets are cache
 * lines of eight slots; a slot holds a piece of the hash and the place of the node.
 *
 * STORE-1  A slot once filled does not change until the next safepoint.
 * STORE-2  A bucket is left for the next one only when all its slots are filled. So with STORE-1
 * all who look for a key, or for a slot to put it into, see the same slots in the same order.
 * STORE-3  No two nodes have the same key. Two workers that publish one position race for the
 *          first free slot on the way they share; the loser finds the winner's node there, because
 *          he looks at the slot again. No lock is needed for this, so nobody waits for a worker
 *          that the system has put aside.
 * STORE-4  A node's plain fields are written before the slot is filled (release) and read after the
 *          slot was (acquire).
 * STORE-5  Memory is given back and slots are moved only at safepoints, when no worker is inside
 *          any of these functions.
 */
#ifndef PNS_SEARCH_STORE_H
#define PNS_SEARCH_STORE_H

#include <pns/pns.h>

#include "base/pages.h"
#include "search/settled.h"

struct pns_store;

/* One worker's place in the arena. Starts zeroed, and is zeroed when the store
 * was swept. */
struct pns_cursor {
  char *next, *end;
  uint32_t unreported; /* nodes published and not yet in the store's count */
};

/* Budget for arena and index together. `workers` bounds how many may publish at once, `max_edges`
 * how large a node can be. The index is spread over the memory nodes of the machine; the arena lies
 * where the workers touch it first. NULL with an error when address space or budget do not suffice.
 */
struct pns_store *pns_store_new(uint64_t budget_bytes, uint32_t workers, uint32_t max_edges,
                                enum pns_huge huge, struct pns_error *error);
void pns_store_free(struct pns_store *store);

uint64_t pns_key_hash(const struct pns_key *key);

/* Brings closer where a hash is looked for. Wait-free. */
void pns_store_prefetch(const struct pns_store *store, uint64_t hash);

/* The node of a key, or NULL. Any thread, no lock; ends after the key's run of full buckets. */
struct pns_node *pns_store_find(const struct pns_store *store, const struct pns_key *key,
                                uint64_t hash);

/* The verdict on a position that has no node any more, since it was solved and a sweep came.
 * Wait-free. */
struct pns_known pns_store_known(const struct pns_store *store, const struct pns_key *key,
                                 uint64_t hash);

/* Somebody else's verdicts, which count where the store has neither node nor verdict of its own: of
 * the answer its word alone. Set before any worker looks. */
struct pns_elder {
  struct pns_known (*known)(const void *user, const struct pns_key *key, uint64_t hash);
  const void *user;
};
void pns_store_set_elder(struct pns_store *store, struct pns_elder elder);

/* Makes room for so many positions without a node in a fresh store, if its budget allows. */
void pns_store_expect_settled(struct pns_store *store, uint64_t positions);
/* How many there are; an unsolved one may have a node again. */
uint64_t pns_store_settled(const struct pns_store *store);
/* Keeps what is known of such a position; at safepoints. `evict`: if need be in place of one with
 * no more work. False when there is no room. */
bool pns_store_remember(struct pns_store *store, const struct pns_key *key, uint64_t hash,
                        struct pns_known known, bool evict);

/* Room for a node with so many edges at the cursor, not yet taken: asking again gives the same
 * place. NULL when the budget is used up. */
struct pns_node *pns_store_room(struct pns_store *store, struct pns_cursor *cursor,
                                uint32_t edge_count);

/* Makes the node at the cursor's room known. Returns it, or the node that another worker published
 * under the same key first (the room stays free then). */
struct pns_node *pns_store_publish(struct pns_store *store, struct pns_cursor *cursor,
                                   struct pns_node *node, uint64_t hash);

/* True once the index is filling up: the workers should come to a safepoint and grow it. */
bool pns_store_crowded(const struct pns_store *store);
/* Growing, at a safepoint: one thread begins (false: the budget has no room, nothing changed), then
 * any number of threads share, and when all are through one ends. */
bool pns_store_grow_begin(struct pns_store *store);
void pns_store_grow_share(struct pns_store *store);
void pns_store_grow_end(struct pns_store *store);

/* Positions in memory: nodes published, and what is known without a node. Exact when the workers
 * stand still and their cursors were settled. */
uint64_t pns_store_nodes(const struct pns_store *store);
/* Reports what the cursor has published and how far its slab is filled. */
void pns_store_settle(struct pns_store *store, struct pns_cursor *cursor);
/* Bytes taken from the system for nodes, index and settled positions. */
uint64_t pns_store_bytes(const struct pns_store *store);
/* And what it may still take within its budget. */
uint64_t pns_store_left_bytes(const struct pns_store *store);
/* Memory nodes of the machine that the index is spread over, at least 1. */
uint32_t pns_store_memory_nodes(const struct pns_store *store);

#endif
