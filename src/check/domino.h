/* What Domineering and Cram share. Cells are 0 (free) or 1 (covered). */
#ifndef PNS_CHECK_DOMINO_H
#define PNS_CHECK_DOMINO_H

#include "check/rules.h"

/* "ROWS SIDE", the side one of two letters. */
bool check_domino_parse(const struct check_rules *rules, const char *text, const char *letters,
                        struct check_position *position);
/* All placements of the wanted directions. */
uint32_t check_domino_moves(const struct check_rules *rules, const struct check_position *position,
                            bool upright, bool flat, uint32_t *moves);
/* A move is twice the upper or left cell, plus one for a flat domino. */
void check_domino_play(const struct check_rules *rules, struct check_position *position,
                       uint32_t move);
void check_domino_move_text(const struct check_rules *rules, const struct check_position *position,
                            uint32_t move, char *text);

#endif
