/* What a run answers, in words. */
#ifndef PNS_ENGINE_PROPOSITION_H
#define PNS_ENGINE_PROPOSITION_H

#include <pns/pns.h>

/* Writes one sentence without a full stop into `text`, at most `size` bytes:
 * "the first player, to move, can force a win from ... in Connect Four 5x5"; in games whose
 * positions can come back it also says that play without end is no win, or no loss. */
void pns_proposition_write(const struct pns_rules *rules, const void *position, enum pns_goal goal,
                           char *text, size_t size);

#endif
