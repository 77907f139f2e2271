#include "certificate/shared.h"

#include <stdlib.h>
#include <xxhash.h>

static struct pns_shared *place(const struct pns_shared_table *table, const struct pns_key *key) {
  for (size_t at = XXH3_64bits(key, sizeof *key);; at++) {
    struct pns_shared *entry = &table->entries[at & (table->capacity - 1)];
    if (entry->record == 0 ||
        (entry->key.word[0] == key->word[0] && entry->key.word[1] == key->word[1]))
      return entry;
  }
}

static bool grow(struct pns_shared_table *table) {
  const struct pns_shared_table old = *table;
  table->capacity = old.capacity == 0 ? 64 : 2 * old.capacity;
  table->entries = calloc(table->capacity, sizeof *table->entries);
  if (table->entries == NULL) {
    *table = old;
    return false;
  }
  for (size_t i = 0; i < old.capacity; i++)
    if (old.entries[i].record != 0) *place(table, &old.entries[i].key) = old.entries[i];
  free(old.entries);
  return true;
}

struct pns_shared *pns_shared_add(struct pns_shared_table *table, const struct pns_key *key) {
  if (table->count * 4 >= table->capacity * 3 && !grow(table)) return NULL;
  struct pns_shared *entry = place(table, key);
  if (entry->record != 0) return entry;
  entry->key = *key;
  table->count++;
  return entry;
}

const struct pns_shared *pns_shared_find(const struct pns_shared_table *table,
                                         const struct pns_key *key) {
  if (table->capacity == 0) return NULL;
  const struct pns_shared *entry = place(table, key);
  return entry->record == 0 ? NULL : entry;
}

void pns_shared_done(struct pns_shared_table *table) { free(table->entries); }
