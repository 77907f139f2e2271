/*
 * A run as it is watched from outside: reports on standard error, the log, the metrics, systemd and
 * what the signals ask for. Everything but the waiting for signals happens in the thread that runs
 * the solver.
 */
#ifndef PNS_CLI_WATCH_H
#define PNS_CLI_WATCH_H

#include <pns/pns.h>

#include "arguments.h"
#include "log.h"
#include "metrics.h"
#include "notify.h"
#include "progress.h"
#include "saved.h"
#include "signals.h"

struct pns_cli_watch {
  const struct pns_cli_arguments *arguments;
  const struct pns_position *position;
  struct pns_cli_progress progress;
  struct pns_cli_log log;
  struct pns_cli_metrics metrics;
  struct pns_cli_notify notify;
  struct pns_cli_signals *signals;
  struct pns_cli_saved saved;
  struct pns_solver *solver;
  struct pns_result asked;  /* of the solver at work, before its run */
  struct pns_progress last; /* with what earlier runs of a value spent */
  struct pns_progress spent;
  double logged_s; /* elapsed when progress was logged last */
  char game[256];
  bool started;
};

/* Chooses how often to report where the user did not say, and starts to listen. `arguments` and
 * `position` are borrowed. Freed by _done in any case. */
enum pns_status pns_cli_watch_init(struct pns_cli_watch *watch,
                                   const struct pns_cli_arguments *arguments,
                                   const struct pns_position *position, struct pns_error *error);
void pns_cli_watch_done(struct pns_cli_watch *watch);

/* The solver that runs from now on; NULL for none. */
void pns_cli_watch_solver(struct pns_cli_watch *watch, struct pns_solver *solver);
/* A pns_progress_function; `watch` is a struct pns_cli_watch. */
void pns_cli_watch_report(void *watch, const struct pns_progress *now);
/* The search of one proposition is over. */
void pns_cli_watch_searched(struct pns_cli_watch *watch, const struct pns_result *result);
/* A checkpoint was written or failed: `watch->saved` says which. */
void pns_cli_watch_saved(struct pns_cli_watch *watch);
/* The end of the run; `result` is NULL when it failed with `error`. */
void pns_cli_watch_end(struct pns_cli_watch *watch, const struct pns_result *result,
                       const struct pns_error *error, int exit_status);

#endif
