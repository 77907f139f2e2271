/* --checkpoint FILE: goes on from the file where there is one, and keeps it up to date. */
#ifndef PNS_CLI_CHECKPOINT_H
#define PNS_CLI_CHECKPOINT_H

#include <pns/pns.h>
#include <pthread.h>

#include "arguments.h"
#include "saved.h"

struct pns_cli_checkpoint {
  const char *file; /* NULL: none is wanted */
  bool value_asked; /* the file of each proposition then has the goal behind its name */
  bool quiet;
  bool live; /* standard error shows a line that is rewritten */
  pthread_mutex_t lock;
  struct pns_cli_saved saved; /* under the lock, as are the news in it */
  bool news;
};

void pns_cli_checkpoint_init(struct pns_cli_checkpoint *checkpoint,
                             const struct pns_cli_arguments *arguments, bool live);
/* Also for one that was zeroed only. */
void pns_cli_checkpoint_done(struct pns_cli_checkpoint *checkpoint);

/* To be called before the solver's first run. */
enum pns_status pns_cli_checkpoint_attach(struct pns_cli_checkpoint *checkpoint,
                                          struct pns_solver *solver, struct pns_error *error);
/* The same for a solver that was made from the file. */
enum pns_status pns_cli_checkpoint_keep(struct pns_cli_checkpoint *checkpoint,
                                        struct pns_solver *solver,
                                        const struct pns_checkpoint_source *source,
                                        struct pns_error *error);

/* Whether something happened since the last time; then what there is to say by now. */
bool pns_cli_checkpoint_news(struct pns_cli_checkpoint *checkpoint, struct pns_cli_saved *saved);

#endif
