/* A position with the rules it belongs to. */
#ifndef PNS_ENGINE_POSITION_H
#define PNS_ENGINE_POSITION_H

#include <pns/pns.h>

#include "games/origin.h"

/* Rules once opened are constant, so positions share them. */
struct pns_shared_rules {
  uint32_t users; /* positions that hold it; changed with atomic operations only */
  struct pns_rules rules;
  struct pns_origin origin;
};

struct pns_position {
  struct pns_shared_rules *shared;
  uint32_t played; /* moves made since the start or the last parse, for messages */
  void *bytes;     /* rules.position_bytes of them */
};

/* A second position equal to the first, to be freed for itself and free to go to another thread;
 * NULL when out of memory. */
struct pns_position *pns_position_copy(const struct pns_position *position);

/* The number of the legal move that is written so; refuses the text as pns_position_play does. */
enum pns_status pns_position_find(const struct pns_position *position, const char *move,
                                  pns_move *number, struct pns_error *error);

#endif
