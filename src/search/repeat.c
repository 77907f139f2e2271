#include "search/repeat.h"

#include <stdlib.h>

void pns_readings_done(struct pns_readings *readings) { free(readings->list); }

static bool make_room(struct pns_readings *readings) {
  if (readings->count < readings->capacity) return true;
  uint32_t capacity = readings->capacity == 0 ? 64 : 2 * readings->capacity;
  struct pns_reading *list = realloc(readings->list, capacity * sizeof *list);
  if (list == NULL) return false;
  readings->list = list;
  readings->capacity = capacity;
  return true;
}

bool pns_readings_note(struct pns_readings *readings, uint32_t first, struct pns_reading reading) {
  for (uint32_t i = first; i < readings->count; i++) {
    if (readings->list[i].edge != reading.edge) continue;
    readings->list[i] = reading;
    return true;
  }
  if (!make_room(readings)) return false;
  readings->list[readings->count++] = reading;
  return true;
}

/* What an edge reads in this frame, and what that depends on (REPEAT-3). */
static uint64_t read_edge(const struct pns_readings *readings, uint32_t first, uint32_t edge,
                          uint64_t shared, uint32_t *depends) {
  *depends = PNS_DEPENDS_ON_NOTHING;
  if (pns_word_solved(shared)) return shared;
  for (uint32_t i = first; i < readings->count; i++) {
    const struct pns_reading *reading = &readings->list[i];
    if (reading->edge != edge) continue;
    if (reading->shared != shared && !pns_word_solved(reading->word)) return shared;
    *depends = reading->depends;
    return reading->word;
  }
  return shared;
}

uint64_t pns_readings_look(const struct pns_readings *readings, uint32_t first,
                           const struct pns_node *node, bool weak, struct pns_loss loss,
                           uint64_t blocked, struct pns_choice *choice, uint32_t *depends) {
  const unsigned side = node->side;
  struct pns_gather gather = pns_gather_none();
  uint32_t shallowest = PNS_DEPENDS_ON_NOTHING, deepest = 0;
  bool won = false;
  *choice = pns_choice_none();
  for (uint32_t i = 0; i < node->edge_count; i++) {
    uint64_t shared = atomic_load_explicit(&node->edges[i].word, memory_order_seq_cst);
    uint32_t on;
    uint64_t word = read_edge(readings, first, i, shared, &on);
    uint32_t least = pns_word_least(word, side);
    if (least == 0) {
      won = true;
      if (on > deepest) deepest = on;
      continue;
    }
    if (on < shallowest) shallowest = on;
    if (least == PNS_INF) continue;
    pns_gather_child(&gather, least, pns_word_total(word, side));
    pns_choice_consider(choice, node, i, loss, blocked, least, word);
  }
  *depends = won ? deepest : shallowest;
  return won ? pns_word_won(side) : pns_gather_word(&gather, weak, side);
}

void pns_readings_settle(const struct pns_readings *readings, uint32_t first, struct pns_node *node,
                         uint32_t depth) {
  for (uint32_t i = first; i < readings->count; i++) {
    const struct pns_reading *reading = &readings->list[i];
    if (pns_word_solved(reading->word) && reading->depends >= depth)
      pns_edge_store(&node->edges[reading->edge], reading->word);
  }
}
