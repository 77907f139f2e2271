#include "certificate/seen.h"

#include <stdlib.h>
#include <xxhash.h>

#define FIRST_CAPACITY 64u

/* The key's entry, or the free one where it belongs. */
static struct pns_seen *place(const struct pns_seen_table *table, const struct pns_key *key) {
  for (size_t at = XXH3_64bits(key, sizeof *key);; at++) {
    struct pns_seen *entry = &table->entries[at & (table->capacity - 1)];
    if (pns_seen_state(entry) == PNS_SEEN_NOT ||
        (entry->key.word[0] == key->word[0] && entry->key.word[1] == key->word[1]))
      return entry;
  }
}

static bool is_full(const struct pns_seen_table *table) {
  return table->count * 4 >= table->capacity * 3;
}

static bool grow(struct pns_seen_table *table) {
  const struct pns_seen_table old = *table;
  table->capacity = old.capacity == 0 ? FIRST_CAPACITY : 2 * old.capacity;
  table->entries = calloc(table->capacity, sizeof *table->entries);
  if (table->entries == NULL) {
    *table = old;
    return false;
  }
  for (size_t i = 0; i < old.capacity; i++)
    if (pns_seen_state(&old.entries[i]) != PNS_SEEN_NOT)
      *place(table, &old.entries[i].key) = old.entries[i];
  free(old.entries);
  return true;
}

struct pns_seen *pns_seen_add(struct pns_seen_table *table, const struct pns_key *key) {
  if (is_full(table) && !grow(table)) return NULL;
  struct pns_seen *entry = place(table, key);
  *entry = (struct pns_seen){*key, PNS_SEEN_ONCE};
  table->count++;
  return entry;
}

struct pns_seen *pns_seen_find(const struct pns_seen_table *table, const struct pns_key *key) {
  if (table->capacity == 0) return NULL;
  struct pns_seen *entry = place(table, key);
  return pns_seen_state(entry) == PNS_SEEN_NOT ? NULL : entry;
}

uint64_t pns_seen_bytes_next(const struct pns_seen_table *table) {
  const size_t entries = is_full(table) ? 3 * table->capacity : table->capacity;
  return (uint64_t)entries * sizeof *table->entries;
}

void pns_seen_done(struct pns_seen_table *table) { free(table->entries); }
