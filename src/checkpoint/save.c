#include "checkpoint/save.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/pages.h"
#include "checkpoint/format.h"
#include "checkpoint/pack.h"
#include "search/store_inside.h"

#define NOT_YET 0x80000000u /* more than there are parts */
#define PIECE_LINES 2048u

struct pns_saver {
  const struct pns_save_calls *calls;
  struct pns_generations generations;
  char *text; /* of the head */
  XXH3_state_t *digest;
  /* What there is to write. */
  const struct pns_store *store;
  const struct pns_node *root;
  uint32_t *filled; /* bytes of each slab */
  uint32_t slabs, slabs_most;
  uint32_t parts; /* slabs, and pieces of the table of settled positions */
  int file;
  /* Several threads pack, each with a packer of its own, and take turns at writing. */
  struct pns_packer *packers; /* [0] is the writer's */
  uint32_t packer_count;
  _Atomic uint32_t next_part; /* to pack; NOT_YET until the root was written */
  pthread_mutex_t lock;
  pthread_cond_t helped;
  uint32_t helpers; /* at work; under the lock, as is what follows and the file */
  uint32_t lent;    /* packers given to helpers, of this checkpoint */
  uint64_t raw_total;
  struct pns_save_outcome outcome;
};

/* ---- making ---- */

static bool set_packers(struct pns_saver *s, uint32_t helpers) {
  s->packers = calloc(1 + helpers, sizeof *s->packers);
  if (s->packers == NULL) return false;
  bool done = true;
  while (done && s->packer_count < 1 + helpers)
    done = pns_packer_init(&s->packers[s->packer_count++]);
  return done;
}

static bool set_buffers(struct pns_saver *s, size_t definition_bytes) {
  s->text = malloc(PNS_HEAD_LINES_MAX + definition_bytes);
  s->digest = XXH3_createState();
  return s->text != NULL && s->digest != NULL;
}

struct pns_saver *pns_saver_new(const char *path, size_t definition_bytes, uint32_t helpers,
                                const struct pns_save_calls *calls) {
  struct pns_saver *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->calls = calls;
  s->file = -1;
  s->next_part = NOT_YET;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->helped, NULL);
  if (pns_generations_init(&s->generations, path, calls) && set_buffers(s, definition_bytes) &&
      set_packers(s, helpers))
    return s;
  pns_saver_free(s);
  return NULL;
}

