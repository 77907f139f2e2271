#include "certificate/writer.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/afresh.h"
#include "certificate/blocks.h"
#include "certificate/order.h"
#include "certificate/seen.h"
#include "search/walk.h"

#define REPORT_EVERY 16384u /* steps */
/* Positions with more moves must be marked in any case; see README.md. */
#define WIDE 255u
#define WAY_PART 64u /* of the store's budget */

/* In the first walk a position of the store. In the second one also the real one, which says how
 * the file numbers the moves. */
struct frame {
  char *memory; /* stays when the frame is left */
  size_t bytes;
  char *state;                  /* of the second walk (search/walk.h) */
  char *position;               /* where moves are made and children named by their keys */
  pns_move *moves, *real;       /* `real`: the same moves where play is real */
  struct pns_key key;           /* of its canonical form */
  uint32_t count, child, limit; /* moves from `child` to `limit` are still to be shown */
  bool marked;
};

struct writer {
  const struct pns_certificate_claim *claim;
  const struct pns_rules *rules;
  struct pns_blocks *blocks;
  struct pns_output *output;
  pns_certificate_function *progress;
  void *user;
  struct pns_certificate_figures figures;
  bool writing;    /* the second walk */
  bool repetition; /* a position may lead back to an open one: that is as good as a loss */
  struct pns_hand hand;
  struct pns_walk real;     /* the second walk's */
  struct pns_ground ground; /* where a proof must not */
  struct pns_seen_table seen;
  uint64_t given; /* bytes that the store gave up for it */
  struct frame *frames;
  uint32_t depth, room;
  uint64_t path;   /* bytes of the frames */
  pns_move *moves; /* scratch, as is the next */
  struct pns_order_move *sorting;
  struct pns_error *error;
};

static enum pns_status out_of_memory(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: out of memory");
}

static bool is_stopped(void *user) {
  struct writer *w = user;
  w->figures.again = w->hand.searched_again;
  return w->progress != NULL && !w->progress(w->user, &w->figures);
}

static enum pns_status give_up(struct writer *w) {
  return pns_error_set(w->error, PNS_ERROR_SYSTEM, "certificate: stopped before it was complete");
}

/* The second walk came to a position that the first one, in the store, did not. */
static enum pns_status not_seen(struct writer *w) {
  return pns_error_set(w->error, PNS_ERROR_INTERNAL,
                       "certificate: the game '%.40s' stops folding symmetric positions somewhere, "
                       "expected 'unfold' from such a game",
                       w->rules->game->name);
}

/* ---- choosing a move ---- */

/* A proof that has to be grounded first. */
static bool is_grounded(const struct writer *w) { return w->rules->cyclic && w->claim->proven; }

static enum pns_end play_child(struct writer *w, const struct frame *frame, uint32_t index) {
  return pns_hand_play(&w->hand, frame->position, frame->moves[index]);
}

static bool key_below(const struct pns_key *a, const struct pns_key *b) {
  return a->word[1] != b->word[1] ? a->word[1] < b->word[1] : a->word[0] < b->word[0];
}

/* The best move so far. The order of the moves, which the two walks see differently, must not
 * matter, so equal work is decided by the key. */
struct choice {
  uint32_t index;
  uint32_t work; /* its logarithm */
  struct pns_key key;
};

static void consider(struct writer *w, uint32_t index, struct choice *choice) {
  uint32_t work;
  if (!pns_hand_settled(&w->hand, &work)) return;
  if (choice->index != PNS_NO_CHOICE &&
      (work > choice->work || (work == choice->work && !key_below(&w->hand.key, &choice->key))))
    return;
  *choice = (struct choice){index, work, w->hand.key};
}

/* A move that ends play as claimed. */
static uint32_t final_choice(struct writer *w, const struct frame *frame) {
  for (uint32_t i = 0; i < frame->count; i++)
    if (play_child(w, frame, i) == PNS_GOOD_END) return i;
  return PNS_NO_CHOICE;
}

/* Names the child of a move; false when play ends there. */
static bool name_move(struct writer *w, const struct frame *frame, uint32_t index) {
  if (play_child(w, frame, index) != PNS_NO_END) return false;
  pns_hand_name(&w->hand);
  return true;
}

