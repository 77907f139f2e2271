/* What systemd wants to hear from a service of Type=notify: sd_notify(3) without its library. */
#ifndef PNS_CLI_NOTIFY_H
#define PNS_CLI_NOTIFY_H

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

struct pns_cli_notify {
  int socket; /* -1: nobody listens */
  struct sockaddr_un address;
  socklen_t length;
  double watchdog_s; /* WATCHDOG=1 is due within this time; 0: never */
};

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID. */
void pns_cli_notify_init(struct pns_cli_notify *notify);
void pns_cli_notify_done(struct pns_cli_notify *notify);
bool pns_cli_notify_heard(const struct pns_cli_notify *notify);
/* Sends lines like "READY=1". Any thread; what cannot be sent is lost. */
void pns_cli_notify_send(const struct pns_cli_notify *notify, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
