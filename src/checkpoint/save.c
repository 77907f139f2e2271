#include "checkpoint/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/pages.h"
#include "checkpoint/format.h"
#include "search/store_inside.h"

enum { LEVEL = 1 }; /* of zstd: the fastest that still halves the file */

struct pns_saver {
  const struct pns_save_calls *calls;
  struct pns_generations generations;
  char *text;  /* of the head */
  char *raw;   /* nodes of the block under way */
  char *block; /* its head, packed nodes and checksum */
  size_t packed_most;
  ZSTD_CCtx *packer;
  XXH3_state_t *digest;
  int file;
  size_t raw_used;
  uint32_t raw_nodes;
  uint64_t raw_total;
  struct pns_save_outcome outcome;
};

/* ---- making ---- */

static bool set_buffers(struct pns_saver *s, size_t definition_bytes) {
  s->packed_most = ZSTD_compressBound(PNS_BLOCK_BYTES);
  s->text = malloc(PNS_HEAD_LINES_MAX + definition_bytes);
  s->raw = calloc(1, PNS_BLOCK_BYTES);
  s->block = malloc(sizeof(struct pns_block_head) + s->packed_most + sizeof(uint64_t));
  s->packer = ZSTD_createCCtx();
  s->digest = XXH3_createState();
  return s->text != NULL && s->raw != NULL && s->block != NULL && s->packer != NULL &&
         s->digest != NULL;
}

/* Packs a whole block once, so that the packer has taken all the memory it will ever want. */
static bool warm_up(struct pns_saver *s) {
  ZSTD_CCtx_setParameter(s->packer, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter(s->packer, ZSTD_c_checksumFlag, 1);
  return !ZSTD_isError(
      ZSTD_compress2(s->packer, s->block, s->packed_most, s->raw, PNS_BLOCK_BYTES));
}

struct pns_saver *pns_saver_new(const char *path, size_t definition_bytes,
                                const struct pns_save_calls *calls) {
  struct pns_saver *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->calls = calls;
  if (pns_generations_init(&s->generations, path, calls) && set_buffers(s, definition_bytes) &&
      warm_up(s))
    return s;
  pns_saver_free(s);
  return NULL;
}

void pns_saver_free(struct pns_saver *s) {
  if (s == NULL) return;
  pns_generations_done(&s->generations);
  free(s->text);
  free(s->raw);
  free(s->block);
  ZSTD_freeCCtx(s->packer);
  XXH3_freeState(s->digest);
  free(s);
}

/* ---- bytes ---- */

static bool failed(const struct pns_saver *s) { return s->outcome.failure != 0; }

static void fail(struct pns_saver *s, enum pns_save_step step, int reason) {
  pns_save_fail(&s->outcome, step, reason);
}

/* Past the digest. */
static void put_raw(struct pns_saver *s, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0 && !failed(s)) {
    ssize_t done = s->calls->write(s->file, at, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      fail(s, PNS_SAVE_WRITE, done < 0 ? errno : ENOSPC);
      return;
    }
    at += done;
    count -= (size_t)done;
    s->outcome.bytes += (uint64_t)done;
  }
}

static void put(struct pns_saver *s, const void *bytes, size_t count) {
  XXH3_128bits_update(s->digest, bytes, count);
  put_raw(s, bytes, count);
}

static void put_head(struct pns_saver *s, const struct pns_checkpoint_head *head) {
  size_t length = pns_head_write(head, s->text);
  uint32_t size = (uint32_t)length;
  uint64_t check = XXH3_64bits(s->text, length);
  put(s, PNS_CHECKPOINT_FIRST_LINE, strlen(PNS_CHECKPOINT_FIRST_LINE));
  put(s, &size, sizeof size);
  put(s, s->text, length);
  put(s, &check, sizeof check);
}

/* Packs what was gathered and writes it in one piece. */
static void put_block(struct pns_saver *s) {
  if (s->raw_nodes == 0 || failed(s)) return;
  char *packed = s->block + sizeof(struct pns_block_head);
  size_t size = ZSTD_compress2(s->packer, packed, s->packed_most, s->raw, s->raw_used);
  if (ZSTD_isError(size)) {
    fail(s, PNS_SAVE_PACK, ENOMEM);
    return;
  }
  struct pns_block_head head = {(uint32_t)s->raw_used, (uint32_t)size, s->raw_nodes};
  memcpy(s->block, &head, sizeof head);
  uint64_t check = XXH3_64bits(s->block, sizeof head + size);
  memcpy(packed + size, &check, sizeof check);
  put(s, s->block, sizeof head + size + sizeof check);
  s->outcome.nodes += s->raw_nodes;
  s->raw_total += s->raw_used;
  s->raw_used = 0;
  s->raw_nodes = 0;
}

