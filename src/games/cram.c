/* Cram on boards up to 8x8. */
#include "games/domino.h"
#include "games/odds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "AB";

/* Numbers of a leaf: that the side to move wins, and for each of its moves that it loses. */
enum {
  EVEN = 3, /* nothing is known: odds.h, by what is open yet; exponents: */
  EACH_CELL = 5,
  EACH_MOVE = 2,
  LARGEST = 13 * ODDS_DOUBLE, /* 2^16 for each of 112 moves is within the bounds of game.h */
  KNOWN = 8,                  /* it is known to be so */
  MIRRORED = 1                /* a loss, and how to answer each move is known as well */
};

struct cram_rules {
  struct domino_board board; /* first, as games of dominoes expect it */
  uint8_t values[1 << 16];   /* nim values of all sets of cells in a box of 4x4 */
};

static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const struct domino_position *position = data;
  if ((domino_upright(position->free) | domino_flat(position->free)) != 0) return PNS_ONGOING;
  return position->mover == PNS_FIRST ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  (void)rules;
  const struct domino_position *position = data;
  const uint32_t count = domino_list(domino_upright(position->free), 0, list, 0);
  return domino_list(domino_flat(position->free), DOMINO_FLAT, list, count);
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const uint64_t free = ((const struct domino_position *)data)->free;
  return bits_count(domino_upright(free)) + bits_count(domino_flat(free));
}

static void canonical(const struct pns_rules *rules, void *data) {
  const struct domino_board *board = domino_board_of(rules);
  struct domino_position *position = data;
  const uint64_t free = domino_useful(position->free);
  uint64_t least = domino_least_reflection(board, free);
  if (board->grid.width == board->grid.height) {
    const uint64_t other = domino_least_reflection(board, bits_transpose(free));
    least = other < least ? other : least;
  }
  position->free = least;
}

/* ---- leaves ---- */

static uint32_t box_of(uint64_t cells) {
  return (uint32_t)((cells & 0xf) | (cells >> 4 & 0xf0) | (cells >> 8 & 0xf00) |
                    (cells >> 12 & 0xf000));
}

static uint64_t cells_of(uint32_t box) {
  const uint64_t cells = box;
  return (cells & 0xf) | (cells & 0xf0) << 4 | (cells & 0xf00) << 8 | (cells & 0xf000) << 12;
}

/* The least value that no move leads to. */
static uint8_t box_value(const uint8_t *values, uint32_t box) {
  uint64_t reached = 0;
  const uint64_t free = cells_of(box);
  for (uint64_t left = domino_upright(free); left != 0; left &= left - 1)
    reached |= UINT64_C(1) << values[box & ~(17u << bits_first(box_of(left)))];
  for (uint64_t left = domino_flat(free); left != 0; left &= left - 1)
    reached |= UINT64_C(1) << values[box & ~(3u << bits_first(box_of(left)))];
  return (uint8_t)bits_first(~reached);
}

/* All free cells that can be reached from the first one. */
static inline uint64_t first_region(uint64_t free) {
  uint64_t region = free & -free, before;
  do {
    before = region;
    region |= region << 8 | region >> 8 | (region << 1 & ~DOMINO_COLUMN_A) |
              (region >> 1 & ~(DOMINO_COLUMN_A << 7));
    region &= free;
  } while (region != before);
  return region;
}

static inline uint64_t to_corner(uint64_t region) {
  region >>= bits_first(region) & 56;
  while ((region & DOMINO_COLUMN_A) == 0) region >>= 1;
  return region;
}

struct sum {
  uint64_t open;  /* the regions that are too large */
  uint32_t value; /* of all others together */
};

static inline struct sum add_up(const uint8_t *values, uint64_t free) {
  struct sum sum = {0};
  while (free != 0) {
    const uint64_t region = first_region(free), corner = to_corner(region);
    if ((corner & ~cells_of(0xffff)) != 0)
      sum.open |= region;
    else
      sum.value ^= values[box_of(corner)];
    free ^= region;
  }
  return sum;
}

/* Whether every move can be answered by its image under a half turn: no move is its own image. */
static inline bool is_mirrored(const struct domino_board *board, uint64_t free) {
  const uint64_t turned = bits_flip(bits_mirror(free) >> board->mirror_shift) >> board->flip_shift;
  const uint32_t width = board->grid.width, height = board->grid.height;
  const bool no_middle = width % 2 == 0 && height % 2 == 0;
  return turned == free && (no_middle || (free >> (height / 2 * 8 + width / 2) & 1) == 0);
}

