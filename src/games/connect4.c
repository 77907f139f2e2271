/*
 * Connect Four on boards up to 12x9.
 *
 * A column takes a fixed number of bits, lowest cell first, at least one of them always empty: 8
 * bits on boards up to 8x7, which fit 64 bits, and 10 bits on larger ones, which take 128. So all
 * shifts are constants, and the mirror image of a small board is its bytes swapped.
 */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/grid.h"
#include "games/rows.h"

__extension__ typedef unsigned __int128 wide;

#define SMALL_STRIDE 8u
#define LARGE_STRIDE 10u
#define COLUMNS_MAX 12u

/* Stones of the side to move, and of both sides. */
struct small_board {
  uint64_t own, all;
};

struct large_board {
  wide own, all;
};

struct context {
  struct pns_grid grid;
  bool large;
  uint32_t order[COLUMNS_MAX]; /* columns, centre first ... */
  uint64_t top[COLUMNS_MAX];   /* ... and the highest cell of each, on a small board */
  struct small_board small;    /* own: the bottom row; all: the whole board */
  struct large_board wide;
  struct rows rows;
};

static const struct context *context_of(const struct pns_rules *rules) { return rules->context; }

/* ---- opening ---- */

static void order_columns(struct context *context) {
  const uint32_t width = context->grid.width;
  for (uint32_t i = 0; i < width; i++) {
    const uint32_t step = (i + 1) / 2;
    const uint32_t middle = (width - 1) / 2;
    context->order[i] = i % 2 == 1 ? middle + step : middle - step;
  }
}

static void fill_boards(struct context *context) {
  const struct pns_grid *grid = &context->grid;
  const uint32_t stride = context->large ? LARGE_STRIDE : SMALL_STRIDE;
  for (uint32_t column = 0; column < grid->width; column++) {
    const wide bottom = (wide)1 << (column * stride);
    context->wide.own |= bottom;
    context->wide.all |= bottom * (((wide)1 << grid->height) - 1);
  }
  for (uint32_t i = 0; i < grid->width && !context->large; i++)
    context->top[i] = UINT64_C(1) << (context->order[i] * SMALL_STRIDE + grid->height - 1);
  context->small.own = (uint64_t)context->wide.own;
  context->small.all = (uint64_t)context->wide.all;
}

#define LINE 4u

/* Upright, level, rising and falling. */
static void fill_rows(struct context *context) {
  static const uint32_t right[ROWS_WAYS] = {0, 1, 1, 1};
  static const int32_t up[ROWS_WAYS] = {1, 0, 1, -1};
  const int32_t height = (int32_t)context->grid.height, span = (int32_t)LINE - 1;
  const uint32_t stride = context->large ? LARGE_STRIDE : SMALL_STRIDE;
  for (uint32_t way = 0; way < ROWS_WAYS; way++) {
    context->rows.step[way] = (uint32_t)((int32_t)(right[way] * stride) + up[way]);
    for (uint32_t column = 0; column + right[way] * (LINE - 1) < context->grid.width; column++)
      for (int32_t row = 0; row < height; row++) {
        const int32_t last = row + span * up[way];
        const uint32_t bit = column * stride + (uint32_t)row;
        if (last < 0 || last >= height) continue;
        context->rows.start[way][bit / 64] |= UINT64_C(1) << bit % 64;
        context->rows.total++;
      }
  }
}

static enum pns_status open_rules(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  static const struct pns_grid_limits limits = {2, COLUMNS_MAX, 2, 9, 108, false};
  struct pns_grid grid = {7, 6};
  if (parameters[0] != '\0') {
    const enum pns_status status =
        pns_grid_read("connect4", parameters, NULL, &limits, &grid, error);
    if (status != PNS_OK) return status;
  }
  struct context *context = calloc(1, sizeof *context);
  if (context == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "connect4: out of memory for the rules");
  context->grid = grid;
  context->large = grid.width > 8 || grid.height > 7;
  order_columns(context);
  fill_boards(context);
  fill_rows(context);
  rules->context = context;
  snprintf(rules->parameters, sizeof rules->parameters, "%ux%u", grid.width, grid.height);
  rules->position_bytes = context->large ? sizeof(struct large_board) : sizeof(struct small_board);
  rules->max_moves = grid.width;
  rules->exact_key = true;
  rules->draws = true;
  rules->goal = PNS_GOAL_MOVER_WINS;
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_GAME;
  return PNS_OK;
}

