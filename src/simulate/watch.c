#include "simulate/watch.h"

#include "search/store_inside.h"

enum { LINE_BYTES_LOG = 6 };

/* One step being told: who did it, and when the last line came. */
struct step {
  const struct pns_worker *worker;
  const struct pns_places *places;
  struct pns_lines *lines;
  uint32_t number;
  uint64_t now;
};

struct pns_stance pns_watch_before(const struct pns_worker *w) {
  const struct pns_node *node = w->frames[w->depth].node;
  return (struct pns_stance){
      .phase = w->phase,
      .depth = w->depth,
      .word = atomic_load_explicit(&node->word, memory_order_relaxed),
      .looked_up_at = w->looked_up_at,
      .expansions = w->tally.expansions,
      .duplicates = w->tally.duplicates,
  };
}

static uint64_t line_of(const struct step *s, const void *place) {
  return (uint64_t)((const char *)place - s->places->store->arena) >> LINE_BYTES_LOG;
}

static uint64_t bucket_line(const struct step *s, uint64_t hash) {
  return (s->places->indices + 1) << 40 | pns_index_home(&s->places->store->index, hash);
}

static void write(struct step *s, const void *place) {
  s->now = pns_lines_write(s->lines, s->number, line_of(s, place), s->now);
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void read(struct step *s, const void *place) {
  s->now = pns_lines_read(s->lines, s->number, line_of(s, place), s->now);
}

static uint64_t last_line(const struct step *s, const struct pns_node *node) {
  return line_of(s, (const char *)node + pns_node_bytes(node->edge_count) - 1);
}

/* Head and edges, all under way at once. */
static void read_node(struct step *s, const struct pns_node *node) {
  uint64_t done = s->now, last = last_line(s, node);
  for (uint64_t line = line_of(s, node); line <= last; line++)
    done = later(done, pns_lines_read(s->lines, s->number, line, s->now));
  s->now = done;
}

static void own_node(const struct step *s, const struct pns_node *node) {
  uint64_t last = last_line(s, node);
  for (uint64_t line = line_of(s, node); line <= last; line++)
    pns_lines_own(s->lines, s->number, line, s->now);
}

static bool changed(const struct pns_node *node, uint64_t word) {
  return atomic_load_explicit(&node->word, memory_order_relaxed) != word;
}

static void tell_visit(struct step *s, const struct pns_stance *before) {
  const struct pns_frame *frame = &s->worker->frames[before->depth];
  if (pns_word_solved(before->word)) {
    read(s, frame->node);
    return;
  }
  read_node(s, frame->node);
  if (changed(frame->node, before->word)) write(s, frame->node);
  bool entered = s->worker->depth > before->depth;
  if (!entered && s->worker->phase != PNS_PHASE_EXPAND) return;
  write(s, frame->edge);
  if (entered) read(s, frame[1].node);
}

/* The numbers of children that were there already. */
static void read_children(struct step *s, const struct pns_node *node) {
  const struct pns_litter *litter = &s->worker->litter;
  uint64_t done = s->now;
  bool solved = pns_word_solved(atomic_load_explicit(&node->word, memory_order_relaxed));
  for (uint32_t i = 0; !solved && i < node->edge_count; i++) {
    if ((litter->children[i].below & PNS_EXPANDED) == 0) continue;
    const struct pns_node *child =
        pns_store_find(s->places->store, &litter->children[i].key, litter->children[i].hash);
    if (child == NULL) continue;
    done = later(done, pns_lines_read(s->lines, s->number, line_of(s, child), s->now));
  }
  s->now = done;
}

static void tell_expansion(struct step *s, const struct pns_stance *before) {
  const struct pns_frame *frame = &s->worker->frames[before->depth];
  if (s->worker->depth == before->depth) { /* no room: the leaf was let go */
    write(s, frame->edge);
    return;
  }
  const struct pns_node *node = frame[1].node;
  if (s->worker->tally.duplicates > before->duplicates) {
    read(s, node);
  } else {
    read_children(s, node);
    own_node(s, node);
    s->now = pns_lines_write(s->lines, s->number, bucket_line(s, frame[1].hash), s->now);
  }
  write(s, frame->edge);
}

static void tell_step_back(struct step *s, uint32_t to) {
  const struct pns_frame *parent = &s->worker->frames[to];
  read(s, parent[1].node);
  write(s, parent->edge);
  if (s->worker->tally.expansions > parent[1].entered_at) write(s, parent->node); /* its work */
}

static void tell_look_up(struct step *s, uint32_t depth) {
  uint64_t done = s->now;
  for (uint32_t i = 0; i <= depth; i++)
    done = later(
        done, pns_lines_read(s->lines, s->number, line_of(s, s->worker->frames[i].node), s->now));
  s->now = done;
}

/* Frames that were left are still as they were. Of several the upper ones were updated on the way:
 * counted as if each had changed. */
static void tell_retreat(struct step *s, const struct pns_stance *before) {
  if (s->worker->looked_up_at != before->looked_up_at) tell_look_up(s, before->depth);
  for (uint32_t depth = before->depth; depth-- > s->worker->depth;) {
    tell_step_back(s, depth);
    if (depth == s->worker->depth) continue;
    read_node(s, s->worker->frames[depth].node);
    write(s, s->worker->frames[depth].node);
  }
}

uint64_t pns_watch_after(const struct pns_worker *worker, uint32_t number,
                         const struct pns_stance *before, const struct pns_places *places,
                         struct pns_lines *lines, uint64_t now) {
  struct step step = {worker, places, lines, number, now};
  if (before->phase == PNS_PHASE_EXPAND)
    tell_expansion(&step, before);
  else if (before->phase == PNS_PHASE_RETREAT)
    tell_retreat(&step, before);
  else
    tell_visit(&step, before);
  return step.now;
}
