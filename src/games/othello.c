/* Othello on even boards from 4x4 to 8x8, centred in the 8x8 frame of bits.h.
 *
 * Centred, every board has its four middle squares on the same bits, and reflections of the frame
 * are reflections of the board. Discs never leave the board, so runs end by themselves at its edge;
 * only on 8 columns could a sideways run wrap into the next row, which `INNER` prevents: a disc
 * in an outer column cannot be enclosed sideways. */
#include "games/bits.h"
#include "games/grid.h"
#include "games/odds.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LEFT UINT64_C(0x0101010101010101)
#define INNER UINT64_C(0x7e7e7e7e7e7e7e7e)
#define MIDDLE UINT64_C(0x0000001818000000)
#define PASS 64u
/* From here on symmetric siblings hardly ever meet in one search. */
#define FOLD_DISCS 12u

struct shape {
  uint32_t width, height, column, row; /* `column` and `row`: where a1 stands in the frame */
  uint64_t squares, edge, corners;
};

struct position {
  uint64_t disc[2]; /* of the first player (X, black) and of the second (O, white) */
  uint64_t legal;   /* squares the mover may take: found once, asked several times */
  uint32_t mover;
};

#define ROWS(height) (~UINT64_C(0) >> (64 - 8 * (height)) << 4 * (8 - (height)))
#define COLUMNS(width) (LEFT * (0xffu >> (8 - (width))) << (8 - (width)) / 2)
#define FRAME(width, height) (ROWS(height) & COLUMNS(width))
#define RIM_ROWS(height) (ROWS(height) & ~(ROWS((height)-2)))
#define RIM_COLUMNS(width) (COLUMNS(width) & ~(COLUMNS((width)-2)))
#define SHAPE(width, height)                                                    \
  {                                                                             \
    width, height, (8 - (width)) / 2, (8 - (height)) / 2, FRAME(width, height), \
        FRAME(width, height) & (RIM_ROWS(height) | RIM_COLUMNS(width)),         \
        RIM_ROWS(height) & RIM_COLUMNS(width)                                   \
  }

static const struct shape shapes[] = {SHAPE(4, 4), SHAPE(4, 6), SHAPE(4, 8),
                                      SHAPE(6, 4), SHAPE(6, 6), SHAPE(6, 8),
                                      SHAPE(8, 4), SHAPE(8, 6), SHAPE(8, 8)};

static const struct shape *shape_of(const struct pns_rules *rules) { return rules->context; }

/* ---- moving ---- */

/* What follows runs of `other` that start next to `own`, in both directions of one line. */
static inline uint64_t ends(uint64_t own, uint64_t other, unsigned step) {
  uint64_t up = other & own << step, down = other & own >> step;
  const uint64_t up_pair = other & other << step, down_pair = other & other >> step;
  up |= other & up << step;
  down |= other & down >> step;
  up |= up_pair & up << 2 * step;
  down |= down_pair & down >> 2 * step;
  up |= up_pair & up << 2 * step;
  down |= down_pair & down >> 2 * step;
  return up << step | down >> step;
}

static inline uint64_t legal_squares(uint64_t own, uint64_t other, uint64_t squares) {
  const uint64_t inner = other & INNER;
  const uint64_t reached =
      ends(own, inner, 1) | ends(own, other, 8) | ends(own, inner, 7) | ends(own, inner, 9);
  return reached & squares & ~(own | other);
}

/* The discs a new disc turns along one line: runs of `other` with `own` behind. */
static inline uint64_t turned(uint64_t disc, uint64_t own, uint64_t other, unsigned step) {
  uint64_t up = other & disc << step, down = other & disc >> step;
  const uint64_t up_pair = other & other << step, down_pair = other & other >> step;
  up |= other & up << step;
  down |= other & down >> step;
  up |= up_pair & up << 2 * step;
  down |= down_pair & down >> 2 * step;
  up |= up_pair & up << 2 * step;
  down |= down_pair & down >> 2 * step;
  const uint64_t up_closed = 0 - (uint64_t)((own & up << step) != 0);
  const uint64_t down_closed = 0 - (uint64_t)((own & down >> step) != 0);
  return (up & up_closed) | (down & down_closed);
}

static void find_legal(const struct pns_rules *rules, struct position *position) {
  const uint32_t mover = position->mover;
  position->legal =
      legal_squares(position->disc[mover], position->disc[mover ^ 1], shape_of(rules)->squares);
}

static void play(const struct pns_rules *rules, void *data, pns_move move) {
  struct position *position = data;
  const uint32_t mover = position->mover;
  if (move != PASS) {
    const uint64_t own = position->disc[mover], other = position->disc[mover ^ 1];
    const uint64_t disc = UINT64_C(1) << move, inner = other & INNER;
    const uint64_t change = turned(disc, own, inner, 1) | turned(disc, own, other, 8) |
                            turned(disc, own, inner, 7) | turned(disc, own, inner, 9);
    position->disc[mover] = own | disc | change;
    position->disc[mover ^ 1] = other & ~change;
  }
  position->mover = mover ^ 1;
  find_legal(rules, position);
}