static void put_trailer(struct pns_saver *s) {
  const struct pns_block_head end = {0, 0, 0};
  put(s, &end, sizeof end);
  put(s, &s->outcome.nodes, sizeof s->outcome.nodes);
  put(s, &s->raw_total, sizeof s->raw_total);
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(s->digest));
  put_raw(s, digest.digest, sizeof digest.digest);
}

/* ---- nodes ---- */

/* What belongs to the search of this moment stays out: marks, and workers below (there are none).
 */
static void put_node(struct pns_saver *s, const struct pns_node *node) {
  size_t bytes = pns_node_bytes(node->edge_count);
  if (s->raw_used + bytes > PNS_BLOCK_BYTES) put_block(s);
  if (failed(s)) return;
  struct pns_node *copy = (struct pns_node *)(void *)(s->raw + s->raw_used);
  memcpy(copy, node, bytes);
  copy->mark = 0;
  for (uint32_t i = 0; i < copy->edge_count; i++) {
    uint32_t below = atomic_load_explicit(&copy->edges[i].below, memory_order_relaxed);
    atomic_store_explicit(&copy->edges[i].below, below & PNS_EXPANDED, memory_order_relaxed);
  }
  s->raw_used += bytes;
  s->raw_nodes++;
}

/* The root comes first, so that a reader knows at once whether he has the right file. */
static void put_nodes(struct pns_saver *s, const struct pns_search *search, bool drop) {
  const struct pns_store *store = search->store;
  struct pns_key key;
  search->rules->game->key(search->rules, search->root, &key);
  const struct pns_node *root = pns_store_find(store, &key, pns_key_hash(&key));
  put_node(s, root);
  for (uint32_t slab = 0; slab < pns_slabs_used(store) && !failed(s); slab++) {
    char *at = pns_slab_start(store, slab), *stop = at + store->filled[slab];
    while (at < stop) {
      const struct pns_node *node = (const void *)at;
      if (node != root) put_node(s, node);
      at += pns_node_bytes(node->edge_count);
    }
    if (drop) pns_pages_drop(pns_slab_start(store, slab), store->slab_bytes);
  }
  put_block(s);
}

/* ---- the file ---- */

/* Made anew, so that no process that is about to die still writes into it. */
static void open_fresh(struct pns_saver *s) {
  const char *fresh = s->generations.names[PNS_FRESH];
  s->calls->unlink(fresh);
  s->file = s->calls->open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (s->file < 0) fail(s, PNS_SAVE_OPEN, errno);
}

struct pns_save_outcome pns_saver_write(struct pns_saver *s, const struct pns_checkpoint_head *head,
                                        const struct pns_search *search, bool drop) {
  s->outcome = (struct pns_save_outcome){.failure = 0};
  s->raw_used = 0;
  s->raw_nodes = 0;
  s->raw_total = 0;
  open_fresh(s);
  if (failed(s)) return s->outcome;
  XXH3_128bits_reset(s->digest);
  put_head(s, head);
  put_nodes(s, search, drop);
  put_trailer(s);
  pns_save_synchronise(s->calls, s->file, PNS_SAVE_SYNC, &s->outcome);
  if (s->calls->close(s->file) != 0) fail(s, PNS_SAVE_WRITE, errno);
  if (failed(s)) s->calls->unlink(s->generations.names[PNS_FRESH]);
  return s->outcome;
}

/* ---- its name ---- */

void pns_saver_found(struct pns_saver *s, enum pns_generation found, bool named_is_sound) {
  pns_generations_found(&s->generations, found, named_is_sound);
}

struct pns_save_outcome pns_saver_prepare(struct pns_saver *s) {
  struct pns_save_outcome outcome = {.failure = 0};
  pns_generations_publish(&s->generations, &outcome);
  return outcome;
}

void pns_saver_publish(struct pns_saver *s, struct pns_save_outcome *outcome) {
  s->generations.complete = outcome->failure == 0;
  pns_generations_publish(&s->generations, outcome);
}
