/* The newest lines that were sent to pages, numbered; the oldest go. */
#ifndef PNS_FRONT_EVENTS_H
#define PNS_FRONT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PNS_FRONT_EVENTS 1024u
#define PNS_FRONT_EVENTS_BYTES (8u << 20)

struct pns_front_events {
  uint64_t last; /* number of the newest; 0: none yet */
  size_t bytes;
  char *lines[PNS_FRONT_EVENTS]; /* of number N at N % PNS_FRONT_EVENTS; NULL: gone */
};

void pns_front_events_add(struct pns_front_events *events, const char *line);
/* {"last": N, "missed": ..., "events": [...]} of those after a number; NULL without memory. A
 * number from the future is one of a server before this one: all are given. */
char *pns_front_events_after(const struct pns_front_events *events, uint64_t after);
void pns_front_events_done(struct pns_front_events *events);

#endif