/* The move with the least work; PNS_NO_CHOICE if the store knows none any more. */
static uint32_t known_choice(struct writer *w, const struct frame *frame) {
  struct choice choice = {.index = PNS_NO_CHOICE};
  for (uint32_t i = 0; i < frame->count; i++)
    if (name_move(w, frame, i)) consider(w, i, &choice);
  return choice.index;
}

static uint32_t find_move(const struct frame *frame, pns_move move) {
  for (uint32_t i = 0; i < frame->count; i++)
    if (frame->moves[i] == move) return i;
  return PNS_NO_CHOICE;
}

/* The child was dropped, but its parent still knows that the move wins. */
static uint32_t remembered_choice(struct writer *w, const struct frame *frame) {
  pns_move move;
  if (!pns_hand_remembered(&w->hand, &frame->key, &move)) return PNS_NO_CHOICE;
  return find_move(frame, move);
}

/* The move whose win was grounded first (GROUND-1). */
static uint32_t grounded_choice(struct writer *w, const struct frame *frame) {
  uint32_t choice = PNS_NO_CHOICE, first = UINT32_MAX;
  for (uint32_t i = 0; i < frame->count; i++) {
    if (!name_move(w, frame, i)) continue;
    const uint32_t order = pns_ground_order(&w->ground, &w->hand.key);
    if (order == 0 || order >= first) continue;
    choice = i;
    first = order;
  }
  return choice;
}

/* The first walk's choice, told to the second one by the child's hash. */
static uint32_t first_choice(struct writer *w, const struct frame *frame) {
  uint32_t choice = is_grounded(w) ? grounded_choice(w, frame) : known_choice(w, frame);
  if (choice == PNS_NO_CHOICE && !is_grounded(w)) choice = remembered_choice(w, frame);
  if (choice == PNS_NO_CHOICE) return choice;
  name_move(w, frame, choice);
  pns_seen_choose(pns_seen_find(&w->seen, &frame->key), w->hand.hash);
  return choice;
}

static uint32_t repeated_choice(struct writer *w, const struct frame *frame) {
  const struct pns_seen *seen = pns_seen_find(&w->seen, &frame->key);
  for (uint32_t i = 0; i < frame->count; i++)
    if (name_move(w, frame, i) && pns_seen_chosen(seen, w->hand.hash)) return i;
  return PNS_NO_CHOICE;
}

static enum pns_status choose(struct writer *w, struct frame *frame) {
  uint32_t choice = final_choice(w, frame);
  if (choice == PNS_NO_CHOICE)
    choice = w->writing ? repeated_choice(w, frame) : first_choice(w, frame);
  if (choice == PNS_NO_CHOICE && w->writing) return not_seen(w);
  if (choice == PNS_NO_CHOICE)
    return pns_error_set(w->error, PNS_ERROR_INTERNAL,
                         "certificate: a settled position has no settled move");
  frame->child = choice;
  frame->limit = choice + 1;
  return PNS_OK;
}

/* ---- the path ---- */

static void drop_frames(struct writer *w) {
  for (uint32_t i = 0; i < w->room; i++) free(w->frames[i].memory);
  free(w->frames);
}

static bool make_room(struct writer *w) {
  if (w->depth == w->room) {
    const uint32_t room = w->room == 0 ? 64 : 2 * w->room;
    struct frame *frames = realloc(w->frames, room * sizeof *frames);
    if (frames == NULL) return false;
    w->path += (room - w->room) * sizeof *frames;
    memset(frames + w->room, 0, (room - w->room) * sizeof *frames);
    w->frames = frames;
    w->room = room;
  }
  return true;
}

static bool reserve(struct writer *w, struct frame *frame, size_t bytes) {
  if (bytes <= frame->bytes) return true;
  char *memory = realloc(frame->memory, bytes);
  if (memory == NULL) return false;
  frame->memory = memory;
  w->path += bytes - frame->bytes;
  frame->bytes = bytes;
  return true;
}

