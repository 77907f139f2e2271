/* What a request can be: one function a type, in one table. */
#ifndef PNS_FRONT_VERBS_H
#define PNS_FRONT_VERBS_H

#include "front/server.h"

/* A request being answered. */
struct pns_front_call {
  struct pns_front_server *server;
  struct pns_front_client *client;
  struct pns_front_request *request; /* NULL once somebody else has taken it over */
  uint64_t ticket;
};

/* Answers it now, or has it answered later. A failure is answered by the caller. */
enum pns_status pns_front_verb(struct pns_front_call *call, struct pns_error *error);

#endif
