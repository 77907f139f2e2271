/* pns_certificate_read: a certificate as a tree to look at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "certificate/input.h"
#include "certificate/order.h"
#include "certificate/shared.h"
#include "games/registry.h"
#include "search/walk.h"

#define DEPTH_MOST 65536u

struct pns_certificate {
  struct pns_certificate_info info;
  struct pns_certificate_node *nodes;
  uint32_t count, room;
};

/* A position whose record was read and whose moves are being followed. */
struct frame {
  char *state; /* search/walk.h; followed by the moves */
  pns_move *moves, *stored;
  size_t bytes;
  uint32_t child, limit;
  uint32_t node; /* PNS_NO_NODE below the depth that is kept */
  bool marked;
  uint64_t number, positions;
};

struct reader {
  struct pns_certificate *certificate;
  struct pns_input *input;
  struct pns_rules rules;
  bool open, repetition;
  bool looks; /* where a look shows that the prover cannot win any more, nothing follows */
  uint32_t keep;
  struct frame *frames;
  uint32_t depth, room;
  struct pns_shared_table shared;
  struct pns_walk walk; /* to the child at hand */
  char *child, *folded; /* `child`: the walk's real position */
  pns_move *moves;
  struct pns_order_move *sorting;
  struct pns_error *error;
};

static enum pns_status out_of_memory(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: out of memory");
}

static enum pns_status refuse(const struct reader *r, const char *found) {
  return pns_error_set(r->error, PNS_ERROR_INPUT,
                       "certificate: %s, expected a valid one (pns-check says more)", found);
}

/* ---- the game ---- */

/* A game with a definition reads it from a file: here one that only exists in memory. */
static enum pns_status open_definition(struct reader *r) {
  char path[64];
  size_t bytes;
  const char *text = pns_input_definition(r->input, &bytes);
  const int file = memfd_create("definition", MFD_CLOEXEC);
  if (file < 0) return out_of_memory(r->error);
  enum pns_status status = PNS_OK;
  if (write(file, text, bytes) != (ssize_t)bytes || lseek(file, 0, SEEK_SET) != 0)
    status = out_of_memory(r->error);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (status == PNS_OK) status = r->rules.game->open(&r->rules, path, r->error);
  close(file);
  return status;
}

static enum pns_status open_game(struct reader *r) {
  const char *name = pns_input_value(r->input, PNS_INPUT_GAME);
  r->rules.game = pns_registry_find(name, strlen(name));
  if (r->rules.game == NULL || r->rules.game->parse == NULL)
    return refuse(r, "the game is not known");
  const enum pns_status status =
      r->rules.game->definition != NULL
          ? open_definition(r)
          : r->rules.game->open(&r->rules, pns_input_value(r->input, PNS_INPUT_PARAMETERS),
                                r->error);
  r->open = status == PNS_OK;
  return status;
}

static void copy_text(char *to, size_t size, const struct pns_input *input,
                      enum pns_input_line line) {
  snprintf(to, size, "%s", pns_input_value(input, line));
}

static void fill_info(const struct reader *r, struct pns_certificate_info *info) {
  copy_text(info->writer, sizeof info->writer, r->input, PNS_INPUT_WRITER);
  copy_text(info->game, sizeof info->game, r->input, PNS_INPUT_GAME);
  copy_text(info->parameters, sizeof info->parameters, r->input, PNS_INPUT_PARAMETERS);
  copy_text(info->position, sizeof info->position, r->input, PNS_INPUT_POSITION);
  info->prover =
      strcmp(pns_input_value(r->input, PNS_INPUT_PROVER), "first") == 0 ? PNS_FIRST : PNS_SECOND;
  info->proven = strcmp(pns_input_value(r->input, PNS_INPUT_CLAIM), "proven") == 0;
}

