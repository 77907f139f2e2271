/* What a search is asked while it lasts and afterwards. */
#ifndef PNS_FRONT_INSIDE_H
#define PNS_FRONT_INSIDE_H

#include "front/request.h"

/* The fields of a report: the figures, the line and the moves at the root with their numbers. */
json_t *pns_front_inside_progress(struct pns_solver *solver, const struct pns_position *position,
                                  const struct pns_progress *now);
/* The position behind the request's `moves` and its children; NULL with a status. */
enum pns_status pns_front_inside_children(struct pns_solver *solver,
                                          const struct pns_position *position,
                                          struct pns_front_request *request, json_t **fields,
                                          struct pns_error *error);

#endif
