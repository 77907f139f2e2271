/* The block that USR1 asks for. */
#ifndef PNS_CLI_STATUS_H
#define PNS_CLI_STATUS_H

#include <pns/pns.h>

#include "saved.h"

/* Prints on standard error how the run stands. */
void pns_cli_status_print(const char *proposition, const struct pns_progress *now,
                          const struct pns_cli_saved *saved);
/* How the last checkpoint went: "written 2 min 10 s ago (12.0 MiB)". */
void pns_cli_status_saved(const struct pns_cli_saved *saved, char *text, size_t size);

#endif
