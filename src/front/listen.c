#include "front/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* As many may wait to be let in. */
#define BACKLOG 128

static enum pns_status fail(const char *where, const char *what, struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "listen '%.120s': %s: %s", where, what,
                       strerror(errno));
}

/* ---- unix ---- */

/* A socket that nobody listens to any more was left behind by a kill. */
static void remove_stale(const struct sockaddr_un *address) {
  struct stat found;
  if (lstat(address->sun_path, &found) != 0 || !S_ISSOCK(found.st_mode)) return;
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  if (connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED)
    unlink(address->sun_path);
  close(fd);
}

/* The folder of the process may change, so the path is kept from the root. */
static void keep_path(struct pns_front_listener *listener, const char *path) {
  char *whole = realpath(path, NULL);
  if (whole != NULL && strlen(whole) < sizeof listener->path) strcpy(listener->path, whole);
  free(whole);
}

static enum pns_status open_unix(struct pns_front_listener *listener, const char *where,
                                 struct pns_error *error) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *path = where + strlen("unix:");
  if (path[0] == '\0' || strlen(path) >= sizeof address.sun_path)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "listen '%.120s' has a path of %zu bytes, expected 1 to %zu", where,
                         strlen(path), sizeof address.sun_path - 1);
  strcpy(address.sun_path, path);
  remove_stale(&address);
  listener->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener->fd < 0) return fail(where, "no socket", error);
  /* Only this user may connect. */
  const mode_t before = umask(0177);
  const int bound = bind(listener->fd, (struct sockaddr *)&address, sizeof address);
  umask(before);
  if (bound != 0) return fail(where, "it cannot be bound", error);
  keep_path(listener, path);
  snprintf(listener->name, sizeof listener->name, "%.120s", where);
  return listen(listener->fd, BACKLOG) == 0 ? PNS_OK : fail(where, "no listening", error);
}

/* ---- TCP ---- */

union address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static bool is_loopback(const union address *address) {
  if (address->any.sa_family == AF_INET) return ntohl(address->v4.sin_addr.s_addr) >> 24 == 127;
  return IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr);
}

/* "127.0.0.1:8000", "[::1]:8000", "localhost:8000" */
static enum pns_status read_address(const char *where, union address *address,
                                    struct pns_error *error) {
  const char *colon = strrchr(where, ':');
  char host[64] = "", *end = NULL;
  const unsigned long port = colon == NULL ? 0 : strtoul(colon + 1, &end, 10);
  const bool has_port = end != NULL && colon[1] >= '0' && colon[1] <= '9' && *end == '\0';
  if (has_port && port <= 65535 && colon - where < (long)sizeof host)
    snprintf(host, sizeof host, "%.*s", (int)(colon - where), where);
  const size_t length = strlen(host);
  memset(address, 0, sizeof *address);
  if (strcmp(host, "localhost") == 0) strcpy(host, "127.0.0.1");
  if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
    host[length - 1] = '\0';
    address->v6.sin6_family = AF_INET6;
    address->v6.sin6_port = htons((uint16_t)port);
    if (inet_pton(AF_INET6, host + 1, &address->v6.sin6_addr) == 1) return PNS_OK;
  }
  address->v4.sin_family = AF_INET;
  address->v4.sin_port = htons((uint16_t)port);
  if (inet_pton(AF_INET, host, &address->v4.sin_addr) == 1) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "listen is '%.120s', expected unix:PATH or ADDRESS:PORT such as "
                       "127.0.0.1:8000 or [::1]:8000",
                       where);
}

static void write_name(struct pns_front_listener *listener) {
  union address address;
  socklen_t size = sizeof address;
  char host[64] = "?";
  if (getsockname(listener->fd, &address.any, &size) != 0) return;
  if (address.any.sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &address.v6.sin6_addr, host, sizeof host);
    snprintf(listener->name, sizeof listener->name, "[%s]:%u", host, ntohs(address.v6.sin6_port));
    return;
  }
  inet_ntop(AF_INET, &address.v4.sin_addr, host, sizeof host);
  snprintf(listener->name, sizeof listener->name, "%s:%u", host, ntohs(address.v4.sin_port));
}

static enum pns_status open_tcp(struct pns_front_listener *listener, const char *where, bool remote,
                                struct pns_error *error) {
  union address address;
  const int on = 1;
  enum pns_status status = read_address(where, &address, error);
  if (status != PNS_OK) return status;
  if (!remote && !is_loopback(&address))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "listen '%.120s' can be reached from other machines, expected a loopback "
                         "address, or --allow-remote with --token-file",
                         where);
  const socklen_t size = address.any.sa_family == AF_INET6 ? sizeof address.v6 : sizeof address.v4;
  listener->is_tcp = true;
  listener->fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener->fd < 0) return fail(where, "no socket", error);
  setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener->fd, &address.any, size) != 0) return fail(where, "it cannot be bound", error);
  if (listen(listener->fd, BACKLOG) != 0) return fail(where, "no listening", error);
  write_name(listener);
  return PNS_OK;
}

enum pns_status pns_front_listener_open(struct pns_front_listener *listener, const char *where,
                                        bool remote, struct pns_error *error) {
  *listener = (struct pns_front_listener){.fd = -1};
  if (strncmp(where, "unix:", strlen("unix:")) == 0) return open_unix(listener, where, error);
  return open_tcp(listener, where, remote, error);
}

void pns_front_listener_close(struct pns_front_listener *listener) {
  if (listener->fd >= 0) close(listener->fd);
  if (listener->path[0] != '\0') unlink(listener->path);
  *listener = (struct pns_front_listener){.fd = -1};
}

/* A client whose machine is gone is noticed within two minutes: by probes where nothing is said, by
 * what it does not acknowledge otherwise, for which the system alone would wait a quarter of an
 * hour. */
static void set_tcp(int fd) {
  const int on = 1, idle_s = 30, interval_s = 10, probes = 4;
  const unsigned silence_ms = 120000;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_s, sizeof interval_s);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
  setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence_ms, sizeof silence_ms);
}

int pns_front_listener_accept(const struct pns_front_listener *listener) {
  const int fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd >= 0 && listener->is_tcp) set_tcp(fd);
  return fd;
}
