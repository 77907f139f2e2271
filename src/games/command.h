/* A game that lives in another process. PROTOCOL.md tells what is said to it and how it answers. */
#ifndef PNS_GAMES_COMMAND_H
#define PNS_GAMES_COMMAND_H

#include "games/failure.h"

/* What a game of this kind takes for remembering answers. */
#define PNS_COMMAND_BYTES (UINT64_C(32) << 20)

struct pns_command;

/* `name` is what the program must call itself. Nothing is started before the game is opened. NULL
 * with an error. */
struct pns_command *pns_command_new(const struct pns_game_options *how, const char *name,
                                    size_t name_length, struct pns_failure *failure,
                                    struct pns_error *error);
/* Ends all processes. Takes NULL. */
void pns_command_free(struct pns_command *command);

/* Lives as long as the command. */
const struct pns_game *pns_command_game(const struct pns_command *command);

#endif