/* Who wins where a look tells: all regions are small, or the mover finds every move answered. */
enum prospect { OPEN, MOVER_WINS, MOVER_LOSES, MOVER_IS_MIRRORED };

static inline enum prospect look(const struct cram_rules *cram, uint64_t free,
                                 const struct sum *sum) {
  if (sum->open == 0) return sum->value != 0 ? MOVER_WINS : MOVER_LOSES;
  return is_mirrored(&cram->board, free) ? MOVER_IS_MIRRORED : OPEN;
}

static enum pns_decision decided(const struct pns_rules *rules, const void *data,
                                 enum pns_player player) {
  const struct cram_rules *cram = rules->context;
  const struct domino_position *position = data;
  const uint64_t free = domino_useful(position->free);
  const struct sum sum = add_up(cram->values, free);
  const enum prospect prospect = look(cram, free, &sum);
  if (prospect == OPEN) return PNS_UNDECIDED;
  const bool own = position->mover == (uint32_t)player;
  return own == (prospect == MOVER_WINS) ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

/* What is open costs by its size. The mover loses when its value is that of the rest, which is the
 * likelier the smaller that is. */
static void weigh_open(const struct sum *sum, uint32_t moves, uint32_t *win, uint32_t *loss) {
  const int32_t large = EACH_CELL * (int32_t)bits_count(sum->open) + EACH_MOVE * (int32_t)moves;
  const int32_t size = large < LARGEST ? large : LARGEST;
  const int32_t odds = sum->value == 0 ? -2 : sum->value == 1 ? 2 : 4;
  *win = odds_number(EVEN, size - odds);
  *loss = odds_number(EVEN, size + odds) * moves;
}

static void leaf(const struct pns_rules *rules, const void *data, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct cram_rules *cram = rules->context;
  const struct domino_position *position = data;
  const uint64_t free = domino_useful(position->free);
  const uint32_t moves = mobility(rules, data);
  const struct sum sum = add_up(cram->values, free);
  uint32_t win = DOMINO_UNLIKELY, loss = DOMINO_UNLIKELY;
  switch (look(cram, free, &sum)) {
    case MOVER_WINS:
      win = KNOWN;
      break;
    case MOVER_LOSES:
      loss = KNOWN * moves;
      break;
    case MOVER_IS_MIRRORED:
      loss = MIRRORED * moves;
      break;
    case OPEN:
      weigh_open(&sum, moves, &win, &loss);
  }
  odds_sides(win, loss, position->mover == (uint32_t)prover, pn, dn);
}

static void format(const struct pns_rules *rules, const void *data, char *text) {
  domino_format(rules, data, letters, text);
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *data,
                             struct pns_error *error) {
  return domino_parse(rules, text, letters, data, error);
}

static void draw(const struct pns_rules *rules, const void *data, char *text) {
  const struct domino_position *position = data;
  domino_draw(rules, position, text);
  sprintf(text + strlen(text), " %c to move: %u moves\n", letters[position->mover],
          mobility(rules, position));
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  const enum pns_status status = domino_open(rules, parameters, error);
  if (status != PNS_OK) return status;
  struct cram_rules *cram = realloc(rules->context, sizeof *cram);
  if (cram == NULL) {
    domino_close(rules);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "cram: out of memory");
  }
  const uint32_t inside = box_of(cram->board.cells);
  for (uint32_t box = 0; box <= inside; box++)
    if ((box & ~inside) == 0) cram->values[box] = box_value(cram->values, box);
  rules->context = cram;
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_GAME;
  rules->epsilon = 0.125;
  return PNS_OK;
}

const struct pns_game pns_game_cram = {
    .abi = PNS_GAME_ABI,
    .name = "cram",
    .title = "Cram",
    .parameters = "WIDTHxHEIGHT, 1x1 to 8x8; default 6x6",
    .notation =
        "A move is the two cells covered, upper or left one first, column letter and row number "
        "with row 1 on top (a1-b1). A position is the rows from the top with '/' between them "
        "(. free, # covered), a blank and the side to move, A or B: ../.#/.# A.",
    .rules =
        "The players, A first, cover two free neighbouring cells in turn, upright or flat as they "
        "like. Whoever cannot move loses.",
    .source = "Gardner, Scientific American, February 1974; Berlekamp, Conway, Guy: Winning Ways",
    .open = open,
    .close = domino_close,
    .start = domino_start,
    .parse = parse,
    .format = format,
    .draw = draw,
    .move_text = domino_move_text,
    .mover = domino_mover,
    .outcome = outcome,
    .moves = moves,
    .play = domino_play,
    .canonical = canonical,
    .key = domino_key,
    .mobility = mobility,
    .leaf = leaf,
    .decided = decided,
};