static enum pns_player mover(const struct pns_rules *rules, const void *data) {
  (void)rules;
  return (enum pns_player)((const struct position *)data)->mover;
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  const struct position *position = data;
  if (position->legal != 0) return PNS_ONGOING;
  const uint64_t first = position->disc[0], second = position->disc[1];
  const uint64_t squares = shape_of(rules)->squares;
  const uint64_t own = position->disc[position->mover], other = position->disc[position->mover ^ 1];
  if ((first | second) != squares && legal_squares(other, own, squares) != 0) return PNS_ONGOING;
  const uint32_t firsts = bits_count(first), seconds = bits_count(second);
  return firsts > seconds ? PNS_FIRST_WINS : firsts < seconds ? PNS_SECOND_WINS : PNS_DRAW;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  (void)rules;
  const struct position *position = data;
  uint32_t count = 0;
  for (uint64_t left = position->legal; left != 0; left &= left - 1)
    list[count++] = bits_first(left);
  if (count == 0) list[count++] = PASS;
  return count;
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const uint32_t count = bits_count(((const struct position *)data)->legal);
  return count + (count == 0);
}

/* ---- leaf ---- */

/* What tells the winner of an end game, weighted by how many squares are empty: fitted by logistic
 * regression to leaves of proof-number searches with up to 13 empty squares, solved exactly.
 * 0.4 times the fitted log-odds served the search best. */
struct weights {
  int8_t base, moves, replies, edge, enemy_edge, corner, enemy_corner, odd, balance;
};

/* Empty squares: up to 3, 4 or 5, 6 or 7, 8 or 9, 10 or 11, more. */
static const struct weights by_empties[6] = {
    {7, 21, -18, 1, -2, -1, 4, 17, 5},  {15, 14, -12, 1, -4, -2, -3, 7, 3},
    {-10, 12, -9, 3, -4, 9, -4, 11, 2}, {-4, 8, -8, 4, -4, 12, -7, 12, 1},
    {-9, 8, -6, 4, -5, 16, -11, 10, 1}, {-10, 7, -4, 6, -6, 17, -13, 5, 0},
};

/* Discs on the edge that a corner holds: own ones in an unbroken row of at most four from it. */
static inline uint64_t held(uint64_t own, const struct shape *shape) {
  const uint64_t edge = own & shape->edge;
  uint64_t held = own & shape->corners;
  for (unsigned step = 0; step < 3; step++)
    held |= edge & ((held << 1 & ~LEFT) | (held >> 1 & ~(LEFT << 7)) | held << 8 | held >> 8);
  return held;
}

/* The logarithm of the mover's odds, see odds.h. */
static int32_t judge(const struct shape *shape, const struct position *position) {
  const uint64_t own = position->disc[position->mover], other = position->disc[position->mover ^ 1];
  const uint64_t replies = legal_squares(other, own, shape->squares);
  const int32_t owns = (int32_t)bits_count(own), others = (int32_t)bits_count(other);
  const int32_t empties = (int32_t)(shape->width * shape->height) - owns - others;
  const struct weights *weights = &by_empties[empties < 4 ? 0 : empties > 11 ? 5 : empties / 2 - 1];
  return weights->base + weights->moves * (int32_t)bits_count(position->legal) +
         weights->replies * (int32_t)bits_count(replies) +
         weights->edge * (int32_t)bits_count(held(own, shape)) +
         weights->enemy_edge * (int32_t)bits_count(held(other, shape)) +
         weights->corner * (int32_t)bits_count(position->legal & shape->corners) +
         weights->enemy_corner * (int32_t)bits_count(replies & shape->corners) +
         weights->odd * (empties & 1) + weights->balance * (owns - others);
}

static void leaf(const struct pns_rules *rules, const void *data, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct position *position = data;
  odds_leaf(6, judge(shape_of(rules), position), mobility(rules, data),
            position->mover == (uint32_t)prover, pn, dn);
}

/* ---- the last moves ---- */

/* With so many empty squares or fewer the game is played out at once: perf/README.md. */
#ifndef LAST_SQUARES
#define LAST_SQUARES 7
#endif

/* Whether the side to move can end the game at least `margin` discs ahead. Corners first: they
 * decide most. */
