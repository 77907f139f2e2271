/* What tells one game from another that has the same name and parameters. */
#ifndef PNS_ENGINE_IDENTITY_H
#define PNS_ENGINE_IDENTITY_H

#include "engine/position.h"

/* 32 hexadecimal digits and a zero. */
#define PNS_IDENTITY_MAX 33u

/* For a game that is not built in: a hash over the first positions from the start, breadth first,
 * with their texts, keys, outcomes and moves. "" for built-in games, whose rules go with the
 * version. A game compiled anew has the same, one whose rules have changed almost surely not. */
enum pns_status pns_identity_write(const struct pns_position *position,
                                   char identity[PNS_IDENTITY_MAX], struct pns_error *error);

#endif
