/* Which generation of a checkpoint to read first. */
#ifndef PNS_CHECKPOINT_NEWEST_H
#define PNS_CHECKPOINT_NEWEST_H

#include "checkpoint/generations.h"

struct pns_generation_name {
  enum pns_generation generation;
  char path[PNS_PATH_MAX + 8];
  bool exists;
};

/* All three, the most promising first: NAME, NAME.new, NAME.prev, but NAME.new before NAME when its
 * head says that it is about the same question and goes further. */
void pns_generations_order(const char *path, struct pns_generation_name order[PNS_GENERATIONS]);

#endif
