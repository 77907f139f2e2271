/* Where a game comes from: built in, a struct of the caller's, a shared object, another process;
 * and whether its promises are checked. */
#ifndef PNS_GAMES_ORIGIN_H
#define PNS_GAMES_ORIGIN_H

#include "games/failure.h"

struct pns_command;
struct pns_checked;

struct pns_origin {
  const struct pns_game *game; /* to be opened */
  void *library;               /* of an own game */
  struct pns_command *command; /* a game in another process */
  struct pns_checked *checked; /* around the game */
  struct pns_failure failure;
  char path[PNS_PATH_MAX]; /* of the shared object, absolute; "" for other games */
};

/* Finds the game that GAME[:PARAMETERS] names and tells where the parameters begin. `how` may be
 * NULL. On failure nothing is left behind. */
enum pns_status pns_origin_init(struct pns_origin *origin, const char *spec,
                                const struct pns_game_options *how, const char **parameters,
                                struct pns_error *error);
/* For a struct of the caller's. */
void pns_origin_init_game(struct pns_origin *origin, const struct pns_game *game);
void pns_origin_done(struct pns_origin *origin);

/* Whether a checkpoint must say more about it than a name. */
static inline bool pns_origin_is_foreign(const struct pns_origin *origin) {
  return origin->library != NULL || origin->command != NULL;
}

/* Bytes the game may take beside the store. */
uint64_t pns_origin_bytes(const struct pns_origin *origin);

#endif
