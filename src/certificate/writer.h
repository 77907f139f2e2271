/*
 * Writes the proof (or disproof) that a search found as a certificate; see README.md.
 *
 * The proof is walked twice. The first walk counts which positions come up more than once, the
 * second one writes. What a walk has to remember about a position lies in the position's node, so
 * the memory beside the store is that of one path. Where the choosing side has several moves that
 * do, the one that took the least work is taken.
 */
#ifndef PNS_CERTIFICATE_WRITER_H
#define PNS_CERTIFICATE_WRITER_H

#include <pns/pns.h>

#include "search/search.h"

/* How many files can be written from one store: each needs a number of its own. */
#define PNS_CERTIFICATE_ROUNDS 63u

/* A question that was decided. No worker may be at work while it is written. */
struct pns_certificate_claim {
  const struct pns_search *search;
  const void *position; /* as asked, not folded; may be finished */
  bool proven;          /* the search's prover can force a win; else he cannot */
  uint8_t round;        /* 1 to PNS_CERTIFICATE_ROUNDS, every time another one */
};

/* Writes the file, which gets its name only when it is complete. `progress` and
 * `figures` may be NULL. */
enum pns_status pns_certificate_write(const struct pns_certificate_claim *claim, const char *path,
                                      pns_certificate_function *progress, void *user,
                                      struct pns_certificate_figures *figures,
                                      struct pns_error *error);

#endif
