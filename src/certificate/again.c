#include "certificate/again.h"

#include <stdlib.h>
#include <string.h>

#include "search/collect.h"
#include "search/line.h"
#include "search/store_inside.h"
#include "search/stuck.h"

enum {
  ASK_EVERY = 4096,   /* steps */
  PATIENCE = 1000,    /* times the store's capacity in expansions for one position */
  SWEEPS_JUDGED = 16, /* in a row, and then */
  SWEEP_WORTH = 128,  /* each must have made room for this part of the capacity */
  LEAST_SLABS = 16,   /* of a store that gave way */
};

static enum pns_status no_room(struct pns_again *again, struct pns_error *error) {
  again->found_no_room = true;
  return pns_error_set(error, PNS_ERROR_SYSTEM,
                       "certificate: memory does not suffice to search again what was dropped");
}

/* ---- room ---- */

/* A copy of a node, which a sweep may drop. NULL when out of memory. */
static struct pns_node *copy_node(const struct pns_node *node) {
  const size_t bytes = pns_node_bytes(node->edge_count);
  struct pns_node *copy = malloc(bytes);
  if (copy != NULL) memcpy(copy, node, bytes);
  return copy;
}

static bool put_back(struct pns_store *store, struct pns_cursor *cursor,
                     const struct pns_node *copy) {
  const uint64_t hash = pns_key_hash(&copy->key);
  if (pns_store_find(store, &copy->key, hash) != NULL) return true;
  struct pns_node *node = pns_store_room(store, cursor, copy->edge_count);
  if (node == NULL) return false;
  memcpy(node, copy, pns_node_bytes(copy->edge_count));
  pns_store_publish(store, cursor, node, hash);
  return true;
}

/* Alone at work, this thread does all shares of a sweep itself. */
static bool sweep_alone(const struct pns_search *search) {
  if (!pns_sweep_begin(search)) return false;
  pns_sweep_mark(search);
  pns_sweep_weigh(search->store);
  if (!pns_sweep_choose(search->store)) return false;
  pns_sweep_settle(search->store);
  pns_sweep_move(search->store);
  pns_sweep_end(search->store);
  return true;
}

/* Keeps the position at hand. The whole search's root holds the verdict and must not go either: it
 * comes back by the worker's own cursor, for there may be but one slab with room, and another
 * cursor would take it away. */
static bool sweep(struct pns_again *again) {
  struct pns_node *copy = copy_node(pns_line_node(again->whole, again->whole->root));
  bool swept = copy != NULL && sweep_alone(&again->part);
  if (swept) {
    again->worker.cursor = (struct pns_cursor){0};
    swept = put_back(again->part.store, &again->worker.cursor, copy) &&
            pns_worker_stand(&again->worker) == PNS_OK;
  }
  free(copy);
  return swept;
}

/* False when what is searched again is dropped again before it is used, or when sweeps follow each
 * other so closely that nothing else gets done. */
static bool is_worth_while(struct pns_again *again) {
  const uint64_t capacity = pns_store_capacity(again->part.store);
  const uint64_t expansions = again->worker.tally.expansions;
  if ((expansions - again->began_at) / PATIENCE > capacity) return false;
  if (++again->sweeps < SWEEPS_JUDGED) return true;
  const bool worth = (expansions - again->judged_at) * SWEEP_WORTH / SWEEPS_JUDGED >= capacity;
  again->sweeps = 0;
  again->judged_at = expansions;
  return worth;
}

static bool make_room(struct pns_again *again) {
  pns_worker_unwind(&again->worker, 0);
  pns_store_settle(again->part.store, &again->worker.cursor);
  return !again->sweeps_not && is_worth_while(again) && sweep(again);
}

/* Alone at work, this thread is at a safepoint between any two steps. */
static bool make_index_room(struct pns_again *again) {
  struct pns_store *store = again->part.store;
  if (!pns_store_crowded(store)) return true;
  if (!pns_store_grow_begin(store)) return make_room(again);
  pns_store_grow_share(store);
  pns_store_grow_end(store);
  return true;
}

/* ---- searching ---- */

uint64_t pns_again_bytes(const struct pns_rules *rules, uint64_t store_bytes, uint32_t workers) {
  const uint64_t around = rules->cyclic ? store_bytes / PNS_STUCK_PART / workers : 0;
  return pns_worker_bytes(rules) + around;
}

enum pns_status pns_again_init(struct pns_again *again, const struct pns_search *search,
                               struct pns_error *error) {
  again->part = *search;
  again->part.to_the_end = true;
  const enum pns_status status = pns_worker_init(&again->worker, &again->part, error);
  if (status == PNS_OK) again->whole = search;
  return status;
}

void pns_again_done(struct pns_again *again) {
  if (again->whole != NULL) pns_worker_done(&again->worker);
}

static enum pns_status step_on(struct pns_again *again, bool (*stopped)(void *user), void *user,
                               struct pns_error *error) {
  for (uint64_t step = 1;; step++) {
    bool room = true;
    if (pns_search_broken(&again->part))
      return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: the game does not answer");
    switch (pns_worker_step(&again->worker)) {
      case PNS_DID_SOLVE:
        return PNS_OK;
      case PNS_DID_EXPAND:
        room = make_index_room(again);
        break;
      case PNS_FOUND_NO_ROOM:
        room = make_room(again);
        break;
      case PNS_FOUND_NO_MEMORY:
        room = false;
        break;
      default:
        break;
    }
    if (!room) return no_room(again, error);
    if (step % ASK_EVERY == 0 && stopped != NULL && stopped(user))
      return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: stopped before it was complete");
  }
}

/* A full store has no room for the first node either; then the root of all is what a sweep keeps.
 * Many positions are settled by their first node alone, so the index must be looked after here. */
static bool stand_on(struct pns_again *again, const void *position) {
  again->began_at = again->worker.tally.expansions;
  again->part.root = again->whole->root;
  if (!make_index_room(again)) return false;
  again->part.root = position;
  if (pns_worker_stand(&again->worker) == PNS_OK) return true;
  again->part.root = again->whole->root;
  if (!make_room(again)) return false;
  again->part.root = position;
  return pns_worker_stand(&again->worker) == PNS_OK;
}

enum pns_status pns_again(struct pns_again *again, const void *position,
                          bool (*stopped)(void *user), void *user, struct pns_error *error) {
  again->found_no_room = false;
  if (!stand_on(again, position)) return no_room(again, error);
  const enum pns_status status = step_on(again, stopped, user, error);
  pns_worker_unwind(&again->worker, 0);
  pns_store_settle(again->part.store, &again->worker.cursor);
  return status;
}

/* Sweeps although the position at hand is settled and has no node. */
static bool sweep_without(struct pns_again *again, const void *position) {
  struct pns_store *store = again->part.store;
  struct pns_key key;
  again->part.rules->game->key(again->part.rules, position, &key);
  const uint64_t hash = pns_key_hash(&key);
  struct pns_known known = pns_store_known(store, &key, hash);
  again->part.root = again->whole->root;
  if (!sweep(again)) return false;
  known.work = UINT8_MAX; /* nothing in the table has more, so the position finds a place */
  return pns_store_remember(store, &key, hash, known, true);
}

bool pns_again_give_way(struct pns_again *again, const void *position, uint64_t bytes) {
  struct pns_store *store = again->part.store;
  const uint64_t least = LEAST_SLABS * store->slab_bytes;
  if (store->budget_bytes < bytes + least) return false;
  store->budget_bytes -= bytes;
  again->part.root = position;
  return pns_line_node(again->whole, position) != NULL ? sweep(again)
                                                       : sweep_without(again, position);
}
