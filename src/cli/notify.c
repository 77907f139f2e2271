#include "notify.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A path, or behind '@' a name in Linux's abstract room, which a zero byte introduces. */
static bool set_address(struct pns_cli_notify *notify, const char *name) {
  const size_t length = strlen(name);
  if ((name[0] != '/' && name[0] != '@') || length >= sizeof notify->address.sun_path) return false;
  notify->address.sun_family = AF_UNIX;
  memcpy(notify->address.sun_path, name, length);
  if (name[0] == '@') notify->address.sun_path[0] = '\0';
  notify->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  return true;
}

/* The watchdog may be meant for another process that merely left us its environment. */
static double read_watchdog(void) {
  const char *pid = getenv("WATCHDOG_PID"), *microseconds = getenv("WATCHDOG_USEC");
  if (microseconds == NULL || (pid != NULL && atol(pid) != (long)getpid())) return 0;
  const double seconds = strtod(microseconds, NULL) * 1e-6;
  return seconds > 0 ? seconds : 0;
}

void pns_cli_notify_init(struct pns_cli_notify *notify) {
  *notify = (struct pns_cli_notify){.socket = -1};
  const char *name = getenv("NOTIFY_SOCKET");
  if (name == NULL || !set_address(notify, name)) return;
  notify->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (notify->socket >= 0) notify->watchdog_s = read_watchdog();
}

void pns_cli_notify_done(struct pns_cli_notify *notify) {
  if (notify->socket >= 0) close(notify->socket);
  notify->socket = -1;
}

bool pns_cli_notify_heard(const struct pns_cli_notify *notify) { return notify->socket >= 0; }

void pns_cli_notify_send(const struct pns_cli_notify *notify, const char *format, ...) {
  char text[1024];
  if (!pns_cli_notify_heard(notify)) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sendto(notify->socket, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT,
         (const struct sockaddr *)&notify->address, notify->length);
}
