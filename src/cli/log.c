#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void pns_cli_log_init(struct pns_cli_log *log, const char *path) {
  *log = (struct pns_cli_log){.path = path, .file = -1};
}

void pns_cli_log_done(struct pns_cli_log *log) {
  if (log->file >= 0) close(log->file);
  log->file = -1;
}

void pns_cli_log_reopen(struct pns_cli_log *log) {
  pns_cli_log_done(log);
  log->torn = false;
}

/* A file that lost its name would take lines nobody can read. */
static bool has_a_name(int file) {
  struct stat about;
  return fstat(file, &about) == 0 && about.st_nlink > 0;
}

static bool make_ready(struct pns_cli_log *log) {
  if (log->file >= 0 && !has_a_name(log->file)) pns_cli_log_reopen(log);
  if (log->file < 0) log->file = open(log->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  return log->file >= 0;
}

/* One write a line, so that lines of several runs in one file do not mix. After half a line the
 * next one starts on its own. */
static bool write_line(struct pns_cli_log *log, const char *text) {
  char *line;
  const int length = asprintf(&line, "%s%s\n", log->torn ? "\n" : "", text);
  if (length < 0) return false;
  errno = ENOSPC; /* what a short write means */
  const ssize_t written = write(log->file, line, (size_t)length);
  const int why = errno;
  free(line);
  if (written == length) {
    log->torn = false;
    return true;
  }
  log->torn |= written > 0;
  errno = why;
  return false;
}

static void complain(struct pns_cli_log *log, bool written) {
  if (!written && !log->failing)
    fprintf(stderr, "pns: warning: the log '%.200s' cannot be written (%s); the run goes on\n",
            log->path, strerror(errno));
  log->failing = !written;
}

static json_t *time_text(void) {
  struct timespec now;
  struct tm utc;
  char text[64], whole[32];
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &utc);
  strftime(whole, sizeof whole, "%Y-%m-%dT%H:%M:%S", &utc);
  snprintf(text, sizeof text, "%s.%03ldZ", whole, now.tv_nsec / 1000000);
  return json_string(text);
}

void pns_cli_log_event(struct pns_cli_log *log, const char *event, json_t *fields) {
  if (log->path != NULL) {
    json_t *object = json_object();
    json_object_set_new(object, "time", time_text());
    json_object_set_new(object, "event", json_string(event));
    if (fields != NULL) json_object_update_missing(object, fields);
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
    errno = ENOMEM;
    complain(log, text != NULL && make_ready(log) && write_line(log, text));
    free(text);
    json_decref(object);
  }
  json_decref(fields);
}
