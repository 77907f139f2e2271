/*
 * The generations of a checkpoint and their names: NAME, NAME.new and NAME.prev.
 *
 * What must hold at every moment, whoever is killed and whatever of the folder the disk keeps when
 * the power goes: the newest complete generation, and before it was on the disk the one before,
 * lies under one of the three names. `publish` gives NAME.new its name like this:
 *
 *   1  sync the folder       NAME.new was synced itself: now contents and name are on the disk
 *   2  unlink NAME.prev
 *   3  link NAME, NAME.prev
 *   4  rename NAME.new, NAME
 *   5  sync the folder       only now the checkpoint is reported
 *
 * Killed before 4, NAME is the generation before and NAME.new the newest; after 4, NAME is the
 * newest. NAME is there all the time, because 4 replaces it at once. When the power goes, the disk
 * may have kept 2, 3 and 4 in any selection. Each selection has a complete NAME (4 again replaces
 * at once), and NAME.new beside it unless 4 was kept. NAME.prev may be missing; after 1 it is not
 * needed any more.
 *
 * Where there are no hard links, 2 and 3 are one rename of NAME to NAME.prev. Then between that and
 * 4 there is no NAME, but NAME.new is complete and, after 1, on the disk.
 *
 * NAME.new may so be the newest complete generation. Two rules follow. A reader takes it when it is
 * newer than NAME and complete (newest.h); when it is incomplete, that is how every kill leaves it
 * and nothing to warn of. A writer that went on from NAME.new, or could not name it, must name it
 * before it writes again: `complete` remembers that. What is complete and needed is never opened
 * for writing: NAME.new is always made anew, so nobody who still holds the old one can write into
 * it.
 */
#ifndef PNS_CHECKPOINT_GENERATIONS_H
#define PNS_CHECKPOINT_GENERATIONS_H

#include <stdbool.h>

#include "checkpoint/system.h"

enum pns_generation { PNS_NAMED, PNS_FRESH, PNS_FORMER };
enum { PNS_GENERATIONS = 3 };
extern const char *const pns_generation_suffixes[PNS_GENERATIONS];

struct pns_generations {
  const struct pns_save_calls *calls;
  char *names[PNS_GENERATIONS];
  char *folder;
  bool complete;    /* NAME.new is to be named before anything is written */
  bool keep_former; /* NAME is damaged or gone: NAME.prev is the better one to keep */
};

/* False when out of memory; _done in any case. */
bool pns_generations_init(struct pns_generations *generations, const char *path,
                          const struct pns_save_calls *calls);
void pns_generations_done(struct pns_generations *generations);

/* A run goes on from this one, and NAME is sound or not. */
void pns_generations_found(struct pns_generations *generations, enum pns_generation found,
                           bool named_is_sound);

/* Gives NAME.new its name when it is complete; what fails goes into the outcome, and is tried again
 * the next time. */
void pns_generations_publish(struct pns_generations *generations, struct pns_save_outcome *outcome);

#endif
