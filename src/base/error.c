/* One sentence for each failure. */
#include <pns/pns.h>
#include <stdarg.h>
#include <stdio.h>

/* The user's own text may hold anything, but a message stays one line of plain text. */
static void keep_one_line(char *text) {
  for (; *text != '\0'; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
}

enum pns_status pns_error_set(struct pns_error *error, enum pns_status status, const char *format,
                              ...) {
  if (error != NULL) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    keep_one_line(error->text);
    error->status = status;
  }
  return status;
}
