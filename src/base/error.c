/* One sentence for each failure. */
#include <pns/pns.h>
#include <stdarg.h>
#include <stdio.h>

enum pns_status pns_error_set(struct pns_error *error, enum pns_status status, const char *format,
                              ...) {
  if (error != NULL) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    error->status = status;
  }
  return status;
}
