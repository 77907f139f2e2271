/* Games of rows: which rows of k cells a side can still fill, found on whole boards of bits at
 * once.
 *
 * `words` and, where it is known, `k` are constants of the caller, so that small boards cost a
 * shift for each cell of a row. */
#ifndef PNS_GAMES_ROWS_H
#define PNS_GAMES_ROWS_H

#include "games/odds.h"

#define ROWS_WORDS 4u
#define ROWS_WAYS 4u /* level, upright, both diagonals */

struct rows {
  uint32_t total;                        /* rows in all */
  uint32_t step[ROWS_WAYS];              /* bits from one cell of a row to the next */
  uint64_t start[ROWS_WAYS][ROWS_WORDS]; /* first cells of the rows that lie on the board */
};

/* One side's rows that the other has no stone in. */
struct rows_open {
  uint32_t all, one, two;    /* how many; with one and with two cells to fill */
  uint64_t last[ROWS_WORDS]; /* the cells that fill a row at once */
};

/* Word `i` of the board moved down by so many bits. */
static inline uint64_t rows_shifted(const uint64_t *board, uint32_t words, uint32_t i,
                                    uint32_t bits) {
  if (words == 1) return board[0] >> bits;
  const uint32_t from = i + bits / 64, rest = bits % 64;
  const uint64_t low = from < words ? board[from] : 0;
  const uint64_t high = from + 1 < words ? board[from + 1] : 0;
  return rest == 0 ? low : low >> rest | high << (64 - rest);
}

static inline void rows_add_cell(uint64_t *board, uint32_t words, uint32_t i, uint32_t bits,
                                 uint64_t cells) {
  const uint32_t to = i + bits / 64, rest = bits % 64;
  if (to < words) board[to] |= cells << rest;
  if (rest != 0 && to + 1 < words) board[to + 1] |= cells >> (64 - rest);
}

/* The last cells of rows in one direction, whose first cells within word `i` are `rows`. */
static inline void rows_find_last(const struct rows *table, uint32_t words, uint32_t k,
                                  uint32_t way, uint32_t i, uint64_t rows, const uint64_t *own,
                                  struct rows_open *open) {
  for (uint32_t cell = 0; cell < k; cell++)
    rows_add_cell(open->last, words, i, cell * table->step[way], rows);
  for (uint32_t word = 0; word < words; word++) open->last[word] &= ~own[word];
}

/* First cells of one side's open rows, and among them those with at least one, two, three cells to
 * fill. */
struct rows_missing {
  uint64_t open, one, two, three;
};

static inline void rows_meet(struct rows_missing *missing, uint64_t own, uint64_t other) {
  missing->open &= ~other;
  missing->three |= missing->two & ~own;
  missing->two |= missing->one & ~own;
  missing->one |= ~own;
}

static inline void rows_count(const struct rows *table, uint32_t words, uint32_t k, uint32_t way,
                              uint32_t i, const struct rows_missing *missing, const uint64_t *own,
                              struct rows_open *open) {
  const uint64_t one = missing->open & ~missing->two;
  open->all += (uint32_t)__builtin_popcountll(missing->open);
  open->two += (uint32_t)__builtin_popcountll(missing->open & missing->two & ~missing->three);
  if (one == 0) return;
  open->one += (uint32_t)__builtin_popcountll(one);
  rows_find_last(table, words, k, way, i, one, own, open);
}

/* The open rows of both sides. */
static inline void rows_look(const struct rows *table, uint32_t words, uint32_t k,
                             const uint64_t *own, const uint64_t *other, struct rows_open *ours,
                             struct rows_open *theirs) {
  *ours = *theirs = (struct rows_open){0};
  for (uint32_t way = 0; way < ROWS_WAYS; way++) {
    for (uint32_t i = 0; i < words; i++) {
      struct rows_missing mine = {.open = table->start[way][i]}, his = mine;
      if (mine.open == 0) continue; /* and some step may be longer than a word */
      for (uint32_t cell = 0; cell < k; cell++) {
        const uint64_t own_now = rows_shifted(own, words, i, cell * table->step[way]);
        const uint64_t other_now = rows_shifted(other, words, i, cell * table->step[way]);
        rows_meet(&mine, own_now, other_now);
        rows_meet(&his, other_now, own_now);
      }
      rows_count(table, words, k, way, i, &mine, own, ours);
      rows_count(table, words, k, way, i, &his, other, theirs);
    }
  }
}

/* Whether a side can fill any row at all. */
static inline bool rows_any(const struct rows *table, uint32_t words, uint32_t k,
                            const uint64_t *other) {
  for (uint32_t way = 0; way < ROWS_WAYS; way++) {
    for (uint32_t i = 0; i < words; i++) {
      uint64_t free = table->start[way][i];
      for (uint32_t cell = 0; cell < k && free != 0; cell++)
        free &= ~rows_shifted(other, words, i, cell * table->step[way]);
      if (free != 0) return true;
    }
  }
  return false;
}

#define ROWS_FEW 32 /* on boards with more rows a single one counts less */

/* The logarithm of the prover's odds (odds.h). His rows weigh more than the other's, whoever moves:
 * only he needs one. With weights by the mover instead numbers swing from move to move, and many
 * workers share lines of the cache (perf/README.md). */
static inline int32_t rows_judge(const struct rows *table, const struct rows_open *prover,
                                 const struct rows_open *other) {
  const int32_t rows = table->total < ROWS_FEW ? ROWS_FEW : (int32_t)table->total;
  const int32_t open = 8 * (int32_t)prover->all - 2 * (int32_t)other->all;
  return open * ROWS_FEW / rows + 8 * (int32_t)prover->two - 6 * (int32_t)other->two +
         24 * (int32_t)prover->one - 6 * (int32_t)other->one;
}

/* What the rows that lack one cell decide. */
enum rows_prospect { ROWS_OPEN, ROWS_MOVER_WINS, ROWS_MOVER_LOSES };

static inline enum pns_decision rows_decision(enum rows_prospect prospect, bool player_moves) {
  if (prospect == ROWS_OPEN) return PNS_UNDECIDED;
  return (prospect == ROWS_MOVER_WINS) == player_moves ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

#define ROWS_EVEN 5 /* an even leaf has the number 2^5 */

/* Numbers of a leaf whose mover wins, or loses, within two moves. */
static inline void rows_leaf_decided(bool prover_wins, uint32_t *pn, uint32_t *dn) {
  const uint32_t far = UINT32_C(1) << ODDS_MOST;
  *pn = prover_wins ? 1 : far;
  *dn = prover_wins ? far : 1;
}

/* Numbers of any other leaf, whose mover has so many sensible moves. */
static inline void rows_leaf(const struct rows *table, const struct rows_open *ours,
                             const struct rows_open *theirs, uint32_t moves, bool prover_moves,
                             uint32_t *pn, uint32_t *dn) {
  const int32_t odds =
      prover_moves ? rows_judge(table, ours, theirs) : -rows_judge(table, theirs, ours);
  odds_leaf(ROWS_EVEN, odds, moves, prover_moves, pn, dn);
}

#endif
