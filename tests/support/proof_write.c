#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "playout.h"
#include "proof.h"

#define BLOCK_HEAD 14u
#define PAYLOAD_MAX 65536u

/* ---- bytes ---- */

static void put(struct proof_bytes *bytes, const void *data, size_t count) {
  if (bytes->count + count > bytes->room) {
    bytes->room = 2 * (bytes->count + count) + 4096;
    bytes->bytes = realloc(bytes->bytes, bytes->room);
    assert_non_null(bytes->bytes);
  }
  if (count > 0) memcpy(bytes->bytes + bytes->count, data, count);
  bytes->count += count;
}

static void put_number(struct proof_bytes *bytes, uint64_t number, unsigned size) {
  uint8_t data[8];
  for (unsigned i = 0; i < size; i++) data[i] = (uint8_t)(number >> (8 * i));
  put(bytes, data, size);
}

/* Bit by bit, straight from the definition. */
static uint32_t crc32c(const uint8_t *bytes, size_t count) {
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0x82f63b78) : 0);
  }
  return ~crc;
}

static void put_crc(struct proof_bytes *bytes, size_t from) {
  put_number(bytes, crc32c(bytes->bytes + from, bytes->count - from), 4);
}

/* ---- the walk ---- */

enum { UNSEEN, OPEN, COMPLETE };

struct step {
  uint32_t child;
  bool marked;
};

struct walk {
  const struct proof_graph *graph;
  const struct proof_options *options;
  const uint32_t *distance;
  uint8_t *state;       /* of each class, as far as it was written */
  uint32_t *references; /* to each class */
  bool counting;        /* the first of two rounds: nothing is written */
  uint64_t random;
  uint32_t lie_budget; /* records that a lie may still have */
  struct proof_bytes *out;
  struct step *path;
  uint32_t depth, room;
  uint8_t *payload;
  uint32_t bits, block_tokens, block_depth;
  bool block_due;
  struct proof_bytes block_path;
  uint64_t records, reference_count, marked, blocks;
};

static bool chooses(const struct walk *walk, const struct proof_node *node) {
  return (node->mover == walk->options->prover) == walk->options->proven;
}

static uint32_t below(struct walk *walk, uint32_t limit) {
  return (uint32_t)((playout_random(&walk->random) >> 32) * limit >> 32);
}

static void put_bit(struct walk *walk, uint32_t bit) {
  walk->payload[walk->bits / 8] |= (uint8_t)(bit << walk->bits % 8);
  walk->bits++;
}

static void put_bits(struct walk *walk, uint32_t value, uint32_t count) {
  if (walk->counting) return;
  for (uint32_t i = 0; i < count; i++) put_bit(walk, value >> i & 1);
}

static void end_block(struct walk *walk) {
  const size_t from = walk->out->count;
  put(walk->out, "B", 1);
  put_number(walk->out, walk->block_due, 1);
  put_number(walk->out, walk->block_depth, 4);
  put_number(walk->out, walk->block_path.count, 4);
  put_number(walk->out, walk->bits, 4);
  put(walk->out, walk->block_path.bytes, walk->block_path.count);
  put(walk->out, walk->payload, (walk->bits + 7) / 8);
  put_crc(walk->out, from);
  walk->blocks++;
}

/* The path as it is now begins the next block. */
static void begin_block(struct walk *walk, bool due) {
  memset(walk->payload, 0, PAYLOAD_MAX);
  walk->bits = walk->block_tokens = 0;
  walk->block_due = due;
  walk->block_depth = walk->depth;
  walk->block_path.count = 0;
  for (uint32_t i = 0; i < walk->depth; i++) {
    const uint32_t number = 2 * walk->path[i].child + walk->path[i].marked;
    if (number < 128)
      put_number(&walk->block_path, number, 1);
    else
      put_number(&walk->block_path, (number & 127) | 128 | number >> 7 << 8, 2);
  }
}

/* Before each record and each bit of a child: a new block if this one has enough, or might not hold
 * what comes. */