static enum pns_status set_up(struct reader *r) {
  enum pns_status status = open_game(r);
  if (status != PNS_OK) return status;
  fill_info(r, &r->certificate->info);
  r->repetition = strcmp(pns_input_value(r->input, PNS_INPUT_REPETITION), "yes") == 0;
  r->looks = strcmp(pns_input_value(r->input, PNS_INPUT_VERSION), "1") != 0 &&
             r->rules.game->hopeless != NULL;
  r->folded = calloc(1, r->rules.position_bytes);
  r->moves = malloc(r->rules.max_moves * sizeof *r->moves);
  r->sorting = malloc(r->rules.max_moves * sizeof *r->sorting);
  if (r->folded == NULL || r->moves == NULL || r->sorting == NULL) return out_of_memory(r->error);
  status = r->rules.game->parse(&r->rules, r->certificate->info.position, r->folded, r->error);
  if (status != PNS_OK) return status;
  if (!pns_walk_init(&r->walk, &r->rules, r->folded)) return out_of_memory(r->error);
  r->child = r->walk.here;
  return PNS_OK;
}

/* Whether the child at hand needs no record. */
static bool is_end(const struct reader *r) {
  const struct pns_rules *rules = &r->rules;
  if (rules->game->outcome(rules, r->child) != PNS_ONGOING) return true;
  return r->looks && rules->game->hopeless(rules, r->child, r->certificate->info.prover);
}

/* ---- nodes ---- */

/* A node for the child at hand, as the last child of its parent. */
static enum pns_status add_node(struct reader *r, const char *move, enum pns_shown shown,
                                uint32_t *index) {
  struct pns_certificate *c = r->certificate;
  *index = PNS_NO_NODE;
  if (r->depth > r->keep) return PNS_OK;
  if (c->count == c->room) {
    const uint32_t room = c->room == 0 ? 64 : 2 * c->room;
    struct pns_certificate_node *nodes =
        room < c->room ? NULL : realloc(c->nodes, room * sizeof *nodes);
    if (nodes == NULL) return out_of_memory(r->error);
    c->nodes = nodes;
    c->room = room;
  }
  *index = c->count++;
  struct pns_certificate_node *node = &c->nodes[*index];
  *node = (struct pns_certificate_node){.shown = shown,
                                        .mover = r->rules.game->mover(&r->rules, r->child),
                                        .outcome = r->rules.game->outcome(&r->rules, r->child),
                                        .depth = r->depth,
                                        .first_child = PNS_NO_NODE,
                                        .next_sibling = PNS_NO_NODE};
  snprintf(node->move, sizeof node->move, "%s", move);
  if (r->depth == 0) return PNS_OK;
  struct pns_certificate_node *parent = &c->nodes[r->frames[r->depth - 1].node];
  node->next_sibling = parent->first_child;
  parent->first_child = *index;
  parent->children++;
  return PNS_OK;
}

/* Most positions first; else in the order of the file, which is that of the indices. */
static bool goes_before(const struct pns_certificate *c, uint32_t a, uint32_t b) {
  if (c->nodes[a].positions != c->nodes[b].positions)
    return c->nodes[a].positions > c->nodes[b].positions;
  return a < b;
}

static uint32_t merge(struct pns_certificate *c, uint32_t a, uint32_t b) {
  uint32_t first = PNS_NO_NODE, *end = &first;
  while (a != PNS_NO_NODE && b != PNS_NO_NODE) {
    uint32_t *from = goes_before(c, a, b) ? &a : &b;
    *end = *from;
    end = &c->nodes[*from].next_sibling;
    *from = *end;
  }
  *end = a != PNS_NO_NODE ? a : b;
  return first;
}

/* Sorts a list of siblings by merging halves. */
static uint32_t sort_siblings(struct pns_certificate *c, uint32_t first, uint32_t count) {
  if (count < 2) return first;
  uint32_t last = first;
  for (uint32_t i = 1; i < count / 2; i++) last = c->nodes[last].next_sibling;
  const uint32_t second = c->nodes[last].next_sibling;
  c->nodes[last].next_sibling = PNS_NO_NODE;
  return merge(c, sort_siblings(c, first, count / 2), sort_siblings(c, second, count - count / 2));
}

/* ---- the walk ---- */

/* The keys under which a position at hand is remembered: as the writer met it (search/walk.h), and
 * by its own canonical form, which is another one where the game stops folding. */
static void name_child(struct reader *r, struct pns_key keys[2]) {
  const struct pns_game *game = r->rules.game;
  game->key(&r->rules, r->walk.stored, &keys[0]);
  memcpy(r->folded, r->child, r->rules.position_bytes);
  if (game->canonical != NULL) game->canonical(&r->rules, r->folded);
  game->key(&r->rules, r->folded, &keys[1]);
}