/* As the store has it: the canonical form of the child at hand, and its moves. */
static bool fill_stored(struct writer *w, struct frame *frame) {
  const size_t head = (w->rules->position_bytes + 15) & ~(size_t)15;
  frame->count = w->rules->game->moves(w->rules, w->hand.folded, w->moves);
  if (!reserve(w, frame, head + frame->count * sizeof *frame->moves)) return false;
  frame->position = frame->memory;
  frame->moves = (pns_move *)(void *)(frame->memory + head);
  memcpy(frame->position, w->hand.folded, w->rules->position_bytes);
  memcpy(frame->moves, w->moves, frame->count * sizeof *frame->moves);
  return true;
}

/* The real position one move on from the frame above, its moves in the order of the file, and what
 * the store has for both. A game without `unfold` folds all positions: their children then have the
 * same keys on both sides. */
static bool fill_real(struct writer *w, struct frame *frame) {
  const size_t head = (pns_walk_bytes(w->rules) + 15) & ~(size_t)15;
  if (w->depth > 0) {
    const struct frame *above = &w->frames[w->depth - 1];
    pns_walk_load(&w->real, above->state);
    pns_walk_play(&w->real, above->real[above->child], above->moves[above->child]);
  }
  frame->count = w->rules->game->moves(w->rules, w->real.here, w->moves);
  if (!reserve(w, frame, head + 2 * frame->count * sizeof *frame->moves)) return false;
  frame->state = frame->memory;
  frame->real = (pns_move *)(void *)(frame->memory + head);
  frame->moves = frame->real + frame->count;
  pns_walk_save(&w->real, frame->state);
  pns_order_moves(w->rules, w->real.here, w->moves, frame->count, w->sorting);
  memcpy(frame->real, w->moves, frame->count * sizeof *frame->real);
  frame->position = frame->state + w->rules->position_bytes;
  if (pns_walk_pair(&w->real, frame->real, frame->count, frame->moves)) return true;
  frame->position = frame->state;
  memcpy(frame->moves, frame->real, frame->count * sizeof *frame->moves);
  return true;
}

/* Opens the child at hand. */
static enum pns_status push(struct writer *w, struct pns_seen *seen) {
  if (w->depth == PNS_BLOCK_DEPTH)
    return pns_error_set(w->error, PNS_ERROR_INPUT,
                         "certificate: a line of more than %u moves, expected at most that many",
                         PNS_BLOCK_DEPTH);
  if (!make_room(w)) return out_of_memory(w->error);
  struct frame *frame = &w->frames[w->depth];
  if (!(w->writing ? fill_real(w, frame) : fill_stored(w, frame))) return out_of_memory(w->error);
  frame->key = w->hand.key;
  frame->child = 0;
  frame->limit = frame->count;
  frame->marked = pns_seen_state(seen) == PNS_SEEN_SHARED || frame->count > WIDE;
  w->depth++;
  const bool choosing = pns_hand_chooses(&w->hand, frame->position);
  if (w->writing && w->repetition && frame->marked) pns_seen_set_state(seen, PNS_SEEN_SHOWN);
  enum pns_status status = choosing ? choose(w, frame) : PNS_OK;
  if (status == PNS_OK && w->writing)
    pns_blocks_record(w->blocks, frame->marked, choosing ? frame->child : PNS_NO_CHOICE,
                      frame->count);
  return status;
}

static void pop(struct writer *w) {
  const struct frame *frame = &w->frames[--w->depth];
  if (w->depth > 0) w->frames[w->depth - 1].child++;
  if (!w->writing) return;
  pns_blocks_complete(w->blocks);
  if (!frame->marked) return;
  pns_seen_set_state(pns_seen_find(&w->seen, &frame->key), PNS_SEEN_SHOWN);
}

/* ---- the two walks ---- */

/* Before tables and path grow beyond what memory leaves beside the store, the store gives way: by
 * some of its budget at least, since each time it is swept. Where a proof is grounded, what the
 * store knows of the position at hand does not matter any more. */
