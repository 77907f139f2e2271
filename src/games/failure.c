#include "games/failure.h"

#include <stdarg.h>
#include <stdio.h>

void pns_failure_init(struct pns_failure *failure) {
  atomic_init(&failure->broken, false);
  pthread_mutex_init(&failure->lock, NULL);
  failure->error = (struct pns_error){.status = PNS_OK};
}

void pns_failure_done(struct pns_failure *failure) { pthread_mutex_destroy(&failure->lock); }

void pns_failure_note(struct pns_failure *failure, enum pns_status status, const char *format,
                      ...) {
  char text[sizeof failure->error.text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&failure->lock);
  if (!pns_failure_is_set(failure)) {
    pns_error_set(&failure->error, status, "%s", text);
    atomic_store_explicit(&failure->broken, true, memory_order_release);
  }
  pthread_mutex_unlock(&failure->lock);
}

enum pns_status pns_failure_status(const struct pns_failure *failure, struct pns_error *error) {
  if (!pns_failure_is_set(failure)) return PNS_OK;
  if (error != NULL) *error = failure->error;
  return failure->error.status;
}
