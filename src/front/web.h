/*
 * The page and the requests it makes, by HTTP. All pages together are one client of the server:
 * POST /request takes a request of the line protocol, GET /events?after=N gives what was answered
 * since. It runs inside the loop, so nothing here is locked.
 */
#ifndef PNS_FRONT_WEB_H
#define PNS_FRONT_WEB_H

#include "front/server.h"

enum pns_status pns_front_web_new(struct pns_front_server *server, struct pns_front_web **web,
                                  struct pns_error *error);
/* The following take NULL for "no page". */
void pns_front_web_free(struct pns_front_web *web);
/* Readable when pns_front_web_run has something to do; -1: none. */
int pns_front_web_fd(const struct pns_front_web *web);
/* How long may be waited, at most `most`. */
int pns_front_web_wait_ms(struct pns_front_web *web, int most);
void pns_front_web_run(struct pns_front_web *web);

/* A socket that speaks HTTP; taken over. */
void pns_front_web_take(struct pns_front_web *web, int fd);
/* An answer to whoever waits for this ticket, else to all pages. */
void pns_front_web_send(struct pns_front_web *web, uint64_t ticket, const char *line,
                        bool may_be_lost);

#endif
