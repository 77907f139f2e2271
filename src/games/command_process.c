#include "games/command_process.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* How long an ending process may take for that. */
#define GRACE_S 1.0

extern char **environ;

/* ---- starting ---- */

/* Signals as a fresh program expects them, whatever the threads here have blocked; and a group of
 * its own, so that INT from a terminal reaches us alone and killing the group leaves nobody behind.
 */
static void set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

static int spawn(pid_t *pid, const char *command, int socket) {
  char sh[] = "sh", c[] = "-c";
  char *const arguments[] = {sh, c, (char *)(uintptr_t)command, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
  /* Ours close on exec, but not what libraries have open for a moment (glibc itself while it names
   * a thread), nor what we were born with. */
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_init(&attributes);
  set_attributes(&attributes);
  const int failure = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

struct pns_process *pns_process_start(const char *command, struct pns_error *error) {
  struct pns_process *process = calloc(1, sizeof *process);
  int ends[2] = {-1, -1};
  int failure = 0;
  if (process == NULL)
    failure = ENOMEM;
  else if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    failure = errno;
  else
    failure = spawn(&process->pid, command, ends[1]);
  if (ends[1] >= 0) close(ends[1]);
  if (failure == 0) {
    process->socket = ends[0];
    return process;
  }
  if (ends[0] >= 0) close(ends[0]);
  free(process);
  pns_error_set(error, PNS_ERROR_SYSTEM, "game command '%.200s' could not be started: %s", command,
                strerror(failure));
  return NULL;
}

/* ---- ending ---- */

static bool reap(struct pns_process *process, double deadline_s) {
  const struct timespec nap = {.tv_nsec = 2000000};
  for (;;) {
    const pid_t got = waitpid(process->pid, &process->status, WNOHANG);
    /* No such child: somebody has all children reaped by the system. */
    if (got == process->pid || (got < 0 && errno != EINTR)) return true;
    if (pns_clock_now() >= deadline_s) return false;
    nanosleep(&nap, NULL);
  }
}

static void end_by(struct pns_process *process, double deadline_s) {
  if (process->pid > 0) {
    const bool gone = process->fault != PNS_PROCESS_LATE && reap(process, deadline_s);
    kill(-process->pid, SIGKILL); /* and what it has started */
    if (!gone) waitpid(process->pid, &process->status, 0);
  }
  close(process->socket);
  free(process);
}

/* All are told before the first one is waited for. */
void pns_process_end_all(struct pns_process **processes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) shutdown(processes[i]->socket, SHUT_WR);
  const double deadline_s = pns_clock_now() + GRACE_S;
  for (uint32_t i = 0; i < count; i++) end_by(processes[i], deadline_s);
}

void pns_process_end(struct pns_process *process) { pns_process_end_all(&process, 1); }

/* ---- talking ---- */

static bool fail(struct pns_process *process, enum pns_process_fault fault) {
  process->fault = fault;
  if (fault == PNS_PROCESS_ENDED && reap(process, pns_clock_now() + GRACE_S)) {
    kill(-process->pid, SIGKILL);
    process->pid = 0;
  }
  return false;
}

static bool wait_for(struct pns_process *process, short event, double deadline_s) {
  for (;;) {
    const double left_ms = ceil((deadline_s - pns_clock_now()) * 1e3);
    struct pollfd poller = {.fd = process->socket, .events = event};
    const int ready = poll(&poller, 1, left_ms > 0 ? (int)fmin(left_ms, 1e9) : 0);
    if (ready > 0) return true;
    if (ready == 0) return fail(process, PNS_PROCESS_LATE);
    if (errno != EINTR) return fail(process, PNS_PROCESS_ENDED);
  }
}

bool pns_process_say(struct pns_process *process, const char *line, double deadline_s) {
  size_t left = strlen(line);
  while (left > 0) {
    if (!wait_for(process, POLLOUT, deadline_s)) return false;
    /* No signal where nobody reads: the library leaves signals alone. */
    const ssize_t sent = send(process->socket, line, left, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return fail(process, PNS_PROCESS_ENDED);
    if (sent <= 0) continue;
    line += sent;
    left -= (size_t)sent;
  }
  return true;
}

static bool read_more(struct pns_process *process, double deadline_s) {
  memmove(process->buffer, process->buffer + process->from, process->to - process->from);
  process->to -= process->from;
  process->from = 0;
  if (!wait_for(process, POLLIN, deadline_s)) return false;
  const ssize_t got = recv(process->socket, process->buffer + process->to,
                           sizeof process->buffer - process->to, MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got <= 0) return fail(process, PNS_PROCESS_ENDED);
  process->to += (size_t)got;
  return true;
}

char *pns_process_hear(struct pns_process *process, double deadline_s) {
  for (;;) {
    char *line = process->buffer + process->from;
    const size_t held = process->to - process->from;
    char *end = memchr(line, '\n', held);
    const size_t length = end == NULL ? held : (size_t)(end - line);
    if (length >= PNS_PROCESS_LINE_MAX || memchr(line, '\0', length) != NULL) {
      fail(process, PNS_PROCESS_LONG);
      return NULL;
    }
    if (end != NULL) {
      *end = '\0';
      process->from += length + 1;
      if (length > 0 && end[-1] == '\r') end[-1] = '\0';
      return line;
    }
    if (!read_more(process, deadline_s)) return NULL;
  }
}
