#include "checkpoint/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "checkpoint/format.h"

struct pns_loader {
  FILE *file;
  char *name; /* for messages */
  XXH3_state_t *digest;
  char *text, *raw, *block;
  ZSTD_DCtx *unpacker;
  unsigned version;
  struct pns_checkpoint_head head;
};

static enum pns_status refuse(const struct pns_loader *l, const char *found,
                              struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "checkpoint '%.200s' %s, expected a complete one",
                       l->name, found);
}

/* ---- bytes ---- */

static enum pns_status take_raw(struct pns_loader *l, void *bytes, size_t count,
                                struct pns_error *error) {
  if (fread(bytes, 1, count, l->file) == count) return PNS_OK;
  if (ferror(l->file))
    return pns_error_set(error, PNS_ERROR_SYSTEM, "checkpoint '%.200s' cannot be read: %s", l->name,
                         strerror(errno));
  return refuse(l, "ends too early", error);
}

static enum pns_status take(struct pns_loader *l, void *bytes, size_t count,
                            struct pns_error *error) {
  enum pns_status status = take_raw(l, bytes, count, error);
  if (status == PNS_OK) XXH3_128bits_update(l->digest, bytes, count);
  return status;
}

/* ---- the head ---- */

/* A file of another version is refused by its number, any other by what it is not. */
static enum pns_status take_first_line(struct pns_loader *l, struct pns_error *error) {
  const char *magic = PNS_CHECKPOINT_MAGIC;
  char line[sizeof PNS_CHECKPOINT_FIRST_LINE] = "";
  enum pns_status status = take(l, line, sizeof line - 1, error);
  if (status != PNS_OK) return status;
  if (memcmp(line, magic, strlen(magic)) != 0) return refuse(l, "is no checkpoint of pns", error);
  const char *version = line + strlen(magic);
  l->version = (unsigned)(unsigned char)version[0] - '0';
  if (version[1] == '\n' && l->version >= PNS_CHECKPOINT_OLDEST &&
      l->version <= PNS_CHECKPOINT_VERSION)
    return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "checkpoint '%.200s' is of format version %.*s, expected version %d to %d",
                       l->name, (int)strcspn(version, "\n"), version, PNS_CHECKPOINT_OLDEST,
                       PNS_CHECKPOINT_VERSION);
}

