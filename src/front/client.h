/*
 * One client: bytes that come in, cut into lines, and lines that go out. Nothing here waits. A
 * client that does not read loses its progress objects first; when answers pile up all the same,
 * nothing more is read from it, and past a last bound it is dropped.
 */
#ifndef PNS_FRONT_CLIENT_H
#define PNS_FRONT_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "front/request.h"

/* Bytes that wait to be read by the client. */
#define PNS_FRONT_PROGRESS_WAITS (64u << 10) /* above: progress objects are dropped */
#define PNS_FRONT_ANSWERS_WAIT (512u << 10)  /* above: no further request is read */
#define PNS_FRONT_WAITS_MAX (32u << 20)      /* above: the client is dropped */
/* Requests of a client that are being looked up. */
#define PNS_FRONT_LOOKUPS_MAX 16u

struct pns_front_client {
  struct pns_front_client *next;
  uint64_t number;
  int in, out;                    /* the same for sockets; -1: a page behind HTTP */
  bool is_socket;                 /* else two descriptors that are waited for before each use */
  bool is_tcp;                    /* a browser may have been led here */
  bool undecided;                 /* the first byte tells whether it speaks HTTP */
  bool greeted;                   /* its token was right, or none is needed */
  bool ended;                     /* nothing more comes in */
  bool quitting;                  /* asked to be let go once all is answered */
  bool gone;                      /* to be dropped */
  bool handed_on;                 /* somebody else has its socket now */
  bool exact;                     /* an id of its was a fraction: all digits are written */
  struct pns_front_request *quit; /* to be answered last */
  char *input;
  size_t input_start, input_end, input_room;
  uint64_t skipping; /* bytes of a line that is too long, so far; 0: none */
  char *output;
  size_t output_start, output_end, output_room;
  unsigned lookups, solves; /* not yet answered */
  uint64_t dropped;         /* progress objects */
  double since_s;
  double probed_s; /* when it was last sent a sign of life, after the end of its input; 0: never */
};

struct pns_front_client *pns_front_client_new(int in, int out, bool is_socket);
/* Closes sockets, and no other descriptors. One that was handed on stays open elsewhere. */
void pns_front_client_free(struct pns_front_client *client);

/* Whether more may be read from it now. */
bool pns_front_client_reads(const struct pns_front_client *client);
size_t pns_front_client_waits(const struct pns_front_client *client);
/* Bytes that came in and were not used yet. */
size_t pns_front_client_unread(const struct pns_front_client *client);
/* Reads what is there, up to some kilobytes. */
void pns_front_client_read(struct pns_front_client *client);
/* The next whole line; the last one may lack its newline. False: none. A line that was too long
 * comes as NULL with its length. */
bool pns_front_client_line(struct pns_front_client *client, const char **line, size_t *length);
/* After the line was used. */
void pns_front_client_shift(struct pns_front_client *client, size_t length);
/* Queues a line. What may be lost is, when too much waits. */
void pns_front_client_send(struct pns_front_client *client, const char *line, bool may_be_lost);
/* Writes what can be written now. */
void pns_front_client_write(struct pns_front_client *client);

#endif
