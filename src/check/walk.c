/*
 * WALK-1  Time is the number of the block and the bits taken from it, so it counts the bits of the
 *         file. A marked position is usable from the moment its last move is shown (with
 *         `repetition`, from the moment it is opened); a reference is good when its position was
 *         usable before the reference was read. By induction over time every position that counts
 *         as shown is shown, and no proof rests on itself.
 * WALK-2  With `repetition`, all positions of the file form a set that the prover cannot leave
 *         towards a win: each of his moves is shown to stay inside or to end without a win, and his
 *         opponent has a move that does. That is a disproof, cycles or not, because infinite play
 *         is no win. So being opened is enough there, once the whole file is accepted.
 */
#include "check/walk.h"

#include <stdlib.h>
#include <string.h>

#include "check/bits.h"

/* Positions with more moves than this are shown once at most, which keeps the time for checking
 * proportional to the size of the file. */
#define WIDE 255u

struct frame {
  struct check_position position;
  size_t first; /* its moves in the walker's list */
  uint32_t count;
  uint32_t child; /* the move that is being shown */
  uint32_t limit; /* moves from here on need not be shown */
  bool marked;
};

struct check_walker {
  const struct check_claim *claim;
  struct check_table *table;
  struct frame *frames;
  uint32_t depth, room;
  uint32_t *moves;
  size_t moves_count, moves_room;
  struct check_position due; /* the position that the next record is about */
  bool is_due;
  const struct check_block *block;
  struct check_walked *walked;
  struct check_bits bits;
};

struct check_walker *check_walker_new(const struct check_claim *claim, struct check_table *table) {
  struct check_walker *walker = calloc(1, sizeof *walker);
  if (walker == NULL) return NULL;
  walker->claim = claim;
  walker->table = table;
  return walker;
}

void check_walker_free(struct check_walker *walker) {
  if (walker == NULL) return;
  free(walker->frames);
  free(walker->moves);
  free(walker);
}

void check_walked_done(struct check_walked *walked) {
  free(walked->pending.times);
  free(walked->pending.packed);
}

uint64_t check_walk_offset(const struct check_block *block, uint64_t time) {
  return block->offset + CHECK_BLOCK_HEAD + block->path_bytes + (time & UINT32_MAX) / 8;
}

static uint64_t now(const struct check_walker *walker) {
  return walker->block->number << 32 | walker->bits.at;
}

static bool fail(struct check_walker *walker, enum check_reason reason) {
  walker->walked->failure =
      (struct check_failure){reason, check_walk_offset(walker->block, now(walker))};
  return false;
}

/* One move is shown where the winner of the argument moves: the prover in a proof, else the other.
 */
static bool chooses(const struct check_claim *claim, const struct check_position *position) {
  return (position->side == claim->prover) == claim->proven;
}

enum check_end check_claim_end(const struct check_claim *claim,
                               const struct check_position *position) {
  const struct check_rules *rules = &claim->rules;
  const enum check_outcome outcome = rules->game->outcome(rules, position);
  bool wins = false; /* the prover */
  if (outcome != CHECK_ONGOING)
    wins = outcome == (claim->prover == CHECK_FIRST ? CHECK_FIRST_WINS : CHECK_SECOND_WINS);
  else if (!claim->looks || rules->game->hopeless == NULL ||
           !rules->game->hopeless(rules, position, claim->prover))
    return CHECK_NO_END;
  return wins == claim->proven ? CHECK_GOOD_END : CHECK_BAD_END;
}

/* ---- the stack of open positions ---- */

static bool make_room(struct check_walker *walker) {
  if (walker->depth == walker->room) {
    const uint32_t room = walker->room == 0 ? 64 : 2 * walker->room;
    struct frame *frames = realloc(walker->frames, room * sizeof *frames);
    if (frames == NULL) return false;
    walker->frames = frames;
    walker->room = room;
  }
  if (walker->moves_room - walker->moves_count < CHECK_MOVES_MAX) {
    const size_t room = 2 * walker->moves_room + CHECK_MOVES_MAX;
    uint32_t *moves = realloc(walker->moves, room * sizeof *moves);
    if (moves == NULL) return false;
    walker->moves = moves;
    walker->moves_room = room;
  }
  return true;
}

/* Opens the position that is due. */
static bool push(struct check_walker *walker, bool marked) {
  if (walker->depth == CHECK_DEPTH_MAX) return fail(walker, CHECK_TOO_DEEP);
  if (!make_room(walker)) return fail(walker, CHECK_NO_MEMORY);
  const struct check_rules *rules = &walker->claim->rules;
  struct frame *frame = &walker->frames[walker->depth++];
  frame->position = walker->due;
  frame->marked = marked;
  frame->first = walker->moves_count;
  frame->child = 0;
  frame->count = rules->game->moves(rules, &frame->position, walker->moves + frame->first);
  frame->limit = frame->count;
  walker->moves_count += frame->count;
  walker->is_due = false;
  return true;
}

