/* The solver's options: declared once in options.def, here as a struct. */
#ifndef PNS_CONFIG_OPTIONS_H
#define PNS_CONFIG_OPTIONS_H

#include <pns/pns.h>

/* Choices that leave the decision to the game start with "default" = 0; the others are the enum of
 * game.h plus 1. */
struct pns_options {
  uint64_t goal;            /* 0: the game's; else enum pns_goal + 1 */
  uint64_t threads;         /* 0: every CPU this process may use; else 1 to 1024 */
  uint64_t memory_bytes;    /* 0: half of what is available */
  double time_s;            /* 0: no limit */
  uint64_t expansions;      /* 0: no limit */
  double epsilon;           /* negative: the game's */
  uint64_t backup;          /* 0: the game's; else enum pns_backup + 1 */
  uint64_t init;            /* 0: the game's; else enum pns_init + 1 */
  uint64_t virtual_loss;    /* 0 to 1024 */
  uint64_t seed;            /* 0: moves in the game's order; else shuffled by it */
  double progress_s;        /* between reports; 0: none */
};

#endif
