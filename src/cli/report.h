/* A result as people read it. */
#ifndef PNS_CLI_REPORT_H
#define PNS_CLI_REPORT_H

#include <pns/pns.h>

/* Prints the verdict (or the value), what it is about and the evidence on standard output. */
void pns_cli_report(const struct pns_position *position, const struct pns_result *result,
                    bool value_asked);

/* "Proven: the first player can ...", one line. */
void pns_cli_report_verdict(const struct pns_result *result);

#endif
