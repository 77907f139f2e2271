/* Searching again what was solved once and dropped for memory since. */
#ifndef PNS_CERTIFICATE_AGAIN_H
#define PNS_CERTIFICATE_AGAIN_H

#include "search/search.h"

/* Searches from an unfinished canonical position, in the search's own store and in the calling
 * thread, until it is solved. No worker may be at work. Fails when the store is full, and when
 * `stopped` (may be NULL) says so. */
enum pns_status pns_again(const struct pns_search *search, const void *position,
                          bool (*stopped)(void *user), void *user, struct pns_error *error);

#endif