static bool make_room(struct reader *r) {
  if (r->depth < r->room) return true;
  const uint32_t room = r->room == 0 ? 64 : 2 * r->room;
  struct frame *frames = realloc(r->frames, room * sizeof *frames);
  if (frames == NULL) return false;
  memset(frames + r->room, 0, (room - r->room) * sizeof *frames);
  r->frames = frames;
  r->room = room;
  return true;
}

/* The child at hand and its moves in order. */
static bool fill_frame(struct reader *r, struct frame *frame) {
  const size_t head = (pns_walk_bytes(&r->rules) + 15) & ~(size_t)15;
  const uint32_t count = r->rules.game->moves(&r->rules, r->child, r->moves);
  const size_t bytes = head + 2 * count * sizeof *frame->moves;
  if (bytes > frame->bytes) {
    char *memory = realloc(frame->state, bytes);
    if (memory == NULL) return false;
    frame->state = memory;
    frame->bytes = bytes;
  }
  frame->moves = (pns_move *)(void *)(frame->state + head);
  frame->stored = frame->moves + count;
  pns_walk_save(&r->walk, frame->state);
  pns_order_moves(&r->rules, r->child, r->moves, count, r->sorting);
  memcpy(frame->moves, r->moves, count * sizeof *frame->moves);
  if (!pns_walk_pair(&r->walk, frame->moves, count, frame->stored))
    memcpy(frame->stored, frame->moves, count * sizeof *frame->moves);
  frame->child = 0;
  frame->limit = count;
  return true;
}

/* `positions` is 0 while the record is open: a move that leads there returns to it. */
static enum pns_status remember(struct reader *r, const struct frame *frame, uint64_t positions) {
  struct pns_key keys[2];
  pns_walk_load(&r->walk, frame->state);
  name_child(r, keys);
  const unsigned names = pns_key_equal(&keys[0], &keys[1]) ? 1 : 2;
  for (unsigned i = 0; i < names; i++) {
    struct pns_shared *entry = pns_shared_add(&r->shared, &keys[i]);
    if (entry == NULL) return out_of_memory(r->error);
    entry->record = frame->number;
    entry->positions = positions;
  }
  return PNS_OK;
}

static uint32_t width_of(uint32_t count) {
  uint32_t width = 0;
  while (UINT32_C(1) << width < count) width++;
  return width;
}

static enum pns_status take_choice(struct reader *r, struct frame *frame) {
  const struct pns_certificate_info *info = &r->certificate->info;
  const bool prover_moves = r->rules.game->mover(&r->rules, r->child) == info->prover;
  if (prover_moves != info->proven) return PNS_OK;
  const enum pns_status status =
      pns_input_bits(r->input, width_of(frame->limit), &frame->child, r->error);
  if (status != PNS_OK) return status;
  if (frame->child >= frame->limit) return refuse(r, "a move that does not exist");
  frame->limit = frame->child + 1;
  return PNS_OK;
}

/* Reads the record of the child at hand, which is unfinished. */
static enum pns_status push(struct reader *r, const char *move) {
  uint32_t marked = 0, node = PNS_NO_NODE;
  if (r->depth == DEPTH_MOST) return refuse(r, "a line that is too long");
  enum pns_status status = pns_input_bits(r->input, 1, &marked, r->error);
  if (status == PNS_OK) status = add_node(r, move, PNS_SHOWN_HERE, &node);
  if (status != PNS_OK) return status;
  if (!make_room(r)) return out_of_memory(r->error);
  struct frame *frame = &r->frames[r->depth];
  if (!fill_frame(r, frame)) return out_of_memory(r->error);
  frame->node = node;
  frame->marked = marked;
  frame->number = ++r->certificate->info.positions;
  frame->positions = 1;
  if (node != PNS_NO_NODE) {
    r->certificate->nodes[node].number = frame->number;
    r->certificate->nodes[node].referred = marked;
  }
  status = take_choice(r, frame);
  if (status == PNS_OK && marked && r->repetition) status = remember(r, frame, 0);
  r->depth++;
  return status;
}

