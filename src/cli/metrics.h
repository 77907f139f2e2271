/* --metrics-file FILE: the state of a run as Prometheus reads it (text exposition format). */
#ifndef PNS_CLI_METRICS_H
#define PNS_CLI_METRICS_H

#include <pns/pns.h>

#include "saved.h"

struct pns_cli_metrics {
  const char *path; /* NULL: none is wanted */
  bool failing;     /* and the user was told */
};

struct pns_cli_metrics_state {
  const char *game; /* "connect4:7x6" */
  const char *goal;
  const struct pns_progress *now;
  const struct pns_cli_saved *saved;
  enum pns_verdict verdict;
  bool running;
};

/* Writes FILE.new and renames it, so that a reader never sees half a file. Where that fails the
 * user is told once, and the next call tries again. */
void pns_cli_metrics_write(struct pns_cli_metrics *metrics,
                           const struct pns_cli_metrics_state *state);

#endif