static void close_rules(struct pns_rules *rules) { free(rules->context); }

/* ---- play ---- */

static void start(const struct pns_rules *rules, void *position) {
  memset(position, 0, rules->position_bytes);
}

/* Whether the count of stones is odd, and so the second player to move. */
static enum pns_player side(uint64_t low, uint64_t high) {
  return (enum pns_player)__builtin_parityll(low ^ high);
}

static enum pns_player mover(const struct pns_rules *rules, const void *position) {
  if (context_of(rules)->large) {
    const struct large_board *board = position;
    return side((uint64_t)board->all, (uint64_t)(board->all >> 64));
  }
  const struct small_board *board = position;
  return side(board->all, 0);
}

/* Four in a row along one direction: two pairs, twice the step apart. */
#define FOUR(stones, pairs, step) \
  ((pairs) = (stones) & ((stones) >> (step)), (pairs) & ((pairs) >> (2 * (step))))

static inline bool four_small(uint64_t stones) {
  uint64_t pairs;
  const uint64_t upright = FOUR(stones, pairs, 1);
  const uint64_t falling = FOUR(stones, pairs, SMALL_STRIDE - 1);
  const uint64_t level = FOUR(stones, pairs, SMALL_STRIDE);
  const uint64_t rising = FOUR(stones, pairs, SMALL_STRIDE + 1);
  return (upright | falling | level | rising) != 0;
}

static inline bool four_large(wide stones) {
  wide pairs;
  const wide upright = FOUR(stones, pairs, 1);
  const wide falling = FOUR(stones, pairs, LARGE_STRIDE - 1);
  const wide level = FOUR(stones, pairs, LARGE_STRIDE);
  const wide rising = FOUR(stones, pairs, LARGE_STRIDE + 1);
  return (upright | falling | level | rising) != 0;
}

/* Only the side that moved last can have four. */
static enum pns_outcome finished(bool four, const struct pns_rules *rules, const void *position) {
  if (!four) return PNS_DRAW;
  return mover(rules, position) == PNS_SECOND ? PNS_FIRST_WINS : PNS_SECOND_WINS;
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *position) {
  const struct context *context = context_of(rules);
  if (context->large) {
    const struct large_board *board = position;
    const bool four = four_large(board->own ^ board->all);
    if (!four && board->all != context->wide.all) return PNS_ONGOING;
    return finished(four, rules, position);
  }
  const struct small_board *board = position;
  const bool four = four_small(board->own ^ board->all);
  if (!four && board->all != context->small.all) return PNS_ONGOING;
  return finished(four, rules, position);
}

/* A move is its column from 0. A column is full when its top cell is taken. */
static uint32_t moves(const struct pns_rules *rules, const void *position, pns_move *list) {
  const struct context *context = context_of(rules);
  const uint32_t top = context->grid.height - 1;
  uint32_t count = 0;
  if (context->large) {
    const wide full = ((const struct large_board *)position)->all >> top;
    for (uint32_t i = 0; i < context->grid.width; i++) {
      list[count] = context->order[i];
      count += (full >> (LARGE_STRIDE * context->order[i]) & 1) == 0;
    }
    return count;
  }
  const uint64_t all = ((const struct small_board *)position)->all;
  for (uint32_t i = 0; i < context->grid.width; i++) {
    list[count] = context->order[i];
    count += (all & context->top[i]) == 0;
  }
  return count;
}

/* The multiplication adds up the lowest bits of all bytes in the highest. */
static uint32_t mobility(const struct pns_rules *rules, const void *position) {
  const struct context *context = context_of(rules);
  const uint32_t top = context->grid.height - 1;
  if (context->large) {
    const wide full = ((const struct large_board *)position)->all >> top & context->wide.own;
    return context->grid.width - (uint32_t)__builtin_popcountll((uint64_t)full) -
           (uint32_t)__builtin_popcountll((uint64_t)(full >> 64));
  }
  const uint64_t full = ((const struct small_board *)position)->all >> top & context->small.own;
  return context->grid.width - (uint32_t)(full * UINT64_C(0x0101010101010101) >> 56);
}

static void play(const struct pns_rules *rules, void *position, pns_move move) {
  if (context_of(rules)->large) {
    struct large_board *board = position;
    board->own ^= board->all;
    board->all |= board->all + ((wide)1 << (move * LARGE_STRIDE));
    return;
  }
  struct small_board *board = position;
  board->own ^= board->all;
  board->all |= board->all + (UINT64_C(1) << (move * SMALL_STRIDE));
}

