#include "checkpoint/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 100, TRY_NS = 10000000 }; /* a second in all */

/* Whoever held the lock before may have removed the file that was opened here. */
static bool is_current(const struct pns_lock *lock) {
  struct stat opened, named;
  return fstat(lock->file, &opened) == 0 && stat(lock->path, &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

static void give_up(struct pns_lock *lock) {
  if (lock->file >= 0) close(lock->file);
  lock->file = -1;
}

/* Whether somebody else holds it. Otherwise it is ours, or cannot be had at all. */
static bool is_held(struct pns_lock *lock) {
  for (int i = 0; i < TRIES; i++) {
    lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->file < 0) return false;
    if (flock(lock->file, LOCK_EX | LOCK_NB) != 0) {
      const bool held = errno == EWOULDBLOCK;
      if (!held) give_up(lock);
      return held;
    }
    if (is_current(lock)) return false;
    give_up(lock);
  }
  return false; /* a file system whose files are never the same ones */
}

/* For the message of whoever comes second. */
static void write_holder(const struct pns_lock *lock) {
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
  if (ftruncate(lock->file, 0) == 0 && write(lock->file, text, (size_t)length) < 0) return;
}

static long read_holder(const struct pns_lock *lock) {
  char text[32] = "";
  return pread(lock->file, text, sizeof text - 1, 0) > 0 ? strtol(text, NULL, 10) : 0;
}

enum pns_status pns_lock_take(struct pns_lock *lock, const char *name, struct pns_error *error) {
  const struct timespec a_little = {.tv_nsec = TRY_NS};
  snprintf(lock->path, sizeof lock->path, "%s.lock", name);
  for (int i = 1; is_held(lock); i++) {
    const long holder = read_holder(lock);
    give_up(lock);
    if (i == TRIES)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "checkpoint '%.200s' is kept by process %ld, expected one process for "
                           "each file",
                           name, holder);
    nanosleep(&a_little, NULL);
  }
  if (lock->file >= 0) write_holder(lock);
  return PNS_OK;
}

void pns_lock_release(struct pns_lock *lock) {
  if (lock->file < 0) return;
  if (is_current(lock)) unlink(lock->path);
  give_up(lock);
}

void pns_lock_leave(const struct pns_lock *lock) {
  if (lock->file >= 0) close(lock->file);
}
