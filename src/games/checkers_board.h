/*
 * The boards of checkers: dark squares as bits of one word, so laid out that every diagonal step
 * is one shift.
 *
 * With `half` dark squares a row, two rows take 2 half + 1 bits: the upper row (its squares lie on
 * the even columns, counted from 1), the lower row (odd columns), and a bit that is no square. A
 * step down is a shift by half (left) or half + 1 (right); every step over the edge meets a bit
 * that is no square. (Samuel 1959 did so for 8x8.)
 */
#ifndef PNS_GAMES_CHECKERS_BOARD_H
#define PNS_GAMES_CHECKERS_BOARD_H

#include <pns/game.h>

#define CHECKERS_SQUARES_MAX 32u
#define CHECKERS_MEN_MAX 12u

/* FIRST is Black, who begins and whose men go down, to higher numbers. */
struct checkers_board {
  uint32_t size, half;  /* squares and dark squares a row */
  uint32_t count, men;  /* dark squares; men of each side at the start, and never more */
  uint64_t squares;     /* the bits that are squares */
  uint64_t far_rows[2]; /* where the men of each side are crowned */
};

struct checkers_position {
  uint64_t pieces[2]; /* men and kings */
  uint64_t kings;     /* of both sides */
  uint32_t mover;
};

/* A move: the bit of the square left, how many are jumped (0: a step), and two bits for each
 * direction from the first on. No piece can jump more than 9: see checkers.c. */
enum { CHECKERS_FROM_BITS = 6, CHECKERS_JUMP_BITS = 4, CHECKERS_JUMPS_MAX = 9 };

static inline uint32_t checkers_move_from(pns_move move) {
  return move & ((1u << CHECKERS_FROM_BITS) - 1);
}

static inline uint32_t checkers_move_jumps(pns_move move) {
  return move >> CHECKERS_FROM_BITS & ((1u << CHECKERS_JUMP_BITS) - 1);
}

static inline uint32_t checkers_move_direction(pns_move move, uint32_t i) {
  return move >> (CHECKERS_FROM_BITS + CHECKERS_JUMP_BITS + 2 * i) & 3;
}

static inline const struct checkers_board *checkers_board_of(const struct pns_rules *rules) {
  return (const struct checkers_board *)rules->context;
}

/* Directions: 0 down left, 1 down right, 2 up right, 3 up left. */
static inline uint64_t checkers_step(const struct checkers_board *board, uint64_t pieces,
                                     uint32_t direction) {
  const uint32_t shift = board->half + (direction & 1);
  return (direction < 2 ? pieces << shift : pieces >> shift) & board->squares;
}

/* The numbers of PDN, from 1 at the top left, row by row. */
static inline uint32_t checkers_number(const struct checkers_board *board, uint32_t bit) {
  return bit - bit / (2 * board->half + 1) + 1;
}

static inline uint32_t checkers_bit(const struct checkers_board *board, uint32_t number) {
  return number - 1 + (number - 1) / (2 * board->half);
}

/* The texts, in checkers_text.c. */
enum pns_status pns_checkers_parse(const struct pns_rules *rules, const char *text, void *position,
                                   struct pns_error *error);
void pns_checkers_format(const struct pns_rules *rules, const void *position, char *text);
void pns_checkers_draw(const struct pns_rules *rules, const void *position, char *text);
void pns_checkers_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                            char *text);

#endif