void pns_saver_free(struct pns_saver *s) {
  if (s == NULL) return;
  pns_generations_done(&s->generations);
  free(s->text);
  free(s->filled);
  for (uint32_t i = 0; i < s->packer_count; i++) pns_packer_done(&s->packers[i]);
  free(s->packers);
  pthread_cond_destroy(&s->helped);
  pthread_mutex_destroy(&s->lock);
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

/* The root comes first, so that a reader knows at once whether he has the right file. */
static const struct pns_node *find_root(const struct pns_search *search) {
  struct pns_key key;
  search->rules->game->key(search->rules, search->root, &key);
  return pns_store_find(search->store, &key, pns_key_hash(&key));
}

void pns_saver_begin(struct pns_saver *s, const struct pns_search *search) {
  s->store = search->store;
  s->root = find_root(search);
  s->slabs = pns_slabs_used(s->store);
  const uint64_t lines = pns_settled_lines(&s->store->settled);
  s->parts = s->slabs + (uint32_t)((lines + PIECE_LINES - 1) / PIECE_LINES);
  s->outcome = (struct pns_save_outcome){.failure = 0};
  if (s->slabs > s->slabs_most) {
    free(s->filled);
    s->slabs_most = s->slabs + s->slabs / 2;
    s->filled = malloc(s->slabs_most * sizeof *s->filled);
    if (s->filled == NULL) s->slabs_most = 0;
  }
  if (s->filled == NULL) {
    fail(s, PNS_SAVE_PACK, ENOMEM);
    return;
  }
  memcpy(s->filled, s->store->filled, s->slabs * sizeof *s->filled);
}

/* Packs what was gathered, and writes it in one piece when it is its turn. */
static void put_block(struct pns_saver *s, struct pns_packer *packer) {
  if (packer->raw_nodes == 0) return;
  const bool sealed = pns_packer_seal(packer);
  pthread_mutex_lock(&s->lock);
  if (!sealed) fail(s, PNS_SAVE_PACK, ENOMEM);
  if (!failed(s)) put(s, packer->block, packer->block_bytes);
  s->outcome.nodes += packer->raw_nodes;
  s->raw_total += packer->raw_used;
  if (failed(s)) s->next_part = s->parts; /* enough */
  pthread_mutex_unlock(&s->lock);
  pns_packer_clear(packer);
}

static void put_slab(struct pns_saver *s, struct pns_packer *packer, uint32_t slab) {
  const char *at = pns_slab_start(s->store, slab), *stop = at + s->filled[slab];
  while (at < stop) {
    const struct pns_node *node = (const void *)at;
    if (!pns_packer_fits(packer, node)) put_block(s, packer);
    if (node != s->root) pns_packer_add(packer, node);
    at += pns_node_bytes(node->edge_count);
  }
}

struct putting {
  struct pns_saver *saver;
  struct pns_packer *packer;
};

static void put_known(void *user, const struct pns_key *key, struct pns_known known) {
  const struct putting *putting = user;
  if (!pns_packer_fits_known(putting->packer)) put_block(putting->saver, putting->packer);
  pns_packer_add_known(putting->packer, key, known);
}

/* A piece of the table of settled positions, which changes in sweeps only. */
static void put_lines(struct pns_saver *s, struct pns_packer *packer, uint32_t piece) {
  struct putting putting = {s, packer};
  const uint32_t lines = pns_settled_lines(&s->store->settled), begin = piece * PIECE_LINES;
  pns_settled_each(&s->store->settled, begin,
                   lines - begin < PIECE_LINES ? lines : begin + PIECE_LINES, put_known, &putting);
}

/* Slab after slab and then piece after piece, until there are none left. */
static void put_parts(struct pns_saver *s, struct pns_packer *packer, bool drop) {
  uint32_t part;
  while ((part = atomic_fetch_add(&s->next_part, 1)) < s->parts) {
    if (part >= s->slabs) {
      put_lines(s, packer, part - s->slabs);
      continue;
    }
    put_slab(s, packer, part);
    if (drop) pns_pages_drop(pns_slab_start(s->store, part), s->store->slab_bytes);
  }
  put_block(s, packer);
}

static void put_nodes(struct pns_saver *s, bool drop) {
  struct pns_packer *packer = &s->packers[0];
  pns_packer_clear(packer);
  pns_packer_add(packer, s->root);
  put_block(s, packer);
  s->next_part = failed(s) ? s->parts : 0;
  put_parts(s, packer, drop);
  pthread_mutex_lock(&s->lock);
  while (s->helpers > 0) pthread_cond_wait(&s->helped, &s->lock);
  pthread_mutex_unlock(&s->lock);
  s->next_part = NOT_YET;
}

void pns_saver_help(struct pns_saver *s) {
  struct pns_packer *packer = NULL;
  pthread_mutex_lock(&s->lock);
  if (s->next_part < s->parts && s->lent + 1 < s->packer_count) {
    packer = &s->packers[++s->lent];
    s->helpers++;
  }
  pthread_mutex_unlock(&s->lock);
  if (packer == NULL) return;
  put_parts(s, packer, false);
  pthread_mutex_lock(&s->lock);
  s->helpers--;
  pthread_cond_signal(&s->helped);
  pthread_mutex_unlock(&s->lock);
}

/* ---- the file ---- */

/* Made anew, so that no process that is about to die still writes into it. */
static void open_fresh(struct pns_saver *s) {
  const char *fresh = s->generations.names[PNS_FRESH];
  s->calls->unlink(fresh);
  s->file = s->calls->open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (s->file < 0) fail(s, PNS_SAVE_OPEN, errno);
}

void pns_saver_write(struct pns_saver *s, const struct pns_checkpoint_head *head, bool drop) {
  if (failed(s)) return; /* already when it began */
  s->raw_total = 0;
  s->lent = 0;
  open_fresh(s);
  if (failed(s)) return;
  XXH3_128bits_reset(s->digest);
  put_head(s, head);
  put_nodes(s, drop);
}

struct pns_save_outcome pns_saver_finish(struct pns_saver *s) {
  if (s->file < 0) return s->outcome;
  put_trailer(s);
  pns_save_synchronise(s->calls, s->file, PNS_SAVE_SYNC, &s->outcome);
  if (s->calls->close(s->file) != 0) fail(s, PNS_SAVE_WRITE, errno);
  s->file = -1;
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
