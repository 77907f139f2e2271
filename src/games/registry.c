#include "games/registry.h"

#include <string.h>

/* One row a game, in order of the names. */
/* clang-format off */
#define PNS_GAMES(row) \
  row(andor)           \
  row(breakthrough)    \
  row(checkers)        \
  row(connect4)        \
  row(cram)            \
  row(domineering)     \
  row(hex)             \
  row(mnk)             \
  row(othello)         \
  row(rex)             \
  row(synth)           \
  row(uttt)
/* clang-format on */

#define DECLARE(name) extern const struct pns_game pns_game_##name;
PNS_GAMES(DECLARE)
#undef DECLARE

#define ROW(name) &pns_game_##name,
static const struct pns_game *const games[] = {PNS_GAMES(ROW)};
#undef ROW

const struct pns_game *pns_registry_at(size_t index) {
  return index < sizeof games / sizeof games[0] ? games[index] : NULL;
}

const struct pns_game *pns_registry_find(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
    if (strlen(games[i]->name) == length && memcmp(games[i]->name, name, length) == 0)
      return games[i];
  return NULL;
}
