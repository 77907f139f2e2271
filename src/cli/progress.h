/* Progress reports on standard error: one live line on a terminal, plain lines elsewhere. */
#ifndef PNS_CLI_PROGRESS_H
#define PNS_CLI_PROGRESS_H

#include <pns/pns.h>

#include "saved.h"

struct pns_cli_progress {
  bool live;       /* standard error is a terminal: rewrite the line */
  bool arrows;     /* the terminal's characters include arrows */
  bool shown;      /* at least one report was made */
  bool on_screen;  /* the live line is */
  size_t length;   /* of it, in characters */
  uint32_t pn, dn; /* of the report before */
};

void pns_cli_progress_init(struct pns_cli_progress *progress);
void pns_cli_progress_report(struct pns_cli_progress *progress, const struct pns_progress *now,
                             const struct pns_cli_saved *saved);
/* Takes the live line away. */
void pns_cli_progress_done(struct pns_cli_progress *progress);
/* How often to report when the user does not say, as --progress reads it. */
const char *pns_cli_progress_default(const struct pns_cli_progress *progress);

#endif
