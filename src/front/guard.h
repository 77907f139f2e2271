/*
 * What an HTTP request must show before it is answered. A browser may be led to talk to us by any
 * page it has open: a page elsewhere is told by its Origin, a name that was bound to our address
 * anew (DNS rebinding) by its Host, a form by its Content-Type.
 */
#ifndef PNS_FRONT_GUARD_H
#define PNS_FRONT_GUARD_H

#include <stdbool.h>

#include "front/token.h"

/* Headers; NULL where absent. */
struct pns_front_headers {
  const char *host, *origin, *content_type, *authorization;
};

/* An address in figures or `localhost`, with or without a port; behind a token any name. */
bool pns_front_guard_host(const struct pns_front_headers *headers, bool has_token);
/* No Origin, or that of the page we serve. */
bool pns_front_guard_origin(const struct pns_front_headers *headers);
/* application/json: a page elsewhere would have to ask for that first. */
bool pns_front_guard_type(const struct pns_front_headers *headers);
/* "Bearer TOKEN", where one is asked for. */
bool pns_front_guard_token(const struct pns_front_headers *headers,
                           const struct pns_front_token *token);

#endif