static enum pns_status pop(struct reader *r) {
  struct frame *frame = &r->frames[--r->depth];
  struct pns_certificate *c = r->certificate;
  if (frame->node != PNS_NO_NODE) {
    struct pns_certificate_node *node = &c->nodes[frame->node];
    node->positions = frame->positions;
    node->first_child = sort_siblings(c, node->first_child, node->children);
  }
  if (r->depth > 0) {
    r->frames[r->depth - 1].positions += frame->positions;
    r->frames[r->depth - 1].child++;
  }
  return frame->marked ? remember(r, frame, frame->positions) : PNS_OK;
}

static enum pns_status refer(struct reader *r, const char *move) {
  struct pns_key keys[2];
  uint32_t node;
  name_child(r, keys);
  const struct pns_shared *entry = pns_shared_find(&r->shared, &keys[0]);
  if (entry == NULL) entry = pns_shared_find(&r->shared, &keys[1]);
  if (entry == NULL) return refuse(r, "a reference to a position that was not shown");
  r->certificate->info.references++;
  const enum pns_status status = add_node(r, move, PNS_SHOWN_BEFORE, &node);
  if (status != PNS_OK || node == PNS_NO_NODE) return status;
  r->certificate->nodes[node].number = entry->record;
  r->certificate->nodes[node].positions = entry->positions;
  return PNS_OK;
}

/* Follows the top position's present move. */
static enum pns_status follow(struct reader *r, struct frame *frame) {
  char move[PNS_MOVE_TEXT_MAX];
  uint32_t node, shown = 0;
  const pns_move made = frame->moves[frame->child];
  pns_walk_load(&r->walk, frame->state);
  r->rules.game->move_text(&r->rules, r->child, made, move);
  pns_walk_play(&r->walk, made, frame->stored[frame->child]);
  if (is_end(r)) {
    frame->child++;
    return add_node(r, move, PNS_SHOWN_END, &node);
  }
  enum pns_status status = pns_input_bits(r->input, 1, &shown, r->error);
  if (status != PNS_OK) return status;
  if (shown == 0) return push(r, move);
  frame->child++;
  return refer(r, move);
}

static enum pns_status read_tree(struct reader *r) {
  uint32_t root;
  if (is_end(r)) return add_node(r, "", PNS_SHOWN_END, &root);
  enum pns_status status = push(r, "");
  while (status == PNS_OK && r->depth > 0) {
    struct frame *frame = &r->frames[r->depth - 1];
    status = frame->child < frame->limit ? follow(r, frame) : pop(r);
  }
  return status;
}

static void done(struct reader *r) {
  for (uint32_t i = 0; i < r->room; i++) free(r->frames[i].state);
  free(r->frames);
  pns_walk_done(&r->walk);
  free(r->folded);
  free(r->moves);
  free(r->sorting);
  pns_shared_done(&r->shared);
  if (r->open && r->rules.game->close != NULL) r->rules.game->close(&r->rules);
  pns_input_close(r->input);
}

enum pns_status pns_certificate_read(const char *path, uint32_t depth,
                                     struct pns_certificate **certificate,
                                     struct pns_error *error) {
  struct reader r = {.keep = depth, .error = error};
  r.certificate = calloc(1, sizeof *r.certificate);
  if (r.certificate == NULL) return out_of_memory(error);
  enum pns_status status = pns_input_open(path, &r.input, error);
  if (status == PNS_OK) status = set_up(&r);
  if (status == PNS_OK) status = read_tree(&r);
  if (status == PNS_OK)
    status = pns_input_end(r.input, r.certificate->info.positions, r.certificate->info.references,
                           error);
  done(&r);
  if (status != PNS_OK) {
    pns_certificate_free(r.certificate);
    return status;
  }
  *certificate = r.certificate;
  return PNS_OK;
}

void pns_certificate_free(struct pns_certificate *certificate) {
  if (certificate == NULL) return;
  free(certificate->nodes);
  free(certificate);
}

const struct pns_certificate_info *pns_certificate_about(
    const struct pns_certificate *certificate) {
  return &certificate->info;
}

const struct pns_certificate_node *pns_certificate_node(const struct pns_certificate *certificate,
                                                        uint32_t index) {
  return index < certificate->count ? &certificate->nodes[index] : NULL;
}
