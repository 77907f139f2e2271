/* Counting lines of play: the test that every author of rules begins with. */
#ifndef PNS_CLI_PERFT_H
#define PNS_CLI_PERFT_H

#include <pns/pns.h>

/* Lines of play that are this long, and how many of them have ended the game just there. */
struct pns_cli_perft {
  uint64_t lines, ends;
};

/* Fills `counts` for 1 to `plies` plies. Symmetry is not folded and nothing is counted once that
 * can be reached in two ways, so other programs count the same. */
enum pns_status pns_cli_perft_count(const struct pns_position *position, unsigned plies,
                                    struct pns_cli_perft *counts, struct pns_error *error);

#endif
