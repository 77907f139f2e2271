/* What the two halves of `pns simulate` share. */
#ifndef PNS_CLI_SIMULATE_H
#define PNS_CLI_SIMULATE_H

#include <pns/simulate.h>

#include "arguments.h"

/* The costs that --costs names, or those built in. */
enum pns_status pns_cli_costs(const struct pns_cli_arguments *arguments, struct pns_costs **costs,
                              struct pns_error *error);

/* `pns simulate --calibrate`: measures and prints, or writes to --costs. */
enum pns_status pns_cli_calibrate(const struct pns_cli_arguments *arguments,
                                  struct pns_error *error);

#endif
