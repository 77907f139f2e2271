#include "search/collect.h"

#include <string.h>

#include "base/pages.h"
#include "search/store_inside.h"

enum {
  WEIGH_SLABS = 8,        /* a thread takes at once */
  BONUS_QUARTERS = 40,    /* keeps scores positive */
  UNREACHED_QUARTERS = 8, /* a quarter of the work counts */
  BLOCK_LEAST_SLABS = 8,
  BLOCK_MOST_SLABS = 64,
  WAITING = 32,            /* nodes on their way into the index */
  KEEP_OF_EIGHT = 6,       /* eighths of the budget that stay */
  INDEX_PART = 4,          /* of the budget: more index than nodes without edges can fill */
  SLOT_BYTES_TENTHS = 107, /* of the index for each node, at three quarters full */
};

static bool is_root(const struct pns_store *store, const struct pns_node *node) {
  return pns_key_equal(&node->key, &store->sweep.root);
}

static bool is_lost(const struct pns_edge *edge, unsigned side) {
  uint64_t word = atomic_load_explicit(&edge->word, memory_order_relaxed);
  return pns_word_least(word, side) == PNS_INF;
}

static bool is_solved(const struct pns_node *node) {
  return pns_word_solved(atomic_load_explicit(&node->word, memory_order_relaxed));
}

/* Whether the node, being unsolved, may lose the edges that are lost for its mover (NODE-3). */
static bool sheds_lost(const struct pns_store *store, const struct pns_node *node) {
  return !is_solved(node) && !is_root(store, node);
}

static uint32_t edges_not_lost(const struct pns_node *node) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < node->edge_count; i++) count += !is_lost(&node->edges[i], node->side);
  return count;
}

/* Whether the node goes to the table of settled positions. */
static bool leaves(const struct pns_store *store, const struct pns_node *node) {
  return is_solved(node) && !is_root(store, node);
}

/* Edges that are left when the node shrinks to what a proof, or the search, needs. */
static uint32_t edges_kept(const struct pns_store *store, const struct pns_node *node) {
  if (sheds_lost(store, node)) return edges_not_lost(node);
  if (!is_solved(node)) return node->edge_count;
  uint64_t word = atomic_load_explicit(&node->word, memory_order_relaxed);
  bool won = pns_word_least(word, node->side) == 0;
  return won && node->edge_count > 0 ? 1 : 0;
}

/* What a node is worth: the work below it for the room it takes, as a logarithm. The search may
 * come to a node again that no unsolved path reaches now, but not soon. */
static unsigned score(const struct pns_store *store, const struct pns_node *node) {
  uint32_t work = atomic_load_explicit(&node->work, memory_order_relaxed);
  int value = pns_work_log(work) + BONUS_QUARTERS -
              pns_work_log((uint32_t)(pns_node_bytes(edges_kept(store, node)) / PNS_PLACE_UNIT));
  if (!is_solved(node) && node->mark == 0) value -= UNREACHED_QUARTERS;
  return value < 0 ? 0 : value < PNS_SCORES ? (unsigned)value : PNS_SCORES - 1;
}

static uint64_t charge(size_t node_bytes) { return node_bytes * 10 + SLOT_BYTES_TENTHS; }

/* ---- begin and weigh ---- */

bool pns_sweep_begin(const struct pns_search *search) {
  struct pns_store *store = search->store;
  struct pns_sweep *sweep = &store->sweep;
  search->rules->game->key(search->rules, search->root, &sweep->root);
  sweep->number++;
  sweep->used = pns_slabs_used(store);
  memset(sweep->open, 0, sizeof sweep->open);
  memset(sweep->done, 0, sizeof sweep->done);
  sweep->nodes = atomic_load(&store->nodes);
  atomic_store(&sweep->node_bytes, 0);
  atomic_store(&sweep->solved, 0);
  atomic_store(&sweep->next, 0);
  if (pns_mark_begin(search)) return true;
  pns_sweep_cancel(store);
  return false;
}

