/* A game around another one that passes everything on and checks the promises of game.h. */
#ifndef PNS_GAMES_CHECKED_H
#define PNS_GAMES_CHECKED_H

#include "games/failure.h"

struct pns_checked;

/* NULL when out of memory. Opening it also plays games at random. */
struct pns_checked *pns_checked_new(const struct pns_game *game, struct pns_failure *failure,
                                    struct pns_error *error);
/* Takes NULL. */
void pns_checked_free(struct pns_checked *checked);

/* Lives as long as `checked`. */
const struct pns_game *pns_checked_game(const struct pns_checked *checked);

#endif
