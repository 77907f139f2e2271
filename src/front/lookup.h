/* What tasks find out: `find` functions for struct pns_front_task. */
#ifndef PNS_FRONT_LOOKUP_H
#define PNS_FRONT_LOOKUP_H

#include "front/asker.h"

typedef enum pns_status pns_front_find_function(struct pns_front_task *task, json_t **fields,
                                                struct pns_error *error);

pns_front_find_function pns_front_find_show, pns_front_find_moves;
/* Of the task's solve. */
pns_front_find_function pns_front_find_children, pns_front_find_progress;
/* Reads the question of the task's solve and posts whether it is one; no answer of its own. */
pns_front_find_function pns_front_find_question;
/* Has pns-check check a certificate. */
pns_front_find_function pns_front_find_verdict;

#endif
