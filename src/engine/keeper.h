/* Whoever keeps a solver's checkpoint up to date, beside its workers. */
#ifndef PNS_ENGINE_KEEPER_H
#define PNS_ENGINE_KEEPER_H

#include <pns/pns.h>

#include "checkpoint/save.h"

struct pns_keeper;

/* pns_solver_keep with a system that tests make. */
enum pns_status pns_solver_keep_by(struct pns_solver *solver, const char *path,
                                   pns_checkpoint_function *report, void *user,
                                   const struct pns_save_calls *calls, struct pns_error *error);

/* NULL when out of memory. */
struct pns_keeper *pns_keeper_new(struct pns_solver *solver, const char *path,
                                  pns_checkpoint_function *report, void *user,
                                  const struct pns_save_calls *calls);
void pns_keeper_free(struct pns_keeper *keeper);

/* From now on nobody else may keep a checkpoint at this path, as far as that can be had. */
enum pns_status pns_keeper_lock(struct pns_keeper *keeper, struct pns_error *error);

/* Where the solver was restored from, if it was from this path: before the first run. */
void pns_keeper_found(struct pns_keeper *keeper, enum pns_generation found, bool named_is_sound);

/* Around a run: a thread that writes when it is time or when it is asked. All take NULL. */
enum pns_status pns_keeper_start(struct pns_keeper *keeper, struct pns_error *error);
void pns_keeper_stop(struct pns_keeper *keeper);
/* After a run, with the times of the solver summed up. */
void pns_keeper_save(struct pns_keeper *keeper);

/* Asks for a checkpoint now. Any thread, signal handlers included. */
void pns_keeper_ask(struct pns_keeper *keeper);

/* Checkpoints written by this solver, and how long the workers waited for them. */
void pns_keeper_figures(struct pns_keeper *keeper, uint64_t *count, double *pause_s);

#endif
