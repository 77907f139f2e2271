/* A game in a shared object of its author's: one struct of game.h under one name. */
#ifndef PNS_GAMES_OWN_H
#define PNS_GAMES_OWN_H

#include <pns/pns.h>

/* Loads the file and finds its game. The library stays loaded until _close. */
enum pns_status pns_own_open(const char *path, void **library, const struct pns_game **game,
                             struct pns_error *error);
/* Takes NULL. */
void pns_own_close(void *library);

#endif
