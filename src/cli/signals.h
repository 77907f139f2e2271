/*
 * What the signals do:
 *
 *   INT, TERM, XCPU   end the run with a complete result; a second INT ends the process at once
 *   USR1              prints the status, or ends the run like TERM if so asked
 *   USR2              writes a checkpoint
 *   HUP               opens the log anew; without a log it ends the run like TERM
 */
#ifndef PNS_CLI_SIGNALS_H
#define PNS_CLI_SIGNALS_H

#include <pns/pns.h>

#include "notify.h"

struct pns_cli_signals;

/* What the run should do when it reports the next time. */
enum pns_cli_request {
  PNS_CLI_REQUEST_STATUS = 1,
  PNS_CLI_REQUEST_CHECKPOINT = 2,
  PNS_CLI_REQUEST_LOG = 4,   /* open it anew */
  PNS_CLI_REQUEST_ALIVE = 8, /* nothing but report */
};

struct pns_cli_signals_plan {
  bool usr1_stops;
  bool has_log;
  const struct pns_cli_notify *notify; /* to be kept contented meanwhile */
};

/* To be called before any other thread starts: those must leave the signals to us. Without a plan
 * USR1, USR2 and HUP are left to the system. */
enum pns_status pns_cli_signals_new(struct pns_cli_signals **signals,
                                    const struct pns_cli_signals_plan *plan,
                                    struct pns_error *error);
void pns_cli_signals_free(struct pns_cli_signals *signals);

/* The solver to stop and to ask for reports from now on, NULL for none. A signal that came before
 * counts too. `signals` is a struct pns_cli_signals. */
void pns_cli_signals_watch(void *signals, struct pns_solver *solver);
/* Takes the requests made since the last time. Tells by the way that the run is alive. */
unsigned pns_cli_signals_take(struct pns_cli_signals *signals);
/* The signal that ended the run as "TERM"; NULL when none did. */
const char *pns_cli_signals_name(struct pns_cli_signals *signals);

#endif