static bool can_reach(const struct shape *shape, uint64_t own, uint64_t other, int32_t margin,
                      bool passed) {
  uint64_t legal = legal_squares(own, other, shape->squares);
  if (legal == 0) {
    if (passed || (own | other) == shape->squares)
      return (int32_t)bits_count(own) - (int32_t)bits_count(other) >= margin;
    return !can_reach(shape, other, own, 1 - margin, true);
  }
  while (legal != 0) {
    const uint64_t corners = legal & shape->corners, from = corners != 0 ? corners : legal;
    const uint64_t disc = from & -from, inner = other & INNER;
    const uint64_t change = turned(disc, own, inner, 1) | turned(disc, own, other, 8) |
                            turned(disc, own, inner, 7) | turned(disc, own, inner, 9);
    if (!can_reach(shape, other & ~change, own | disc | change, 1 - margin, false)) return true;
    legal ^= disc;
  }
  return false;
}

static enum pns_decision decided(const struct pns_rules *rules, const void *data,
                                 enum pns_player player) {
  const struct shape *shape = shape_of(rules);
  const struct position *position = data;
  const uint64_t own = position->disc[position->mover], other = position->disc[position->mover ^ 1];
  if (bits_count(shape->squares & ~(own | other)) > LAST_SQUARES) return PNS_UNDECIDED;
  const bool moves = position->mover == (uint32_t)player;
  return can_reach(shape, own, other, moves, false) == moves ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

/* ---- keys ---- */

static void take_smaller(struct position *best, const struct position *other) {
  if (other->disc[0] < best->disc[0] ||
      (other->disc[0] == best->disc[0] && other->disc[1] < best->disc[1]))
    *best = *other;
}

#define CHANGE(position, by)                     \
  do {                                           \
    (position).disc[0] = by((position).disc[0]); \
    (position).disc[1] = by((position).disc[1]); \
    (position).legal = by((position).legal);     \
  } while (0)

/* Eight siblings on a square board, four on a rectangle: this leads from each to the next. */
static inline void turn(struct position *sibling, unsigned to) {
  if (to == 4)
    CHANGE(*sibling, bits_transpose);
  else if (to % 2 == 1)
    CHANGE(*sibling, bits_mirror);
  else
    CHANGE(*sibling, bits_flip);
}

/* Reflections change neither the count of discs nor the shape of the board, so siblings fold alike.
 */
static void canonical(const struct pns_rules *rules, void *data) {
  struct position *position = data;
  const struct shape *shape = shape_of(rules);
  if (shape->squares != shapes[0].squares &&
      bits_count(position->disc[0] | position->disc[1]) > FOLD_DISCS)
    return;
  struct position sibling = *position;
  const unsigned siblings = shape->width == shape->height ? 8 : 4;
  for (unsigned i = 1; i < siblings; i++) {
    turn(&sibling, i);
    take_smaller(position, &sibling);
  }
}

/* From the sibling that is canonical the same reflections lead back, the last one first. */
static pns_move unfold(const struct pns_rules *rules, const void *data, pns_move move) {
  if (move == PASS) return move;
  struct position sibling = *(const struct position *)data, folded = sibling;
  canonical(rules, &folded);
  unsigned at = 0;
  while (sibling.disc[0] != folded.disc[0] || sibling.disc[1] != folded.disc[1])
    turn(&sibling, ++at);
  struct position square = {.legal = UINT64_C(1) << move};
  for (; at > 0; at--) turn(&square, at);
  return bits_first(square.legal);
}

/* The middle squares are never empty: in the word of all discs one of them tells the mover. */
static void key(const struct pns_rules *rules, const void *data, struct pns_key *result) {
  (void)rules;
  const struct position *position = data;
  const uint64_t discs = position->disc[0] | position->disc[1];
  result->word[0] = discs ^ (uint64_t)position->mover << 27;
  result->word[1] = position->disc[0];
}

/* ---- texts ---- */

static uint32_t square_bit(const struct shape *shape, uint32_t index) {
  return 8 * (shape->row + index / shape->width) + shape->column + index % shape->width;
}

static char disc_letter(const struct position *position, uint32_t bit, char empty) {
  if (position->disc[0] >> bit & 1) return 'X';
  return position->disc[1] >> bit & 1 ? 'O' : empty;
}

static void format(const struct pns_rules *rules, const void *data, char *text) {
  const struct shape *shape = shape_of(rules);
  const struct position *position = data;
  const uint32_t count = shape->width * shape->height;
  for (uint32_t i = 0; i < count; i++) text[i] = disc_letter(position, square_bit(shape, i), '-');
  sprintf(text + count, " %c", position->mover == PNS_FIRST ? 'X' : 'O');
}

static void move_text(const struct pns_rules *rules, const void *data, pns_move move, char *text) {
  (void)data;
  const struct shape *shape = shape_of(rules);
  if (move == PASS)
    strcpy(text, "pass");
  else
    pns_grid_square(move % 8 - shape->column, move / 8 - shape->row, text);
}

static void draw(const struct pns_rules *rules, const void *data, char *text) {
  const struct shape *shape = shape_of(rules);
  const struct position *position = data;
  text += sprintf(text, "  ");
  for (uint32_t x = 0; x < shape->width; x++) text += sprintf(text, " %c", (char)('a' + x));
  for (uint32_t y = 0; y < shape->height; y++) {
    text += sprintf(text, "\n %u", y + 1);
    for (uint32_t x = 0; x < shape->width; x++) {
      const uint32_t bit = square_bit(shape, y * shape->width + x);
      const char empty = position->legal >> bit & 1 ? '*' : '.';
      text += sprintf(text, " %c", disc_letter(position, bit, empty));
    }
  }
  sprintf(text, "\n X %u, O %u discs, %c to move (* where)\n", bits_count(position->disc[0]),
          bits_count(position->disc[1]), position->mover == PNS_FIRST ? 'X' : 'O');
}

static enum pns_status parse_squares(const struct shape *shape, const char *text,
                                     struct position *position, struct pns_error *error) {
  const uint32_t count = shape->width * shape->height;
  for (uint32_t i = 0; i < count; i++) {
    const char letter = (char)toupper((unsigned char)text[i]);
    if (letter == '\0' || strchr("XO-.", letter) == NULL) {
      char quoted[PNS_GRID_QUOTED];
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "othello: the position has '%s' at character %u, expected X, O or - "
                           "(%u squares, row by row from a1)",
                           pns_grid_quote(text + i, quoted), i + 1, count);
    }
    if (letter == 'X') position->disc[0] |= UINT64_C(1) << square_bit(shape, i);
    if (letter == 'O') position->disc[1] |= UINT64_C(1) << square_bit(shape, i);
  }
  return PNS_OK;
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *data,
                             struct pns_error *error) {
  const struct shape *shape = shape_of(rules);
  struct position position = {0};
  const enum pns_status status = parse_squares(shape, text, &position, error);
  if (status != PNS_OK) return status;
  const uint32_t count = shape->width * shape->height;
  if (((position.disc[0] | position.disc[1]) & MIDDLE) != MIDDLE)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "othello: the position has an empty square among the four in the middle, "
                         "which are taken from the start");
  const char *rest = text + count;
  const char side = *rest == ' ' ? (char)toupper((unsigned char)rest[1]) : '\0';
  if ((side != 'X' && side != 'O') || rest[2] != '\0') {
    char quoted[PNS_GRID_QUOTED];
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "othello: the position has '%s' from character %u on, expected a blank "
                         "and the side to move, X or O, after the %u squares",
                         pns_grid_quote(rest, quoted), count + 1, count);
  }
  position.mover = side == 'X' ? PNS_FIRST : PNS_SECOND;
  find_legal(rules, &position);
  memcpy(data, &position, sizeof position);
  return PNS_OK;
}

