/* Boards of at most 8x8 squares in one word: bit 8 * row + column. */
#ifndef PNS_GAMES_BITS_H
#define PNS_GAMES_BITS_H

#include <stdint.h>

/* Where the processor's own instruction may not be used the compiler would call a function. */
static inline uint32_t bits_count(uint64_t board) {
#if defined(__POPCNT__) || !defined(__x86_64__)
  return (uint32_t)__builtin_popcountll(board);
#else
  board -= board >> 1 & UINT64_C(0x5555555555555555);
  board = (board & UINT64_C(0x3333333333333333)) + (board >> 2 & UINT64_C(0x3333333333333333));
  board = (board + (board >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(board * UINT64_C(0x0101010101010101) >> 56);
#endif
}

#if !defined(__POPCNT__) && defined(__x86_64__)
/* How many are set of each four bits. */
static inline uint64_t bits_fours(uint64_t board) {
  board -= board >> 1 & UINT64_C(0x5555555555555555);
  return (board & UINT64_C(0x3333333333333333)) + (board >> 2 & UINT64_C(0x3333333333333333));
}
#endif

/* The squares of three boards together; where it must be worked out, the last steps are shared. */
static inline uint32_t bits_count_three(uint64_t a, uint64_t b, uint64_t c) {
#if defined(__POPCNT__) || !defined(__x86_64__)
  return bits_count(a) + bits_count(b) + bits_count(c);
#else
  const uint64_t fours = bits_fours(a) + bits_fours(b) + bits_fours(c); /* at most 12 each */
  const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(((fours & low) + (fours >> 4 & low)) * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The lowest square of a board that is not empty. */
static inline uint32_t bits_first(uint64_t board) { return (uint32_t)__builtin_ctzll(board); }

/* The squares of `width` columns and `height` rows from bit 0 on. */
static inline uint64_t bits_rectangle(uint32_t width, uint32_t height) {
  const uint64_t row = (UINT64_C(1) << width) - 1;
  const uint64_t column = UINT64_C(0x0101010101010101) >> (64 - 8 * height);
  return row * column;
}

/* Rows upside down. */
static inline uint64_t bits_flip(uint64_t board) { return __builtin_bswap64(board); }

/* Left and right exchanged. */
static inline uint64_t bits_mirror(uint64_t board) {
  board = (board >> 1 & UINT64_C(0x5555555555555555)) | (board & UINT64_C(0x5555555555555555)) << 1;
  board = (board >> 2 & UINT64_C(0x3333333333333333)) | (board & UINT64_C(0x3333333333333333)) << 2;
  return (board >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (board & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

/* Rows and columns exchanged (Hacker's Delight, 7-3). */
static inline uint64_t bits_transpose(uint64_t board) {
  uint64_t swap = (board ^ board >> 7) & UINT64_C(0x00aa00aa00aa00aa);
  board ^= swap ^ swap << 7;
  swap = (board ^ board >> 14) & UINT64_C(0x0000cccc0000cccc);
  board ^= swap ^ swap << 14;
  swap = (board ^ board >> 28) & UINT64_C(0x00000000f0f0f0f0);
  return board ^ swap ^ swap << 28;
}

#endif
