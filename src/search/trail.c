#include "search/trail.h"

#include <stdlib.h>
#include <string.h>

#include "search/store.h"

enum { FIRST_CAPACITY = 64 };

void pns_trail_done(struct pns_trail *trail) {
  free(trail->entries);
  free(trail->heads);
}

static uint32_t *head_of(const struct pns_trail *trail, const struct pns_key *key) {
  return &trail->heads[pns_key_hash(key) & (2 * trail->capacity - 1)];
}

static void chain(struct pns_trail *trail, uint32_t depth) {
  uint32_t *head = head_of(trail, &trail->entries[depth].key);
  trail->entries[depth].before = *head;
  *head = depth;
}

bool pns_trail_reserve(struct pns_trail *trail) {
  if (trail->count < trail->capacity) return true;
  uint32_t capacity = trail->capacity == 0 ? FIRST_CAPACITY : 2 * trail->capacity;
  uint32_t *heads = malloc(2 * capacity * sizeof *heads);
  struct pns_trail_entry *entries = realloc(trail->entries, capacity * sizeof *entries);
  if (entries != NULL) trail->entries = entries;
  if (heads == NULL || entries == NULL) {
    free(heads);
    return false;
  }
  free(trail->heads);
  trail->heads = heads;
  trail->capacity = capacity;
  memset(heads, 0xff, 2 * capacity * sizeof *heads); /* PNS_NOT_ON_TRAIL */
  for (uint32_t depth = 0; depth < trail->count; depth++) chain(trail, depth);
  return true;
}

void pns_trail_push(struct pns_trail *trail, const struct pns_key *key) {
  trail->entries[trail->count].key = *key;
  chain(trail, trail->count++);
}

void pns_trail_pop(struct pns_trail *trail) {
  const struct pns_trail_entry *last = &trail->entries[--trail->count];
  *head_of(trail, &last->key) = last->before;
}

uint32_t pns_trail_find(const struct pns_trail *trail, const struct pns_key *key) {
  uint32_t depth = *head_of(trail, key);
  while (depth != PNS_NOT_ON_TRAIL && !pns_key_equal(&trail->entries[depth].key, key))
    depth = trail->entries[depth].before;
  return depth;
}
