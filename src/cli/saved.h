/* What became of the checkpoints of a run so far. */
#ifndef PNS_CLI_SAVED_H
#define PNS_CLI_SAVED_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct pns_cli_saved {
  const char *path; /* NULL: none was asked for */
  uint64_t written, failed;
  uint64_t bytes;    /* the last one written */
  double seconds;    /* it took */
  time_t at;         /* when it was complete */
  bool last_failed;  /* the newest attempt */
  char message[256]; /* why */
};

#endif
