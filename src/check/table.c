#include "check/table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

/* Parts with a lock each, so that threads seldom meet. */
#define PARTS 64u
#define FIRST_CAPACITY 8u
#define NEVER UINT64_MAX

/* Entries of 8 bytes of time and the packed position; the time NEVER marks a free one. */
struct part {
  pthread_mutex_t lock;
  uint8_t *entries;
  uint64_t capacity, count;
};

struct check_table {
  uint32_t packed_bytes, entry_bytes;
  uint64_t part_budget_bytes;
  uint64_t seed;
  struct part parts[PARTS];
};

struct check_table *check_table_new(uint32_t packed_bytes, uint64_t budget_bytes, uint64_t seed) {
  struct check_table *table = calloc(1, sizeof *table);
  if (table == NULL) return NULL;
  table->packed_bytes = packed_bytes;
  table->entry_bytes = packed_bytes + (uint32_t)sizeof(uint64_t);
  table->part_budget_bytes = budget_bytes / PARTS;
  table->seed = seed;
  for (uint32_t i = 0; i < PARTS; i++) pthread_mutex_init(&table->parts[i].lock, NULL);
  return table;
}

void check_table_free(struct check_table *table) {
  if (table == NULL) return;
  for (uint32_t i = 0; i < PARTS; i++) {
    pthread_mutex_destroy(&table->parts[i].lock);
    free(table->parts[i].entries);
  }
  free(table);
}

static uint64_t time_of(const uint8_t *entry) {
  uint64_t time;
  memcpy(&time, entry, sizeof time);
  return time;
}

/* The entry of the position, or the free one where it belongs. */
static uint8_t *place(const struct check_table *table, const struct part *part,
                      const uint8_t *packed, uint64_t hash) {
  for (uint64_t at = hash / PARTS;; at++) {
    uint8_t *entry = part->entries + (at & (part->capacity - 1)) * table->entry_bytes;
    if (time_of(entry) == NEVER) return entry;
    if (memcmp(entry + sizeof(uint64_t), packed, table->packed_bytes) == 0) return entry;
  }
}

static uint64_t hash_of(const struct check_table *table, const uint8_t *packed) {
  return XXH3_64bits_withSeed(packed, table->packed_bytes, table->seed);
}

/* Doubles the part; old and new entries count against the budget while both are there. */
static bool grow(const struct check_table *table, struct part *part) {
  const struct part old = *part;
  const uint64_t capacity = old.capacity == 0 ? FIRST_CAPACITY : 2 * old.capacity;
  const uint64_t bytes = capacity * table->entry_bytes;
  if (old.capacity > 0 && bytes + bytes / 2 > table->part_budget_bytes) return false;
  uint8_t *entries = malloc(bytes);
  if (entries == NULL) return false;
  memset(entries, 0xff, bytes);
  part->entries = entries;
  part->capacity = capacity;
  for (uint64_t i = 0; i < old.capacity; i++) {
    const uint8_t *entry = old.entries + i * table->entry_bytes;
    if (time_of(entry) == NEVER) continue;
    const uint8_t *packed = entry + sizeof(uint64_t);
    memcpy(place(table, part, packed, hash_of(table, packed)), entry, table->entry_bytes);
  }
  free(old.entries);
  return true;
}

static enum check_added add(struct check_table *table, struct part *part, const uint8_t *packed,
                            uint64_t hash, uint64_t time) {
  if (part->count * 4 >= part->capacity * 3 && !grow(table, part)) return CHECK_ADDED_NO_MEMORY;
  uint8_t *entry = place(table, part, packed, hash);
  const uint64_t before = time_of(entry);
  if (before == NEVER) {
    memcpy(entry + sizeof time, packed, table->packed_bytes);
    part->count++;
  }
  if (time < before) memcpy(entry, &time, sizeof time);
  return before == NEVER ? CHECK_ADDED : CHECK_ADDED_BEFORE;
}

enum check_added check_table_add(struct check_table *table, const uint8_t *packed, uint64_t time) {
  const uint64_t hash = hash_of(table, packed);
  struct part *part = &table->parts[hash % PARTS];
  pthread_mutex_lock(&part->lock);
  const enum check_added added = add(table, part, packed, hash, time);
  pthread_mutex_unlock(&part->lock);
  return added;
}

bool check_table_has(struct check_table *table, const uint8_t *packed, uint64_t time) {
  const uint64_t hash = hash_of(table, packed);
  struct part *part = &table->parts[hash % PARTS];
  pthread_mutex_lock(&part->lock);
  bool usable = false;
  if (part->capacity > 0) {
    const uint64_t since = time_of(place(table, part, packed, hash));
    usable = since != NEVER && since <= time;
  }
  pthread_mutex_unlock(&part->lock);
  return usable;
}

uint64_t check_table_count(struct check_table *table) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < PARTS; i++) {
    pthread_mutex_lock(&table->parts[i].lock);
    count += table->parts[i].count;
    pthread_mutex_unlock(&table->parts[i].lock);
  }
  return count;
}
