/* What a server tells about itself without asking any search. */
#ifndef PNS_FRONT_STATUS_H
#define PNS_FRONT_STATUS_H

#include "front/server.h"

/* The whole, and all solves or this one; `client` is who asks. */
json_t *pns_front_status(const struct pns_front_server *server, uint64_t client,
                         const struct pns_front_solve *only);
/* All games or one; NULL when there is no such game. */
json_t *pns_front_status_games(const char *name);
/* The options of a solve as they are declared. */
json_t *pns_front_status_options(void);

#endif