/* ---- opening ---- */

static void start(const struct pns_rules *rules, void *data) {
  struct position position = {.disc = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)}};
  find_legal(rules, &position);
  memcpy(data, &position, sizeof position);
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  static const struct pns_grid_limits limits = {4, 8, 4, 8, 64, false};
  struct pns_grid grid = {8, 8};
  if (*parameters != '\0') {
    const enum pns_status status =
        pns_grid_read("othello", parameters, NULL, &limits, &grid, error);
    if (status != PNS_OK) return status;
  }
  if (grid.width % 2 != 0 || grid.height % 2 != 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "othello: board size '%.40s', expected an even width and height",
                         parameters);
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
    if (shapes[i].width == grid.width && shapes[i].height == grid.height)
      rules->context = (void *)(uintptr_t)&shapes[i];
  snprintf(rules->parameters, sizeof rules->parameters, "%ux%u", grid.width, grid.height);
  rules->position_bytes = sizeof(struct position);
  rules->max_moves = grid.width * grid.height - 4;
  rules->exact_key = true;
  rules->draws = true;
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_GAME;
  rules->epsilon = 0.125;
  return PNS_OK;
}

const struct pns_game pns_game_othello = {
    .abi = PNS_GAME_ABI,
    .name = "othello",
    .title = "Othello",
    .parameters = "WIDTHxHEIGHT, even, 4x4 to 8x8; default 8x8",
    .notation =
        "A move is column letter and row number, row 1 on top (c4), or pass. A position is all "
        "squares row by row from a1 (X black, O white, - empty), a blank and the side to move.",
    .rules =
        "X moves first. A disc is put on an empty square where it encloses, in at least one of the "
        "eight directions, an unbroken line of enemy discs with an own disc behind; all enclosed "
        "discs change sides. Who has no such move passes. When neither side has one the game is "
        "over: most discs win, as many on both sides is a draw.",
    .source = "World Othello Federation rules; end-game positions of the FFO test suite",
    .open = open,
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
    .decided = decided,
};