/* The next walk must find no marks. */
void pns_sweep_cancel(struct pns_store *store) {
  for (uint32_t slab = 0; slab < store->sweep.used; slab++) {
    char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
    while (at < stop) {
      struct pns_node *node = (struct pns_node *)(void *)at;
      node->mark = 0;
      at += pns_node_bytes(node->edge_count);
    }
  }
  pns_settle_cancel(store);
  pns_mark_end(store);
}

/* The next share of slabs for this thread. */
static bool take(struct pns_sweep *sweep, uint32_t size, uint32_t *begin, uint32_t *end) {
  *begin = atomic_fetch_add(&sweep->next, size);
  if (*begin >= sweep->used) return false;
  *end = sweep->used - *begin < size ? sweep->used : *begin + size;
  return true;
}

/* Adds up the nodes of a slab. */
struct weights {
  uint64_t open[PNS_SCORES], done[PNS_SCORES], solved, bytes;
};

static void weigh_slab(const struct pns_store *store, uint32_t slab, struct weights *weights) {
  const char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
  weights->bytes += store->filled[slab];
  while (at < stop) {
    const struct pns_node *node = (const void *)at;
    const bool settles = leaves(store, node);
    const uint64_t weight = pns_node_bytes(edges_kept(store, node));
    (settles ? weights->done : weights->open)[score(store, node)] += weight;
    weights->solved += settles;
    at += pns_node_bytes(node->edge_count);
  }
}

void pns_sweep_weigh(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  struct weights weights = {.solved = 0};
  uint32_t slab, end;
  while (take(sweep, WEIGH_SLABS, &slab, &end))
    for (; slab < end; slab++) weigh_slab(store, slab, &weights);
  for (unsigned i = 0; i < PNS_SCORES; i++) {
    atomic_fetch_add(&sweep->open[i], weights.open[i]);
    atomic_fetch_add(&sweep->done[i], weights.done[i]);
  }
  atomic_fetch_add(&sweep->solved, weights.solved);
  atomic_fetch_add(&sweep->node_bytes, weights.bytes);
}

/* ---- choose ---- */

/* What the unsolved nodes would take if all of them stayed. */
static uint64_t open_bytes(const struct pns_sweep *sweep) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < PNS_SCORES; i++) sum += atomic_load(&sweep->open[i]);
  return sum;
}

static uint64_t weight_of(const struct pns_sweep *sweep, unsigned score) {
  return atomic_load(&sweep->open[score]) + atomic_load(&sweep->done[score]) / 256 * sweep->spilled;
}

/* The score from which nodes stay, and which part of those at the score. */
static void choose_score(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  uint64_t room = (uint64_t)store->slab_limit * store->slab_bytes / 8 * KEEP_OF_EIGHT;
  unsigned least = PNS_SCORES;
  uint64_t weight = 0;
  while (least > 0 && (weight = weight_of(sweep, least - 1)) <= room) {
    room -= weight;
    least--;
  }
  sweep->least = least > 0 ? least - 1 : 0;
  sweep->part = least > 0 ? (uint32_t)((double)room / (double)weight * 256) : 256;
}

/* A node's size when the arena was full last; sweeps keep the large ones. */
static uint64_t average_bytes(const struct pns_store *store) {
  const struct pns_sweep *sweep = &store->sweep;
  const uint64_t swept = atomic_load(&sweep->node_bytes);
  if (swept > 0 && sweep->nodes > 0) return swept / sweep->nodes;
  const uint64_t used = (uint64_t)pns_slabs_used(store) * store->slab_bytes;
  const uint64_t nodes = pns_store_nodes(store);
  return nodes > 0 && used > 0 ? used / nodes : pns_node_bytes(8);
}

uint64_t pns_store_capacity(const struct pns_store *store) {
  return pns_store_arena_budget(store) * 10 / charge(average_bytes(store)) +
         pns_settled_places(&store->settled);
}

