/*
 * Hex and Reverse Hex (Rex) on N x N boards up to 11x11.
 *
 * The stones of each side are one set of cells: 8 bits a row in 64 bits up to 8x8, 11 bits a row
 * in 128 bits above. A set with all its bits reversed is the board turned by half, the one symmetry
 * that keeps both players' edges.
 */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "games/grid.h"

__extension__ typedef unsigned __int128 wide;

#define LENGTH_MAX 11u
#define SMALL_LENGTH_MAX 8u
#define CELLS_MAX (LENGTH_MAX * LENGTH_MAX)
/* What one more stone to go (counted plainly, and with bridges), and not being the one to move,
 * mean to the numbers of a leaf: so many times the factor 2. Measured, see README.md. */
#define PLAIN_WEIGHT 2u
#define BRIDGED_WEIGHT 3u
#define WAITING_WEIGHT 7u
#define NEEDS_MAX ((PLAIN_WEIGHT + BRIDGED_WEIGHT) * LENGTH_MAX)
#define LEAF_MAX (1u << 24)

/* So many groups of stones are looked at for what is sure: more than most positions have. */
#define ANCHORS_MAX 24u
/* With so many empty cells or fewer Reverse Hex is played out at once. Measured, see README.md. */
#ifndef LAST_CELLS
#define LAST_CELLS 6u
#endif

#define SMALL_STRIDE 8u
#define LARGE_STRIDE 11u

static const uint64_t small_first_column = UINT64_C(0x0101010101010101);
static const uint64_t small_last_column = UINT64_C(0x8080808080808080);
static const wide large_first_column =
    (wide)UINT64_C(0x400801002004) << 64 | UINT64_C(0x80100200400801);
static const wide large_last_column =
    (wide)UINT64_C(0x100200400801002) << 64 | UINT64_C(0x40080100200400);

#define BITS uint64_t
#define STRIDE SMALL_STRIDE
#define BOARD(name) small_##name
#include "games/hex_board.h"
#include "games/hex_sight.h"
#undef BITS
#undef STRIDE
#undef BOARD

#define BITS wide
#define STRIDE LARGE_STRIDE
#define BOARD(name) large_##name
#include "games/hex_board.h"
#include "games/hex_sight.h"
#undef BITS
#undef STRIDE
#undef BOARD

/* The stones of the first and of the second player. */
struct small_position {
  uint64_t stones[2];
};

struct large_position {
  wide stones[2];
};

struct context {
  struct pns_grid grid;
  bool large;
  bool joining_loses;
  uint32_t unused;           /* bits above the last cell */
  uint32_t order[CELLS_MAX]; /* bit numbers of the cells, centre first */
  struct small_edges small;
  struct large_edges wide;
  uint32_t power[NEEDS_MAX + WAITING_WEIGHT + 1]; /* of 2, for the leaf */
};

static const struct context *context_of(const struct pns_rules *rules) { return rules->context; }

/* ---- opening ---- */

static uint32_t stride_of(const struct context *context) {
  return context->large ? LARGE_STRIDE : SMALL_STRIDE;
}

/* Twice the distance from the centre, in steps of Hex. */
static uint32_t distance_to_centre(uint32_t length, uint32_t row, uint32_t column) {
  const int32_t down = (int32_t)(2 * row) - (int32_t)(length - 1);
  const int32_t right = (int32_t)(2 * column) - (int32_t)(length - 1);
  const int32_t both = down + right;
  return (uint32_t)(abs(down) + abs(right) + abs(both));
}

static void order_cells(struct context *context) {
  const uint32_t length = context->grid.width;
  uint32_t count = 0;
  for (uint32_t distance = 0; count < length * length; distance++)
    for (uint32_t row = 0; row < length; row++)
      for (uint32_t column = 0; column < length; column++)
        if (distance_to_centre(length, row, column) == distance)
          context->order[count++] = row * stride_of(context) + column;
}

