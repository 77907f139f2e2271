/* The order in which a certificate numbers the moves of a position; see README.md. */
#ifndef PNS_CERTIFICATE_ORDER_H
#define PNS_CERTIFICATE_ORDER_H

#include <pns/game.h>

/* Natural order of texts: below, at or above 0 as in strcmp. */
int pns_order_texts(const char *a, const char *b);

struct pns_order_move {
  char text[PNS_MOVE_TEXT_MAX];
  pns_move move;
};

/* Sorts the moves of a position. `scratch` has room for `count`. */
void pns_order_moves(const struct pns_rules *rules, const void *position, pns_move *moves,
                     uint32_t count, struct pns_order_move *scratch);

#endif