/* The position that the frame's present move leads to. */
static void after_move(const struct check_walker *walker, const struct frame *frame,
                       struct check_position *position) {
  const struct check_rules *rules = &walker->claim->rules;
  *position = frame->position;
  rules->game->play(rules, position, walker->moves[frame->first + frame->child]);
}

/* Makes a marked position usable from now on. */
static bool publish(struct check_walker *walker, const struct frame *frame) {
  uint8_t packed[CHECK_PACKED_MAX];
  check_rules_pack(&walker->claim->rules, &frame->position, packed);
  const enum check_added added = check_table_add(walker->table, packed, now(walker));
  if (added == CHECK_ADDED_NO_MEMORY) return fail(walker, CHECK_NO_MEMORY);
  if (added == CHECK_ADDED_BEFORE && frame->count > WIDE) return fail(walker, CHECK_WRITTEN_TWICE);
  return true;
}

/* All moves of the top position are shown: it is complete, and so is its parent's present move. */
static bool pop(struct check_walker *walker) {
  struct frame *frame = &walker->frames[walker->depth - 1];
  if (frame->marked && !walker->claim->repetition && !publish(walker, frame)) return false;
  walker->moves_count = frame->first;
  walker->depth--;
  if (walker->depth > 0) walker->frames[walker->depth - 1].child++;
  return true;
}

/* ---- the path at the beginning and at the end of a block ---- */

/* The numbers of a path take one byte below 128 and two above, the low seven bits first. */
static bool take_path_number(const struct check_block *block, uint32_t *at, uint32_t *number) {
  if (*at >= block->path_bytes) return false;
  *number = block->path[(*at)++];
  if (*number < 0x80) return true;
  if (*at >= block->path_bytes || block->path[*at] >= 0x80) return false;
  *number = (*number & 0x7f) | (uint32_t)block->path[(*at)++] << 7;
  return true;
}

/* One more position of the path is open; the one after its present move is due, it seems. */
static bool enter_one(struct check_walker *walker, uint32_t number) {
  const struct check_claim *claim = walker->claim;
  if (check_claim_end(claim, &walker->due) != CHECK_NO_END) return fail(walker, CHECK_BAD_PATH);
  if (!push(walker, number & 1)) return false;
  struct frame *frame = &walker->frames[walker->depth - 1];
  frame->child = number >> 1;
  if (frame->child >= frame->count) return fail(walker, CHECK_BAD_PATH);
  if (chooses(claim, &frame->position)) frame->limit = frame->child + 1;
  after_move(walker, frame, &walker->due);
  return true;
}

/* Whether the path is the right one is seen when the block before it is settled; here it must
 * only be playable. */
static bool enter(struct check_walker *walker) {
  const struct check_block *block = walker->block;
  uint32_t at = 0, number;
  walker->depth = 0;
  walker->moves_count = 0;
  walker->due = walker->claim->root;
  for (uint32_t i = 0; i < block->depth; i++) {
    if (!take_path_number(block, &at, &number)) return fail(walker, CHECK_BAD_PATH);
    if (!enter_one(walker, number)) return false;
  }
  walker->is_due = block->due;
  const bool goes_on = check_claim_end(walker->claim, &walker->due) == CHECK_NO_END;
  return (at == block->path_bytes && goes_on) || fail(walker, CHECK_BAD_PATH);
}

static void leave(struct check_walker *walker) {
  struct check_walked *walked = walker->walked;
  walked->due = walker->is_due;
  walked->finished = !walker->is_due && walker->depth == 0;
  walked->depth = walker->depth;
  for (uint32_t i = 0; i < walker->depth; i++) {
    const struct frame *frame = &walker->frames[i];
    const uint32_t number = frame->child << 1 | frame->marked;
    if (number >= 0x80) walked->path[walked->path_bytes++] = (uint8_t)(0x80 | (number & 0x7f));
    walked->path[walked->path_bytes++] = (uint8_t)(number >= 0x80 ? number >> 7 : number);
  }
}

/* ---- records ---- */