static void fill_edges(struct context *context) {
  const uint32_t length = context->grid.width;
  const uint32_t stride = stride_of(context);
  wide column = 0;
  for (uint32_t row = 0; row < length; row++) column |= (wide)1 << (row * stride);
  const wide row = ((wide)1 << length) - 1;
  const struct large_edges edges = {.board = column * row,
                                    .near = {row, column},
                                    .far = {row << (length - 1) * stride, column << (length - 1)},
                                    .least = length / 2};
  context->wide = edges;
  context->small.board = (uint64_t)edges.board;
  context->small.least = edges.least;
  for (int side = PNS_FIRST; side <= PNS_SECOND; side++) {
    context->small.near[side] = (uint64_t)edges.near[side];
    context->small.far[side] = (uint64_t)edges.far[side];
  }
  context->unused = (context->large ? 128 : 64) - (stride + 1) * (length - 1) - 1;
}

/* Powers of 2 on boards up to 6x6. Larger boards would leave the range of the numbers: there the
 * base is smaller, such that the empty board reaches the limit just so. */
static void fill_powers(struct context *context) {
  static const double bases[LENGTH_MAX + 1] = {2, 2, 2, 2, 2, 2, 2, 1.72, 1.67, 1.56, 1.53, 1.46};
  double power = 1;
  for (uint32_t i = 0; i <= NEEDS_MAX + WAITING_WEIGHT; i++) {
    context->power[i] = power < LEAF_MAX ? (uint32_t)power : LEAF_MAX;
    power *= bases[context->grid.width];
  }
}

static enum pns_status open_rules(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  static const struct pns_grid_limits limits = {1, LENGTH_MAX, 1, LENGTH_MAX, CELLS_MAX, true};
  struct pns_grid grid = {5, 5};
  if (parameters[0] != '\0') {
    const enum pns_status status =
        pns_grid_read(rules->game->name, parameters, NULL, &limits, &grid, error);
    if (status != PNS_OK) return status;
  }
  struct context *context = calloc(1, sizeof *context);
  if (context == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "%s: out of memory for the rules",
                         rules->game->name);
  context->grid = grid;
  context->large = grid.width > SMALL_LENGTH_MAX;
  order_cells(context);
  fill_edges(context);
  fill_powers(context);
  rules->context = context;
  snprintf(rules->parameters, sizeof rules->parameters, "%u", grid.width);
  rules->position_bytes =
      context->large ? sizeof(struct large_position) : sizeof(struct small_position);
  rules->max_moves = grid.width * grid.height;
  rules->exact_key = !context->large;
  rules->goal = PNS_GOAL_MOVER_WINS;
  rules->backup = PNS_BACKUP_SUM;
  rules->init = PNS_INIT_GAME;
  rules->epsilon = 0.125;
  return PNS_OK;
}

static enum pns_status open_rex(struct pns_rules *rules, const char *parameters,
                                struct pns_error *error) {
  const enum pns_status status = open_rules(rules, parameters, error);
  if (status != PNS_OK) return status;
  ((struct context *)rules->context)->joining_loses = true;
  rules->backup = PNS_BACKUP_WEAK;
  return PNS_OK;
}

static void close_rules(struct pns_rules *rules) { free(rules->context); }

/* ---- play ---- */

static void start(const struct pns_rules *rules, void *position) {
  memset(position, 0, rules->position_bytes);
}

static enum pns_player mover(const struct pns_rules *rules, const void *position) {
  if (context_of(rules)->large) {
    const struct large_position *large = position;
    const wide stones = large->stones[0] ^ large->stones[1];
    return (enum pns_player)__builtin_parityll((uint64_t)stones ^ (uint64_t)(stones >> 64));
  }
  const struct small_position *small = position;
  return (enum pns_player)__builtin_parityll(small->stones[0] ^ small->stones[1]);
}

static enum pns_player other(enum pns_player side) { return (enum pns_player)(side ^ 1); }

static bool joined(const struct context *context, const void *position, enum pns_player side) {
  if (context->large) {
    const struct large_position *large = position;
    return large_joined(large->stones[side], context->wide.near[side], context->wide.far[side]);
  }
  const struct small_position *small = position;
  return small_joined(small->stones[side], context->small.near[side], context->small.far[side]);
}

