#include "front/events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **place(struct pns_front_events *events, uint64_t number) {
  return &events->lines[number % PNS_FRONT_EVENTS];
}

static void drop(struct pns_front_events *events, uint64_t number) {
  char **line = place(events, number);
  if (*line == NULL) return;
  events->bytes -= strlen(*line);
  free(*line);
  *line = NULL;
}

static uint64_t oldest_place(const struct pns_front_events *events) {
  return events->last > PNS_FRONT_EVENTS ? events->last - PNS_FRONT_EVENTS + 1 : 1;
}

void pns_front_events_add(struct pns_front_events *events, const char *line) {
  drop(events, ++events->last);
  *place(events, events->last) = strdup(line);
  if (*place(events, events->last) != NULL) events->bytes += strlen(line);
  for (uint64_t number = oldest_place(events);
       events->bytes > PNS_FRONT_EVENTS_BYTES && number < events->last; number++)
    drop(events, number);
}

char *pns_front_events_after(const struct pns_front_events *events, uint64_t after) {
  char *text = NULL;
  size_t size = 0;
  bool missed = after > events->last, first = true;
  uint64_t number = oldest_place(events);
  if (after > events->last) after = 0;
  if (after + 1 < number && after > 0) missed = true;
  if (after + 1 > number) number = after + 1;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) return NULL;
  fprintf(out, "{\"last\":%" PRIu64 ",\"events\":[", events->last);
  for (; number <= events->last; number++) {
    const char *line = events->lines[number % PNS_FRONT_EVENTS];
    missed |= line == NULL;
    if (line == NULL) continue;
    fprintf(out, "%s%s", first ? "" : ",", line);
    first = false;
  }
  fprintf(out, "],\"missed\":%s}", missed ? "true" : "false");
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

void pns_front_events_done(struct pns_front_events *events) {
  for (size_t i = 0; i < PNS_FRONT_EVENTS; i++) free(events->lines[i]);
}