static void begin_token(struct walk *walk, bool record) {
  if (walk->counting) return;
  const uint32_t wanted = walk->options->block_tokens;
  if (walk->block_tokens > 0 &&
      ((wanted > 0 && walk->block_tokens >= wanted) || walk->bits > 8 * PAYLOAD_MAX - 16)) {
    end_block(walk);
    begin_block(walk, record);
  }
  walk->block_tokens++;
  walk->records += record;
}

static uint32_t width(uint32_t count) {
  uint32_t bits = 0;
  while ((1u << bits) < count) bits++;
  return bits;
}

/* Among the moves that show the claim the quickest win, or the first that holds. */
static uint32_t choose(struct walk *walk, const struct proof_node *node) {
  uint32_t best = 0, best_distance = UINT32_MAX;
  if (walk->options->lies != 0 && below(walk, 2) == 0) return below(walk, node->count);
  for (uint32_t i = 0; i < node->count; i++) {
    const uint32_t distance = walk->distance[walk->graph->children[node->first + i]];
    if (walk->options->proven ? distance < best_distance : distance == UINT32_MAX) {
      best = i;
      best_distance = distance;
      if (!walk->options->proven) return i;
    }
  }
  return best;
}

static bool is_shown(struct walk *walk, uint32_t class_id) {
  if (walk->options->lies != 0 && (walk->lie_budget == 0 || below(walk, 4) == 0)) return true;
  if (walk->depth > 1000) return true; /* a false claim that goes round in circles */
  return walk->state[class_id] == COMPLETE ||
         (walk->options->repetition && walk->state[class_id] == OPEN);
}

static bool is_end(const struct walk *walk, const struct proof_node *node) {
  return node->outcome != PNS_ONGOING ||
         (walk->options->looks && node->hopeless[walk->options->prover]);
}

static void show(struct walk *walk, uint32_t index);

static void show_child(struct walk *walk, uint32_t index) {
  const struct proof_node *node = &walk->graph->nodes[index];
  if (is_end(walk, node)) return;
  begin_token(walk, false);
  if (is_shown(walk, node->class_id)) {
    if (walk->counting) walk->references[node->class_id]++;
    put_bits(walk, 1, 1);
    walk->reference_count += !walk->counting;
    return;
  }
  put_bits(walk, 0, 1);
  show(walk, index);
}

static void show(struct walk *walk, uint32_t index) {
  const struct proof_node *node = &walk->graph->nodes[index];
  const bool marked = walk->references[node->class_id] > 0 || node->count > 255;
  begin_token(walk, true);
  if (walk->lie_budget > 0) walk->lie_budget--;
  walk->state[node->class_id] = OPEN;
  put_bits(walk, marked && !walk->counting, 1);
  walk->marked += marked && !walk->counting;
  if (walk->depth == walk->room) {
    walk->room = 2 * walk->room + 64;
    walk->path = realloc(walk->path, walk->room * sizeof *walk->path);
  }
  const uint32_t at = walk->depth++;
  uint32_t from = 0, to = node->count;
  if (chooses(walk, node)) {
    from = choose(walk, node);
    to = from + 1;
    put_bits(walk, from, width(node->count));
  }
  for (uint32_t i = from; i < to; i++) {
    walk->path[at] = (struct step){i, marked};
    show_child(walk, walk->graph->children[node->first + i]);
  }
  walk->depth--;
  walk->state[node->class_id] = COMPLETE;
}

static void round_trip(struct walk *walk, bool counting) {
  walk->counting = counting;
  walk->random = walk->options->lies;
  walk->lie_budget = walk->options->lies != 0 ? 200 : 0;
  memset(walk->state, UNSEEN, walk->graph->count);
  if (is_end(walk, &walk->graph->nodes[0])) return;
  begin_block(walk, true);
  show(walk, 0);
  if (!counting) end_block(walk);
}

/* ---- the file ---- */