/* Only the side that moved last can have joined its edges just now. */
static enum pns_outcome outcome(const struct pns_rules *rules, const void *position) {
  const struct context *context = context_of(rules);
  const enum pns_player last = other(mover(rules, position));
  if (!joined(context, position, last)) return PNS_ONGOING;
  return (last == PNS_FIRST) != context->joining_loses ? PNS_FIRST_WINS : PNS_SECOND_WINS;
}

/* A move is the bit number of its cell. */
static uint32_t moves(const struct pns_rules *rules, const void *position, pns_move *list) {
  const struct context *context = context_of(rules);
  const uint32_t cells = rules->max_moves;
  uint32_t count = 0;
  if (context->large) {
    const struct large_position *large = position;
    const wide taken = large->stones[0] | large->stones[1];
    for (uint32_t i = 0; i < cells; i++)
      if ((taken >> context->order[i] & 1) == 0) list[count++] = context->order[i];
    return count;
  }
  const struct small_position *small = position;
  const uint64_t taken = small->stones[0] | small->stones[1];
  for (uint32_t i = 0; i < cells; i++)
    if ((taken >> context->order[i] & 1) == 0) list[count++] = context->order[i];
  return count;
}

static uint32_t mobility(const struct pns_rules *rules, const void *position) {
  const struct context *context = context_of(rules);
  if (context->large) {
    const struct large_position *large = position;
    return rules->max_moves - large_count(large->stones[0] | large->stones[1]);
  }
  const struct small_position *small = position;
  return rules->max_moves - small_count(small->stones[0] | small->stones[1]);
}

static void play(const struct pns_rules *rules, void *position, pns_move move) {
  const enum pns_player side = mover(rules, position);
  if (context_of(rules)->large) {
    ((struct large_position *)position)->stones[side] |= (wide)1 << move;
    return;
  }
  ((struct small_position *)position)->stones[side] |= UINT64_C(1) << move;
}

/* ---- symmetry and key ---- */