/* As large as a full store of nodes of the present size wants it, and not smaller than now unless
 * the budget has shrunk so far that the index takes more of it than the smallest nodes could want.
 */
static uint32_t fitting_buckets(const struct pns_store *store) {
  uint64_t budget = pns_store_arena_budget(store);
  uint64_t fits = budget * 10 / charge(average_bytes(store));
  uint64_t buckets = fits * SLOT_BYTES_TENTHS / 10 / pns_index_bytes(1);
  if (buckets > UINT32_MAX) return UINT32_MAX;
  uint64_t least = budget / INDEX_PART / pns_index_bytes(1);
  if (least > store->index.buckets) least = store->index.buckets;
  return buckets > least ? (uint32_t)buckets : (uint32_t)least;
}

/* The old index goes before the new one is touched, so that there is never memory for two. */
static bool renew_index(struct pns_store *store) {
  uint32_t buckets = fitting_buckets(store);
  pns_slot *slots = pns_index_reserve(store, buckets);
  if (slots == NULL) return false;
  pns_pages_release(store->index.slots, pns_index_bytes(store->index.buckets));
  store->index = (struct pns_index){slots, buckets};
  pns_pages_touch(slots, pns_index_bytes(buckets));
  return true;
}

bool pns_sweep_choose(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  pns_settle_plan(store, open_bytes(sweep));
  if (!renew_index(store)) {
    pns_sweep_cancel(store);
    return false;
  }
  pns_store_set_crowded(store);
  pns_store_set_limit(store);
  choose_score(store);
  uint32_t block = sweep->used / (4 * store->workers);
  if (block < BLOCK_LEAST_SLABS) block = BLOCK_LEAST_SLABS;
  sweep->block = block < BLOCK_MOST_SLABS ? block : BLOCK_MOST_SLABS;
  atomic_store(&sweep->next, 0);
  atomic_store(&sweep->kept, 0);
  return true;
}

/* ---- move ---- */

/* Where the nodes of a block slide to. Never ahead of where they come from: the nodes that stay are
 * a subsequence of the block's, none larger than before, and are packed by the same rule. */
struct target {
  struct pns_store *store;
  uint32_t slab;
  size_t offset;
  /* Nodes that have moved and wait for their bucket to come closer before they go into the index.
   */
  struct waiting {
    struct pns_node *node;
    uint64_t hash;
  } waiting[WAITING];
  uint32_t next;
};

static char *target_room(struct target *target, size_t bytes) {
  struct pns_store *store = target->store;
  if (target->offset + bytes > store->slab_bytes) {
    store->filled[target->slab++] = (uint32_t)target->offset;
    target->offset = 0;
  }
  char *room = pns_slab_start(store, target->slab) + target->offset;
  target->offset += bytes;
  return room;
}

/* A number below 256, drawn anew in every sweep: with a fixed one those that stay once would stay
 * always. */
static uint32_t draw(uint64_t hash, uint64_t sweep) {
  return (uint32_t)(((hash ^ sweep) * UINT64_C(0x9e3779b97f4a7c15)) >> 56);
}

static bool stays(const struct pns_store *store, const struct pns_node *node, uint64_t hash) {
  const struct pns_sweep *sweep = &store->sweep;
  unsigned s = score(store, node);
  if (s != sweep->least) return s > sweep->least || is_root(store, node);
  return draw(hash, sweep->number) < sweep->part || is_root(store, node);
}

static void shed_lost(struct pns_node *node) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < node->edge_count; i++)
    if (!is_lost(&node->edges[i], node->side))
      memmove(&node->edges[kept++], &node->edges[i], sizeof(struct pns_edge));
}