/* The text comes in pieces, so that a false length costs no more memory than the file is long. */
static enum pns_status take_text(struct pns_loader *l, size_t size, struct pns_error *error) {
  size_t got = 0;
  while (got < size) {
    size_t piece = size - got < PNS_BLOCK_BYTES ? size - got : PNS_BLOCK_BYTES;
    char *longer = realloc(l->text, got + piece + 1);
    if (longer == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
    l->text = longer;
    enum pns_status status = take(l, l->text + got, piece, error);
    if (status != PNS_OK) return status;
    got += piece;
    l->text[got] = '\0';
  }
  return PNS_OK;
}

static enum pns_status take_head(struct pns_loader *l, struct pns_error *error) {
  uint32_t size = 0;
  uint64_t check = 0;
  enum pns_status status = take_first_line(l, error);
  if (status == PNS_OK) status = take(l, &size, sizeof size, error);
  if (status != PNS_OK) return status;
  if (size < 1 || size > PNS_HEAD_LINES_MAX + PNS_HEAD_TEXT_MAX)
    return refuse(l, "has a damaged head", error);
  status = take_text(l, size, error);
  if (status == PNS_OK) status = take(l, &check, sizeof check, error);
  if (status != PNS_OK) return status;
  if (check != XXH3_64bits(l->text, size)) return refuse(l, "has a damaged head", error);
  if (!pns_head_read(&l->head, l->version, l->text, size))
    return refuse(l, "has a head that this pns cannot read", error);
  return PNS_OK;
}

static enum pns_status set_up(struct pns_loader *l, const char *path, struct pns_error *error) {
  l->name = strdup(path);
  l->digest = XXH3_createState();
  l->raw = malloc(PNS_BLOCK_BYTES);
  l->block = malloc(sizeof(struct pns_block_head) + ZSTD_compressBound(PNS_BLOCK_BYTES));
  l->unpacker = ZSTD_createDCtx();
  if (l->name == NULL || l->digest == NULL || l->raw == NULL || l->block == NULL ||
      l->unpacker == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a checkpoint");
  XXH3_128bits_reset(l->digest);
  l->file = fopen(path, "rbe");
  if (l->file == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT, "checkpoint '%.200s' cannot be opened: %s", path,
                         strerror(errno));
  return take_head(l, error);
}

struct pns_loader *pns_loader_new(const char *path, struct pns_error *error) {
  struct pns_loader *l = calloc(1, sizeof *l);
  if (l == NULL) {
    pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a checkpoint");
    return NULL;
  }
  if (set_up(l, path, error) == PNS_OK) return l;
  pns_loader_free(l);
  return NULL;
}

void pns_loader_free(struct pns_loader *l) {
  if (l == NULL) return;
  if (l->file != NULL) fclose(l->file);
  free(l->name);
  free(l->text);
  free(l->raw);
  free(l->block);
  ZSTD_freeDCtx(l->unpacker);
  XXH3_freeState(l->digest);
  free(l);
}

const struct pns_checkpoint_head *pns_loader_head(const struct pns_loader *l) { return &l->head; }

/* ---- nodes ---- */

/* One reading of all nodes. */
struct reading {
  struct pns_loader *loader;
  const struct pns_search *search;
  uint32_t least_work;
  struct pns_cursor cursor;
  struct pns_loaded *loaded;
  uint64_t seen, raw_total;
};

/* A pair that update and expansion can have made. */
static bool word_is_sound(uint64_t word) {
  if (pns_word_solved(word)) return word == PNS_WORD_PROVEN || word == PNS_WORD_DISPROVEN;
  return pns_word_pn(word) < PNS_INF && pns_word_dn(word) < PNS_INF;
}

/* Version 2 had verdicts only. */
static bool settled_is_sound(const struct pns_node *node, uint64_t word, unsigned version) {
  if (pns_word_solved(word)) return node->edge_count <= 1;
  return version > 2 && node->edge_count == 0;
}

/* What the search takes for granted about a node (NODE-3 among it). Unsolved without an edge is
 * sound: all were lost, a sweep took them away, and nobody came by since to see what that means. */
static bool node_is_sound(const struct pns_node *node, uint32_t max_moves, unsigned version) {
  uint64_t word = atomic_load_explicit(&node->word, memory_order_relaxed);
  bool won = pns_word_least(word, node->side) == 0, winner = false;
  if (node->edge_count > max_moves || node->mark > PNS_MARK_SETTLED || !word_is_sound(word))
    return false;
  if (node->mark == PNS_MARK_SETTLED && !settled_is_sound(node, word, version)) return false;
  for (uint32_t i = 0; i < node->edge_count; i++) {
    uint64_t edge = atomic_load_explicit(&node->edges[i].word, memory_order_relaxed);
    uint32_t below = atomic_load_explicit(&node->edges[i].below, memory_order_relaxed);
    if (!word_is_sound(edge) || (below & ~PNS_EXPANDED) != 0) return false;
    winner |= pns_word_least(edge, node->side) == 0;
  }
  return !won || winner;
}

/* The root must be the position asked about, and its moves must be moves of it. */
static bool is_root(const struct pns_search *search, const struct pns_node *node) {
  const struct pns_rules *rules = search->rules;
  struct pns_key key;
  rules->game->key(rules, search->root, &key);
  if (!pns_key_equal(&node->key, &key) || node->side != pns_side(search, search->root))
    return false;
  pns_move *moves = malloc(rules->max_moves * sizeof *moves);
  if (moves == NULL) return false;
  uint32_t count = rules->game->moves(rules, search->root, moves), known = 0;
  for (uint32_t i = 0; i < node->edge_count; i++)
    for (uint32_t k = 0; k < count; k++) known += moves[k] == node->edges[i].move;
  free(moves);
  return known == node->edge_count;
}

/* The index grows as in a search; false when the budget is used up. */
static bool keep_room(struct pns_store *store, struct pns_cursor *cursor) {
  if (!pns_store_crowded(store)) return true;
  pns_store_settle(store, cursor);
  if (!pns_store_grow_begin(store)) return false;
  pns_store_grow_share(store);
  pns_store_grow_end(store);
  return true;
}

static enum pns_status put_node(struct reading *r, const struct pns_node *node,
                                struct pns_error *error) {
  struct pns_store *store = r->search->store;
  bool wanted = atomic_load_explicit(&node->work, memory_order_relaxed) >= r->least_work;
  if ((!wanted && r->seen > 0) || r->loaded->full) {
    r->loaded->left_out++;
    return PNS_OK;
  }
  struct pns_node *room =
      keep_room(store, &r->cursor) ? pns_store_room(store, &r->cursor, node->edge_count) : NULL;
  if (room == NULL) {
    r->loaded->full = true;
    r->loaded->left_out++;
    return PNS_OK;
  }
  memcpy(room, node, pns_node_bytes(node->edge_count));
  if (pns_store_publish(store, &r->cursor, room, pns_key_hash(&room->key)) != room)
    return refuse(r->loader, "holds a position twice", error);
  r->loaded->nodes++;
  return PNS_OK;
}

/* Without a place in the table a solved position becomes a node again, and of an unsolved one
 * nothing is left: a node without edges would say that every move is lost. Once the arena is full,
 * those with the most work keep their places. */
static enum pns_status put_settled(struct reading *r, struct pns_node *node,
                                   struct pns_error *error) {
  const uint64_t hash = pns_key_hash(&node->key);
  const struct pns_known known = {
      .word = atomic_load_explicit(&node->word, memory_order_relaxed),
      .move = node->edge_count > 0 ? node->edges[0].move : 0,
      .side = node->side,
      .work = pns_work_log(atomic_load_explicit(&node->work, memory_order_relaxed)),
  };
  if (pns_store_remember(r->search->store, &node->key, hash, known, r->loaded->full)) {
    r->loaded->nodes++;
    return PNS_OK;
  }
  if (!pns_known_settles(known)) {
    r->loaded->left_out++;
    return PNS_OK;
  }
  if (pns_store_find(r->search->store, &node->key, hash) != NULL) return PNS_OK;
  node->mark = 0;
  return put_node(r, node, error);
}

static enum pns_status put_block(struct reading *r, const struct pns_block_head *head,
                                 struct pns_error *error) {
  char *at = r->loader->raw, *stop = at + head->raw_bytes;
  for (uint32_t i = 0; i < head->nodes; i++) {
    struct pns_node *node = (struct pns_node *)(void *)at;
    size_t left = (size_t)(stop - at);
    if (left < sizeof *node || left < pns_node_bytes(node->edge_count) ||
        (node->side != PNS_SIDE_OR && node->side != PNS_SIDE_AND) ||
        !node_is_sound(node, r->search->rules->max_moves, r->loader->version))
      return refuse(r->loader, "holds a position that cannot be", error);
    if (r->seen == 0 && (node->mark != 0 || !is_root(r->search, node)))
      return refuse(r->loader, "does not begin with the position it names", error);
    enum pns_status status =
        node->mark == PNS_MARK_SETTLED ? put_settled(r, node, error) : put_node(r, node, error);
    if (status != PNS_OK) return status;
    at += pns_node_bytes(node->edge_count);
    r->seen++;
  }
  r->raw_total += head->raw_bytes;
  return at == stop ? PNS_OK : refuse(r->loader, "has a block of the wrong length", error);
}

/* Reads and unpacks the block behind a head. */
static enum pns_status take_block(struct pns_loader *l, const struct pns_block_head *head,
                                  struct pns_error *error) {
  uint64_t check = 0;
  if (head->raw_bytes > PNS_BLOCK_BYTES || head->nodes == 0 ||
      head->packed_bytes > ZSTD_compressBound(PNS_BLOCK_BYTES))
    return refuse(l, "has a damaged block", error);
  memcpy(l->block, head, sizeof *head);
  char *packed = l->block + sizeof *head;
  enum pns_status status = take(l, packed, head->packed_bytes, error);
  if (status == PNS_OK) status = take(l, &check, sizeof check, error);
  if (status != PNS_OK) return status;
  if (check != XXH3_64bits(l->block, sizeof *head + head->packed_bytes))
    return refuse(l, "has a block with a false checksum", error);
  size_t size =
      ZSTD_decompressDCtx(l->unpacker, l->raw, PNS_BLOCK_BYTES, packed, head->packed_bytes);
  if (ZSTD_isError(size) || size != head->raw_bytes)
    return refuse(l, "has a block that cannot be unpacked", error);
  return PNS_OK;
}

static enum pns_status take_trailer(struct reading *r, struct pns_error *error) {
  struct pns_loader *l = r->loader;
  uint64_t totals[2] = {0, 0};
  enum pns_status status = take(l, totals, sizeof totals, error);
  if (status != PNS_OK) return status;
  XXH128_canonical_t expected, found;
  XXH128_canonicalFromHash(&expected, XXH3_128bits_digest(l->digest));
  status = take_raw(l, found.digest, sizeof found.digest, error);
  if (status != PNS_OK) return status;
  if (memcmp(expected.digest, found.digest, sizeof found.digest) != 0)
    return refuse(l, "has a false digest", error);
  if (totals[0] != r->seen || totals[0] != l->head.nodes || totals[1] != r->raw_total)
    return refuse(l, "does not hold as many positions as it says", error);
  if (fgetc(l->file) != EOF) return refuse(l, "goes on behind its end", error);
  return r->seen > 0 ? PNS_OK : refuse(l, "holds no position", error);
}

enum pns_status pns_loader_nodes(struct pns_loader *loader, const struct pns_search *search,
                                 uint32_t least_work, struct pns_loaded *loaded,
                                 struct pns_error *error) {
  struct reading r = {
      .loader = loader, .search = search, .least_work = least_work, .loaded = loaded};
  struct pns_block_head head = {0, 0, 0};
  *loaded = (struct pns_loaded){.nodes = 0};
  if (loader->head.settled != PNS_HEAD_SAYS_NOTHING)
    pns_store_expect_settled(search->store, loader->head.settled);
  enum pns_status status;
  while ((status = take(loader, &head, sizeof head, error)) == PNS_OK && head.raw_bytes > 0) {
    status = take_block(loader, &head, error);
    if (status == PNS_OK) status = put_block(&r, &head, error);
    if (status != PNS_OK) return status;
  }
  if (status == PNS_OK) status = take_trailer(&r, error);
  pns_store_settle(search->store, &r.cursor);
  return status;
}
