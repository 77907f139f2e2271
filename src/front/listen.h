/* Where clients come in: unix:PATH, or an address of this machine with a port. */
#ifndef PNS_FRONT_LISTEN_H
#define PNS_FRONT_LISTEN_H

#include <pns/pns.h>

struct pns_front_listener {
  int fd;
  bool is_tcp;
  char path[108]; /* of a unix socket, absolute, removed at the end; "": none */
  char name[128]; /* as it can be connected to; the port that was chosen for port 0 */
};

/* Anything but a loopback address needs `remote`. */
enum pns_status pns_front_listener_open(struct pns_front_listener *listener, const char *where,
                                        bool remote, struct pns_error *error);
void pns_front_listener_close(struct pns_front_listener *listener);
/* The next client's socket, or -1. */
int pns_front_listener_accept(const struct pns_front_listener *listener);

#endif