/* Leaves one edge that wins to a node won by its mover. */
static void keep_winner(struct pns_node *node) {
  uint32_t i = 0;
  while (pns_word_least(atomic_load_explicit(&node->edges[i].word, memory_order_relaxed),
                        node->side) != 0)
    i++;
  node->edges[0].move = node->edges[i].move;
  atomic_store_explicit(&node->edges[0].word, pns_word_won(node->side), memory_order_relaxed);
}

static void index_waiting(struct pns_store *store, struct waiting *waiting) {
  if (waiting->node == NULL) return;
  pns_index_put(store, &store->index, waiting->node, waiting->hash,
                pns_slot_word(store, waiting->node, waiting->hash));
  waiting->node = NULL;
}

/* The one that has waited longest goes in first. */
static void index_later(struct target *target, struct pns_node *node, uint64_t hash) {
  struct waiting *waiting = &target->waiting[target->next];
  target->next = (target->next + 1) % WAITING;
  index_waiting(target->store, waiting);
  *waiting = (struct waiting){node, hash};
  pns_store_prefetch(target->store, hash);
}

static void index_rest(struct target *target) {
  for (uint32_t i = 0; i < WAITING; i++) index_waiting(target->store, &target->waiting[i]);
}

static void move_node(struct target *target, struct pns_node *node, uint64_t hash) {
  uint32_t edges = edges_kept(target->store, node);
  node->mark = 0;
  if (edges < node->edge_count) {
    if (sheds_lost(target->store, node))
      shed_lost(node);
    else if (edges == 1)
      keep_winner(node);
    node->edge_count = (uint16_t)edges;
  }
  size_t bytes = pns_node_bytes(edges);
  struct pns_node *moved = (struct pns_node *)(void *)target_room(target, bytes);
  memmove(moved, node, bytes);
  index_later(target, moved, hash);
}

static uint64_t move_slab(struct target *target, uint32_t slab) {
  struct pns_store *store = target->store;
  char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
  uint64_t kept = 0;
  while (at < stop) {
    struct pns_node *node = (struct pns_node *)(void *)at;
    at += pns_node_bytes(node->edge_count);
    uint64_t hash = pns_key_hash(&node->key);
    if (leaves(store, node) && pns_settle_node(store, node, hash)) continue;
    if (!stays(store, node, hash)) continue;
    move_node(target, node, hash);
    kept++;
  }
  return kept;
}

void pns_sweep_move(struct pns_store *store) {
  struct pns_sweep *sweep = &store->sweep;
  uint64_t kept = 0;
  uint32_t begin, end;
  while (take(sweep, sweep->block, &begin, &end)) {
    struct target target = {.store = store, .slab = begin};
    for (uint32_t slab = begin; slab < end; slab++) kept += move_slab(&target, slab);
    index_rest(&target);
    store->filled[target.slab] = (uint32_t)target.offset;
    for (uint32_t slab = target.slab + 1; slab < end; slab++) store->filled[slab] = 0;
  }
  atomic_fetch_add(&sweep->kept, kept);
}

/* ---- end ---- */

/* Slabs with room come back into use, the emptier half of a slab at least. Where the new index left
 * the arena less than it has, empty slabs go back to the system instead. */
void pns_sweep_end(struct pns_store *store) {
  uint32_t used = store->sweep.used;
  pns_mark_end(store);
  pns_settle_end(store);
  uint32_t surplus = used > store->slab_limit ? used - store->slab_limit : 0;
  store->recycled_count = 0;
  store->released = 0;
  for (uint32_t slab = used; slab-- > 0;) {
    if (store->filled[slab] > store->slab_bytes / 2) continue;
    if (store->filled[slab] == 0 && store->released < surplus) {
      pns_pages_drop(pns_slab_start(store, slab), store->slab_bytes);
      store->released++;
      continue;
    }
    store->recycled[store->recycled_count++] = slab;
  }
  store->used_before = used;
  atomic_store(&store->slabs_taken, 0);
  atomic_store(&store->nodes, atomic_load(&store->sweep.kept));
}
