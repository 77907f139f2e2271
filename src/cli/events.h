/* The fields of the log's events, beside time and name. */
#ifndef PNS_CLI_EVENTS_H
#define PNS_CLI_EVENTS_H

#include <jansson.h>
#include <pns/pns.h>

#include "arguments.h"
#include "saved.h"

/* start: what is asked, by whom, where and with what. `asked` is a result before the run. */
json_t *pns_cli_event_start(const struct pns_cli_arguments *arguments,
                            const struct pns_position *position, const struct pns_result *asked);
/* collection: those between two reports. */
json_t *pns_cli_event_collection(const struct pns_progress *before, const struct pns_progress *now);
json_t *pns_cli_event_checkpoint(const struct pns_cli_saved *saved);

#endif
