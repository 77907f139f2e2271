/* --certificate FILE: the proof of each decided proposition as a file. */
#ifndef PNS_CLI_CERTIFICATE_H
#define PNS_CLI_CERTIFICATE_H

#include <jansson.h>
#include <pns/pns.h>

#include "progress.h"

/* A value is at most two propositions. */
#define PNS_CLI_CERTIFICATES_MAX 2

struct pns_cli_certificate {
  const char *file; /* NULL: none is wanted */
  bool value_asked; /* the file of each proposition then has the goal behind its name */
  bool quiet;
  struct pns_cli_progress *progress; /* whose live line must go before ours */
  bool failed;                       /* `error` says why; the verdict stands all the same */
  struct pns_error error;
  unsigned written;
  struct {
    char path[4096];
    struct pns_certificate_figures figures;
  } files[PNS_CLI_CERTIFICATES_MAX];
};

/* Refuses a file that could not be made, before hours go into the search. */
enum pns_status pns_cli_certificate_check(const struct pns_cli_certificate *certificate,
                                          struct pns_error *error);
/* Writes the certificate of what the solver decided, if one is wanted and it did. */
void pns_cli_certificate_write(struct pns_cli_certificate *certificate, struct pns_solver *solver,
                               const struct pns_result *result);
/* The files for people, one a line on standard output, and for programs. */
void pns_cli_certificate_print(const struct pns_cli_certificate *certificate, const char *game);
json_t *pns_cli_certificate_json(const struct pns_cli_certificate *certificate);

#endif
