/* INT, TERM and XCPU end the run with a complete result; a second INT ends the process at once. */
#ifndef PNS_CLI_SIGNALS_H
#define PNS_CLI_SIGNALS_H

#include <pns/pns.h>

struct pns_cli_signals;

/* To be called before any other thread starts: those must leave the signals to us. */
enum pns_status pns_cli_signals_new(struct pns_cli_signals **signals, struct pns_error *error);
void pns_cli_signals_free(struct pns_cli_signals *signals);

/* The solver to stop from now on, NULL for none. A signal that came before stops it too. Fits
 * the `started` of pns_solve_value: `signals` is a struct pns_cli_signals. */
void pns_cli_signals_watch(void *signals, struct pns_solver *solver);

#endif