static uint64_t reversed(uint64_t bits) {
  bits = (bits & UINT64_C(0x5555555555555555)) << 1 | (bits >> 1 & UINT64_C(0x5555555555555555));
  bits = (bits & UINT64_C(0x3333333333333333)) << 2 | (bits >> 2 & UINT64_C(0x3333333333333333));
  bits = (bits & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (bits >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
  return __builtin_bswap64(bits);
}

static wide reversed_wide(wide bits) {
  return (wide)reversed((uint64_t)bits) << 64 | reversed((uint64_t)(bits >> 64));
}

/* Of the board and the board turned by half the smaller one stands for both. */
static void canonical(const struct pns_rules *rules, void *position) {
  const struct context *context = context_of(rules);
  if (context->large) {
    struct large_position *large = position;
    const struct large_position turned = {{reversed_wide(large->stones[0]) >> context->unused,
                                           reversed_wide(large->stones[1]) >> context->unused}};
    if (turned.stones[0] < large->stones[0] ||
        (turned.stones[0] == large->stones[0] && turned.stones[1] < large->stones[1]))
      *large = turned;
    return;
  }
  struct small_position *small = position;
  const struct small_position turned = {{reversed(small->stones[0]) >> context->unused,
                                         reversed(small->stones[1]) >> context->unused}};
  if (turned.stones[0] < small->stones[0] ||
      (turned.stones[0] == small->stones[0] && turned.stones[1] < small->stones[1]))
    *small = turned;
}

static pns_move unfold(const struct pns_rules *rules, const void *position, pns_move move) {
  const struct context *context = context_of(rules);
  union {
    struct small_position small;
    struct large_position large;
  } folded;
  memcpy(&folded, position, rules->position_bytes);
  canonical(rules, &folded);
  const bool turned = memcmp(&folded, position, rules->position_bytes) != 0;
  const uint32_t last = (context->large ? 127 : 63) - context->unused;
  return turned ? last - move : move;
}

static void key(const struct pns_rules *rules, const void *position, struct pns_key *name) {
  if (context_of(rules)->large) {
    const XXH128_hash_t hash = XXH3_128bits(position, sizeof(struct large_position));
    name->word[0] = hash.low64;
    name->word[1] = hash.high64;
    return;
  }
  memcpy(name->word, position, sizeof name->word);
}

/* ---- leaf ---- */

static uint32_t needs(const struct context *context, const void *position, enum pns_player side) {
  if (context->large)
    return large_needs(((const struct large_position *)position)->stones, &context->wide, side);
  return small_needs(((const struct small_position *)position)->stones, &context->small, side);
}

/* The mover's number and the other side's, as the prover sees them. */
static void give(bool is_or, uint32_t mine, uint32_t theirs, uint32_t *pn, uint32_t *dn) {
  *pn = is_or ? mine : theirs;
  *dn = is_or ? theirs : mine;
}

static void leaf_hex(const struct pns_rules *rules, const void *position, enum pns_player prover,
                     uint32_t *pn, uint32_t *dn) {
  const struct context *context = context_of(rules);
  const enum pns_player side = mover(rules, position);
  const uint32_t mine = needs(context, position, side);
  const uint32_t theirs = needs(context, position, other(side)) + WAITING_WEIGHT;
  give(side == prover, context->power[mine], context->power[theirs], pn, dn);
}

/* In Reverse Hex a side is well off when the other one needs little. */
static void leaf_rex(const struct pns_rules *rules, const void *position, enum pns_player prover,
                     uint32_t *pn, uint32_t *dn) {
  const struct context *context = context_of(rules);
  const enum pns_player side = mover(rules, position);
  const uint32_t mine = needs(context, position, other(side));
  const uint64_t theirs =
      (uint64_t)context->power[needs(context, position, side)] * mobility(rules, position);
  give(side == prover, context->power[mine], theirs < LEAF_MAX ? (uint32_t)theirs : LEAF_MAX, pn,
       dn);
}

/* ---- what is sure ---- */

static enum pns_decision decision(bool wins, bool loses, bool moves) {
  if (!wins && !loses) return PNS_UNDECIDED;
  return wins == moves ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

/* Carriers are chosen by the order of cells, so symmetric positions are looked at in one form. */
static enum pns_decision decided_hex(const struct pns_rules *rules, const void *position,
                                     enum pns_player player) {
  const struct context *context = context_of(rules);
  const enum pns_player side = mover(rules, position);
  bool wins, loses;
  if (context->large) {
    struct large_position large = *(const struct large_position *)position;
    canonical(rules, &large);
    wins = large_completes(&context->wide, large.stones, side);
    loses = !wins && large_succumbs(&context->wide, large.stones, side);
  } else {
    struct small_position small = *(const struct small_position *)position;
    canonical(rules, &small);
    wins = small_completes(&context->small, small.stones, side);
    loses = !wins && small_succumbs(&context->small, small.stones, side);
  }
  return decision(wins, loses, side == player);
}

static enum pns_decision decided_rex(const struct pns_rules *rules, const void *position,
                                     enum pns_player player) {
  const struct context *context = context_of(rules);
  const enum pns_player side = mover(rules, position);
  if (mobility(rules, position) > LAST_CELLS) return PNS_UNDECIDED;
  const bool wins =
      context->large
          ? large_outlasts(&context->wide, ((const struct large_position *)position)->stones, side)
          : small_outlasts(&context->small, ((const struct small_position *)position)->stones,
                           side);
  return decision(wins, !wins, side == player);
}

/* ---- texts ---- */

static void unpack(const struct pns_rules *rules, const void *position, unsigned char *cells) {
  const struct context *context = context_of(rules);
  const uint32_t length = context->grid.width;
  for (uint32_t i = 0; i < length * length; i++) {
    const uint32_t bit = i / length * stride_of(context) + i % length;
    wide stones[2];
    for (int side = PNS_FIRST; side <= PNS_SECOND; side++)
      stones[side] = context->large ? ((const struct large_position *)position)->stones[side]
                                    : ((const struct small_position *)position)->stones[side];
    cells[i] = (stones[0] >> bit & 1) != 0 ? 1 : (stones[1] >> bit & 1) != 0 ? 2 : 0;
  }
}

static void pack(const struct context *context, const unsigned char *cells, void *position) {
  const uint32_t length = context->grid.width;
  for (uint32_t i = 0; i < length * length; i++) {
    const uint32_t bit = i / length * stride_of(context) + i % length;
    if (cells[i] == 0) continue;
    if (context->large)
      ((struct large_position *)position)->stones[cells[i] - 1] |= (wide)1 << bit;
    else
      ((struct small_position *)position)->stones[cells[i] - 1] |= UINT64_C(1) << bit;
  }
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *position,
                             struct pns_error *error) {
  const struct context *context = context_of(rules);
  unsigned char cells[CELLS_MAX];
  const enum pns_status status =
      pns_grid_read_stones(rules->game->name, text, &context->grid, cells, error);
  if (status != PNS_OK) return status;
  start(rules, position);
  pack(context, cells, position);
  const enum pns_player side = mover(rules, position);
  if (joined(context, position, side))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: %c is to move and has joined its edges already, expected only the "
                         "side that moved last to have joined them",
                         rules->game->name, "XO"[side]);
  return PNS_OK;
}

static void format(const struct pns_rules *rules, const void *position, char *text) {
  unsigned char cells[CELLS_MAX];
  unpack(rules, position, cells);
  pns_grid_write_stones(&context_of(rules)->grid, cells, text);
}

static void draw(const struct pns_rules *rules, const void *position, char *text) {
  unsigned char cells[CELLS_MAX];
  unpack(rules, position, cells);
  text = pns_grid_draw(&context_of(rules)->grid, ".XO", cells, 1, text);
  sprintf(text, "X joins top and bottom, O joins left and right\n");
}

static void move_text(const struct pns_rules *rules, const void *position, pns_move move,
                      char *text) {
  const uint32_t stride = stride_of(context_of(rules));
  (void)position;
  pns_grid_square(move % stride, move / stride, text);
}

#define HEX_PARAMETERS "N for an NxN board, 1 to 11; default 5"
#define HEX_NOTATION                                                                            \
  "A move is column letter and row number, row 1 on top, 'a1' the upper left cell; its "        \
  "neighbours are those left and right of it, above and above right, below and below left. A "  \
  "position is its rows from the top, separated by '/': 'X' the first player, 'O' the second, " \
  "'.' empty; the side to move follows from the count of stones."

const struct pns_game pns_game_hex = {
    .abi = PNS_GAME_ABI,
    .name = "hex",
    .title = "Hex",
    .parameters = HEX_PARAMETERS,
    .notation = HEX_NOTATION,
    .rules =
        "X and O in turn put one stone of their own on an empty cell. X wins by joining the "
        "top edge to the bottom edge with his stones, O by joining the left to the right. "
        "There is no draw and no swap.",
    .source = "P. Hein 1942, J. Nash 1948; R. Hayward, B. Toft: Hex, the full story (2019)",
    .open = open_rules,
    .close = close_rules,
    .start = start,
    .parse = parse,
    .format = format,
    .draw = draw,
    .move_text = move_text,
    .mover = mover,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .canonical = canonical,
    .unfold = unfold,
    .key = key,
    .mobility = mobility,
    .leaf = leaf_hex,
    .decided = decided_hex,
};

const struct pns_game pns_game_rex = {
    .abi = PNS_GAME_ABI,
    .name = "rex",
    .title = "Reverse Hex",
    .parameters = HEX_PARAMETERS,
    .notation = HEX_NOTATION,
    .rules =
        "X and O in turn put one stone of their own on an empty cell. Whoever joins his own "
        "edges with his stones loses: X the top to the bottom, O the left to the right. There "
        "is no draw and no swap.",
    .source = "M. Gardner 1957; K. Young, R. Hayward: A Reverse Hex Solver (2016)",
    .open = open_rex,
    .close = close_rules,
    .start = start,
    .parse = parse,
    .format = format,
    .draw = draw,
    .move_text = move_text,
    .mover = mover,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .canonical = canonical,
    .unfold = unfold,
    .key = key,
    .mobility = mobility,
    .leaf = leaf_rex,
    .decided = decided_rex,
};
