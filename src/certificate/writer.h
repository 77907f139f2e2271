/*
 * Writes the proof (or disproof) that a search found as a certificate; see README.md.
 *
 * The proof is walked twice. The first walk counts which positions come up more than once and
 * searches again what is missing; the second one writes and asks the store nothing more. What they
 * remember takes 32 to 64 bytes a position of the proof (96 while their table grows). Where the
 * choosing side has several moves that do, the one that took the least work is taken.
 */
#ifndef PNS_CERTIFICATE_WRITER_H
#define PNS_CERTIFICATE_WRITER_H

#include <pns/pns.h>

#include "search/search.h"

/* A question that was decided. No worker may be at work while it is written. */
struct pns_certificate_claim {
  const struct pns_search *search;
  const void *position; /* as asked, not folded; may be finished */
  bool proven;          /* the search's prover can force a win; else he cannot */
  uint64_t spare_bytes; /* that the walks may take before the store has to give way */
};

/* Writes the file, which gets its name only when it is complete. `progress` and
 * `figures` may be NULL. */
enum pns_status pns_certificate_write(const struct pns_certificate_claim *claim, const char *path,
                                      pns_certificate_function *progress, void *user,
                                      struct pns_certificate_figures *figures,
                                      struct pns_error *error);

#endif