/* ---- leaf ---- */

/* No row of four is free of the other side's stones. */
static bool hopeless(const struct pns_rules *rules, const void *position, enum pns_player player) {
  const struct context *context = context_of(rules);
  const bool moves = mover(rules, position) == player;
  if (context->large) {
    const struct large_board *board = position;
    return !four_large(context->wide.all & ~(moves ? board->own ^ board->all : board->own));
  }
  const struct small_board *board = position;
  return !four_small(context->small.all & ~(moves ? board->own ^ board->all : board->own));
}

static wide wide_of(const uint64_t *words, uint32_t count) {
  return count == 1 ? words[0] : (wide)words[1] << 64 | words[0];
}

static uint32_t cells_in(wide board) {
  return (uint32_t)__builtin_popcountll((uint64_t)board) +
         (uint32_t)__builtin_popcountll((uint64_t)(board >> 64));
}

/* Who wins at once, given the cells that fill a row of either side. They count where a stone can
 * land now; where one lies on such a cell, the move below it is lost. `forced`: the cells that the
 * mover must take, at most one unless he loses. */
static inline enum rows_prospect prospect_of(wide wins, wide threats, wide landing, wide *forced) {
  *forced = threats & landing;
  if ((wins & landing) != 0) return ROWS_MOVER_WINS;
  const bool lost = (*forced & (*forced - 1)) != 0 || (*forced << 1 & threats) != 0;
  return lost ? ROWS_MOVER_LOSES : ROWS_OPEN;
}

static inline void judge(const struct rows *rows, const struct rows_open *ours,
                         const struct rows_open *theirs, uint32_t words, wide landing,
                         bool prover_moves, uint32_t *pn, uint32_t *dn) {
  const wide threats = wide_of(theirs->last, words);
  wide forced;
  const enum rows_prospect prospect =
      prospect_of(wide_of(ours->last, words), threats, landing, &forced);
  if (prospect != ROWS_OPEN) {
    rows_leaf_decided((prospect == ROWS_MOVER_WINS) == prover_moves, pn, dn);
    return;
  }
  const uint32_t good = cells_in(landing) - cells_in(landing << 1 & threats);
  rows_leaf(rows, ours, theirs, forced != 0 || good == 0 ? 1 : good, prover_moves, pn, dn);
}

static void leaf_large(const struct context *context, const struct large_board *board,
                       bool prover_moves, uint32_t *pn, uint32_t *dn) {
  const wide other = board->own ^ board->all;
  const uint64_t own_words[2] = {(uint64_t)board->own, (uint64_t)(board->own >> 64)};
  const uint64_t other_words[2] = {(uint64_t)other, (uint64_t)(other >> 64)};
  struct rows_open ours, theirs;
  rows_look(&context->rows, 2, LINE, own_words, other_words, &ours, &theirs);
  judge(&context->rows, &ours, &theirs, 2, (board->all + context->wide.own) & context->wide.all,
        prover_moves, pn, dn);
}

static void leaf(const struct pns_rules *rules, const void *position, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct context *context = context_of(rules);
  const bool prover_moves = mover(rules, position) == prover;
  if (context->large) {
    leaf_large(context, position, prover_moves, pn, dn);
    return;
  }
  const struct small_board *board = position;
  const uint64_t other = board->own ^ board->all;
  struct rows_open ours, theirs;
  rows_look(&context->rows, 1, LINE, &board->own, &other, &ours, &theirs);
  judge(&context->rows, &ours, &theirs, 1, (board->all + context->small.own) & context->small.all,
        prover_moves, pn, dn);
}

/* Cells next to three in a row, or between two and one, in one direction, on the board or beside.
 */
#define FILLS(stones, step)                                                                        \
  (((stones) << (step) & (stones) << 2 * (step) & ((stones) << 3 * (step) | (stones) >> (step))) | \
   ((stones) >> (step) & (stones) >> 2 * (step) & ((stones) >> 3 * (step) | (stones) << (step))))

static inline uint64_t filling_small(uint64_t stones) {
  return (stones << 1 & stones << 2 & stones << 3) | FILLS(stones, SMALL_STRIDE) |
         FILLS(stones, SMALL_STRIDE - 1) | FILLS(stones, SMALL_STRIDE + 1);
}

