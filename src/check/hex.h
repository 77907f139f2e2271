/* What Hex and Reverse Hex share: the board and who has joined his edges. */
#ifndef PNS_CHECK_HEX_H
#define PNS_CHECK_HEX_H

#include "check/rules.h"

bool check_hex_open(struct check_rules *rules, const char *parameters);
bool check_hex_parse(const struct check_rules *rules, const char *text,
                     struct check_position *position);
/* Whether `who` has a chain of stones from edge to edge: 1 from top to bottom, 2 from left to
 * right. */
bool check_hex_joined(const struct check_rules *rules, const struct check_position *position,
                      uint8_t who);
void check_hex_move_text(const struct check_rules *rules, const struct check_position *position,
                         uint32_t move, char *text);

#endif
