/* The built-in games: one row each in registry.c. */
#ifndef PNS_GAMES_REGISTRY_H
#define PNS_GAMES_REGISTRY_H

#include <pns/game.h>

/* NULL past the last one. */
const struct pns_game *pns_registry_at(size_t index);
/* NULL when there is no such game. */
const struct pns_game *pns_registry_find(const char *name, size_t length);

#endif
