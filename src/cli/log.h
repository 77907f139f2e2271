/* --log FILE: a JSON object a line for each event of a run. */
#ifndef PNS_CLI_LOG_H
#define PNS_CLI_LOG_H

#include <jansson.h>
#include <stdbool.h>

struct pns_cli_log {
  const char *path; /* NULL: none is wanted */
  int file;         /* -1: not open */
  bool failing;     /* and the user was told */
  bool torn;        /* the last line is not complete */
};

void pns_cli_log_init(struct pns_cli_log *log, const char *path);
void pns_cli_log_done(struct pns_cli_log *log);
/* Appends one line with the time, the event and the fields, which may be NULL and are given away.
 * A line that cannot be written is lost; a first one of several is complained about. */
void pns_cli_log_event(struct pns_cli_log *log, const char *event, json_t *fields);
/* Goes on in a new file of the same name: for programs that rotate logs. */
void pns_cli_log_reopen(struct pns_cli_log *log);

#endif
