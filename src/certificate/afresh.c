#include "certificate/afresh.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "search/store_inside.h"

enum {
  FIRST_PART = 8,   /* of the elder store's budget: what the first store takes ... */
  FIRST_LEAST = 17, /* ... and at least so much, a power of two */
  MOST_PART = 2,    /* of all memory there is for both stores: the largest one */
  WORK_SLACK = 8,   /* positions of up to four times the least work are searched in one round */
  NO_WORK = -1,
};

struct afresh {
  struct pns_ground *ground;
  struct pns_hand *elder;
  struct pns_certificate_claim claim; /* about the position at hand, in `search` */
  struct pns_search search;           /* in a store of its own; NULL: there is none */
  struct pns_hand hand;
  char *root; /* of `search`: the first position */
  uint64_t bytes, most_bytes;
  uint64_t charge; /* with what a search takes beside it */
  bool used;       /* something was grounded by it */
};

/* ---- the store ---- */

/* What needs no order, and what has one. */
static struct pns_known known_before(const void *user, const struct pns_key *key, uint64_t hash) {
  const struct afresh *a = user;
  const struct pns_store *store = a->elder->claim->search->store;
  if (pns_ground_order(a->ground, key) != 0) return (struct pns_known){.word = PNS_WORD_PROVEN};
  const struct pns_node *node = pns_store_find(store, key, hash);
  const uint64_t word = node != NULL ? atomic_load_explicit(&node->word, memory_order_acquire)
                                     : pns_store_known(store, key, hash).word;
  return (struct pns_known){.word = word == PNS_WORD_DISPROVEN ? word : 0};
}

static void close_store(struct afresh *a) {
  if (a->search.store == NULL) return;
  a->elder->searched_again += a->hand.searched_again;
  pns_hand_done(&a->hand);
  pns_store_free(a->search.store);
  a->search.store = NULL;
  a->ground->beside = 0;
  a->used = false;
}

/* False when the store is too small for anything. */
static bool set_up_hand(struct afresh *a, const void *position) {
  memcpy(a->root, position, a->search.rules->position_bytes);
  pns_store_set_elder(a->search.store, (struct pns_elder){known_before, a});
  a->hand = (struct pns_hand){.claim = &a->claim,
                              .error = a->elder->error,
                              .stopped = a->elder->stopped,
                              .user = a->elder->user};
  if (pns_hand_init(&a->hand) != PNS_OK) return false;
  a->hand.again.sweeps_not = a->bytes < a->most_bytes;
  return true;
}

/* `roomy`: false when the store is too small for anything. */
static enum pns_status open_store(struct afresh *a, const void *position, bool *roomy) {
  const struct pns_store *elder = a->elder->claim->search->store;
  struct pns_error *error = a->elder->error;
  const uint64_t charge = a->bytes + pns_again_bytes(a->search.rules, a->bytes, 1);
  *roomy = true;
  if (a->search.store != NULL) return PNS_OK;
  const enum pns_status status =
      a->ground->make_way(a->ground->user, pns_ground_bytes_next(a->ground) + charge);
  if (status != PNS_OK) return status;
  a->search.store = pns_store_new(a->bytes, 1, a->search.rules->max_moves, elder->huge, error);
  *roomy = a->search.store != NULL && set_up_hand(a, position);
  a->charge = charge;
  a->ground->beside = charge;
  return PNS_OK;
}

/* ---- one position ---- */

/* What was grounded stays so, whether it was enough or not. */
static enum pns_status tell(struct afresh *a, const struct pns_ground *younger) {
  struct pns_ground *elder = a->ground;
  if (younger->grounded == elder->grounded) return PNS_OK;
  a->used = true;
  elder->beside = a->charge + pns_seen_bytes_next(&younger->table);
  const enum pns_status status = pns_ground_join(elder, younger, a->elder->error);
  elder->beside = a->charge;
  return status;
}

/* Grounds the position in the store at hand. `roomy`: false when a larger store, or an empty one,
 * may be able to. */