static inline wide filling_large(wide stones) {
  return (stones << 1 & stones << 2 & stones << 3) | FILLS(stones, LARGE_STRIDE) |
         FILLS(stones, LARGE_STRIDE - 1) | FILLS(stones, LARGE_STRIDE + 1);
}

/* Follows forced moves, of which there is one at a time, until a side wins or moves freely. */
static enum pns_decision play_forced(const struct context *context, wide own, wide all,
                                     bool player_moves) {
  const bool large = context->large;
  for (;; player_moves = !player_moves) {
    const wide other = own ^ all, free = context->wide.all & ~all;
    const wide wins = large ? filling_large(own) : filling_small((uint64_t)own);
    const wide threats = large ? filling_large(other) : filling_small((uint64_t)other);
    wide forced;
    const enum rows_prospect prospect =
        prospect_of(wins, threats & free, (all + context->wide.own) & free, &forced);
    if (prospect != ROWS_OPEN || forced == 0) return rows_decision(prospect, player_moves);
    all |= forced;
    own = other;
  }
}

static enum pns_decision decided(const struct pns_rules *rules, const void *position,
                                 enum pns_player player) {
  const struct context *context = context_of(rules);
  const bool moves = mover(rules, position) == player;
  const struct small_board *small = position;
  const struct large_board *large = position;
  return context->large ? play_forced(context, large->own, large->all, moves)
                        : play_forced(context, small->own, small->all, moves);
}

/* ---- symmetry and key ---- */

static wide mirrored(wide stones, uint32_t width) {
  wide image = 0;
  for (uint32_t column = 0; column < width; column++) {
    image = image << LARGE_STRIDE | (stones & (((wide)1 << LARGE_STRIDE) - 1));
    stones >>= LARGE_STRIDE;
  }
  return image;
}

/* Of two mirror images the one whose sum of both boards is smaller stands for both: the sum tells
 * positions apart, since a column's bits carry at most one cell up. */
static void canonical(const struct pns_rules *rules, void *position) {
  const uint32_t width = context_of(rules)->grid.width;
  if (context_of(rules)->large) {
    struct large_board *board = position;
    const struct large_board image = {mirrored(board->own, width), mirrored(board->all, width)};
    if (image.own + image.all < board->own + board->all) *board = image;
    return;
  }
  struct small_board *board = position;
  const uint32_t unused = 64 - SMALL_STRIDE * width;
  const struct small_board image = {__builtin_bswap64(board->own) >> unused,
                                    __builtin_bswap64(board->all) >> unused};
  if (image.own + image.all < board->own + board->all) *board = image;
}

static pns_move unfold(const struct pns_rules *rules, const void *position, pns_move move) {
  union {
    struct small_board small;
    struct large_board large;
  } folded;
  memcpy(&folded, position, rules->position_bytes);
  canonical(rules, &folded);
  const bool turned = memcmp(&folded, position, rules->position_bytes) != 0;
  return turned ? context_of(rules)->grid.width - 1 - move : move;
}

/* A small board as it is. A large one as a sum: with the bottom row added, the highest bit of
 * each column marks its height, and the bits below are the mover's stones. */
static void key(const struct pns_rules *rules, const void *position, struct pns_key *name) {
  const struct context *context = context_of(rules);
  if (context->large) {
    const struct large_board *board = position;
    const wide packed = board->own + board->all + context->wide.own;
    name->word[0] = (uint64_t)packed;
    name->word[1] = (uint64_t)(packed >> 64);
    return;
  }
  const struct small_board *board = position;
  name->word[0] = board->own;
  name->word[1] = board->all;
}

/* ---- texts ---- */

/* Cells row by row from the top: 0 empty, 1 the first player's, 2 the second's. */
static void unpack(const struct pns_rules *rules, const void *position, unsigned char *cells) {
  const struct context *context = context_of(rules);
  const struct pns_grid *grid = &context->grid;
  const bool second = mover(rules, position) == PNS_SECOND;
  const uint32_t stride = context->large ? LARGE_STRIDE : SMALL_STRIDE;
  wide own, all;
  if (context->large) {
    own = ((const struct large_board *)position)->own;
    all = ((const struct large_board *)position)->all;
  } else {
    own = ((const struct small_board *)position)->own;
    all = ((const struct small_board *)position)->all;
  }
  for (uint32_t row = 0; row < grid->height; row++) {
    for (uint32_t column = 0; column < grid->width; column++) {
      const uint32_t bit = column * stride + grid->height - 1 - row;
      const bool mine = (own >> bit & 1) != 0;
      *cells++ = (all >> bit & 1) == 0 ? 0 : mine == second ? 2 : 1;
    }
  }
}

