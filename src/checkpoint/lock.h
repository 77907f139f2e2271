/* One writer for each checkpoint: a lock on NAME.lock, an own file because NAME itself is replaced.
 * The kernel releases it when its holder dies, however that comes; a file left behind means
 * nothing. Where no such file can be made or locked, nobody is kept from writing: to refuse a run
 * because of that would cost more than it protects. */
#ifndef PNS_CHECKPOINT_LOCK_H
#define PNS_CHECKPOINT_LOCK_H

#include <pns/pns.h>

struct pns_lock {
  int file; /* -1: there is none */
  char path[PNS_PATH_MAX + 8];
};

/* PNS_ERROR_INPUT when somebody else holds it for longer than a process takes to die. */
enum pns_status pns_lock_take(struct pns_lock *lock, const char *name, struct pns_error *error);
/* Removes the file, too. */
void pns_lock_release(struct pns_lock *lock);
/* In a child: the lock is the parent's alone, and ends with him. */
void pns_lock_leave(const struct pns_lock *lock);

#endif