static enum pns_status make_way(void *user, uint64_t bytes) {
  struct writer *w = user;
  const struct pns_search *search = w->claim->search;
  const uint64_t spare = w->claim->spare_bytes + w->given;
  const uint64_t least = search->store->budget_bytes / WAY_PART;
  if (bytes <= spare) return PNS_OK;
  const uint64_t more = bytes - spare > least ? bytes - spare : least;
  if (!pns_again_give_way(&w->hand.again, is_grounded(w) ? search->root : w->hand.folded, more))
    return pns_error_set(w->error, PNS_ERROR_SYSTEM,
                         "certificate: memory does not suffice for %zu positions",
                         w->seen.count + w->ground.table.count);
  w->given += more;
  return PNS_OK;
}

static uint64_t table_bytes(const struct writer *w) {
  return w->path + pns_seen_bytes_next(&w->seen) + pns_ground_bytes_next(&w->ground);
}

/* Opens the child at hand unless it was seen before. */
static enum pns_status count_child(struct writer *w) {
  struct pns_seen *seen = pns_seen_find(&w->seen, &w->hand.key);
  if (seen != NULL) {
    pns_seen_set_state(seen, PNS_SEEN_SHARED);
    w->frames[w->depth - 1].child++;
    return PNS_OK;
  }
  enum pns_status status = is_grounded(w) ? PNS_OK : pns_hand_settle(&w->hand);
  if (status == PNS_OK) status = make_way(w, table_bytes(w));
  if (status != PNS_OK) return status;
  seen = pns_seen_add(&w->seen, &w->hand.key);
  if (seen == NULL) return out_of_memory(w->error);
  w->figures.found++;
  return push(w, seen);
}

static enum pns_status write_child(struct writer *w) {
  struct pns_seen *seen = pns_seen_find(&w->seen, &w->hand.key);
  const bool shown = pns_seen_state(seen) == PNS_SEEN_SHOWN;
  if (seen == NULL) return not_seen(w);
  if (w->depth > 0) {
    pns_blocks_move(w->blocks, w->frames[w->depth - 1].child);
    pns_blocks_child(w->blocks, shown);
  }
  if (!shown) return push(w, seen);
  w->frames[w->depth - 1].child++;
  return PNS_OK;
}

static enum pns_status report(struct writer *w) {
  if (w->writing) {
    w->figures.positions = w->blocks->records;
    w->figures.references = w->blocks->references;
    w->figures.bytes = pns_output_bytes(w->output);
  }
  return is_stopped(w) ? give_up(w) : pns_output_status(w->output, w->error);
}

/* Shows the present move of the top position. */
static enum pns_status show_child(struct writer *w, struct frame *frame) {
  const enum pns_end end = play_child(w, frame, frame->child);
  if (end != PNS_NO_END) {
    frame->child++;
    if (end == PNS_GOOD_END) return PNS_OK;
    return pns_error_set(w->error, PNS_ERROR_INTERNAL,
                         "certificate: a finished game denies the verdict");
  }
  pns_hand_name(&w->hand);
  return w->writing ? write_child(w) : count_child(w);
}

static enum pns_status walk(struct writer *w, bool writing) {
  w->writing = writing;
  w->depth = 0;
  pns_hand_take_root(&w->hand);
  enum pns_status status = writing ? write_child(w) : count_child(w);
  for (uint32_t steps = 0; status == PNS_OK && w->depth > 0; steps++) {
    struct frame *frame = &w->frames[w->depth - 1];
    if (steps % REPORT_EVERY == 0) status = report(w);
    if (status != PNS_OK) break;
    if (frame->child == frame->limit)
      pop(w);
    else
      status = show_child(w, frame);
  }
  return status == PNS_OK ? report(w) : status;
}

/* ---- the file ---- */

/* One line of text: what does not belong into it becomes '?'. */
static void put_line(struct pns_output *output, const char *name, const char *value) {
  char line[PNS_POSITION_TEXT_MAX + 64];
  const int length = snprintf(line, sizeof line - 1, "%s %s", name, value);
  const size_t count = (size_t)length < sizeof line - 1 ? (size_t)length : sizeof line - 2;
  for (size_t i = 0; i < count; i++)
    if ((unsigned char)line[i] < ' ' || line[i] == 0x7f) line[i] = '?';
  line[count] = '\n';
  pns_output_put(output, line, count + 1);
}

