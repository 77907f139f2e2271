#include <pns/pns.h>

#include "games/registry.h"

const struct pns_game *pns_game_at(size_t index) { return pns_registry_at(index); }
