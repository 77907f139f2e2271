/*
 * Win, draw or loss of every position of checkers with few pieces, by backward induction over all
 * of them at once. Shares nothing with the engine or the checker: rules of its own, no search.
 */
#ifndef PNS_TESTS_CHECKERS_TABLE_H
#define PNS_TESTS_CHECKERS_TABLE_H

#include <stdint.h>

/* For the side to move. */
enum checkers_value { CHECKERS_LOSS, CHECKERS_DRAW, CHECKERS_WIN };

#define CHECKERS_FEN_MAX 64

struct checkers_table;

/* All positions of up to `pieces` (at most 4) on a board of size x size, up to `a_side` of either
 * side; none at all is no position. NULL when out of memory. */
struct checkers_table *checkers_table_new(unsigned size, unsigned pieces, unsigned a_side);
void checkers_table_free(struct checkers_table *table);

/* Positions are numbered from 0. */
uint32_t checkers_table_count(const struct checkers_table *table);
enum checkers_value checkers_table_value(const struct checkers_table *table, uint32_t position);
unsigned checkers_table_pieces(const struct checkers_table *table, uint32_t position);
void checkers_table_fen(const struct checkers_table *table, uint32_t position,
                        char fen[CHECKERS_FEN_MAX]);
/* The same position with the board turned by half and the colours exchanged. */
uint32_t checkers_table_turned(const struct checkers_table *table, uint32_t position);
/* The position of that FEN, as written above; the count when there is none. */
uint32_t checkers_table_find(const struct checkers_table *table, const char *fen);

#endif