static void pack(const struct context *context, const unsigned char *cells, bool second,
                 struct large_board *board) {
  const struct pns_grid *grid = &context->grid;
  const uint32_t stride = context->large ? LARGE_STRIDE : SMALL_STRIDE;
  *board = (struct large_board){0, 0};
  for (uint32_t row = 0; row < grid->height; row++) {
    for (uint32_t column = 0; column < grid->width; column++, cells++) {
      const wide cell = (wide)1 << (column * stride + grid->height - 1 - row);
      if (*cells != 0) board->all |= cell;
      if (*cells == (second ? 2 : 1)) board->own |= cell;
    }
  }
}

static enum pns_status check_floating(const struct pns_grid *grid, const unsigned char *cells,
                                      struct pns_error *error) {
  for (uint32_t i = 0; i + grid->width < grid->width * grid->height; i++)
    if (cells[i] != 0 && cells[i + grid->width] == 0)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "connect4: the stone in column %u, row %u from the top, hangs above "
                           "an empty cell, expected stones to lie on one another",
                           i % grid->width + 1, i / grid->width + 1);
  return PNS_OK;
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *position,
                             struct pns_error *error) {
  const struct context *context = context_of(rules);
  unsigned char cells[COLUMNS_MAX * 9];
  struct large_board board;
  enum pns_status status = pns_grid_read_stones("connect4", text, &context->grid, cells, error);
  if (status == PNS_OK) status = check_floating(&context->grid, cells, error);
  if (status != PNS_OK) return status;
  pack(context, cells, false, &board);
  const bool second = side((uint64_t)board.all, (uint64_t)(board.all >> 64)) == PNS_SECOND;
  pack(context, cells, second, &board);
  if (context->large ? four_large(board.own) : four_small((uint64_t)board.own))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "connect4: %c is to move and has four in a row already, expected at "
                         "most the other side to have them",
                         second ? 'O' : 'X');
  if (context->large) {
    memcpy(position, &board, sizeof board);
    return PNS_OK;
  }
  const struct small_board small = {(uint64_t)board.own, (uint64_t)board.all};
  memcpy(position, &small, sizeof small);
  return PNS_OK;
}

static void format(const struct pns_rules *rules, const void *position, char *text) {
  unsigned char cells[COLUMNS_MAX * 9];
  unpack(rules, position, cells);
  pns_grid_write_stones(&context_of(rules)->grid, cells, text);
}

static void draw(const struct pns_rules *rules, const void *position, char *text) {
  const struct pns_grid *grid = &context_of(rules)->grid;
  unsigned char cells[COLUMNS_MAX * 9];
  unpack(rules, position, cells);
  for (uint32_t row = 0; row < grid->height; row++) {
    *text++ = '|';
    for (uint32_t column = 0; column < grid->width; column++)
      text += sprintf(text, "%2c ", ".XO"[cells[row * grid->width + column]]);
    text += sprintf(text, "|\n");
  }
  *text++ = ' ';
  for (uint32_t column = 1; column <= grid->width; column++) text += sprintf(text, "%2u ", column);
  sprintf(text, "\n");
}

static void move_text(const struct pns_rules *rules, const void *position, pns_move move,
                      char *text) {
  (void)rules;
  (void)position;
  sprintf(text, "%u", move + 1);
}

const struct pns_game pns_game_connect4 = {
    .abi = PNS_GAME_ABI,
    .name = "connect4",
    .title = "Connect Four",
    .parameters = "WIDTHxHEIGHT, 2x2 to 12x9; default 7x6",
    .notation =
        "A move is the number of its column, counted from 1 at the left. A position is its "
        "rows from the top, separated by '/': 'X' the first player, 'O' the second, '.' "
        "empty; the side to move follows from the count of stones.",
    .rules =
        "X and O in turn drop one stone of their own into a column that is not full; it falls "
        "to the lowest empty cell. Whoever has four of his stones in a row, level, upright or "
        "diagonal, wins. A full board without such a row is a draw.",
    .source =
        "H. Wexler and N. Strongin, Milton Bradley 1974; solved by J. Allen and by V. Allis "
        "(A Knowledge-based Approach of Connect-Four, 1988)",
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
    .leaf = leaf,
    .hopeless = hopeless,
    .decided = decided,
};