static bool take_record(struct check_walker *walker) {
  uint32_t marked, choice;
  if (!check_bits_take(&walker->bits, 1, &marked)) return fail(walker, CHECK_BITS_MISSING);
  if (!push(walker, marked != 0)) return false;
  struct frame *frame = &walker->frames[walker->depth - 1];
  if (chooses(walker->claim, &frame->position)) {
    if (!check_bits_take(&walker->bits, check_bits_width(frame->count), &choice))
      return fail(walker, CHECK_BITS_MISSING);
    if (choice >= frame->count) return fail(walker, CHECK_BAD_MOVE);
    frame->child = choice;
    frame->limit = choice + 1;
  }
  walker->walked->counts.records++;
  walker->walked->counts.marked += marked;
  if (frame->count > WIDE && !frame->marked) return fail(walker, CHECK_NOT_MARKED);
  return !frame->marked || !walker->claim->repetition || publish(walker, frame);
}

static bool postpone(struct check_walker *walker, const uint8_t *packed, uint64_t time) {
  struct check_pending *pending = &walker->walked->pending;
  const size_t size = walker->claim->rules.packed_bytes;
  if (pending->count == pending->room) {
    const size_t room = 2 * pending->room + 64;
    uint64_t *times = realloc(pending->times, room * sizeof *times);
    if (times == NULL) return fail(walker, CHECK_NO_MEMORY);
    pending->times = times;
    uint8_t *positions = realloc(pending->packed, room * size);
    if (positions == NULL) return fail(walker, CHECK_NO_MEMORY);
    pending->packed = positions;
    pending->room = room;
  }
  pending->times[pending->count] = time;
  memcpy(pending->packed + pending->count * size, packed, size);
  pending->count++;
  return true;
}

static bool take_reference(struct check_walker *walker, const struct check_position *position,
                           uint64_t time) {
  uint8_t packed[CHECK_PACKED_MAX];
  check_rules_pack(&walker->claim->rules, position, packed);
  walker->walked->counts.references++;
  return check_table_has(walker->table, packed, time) || postpone(walker, packed, time);
}

/* Shows the top position's present move: an end, a reference, or a record to come. */
static bool take_child(struct check_walker *walker, struct frame *frame) {
  struct check_position position;
  after_move(walker, frame, &position);
  const enum check_end end = check_claim_end(walker->claim, &position);
  if (end != CHECK_NO_END) {
    if (end == CHECK_BAD_END) return fail(walker, CHECK_WRONG_RESULT);
    walker->walked->counts.terminals++;
    frame->child++;
    return true;
  }
  const uint64_t time = now(walker);
  uint32_t shown;
  if (!check_bits_take(&walker->bits, 1, &shown)) return fail(walker, CHECK_BITS_MISSING);
  if (shown != 0) {
    frame->child++;
    return take_reference(walker, &position, time);
  }
  walker->due = position;
  walker->is_due = true;
  return true;
}

/* Whether more bits must come: not where the top position has no move left or its present one leads
 * to an end. */
static bool needs_bit(const struct check_walker *walker) {
  if (walker->is_due) return true;
  const struct frame *frame = &walker->frames[walker->depth - 1];
  if (frame->child == frame->limit) return false;
  struct check_position position;
  after_move(walker, frame, &position);
  return check_claim_end(walker->claim, &position) == CHECK_NO_END;
}

/* Goes on as far as the block's bits lead: it ends where the next bit is needed, or where the root
 * is complete. */
static bool walk_bits(struct check_walker *walker) {
  while (walker->is_due || walker->depth > 0) {
    if (walker->bits.at == walker->bits.count && needs_bit(walker)) return true;
    if (walker->is_due) {
      if (!take_record(walker)) return false;
      continue;
    }
    struct frame *frame = &walker->frames[walker->depth - 1];
    if (!(frame->child < frame->limit ? take_child(walker, frame) : pop(walker))) return false;
  }
  return walker->bits.at == walker->bits.count || fail(walker, CHECK_BITS_LEFT);
}

/* The last byte is filled up with zeros. */
static bool is_filled_up(struct check_walker *walker) {
  const uint32_t used = walker->block->payload_bits % 8;
  const uint8_t last = walker->block->payload[(walker->block->payload_bits - 1) / 8];
  return used == 0 || last >> used == 0 || fail(walker, CHECK_BITS_LEFT);
}

void check_walk(struct check_walker *walker, const struct check_block *block,
                struct check_walked *walked) {
  walker->block = block;
  walker->walked = walked;
  walker->bits = (struct check_bits){block->payload, block->payload_bits, 0};
  walked->failure.reason = CHECK_NONE;
  walked->path_bytes = walked->depth = 0;
  walked->finished = false;
  walked->counts = (struct check_counts){0};
  walked->pending.count = 0;
  if (is_filled_up(walker) && enter(walker) && walk_bits(walker)) leave(walker);
}
