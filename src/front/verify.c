/* verify: pns-check in a process of its own, as it shares nothing with the solver. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/json.h"
#include "front/lookup.h"

extern char **environ;

/* Beside the command that runs now, where both are installed. */
static void find_checker(const char *given, char path[PATH_MAX]) {
  const char name[] = "/pns-check";
  if (given != NULL) {
    snprintf(path, PATH_MAX, "%s", given);
    return;
  }
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof name);
  path[length < 0 ? 0 : length] = '\0';
  char *slash = strrchr(path, '/');
  snprintf(slash == NULL ? path : slash, sizeof name, "%s", name);
}

/* The loop blocks the signals it waits for; the checker shall not. */
static int spawn(const char *program, const char *file, const int pipe_fds[2], pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  char *arguments[] = {"pns-check", "--", (char *)(uintptr_t)file, NULL};
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], STDERR_FILENO);
  const int failure = posix_spawn(child, program, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

static enum pns_status start(struct pns_front_task *task, const char *file, int *output,
                             pid_t *child, struct pns_error *error) {
  struct pns_front_asker *asker = task->asker;
  char program[PATH_MAX];
  int fds[2];
  find_checker(asker->tools.checker, program);
  if (pipe2(fds, O_CLOEXEC) != 0)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "no pipe to pns-check: %s", strerror(errno));
  pthread_mutex_lock(&asker->lock);
  const bool unwanted = asker->ending || task->cancelled;
  const int failure = unwanted ? ECANCELED : spawn(program, file, fds, child);
  if (failure == 0) task->child = *child;
  pthread_mutex_unlock(&asker->lock);
  close(fds[1]);
  *output = fds[0];
  if (failure == 0) return PNS_OK;
  close(fds[0]);
  return pns_error_set(error, PNS_ERROR_SYSTEM, "pns-check could not be started as '%.200s': %s",
                       program, strerror(failure));
}

/* What is too long for the buffer is read and dropped, so that the checker can go on. */
static void read_all(int fd, char *text, size_t size) {
  char rest[4096];
  size_t used = 0;
  for (;;) {
    const bool room = used + 1 < size;
    const ssize_t got = room ? read(fd, text + used, size - 1 - used) : read(fd, rest, sizeof rest);
    if (got == 0 || (got < 0 && errno != EINTR)) break;
    if (room && got > 0) used += (size_t)got;
  }
  text[used] = '\0';
  close(fd);
}

/* Its number is taken out of use before the system can give it to another process, which would be
 * killed in its place. */
static int wait_for(struct pns_front_task *task, pid_t child) {
  int status = 0;
  siginfo_t ended;
  while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  pthread_mutex_lock(&task->asker->lock);
  task->child = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  pthread_mutex_unlock(&task->asker->lock);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

/* "s INVALID offset=120 reason=rank" */
static void add_fault(json_t *fields, const char *text) {
  unsigned long long offset = 0;
  char reason[64] = "";
  if (sscanf(text, "s INVALID offset=%llu reason=%63s", &offset, reason) != 2) return;
  json_object_set_new(fields, "offset", json_integer((json_int_t)offset));
  json_object_set_new(fields, "reason", pns_front_json_text(reason));
}

static enum pns_status tell(int exit_status, char *text, json_t **fields, struct pns_error *error) {
  if (exit_status > 1) {
    text[strcspn(text, "\n")] = '\0';
    return pns_error_set(error, PNS_ERROR_INPUT, "the certificate could not be checked: %.300s",
                         text[0] == '\0' ? "pns-check said nothing" : text);
  }
  *fields = json_object();
  json_object_set_new(*fields, "valid", json_boolean(exit_status == 0));
  add_fault(*fields, text);
  json_object_set_new(*fields, "text", pns_front_json_text(text));
  return PNS_OK;
}

enum pns_status pns_front_find_verdict(struct pns_front_task *task, json_t **fields,
                                       struct pns_error *error) {
  const char *file = NULL;
  char text[8192];
  int output = -1;
  pid_t child = 0;
  enum pns_status status = pns_front_request_text(task->request, "file", &file, error);
  if (status == PNS_OK && file == NULL)
    return pns_front_request_refuse(task->request, "file", error,
                                    "the request names no file, expected that of a certificate");
  if (status == PNS_OK)
    status = pns_front_folder_reads(task->asker->tools.folder, "file", file, error);
  if (status != PNS_OK) {
    task->request->field = "file";
    return status;
  }
  status = start(task, file, &output, &child, error);
  if (status != PNS_OK) return status;
  read_all(output, text, sizeof text);
  return tell(wait_for(task, child), text, fields, error);
}