/* For a game with a definition the parameters name a file, whose folder is nobody's business. */
static void put_parameters(struct pns_output *output, const struct pns_rules *rules) {
  char text[PNS_PARAMETERS_MAX];
  memcpy(text, rules->parameters, sizeof text);
  put_line(output, "parameters", rules->game->definition != NULL ? basename(text) : text);
}

static void put_header(struct pns_output *output, const struct pns_certificate_claim *claim,
                       bool repetition) {
  const struct pns_rules *rules = claim->search->rules;
  const char *definition = rules->game->definition == NULL ? "" : rules->game->definition(rules);
  char text[PNS_POSITION_TEXT_MAX];
  put_line(output, "pns certificate", pns_claim_looks(claim) ? "2" : "1");
  snprintf(text, sizeof text, "pns %s", pns_version());
  put_line(output, "writer", text);
  put_line(output, "game", rules->game->name);
  put_parameters(output, rules);
  rules->game->format(rules, claim->position, text);
  put_line(output, "position", text);
  put_line(output, "prover", claim->search->prover == PNS_FIRST ? "first" : "second");
  put_line(output, "claim", claim->proven ? "proven" : "disproven");
  put_line(output, "repetition", repetition ? "yes" : "no");
  snprintf(text, sizeof text, "%zu", strlen(definition));
  put_line(output, "definition", text);
  pns_output_put(output, "\n", 1);
  pns_output_put(output, definition, strlen(definition));
  pns_output_checksum(output);
}

static enum pns_status set_up(struct writer *w) {
  w->blocks = malloc(sizeof *w->blocks);
  w->moves = malloc(w->rules->max_moves * sizeof *w->moves);
  w->sorting = malloc(w->rules->max_moves * sizeof *w->sorting);
  const bool walks = pns_walk_init(&w->real, w->rules, w->claim->position);
  if (!walks || w->blocks == NULL || w->moves == NULL || w->sorting == NULL)
    return out_of_memory(w->error);
  return PNS_OK;
}

static enum pns_status walk_both(struct writer *w) {
  enum pns_status status = pns_hand_init(&w->hand);
  if (status == PNS_OK && is_grounded(w)) status = pns_afresh(&w->ground, &w->hand);
  if (status == PNS_OK) status = walk(w, false);
  return status == PNS_OK ? walk(w, true) : status;
}

static enum pns_status write_all(struct writer *w) {
  const struct pns_certificate_claim *claim = w->claim;
  enum pns_status status = set_up(w);
  if (status != PNS_OK) return status;
  put_header(w->output, claim, w->repetition);
  pns_blocks_init(w->blocks, w->output);
  if (pns_claim_end(claim, claim->position) == PNS_NO_END) status = walk_both(w);
  if (status != PNS_OK) return status;
  pns_blocks_end(w->blocks);
  return pns_output_keep(w->output, w->error);
}

enum pns_status pns_certificate_write(const struct pns_certificate_claim *claim, const char *path,
                                      pns_certificate_function *progress, void *user,
                                      struct pns_certificate_figures *figures,
                                      struct pns_error *error) {
  struct writer w = {.claim = claim,
                     .rules = claim->search->rules,
                     .repetition = claim->search->rules->cyclic && !claim->proven,
                     .progress = progress,
                     .user = user,
                     .error = error};
  w.ground = (struct pns_ground){.make_way = make_way, .user = &w};
  w.hand = (struct pns_hand){.claim = claim, .error = error, .stopped = is_stopped, .user = &w};
  w.output = pns_output_new(path, error);
  if (w.output == NULL) return PNS_ERROR_SYSTEM;
  const enum pns_status status = write_all(&w);
  w.figures.bytes = pns_output_bytes(w.output);
  if (figures != NULL) *figures = w.figures;
  pns_output_free(w.output);
  pns_hand_done(&w.hand);
  pns_ground_done(&w.ground);
  pns_seen_done(&w.seen);
  drop_frames(&w);
  free(w.blocks);
  free(w.moves);
  free(w.sorting);
  pns_walk_done(&w.real);
  return status;
}
