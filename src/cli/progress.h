/* Progress reports on standard error: one live line on a terminal, plain lines elsewhere. */
#ifndef PNS_CLI_PROGRESS_H
#define PNS_CLI_PROGRESS_H

#include <pns/pns.h>

struct pns_cli_progress {
  bool live;       /* standard error is a terminal: rewrite the line */
  bool arrows;     /* the terminal's characters include arrows */
  bool shown;      /* at least one report was made */
  uint32_t pn, dn; /* of the report before */
};

void pns_cli_progress_init(struct pns_cli_progress *progress);
/* A pns_progress_function; `progress` is a struct pns_cli_progress. */
void pns_cli_progress_report(void *progress, const struct pns_progress *now);
/* Takes the live line away. */
void pns_cli_progress_done(struct pns_cli_progress *progress);
/* How often to report when the user does not say, as --progress reads it. */
const char *pns_cli_progress_default(const struct pns_cli_progress *progress);

#endif