static enum pns_status ground_here(struct afresh *a, bool *roomy) {
  const struct pns_ground *elder = a->ground;
  struct pns_ground younger = {.elder = elder,
                               .grounded = elder->grounded,
                               .make_way = elder->make_way,
                               .user = elder->user,
                               .beside = pns_ground_bytes_next(elder),
                               .most_work = NO_WORK};
  enum pns_status status = pns_ground_rounds(&younger, &a->hand);
  const bool full = status != PNS_OK && a->hand.again.found_no_room;
  if (status == PNS_OK || full) status = tell(a, &younger);
  pns_hand_take_root(&a->hand);
  *roomy = !full && pns_ground_order(elder, &a->hand.key) != 0;
  pns_ground_done(&younger);
  return status;
}

static enum pns_status no_room(const struct afresh *a) {
  return pns_error_set(a->elder->error, PNS_ERROR_SYSTEM,
                       "certificate: sweeps dropped what the proof rests on, and %lluK are too "
                       "little to search it again; expected more --memory",
                       (unsigned long long)(a->bytes >> 10));
}

/* An empty store of the same size, or a larger one. False when there is none. */
static bool widen(struct afresh *a) {
  const bool used = a->used;
  close_store(a);
  if (used) return true;
  if (a->bytes == a->most_bytes) return false;
  a->bytes = 2 * a->bytes < a->most_bytes ? 2 * a->bytes : a->most_bytes;
  return true;
}

/* `help` of a ground. */
static enum pns_status prove(void *helper, const void *position) {
  struct afresh *a = helper;
  a->claim.position = position;
  for (;;) {
    bool roomy;
    enum pns_status status = open_store(a, position, &roomy);
    if (status == PNS_OK && roomy) status = ground_here(a, &roomy);
    if (status != PNS_OK || roomy) return status;
    if (!widen(a)) return no_room(a);
  }
}

/* ---- all of them ---- */

static bool set_up(struct afresh *a, struct pns_ground *ground, struct pns_hand *hand) {
  const struct pns_search *search = hand->claim->search;
  const uint64_t budget = search->store->budget_bytes;
  *a = (struct afresh){.ground = ground, .elder = hand, .claim = *hand->claim, .search = *search};
  a->root = malloc(search->rules->position_bytes);
  a->most_bytes = (budget + hand->claim->spare_bytes) / MOST_PART;
  a->bytes = budget / FIRST_PART;
  if (a->bytes < 1 << FIRST_LEAST) a->bytes = 1 << FIRST_LEAST;
  if (a->bytes > a->most_bytes) a->bytes = a->most_bytes;
  a->search.store = NULL;
  a->search.root = a->root;
  a->claim.search = &a->search;
  ground->help = prove;
  ground->helper = a;
  ground->most_work = NO_WORK;
  return a->root != NULL;
}

/* Rounds as long as they bring anything, then one with help, and so on. */
static enum pns_status go_on(struct pns_ground *ground, struct pns_hand *hand) {
  for (;;) {
    enum pns_status status = pns_ground_rounds(ground, hand);
    if (status != PNS_OK) return status;
    pns_hand_take_root(hand);
    if (pns_ground_order(ground, &hand->key) != 0) return PNS_OK;
    if (ground->least_failed == INT_MAX)
      return pns_error_set(hand->error, PNS_ERROR_INTERNAL,
                           "certificate: a won position has no won move");
    ground->most_work = ground->least_failed + WORK_SLACK;
    status = pns_ground_round(ground, hand);
    ground->most_work = NO_WORK;
    if (status != PNS_OK) return status;
  }
}

enum pns_status pns_afresh(struct pns_ground *ground, struct pns_hand *hand) {
  struct afresh a;
  enum pns_status status = PNS_ERROR_SYSTEM;
  if (set_up(&a, ground, hand))
    status = go_on(ground, hand);
  else
    pns_error_set(hand->error, status, "certificate: out of memory");
  close_store(&a);
  free(a.root);
  ground->help = NULL;
  return status;
}
