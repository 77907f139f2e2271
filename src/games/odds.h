/* Proof numbers from a judgement: leaves that look twice as hard to win cost twice as much. */
#ifndef PNS_GAMES_ODDS_H
#define PNS_GAMES_ODDS_H

#include <pns/game.h>

#define ODDS_DOUBLE 32 /* this much more in the exponent doubles the number */
#define ODDS_MOST 18   /* numbers stay between 1 and 2^18 */

/* 2^(even + exponent / ODDS_DOUBLE), within bounds. `even` is at most ODDS_MOST. */
static inline uint32_t odds_number(int32_t even, int32_t exponent) {
  static const uint32_t root[ODDS_DOUBLE] = {
      65536,  66971,  68438,  69936,  71468,  73032,  74632,  76266,  77936,  79642,  81386,
      83169,  84990,  86851,  88752,  90696,  92682,  94711,  96785,  98905,  101070, 103283,
      105545, 107856, 110218, 112631, 115098, 117618, 120194, 122825, 125515, 128263};
  const int32_t power = even * ODDS_DOUBLE + exponent, most = ODDS_MOST * ODDS_DOUBLE - 1;
  const uint32_t bounded = (uint32_t)(power < 0 ? 0 : power > most ? most : power);
  return (uint32_t)((uint64_t)root[bounded % ODDS_DOUBLE] << bounded / ODDS_DOUBLE >> 16);
}

/* Both numbers of a leaf from what a win and a loss of its mover cost. */
static inline void odds_sides(uint32_t win, uint32_t loss, bool prover_moves, uint32_t *pn,
                              uint32_t *dn) {
  *pn = prover_moves ? win : loss;
  *dn = prover_moves ? loss : win;
}

/* Both numbers of a leaf by the logarithm of the mover's odds (ODDS_DOUBLE: twice as likely); the
 * side that must answer every move pays for each of `moves` (at most 64 keeps within the bounds of
 * game.h). */
static inline void odds_leaf(int32_t even, int32_t odds, uint32_t moves, bool prover_moves,
                             uint32_t *pn, uint32_t *dn) {
  odds_sides(odds_number(even, -odds), odds_number(even, odds) * moves, prover_moves, pn, dn);
}

#endif