static void put_header(const struct proof_graph *graph, const struct proof_options *options,
                       struct proof_bytes *bytes) {
  char text[4096];
  const size_t from = bytes->count;
  const size_t definition = graph->definition == NULL ? 0 : strlen(graph->definition);
  const int length =
      snprintf(text, sizeof text,
               "pns certificate %d\nwriter test\ngame %s\nparameters %s\nposition %s\nprover %s\n"
               "claim %s\nrepetition %s\ndefinition %zu\n\n",
               options->looks ? 2 : 1, graph->game, graph->parameters, graph->position,
               options->prover == 0 ? "first" : "second", options->proven ? "proven" : "disproven",
               options->repetition ? "yes" : "no", definition);
  put(bytes, text, (size_t)length);
  if (definition > 0) put(bytes, graph->definition, definition);
  put_crc(bytes, from);
}

static void put_trailer(const struct walk *walk, struct proof_bytes *bytes) {
  XXH128_canonical_t digest;
  const size_t from = bytes->count;
  put(bytes, "E", 1);
  put_number(bytes, walk->records, 8);
  put_number(bytes, walk->reference_count, 8);
  put_number(bytes, walk->marked, 8);
  put_number(bytes, walk->blocks, 8);
  put_crc(bytes, from);
  XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes->bytes, bytes->count));
  put(bytes, digest.digest, sizeof digest.digest);
}

void proof_write(const struct proof_graph *graph, const struct proof_options *options,
                 struct proof_bytes *bytes) {
  struct walk walk = {.graph = graph, .options = options, .out = bytes};
  uint32_t *distance = proof_solve(graph, options->prover);
  walk.distance = distance;
  walk.state = calloc(graph->count, 1);
  walk.references = calloc(graph->count, sizeof *walk.references);
  walk.payload = calloc(PAYLOAD_MAX, 1);
  put_header(graph, options, bytes);
  round_trip(&walk, true);
  round_trip(&walk, false);
  put_trailer(&walk, bytes);
  bytes->records = walk.records;
  free(distance);
  free(walk.state);
  free(walk.references);
  free(walk.payload);
  free(walk.path);
  free(walk.block_path.bytes);
}

/* ---- sealing again ---- */

static uint64_t number_at(const uint8_t *bytes, unsigned size) {
  uint64_t number = 0;
  for (unsigned i = 0; i < size; i++) number |= (uint64_t)bytes[i] << (8 * i);
  return number;
}

static void seal(uint8_t *bytes, size_t from, size_t to) {
  const uint32_t crc = crc32c(bytes + from, to - from);
  for (unsigned i = 0; i < 4; i++) bytes[to + i] = (uint8_t)(crc >> (8 * i));
}

/* Where the checksum of the header and the definition stands; 0 when there is none. */
static size_t header_end(const uint8_t *bytes, size_t count) {
  static const char name[] = "\ndefinition ";
  const uint8_t *at = memmem(bytes, count, name, sizeof name - 1);
  if (at == NULL) return 0;
  char digits[24] = "";
  const size_t from = (size_t)(at - bytes) + sizeof name - 1;
  const size_t left = count - from;
  memcpy(digits, bytes + from, left < sizeof digits - 1 ? left : sizeof digits - 1);
  char *end;
  const unsigned long long definition = strtoull(digits, &end, 10);
  if (end[0] != '\n' || end[1] != '\n' || definition > left) return 0;
  const size_t to = from + (size_t)(end - digits) + 2 + (size_t)definition;
  return to + 4 <= count ? to : 0;
}

bool proof_reseal(uint8_t *bytes, size_t count) {
  XXH128_canonical_t digest;
  size_t at = header_end(bytes, count);
  if (at == 0) return false;
  seal(bytes, 0, at);
  for (at += 4; at < count && bytes[at] == 'B';) {
    if (count - at < BLOCK_HEAD) return false;
    const uint64_t size = number_at(bytes + at + 6, 4) + (number_at(bytes + at + 10, 4) + 7) / 8;
    if (size > count - at || BLOCK_HEAD + size + 4 > count - at) return false;
    seal(bytes, at, at + BLOCK_HEAD + size);
    at += BLOCK_HEAD + size + 4;
  }
  if (at + 53 != count || bytes[at] != 'E') return false;
  seal(bytes, at, at + 33);
  XXH128_canonicalFromHash(&digest, XXH3_128bits(bytes, count - 16));
  memcpy(bytes + count - 16, digest.digest, 16);
  return true;
}
