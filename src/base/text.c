#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum pns_status refuse(const char *what, const char *text, const char *expected,
                              struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "%s is '%.*s', expected %s", what, PNS_TEXT_QUOTED,
                       text, expected);
}

/* Reads digits into `value`; `end` is where they stop. False without digits or past 2^64. */
static bool read_digits(const char *text, uint64_t *value, const char **end) {
  if (!isdigit((unsigned char)text[0])) return false;
  char *stop;
  errno = 0;
  *value = strtoull(text, &stop, 10);
  *end = stop;
  return errno == 0;
}

enum pns_status pns_text_count(const char *what, const char *text, uint64_t least, uint64_t most,
                               uint64_t *value, struct pns_error *error) {
  const char *end;
  if (!read_digits(text, value, &end) || *end != '\0' || *value < least || *value > most) {
    char expected[80];
    snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64, least, most);
    return refuse(what, text, expected, error);
  }
  return PNS_OK;
}

/* Reads a plain decimal number: no sign, hexadecimal, infinity or blanks. */
static bool read_decimal(const char *text, double *value, const char **end) {
  if (!isdigit((unsigned char)text[0]) && text[0] != '.') return false;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) return false;
  char *stop;
  *value = strtod(text, &stop);
  *end = stop;
  return stop != text && isfinite(*value);
}

enum pns_status pns_text_real(const char *what, const char *text, double least, double most,
                              double *value, struct pns_error *error) {
  const char *end;
  if (!read_decimal(text, value, &end) || *end != '\0' || *value < least || *value > most) {
    char expected[80];
    snprintf(expected, sizeof expected, "a number from %g to %g", least, most);
    return refuse(what, text, expected, error);
  }
  return PNS_OK;
}

/* The power of 1024 a unit stands for, or -1. */
static int size_power(const char *unit) {
  static const char letters[] = "KMGT";
  if (unit[0] == '\0' || strcmp(unit, "B") == 0) return 0;
  const char *letter = strchr(letters, toupper((unsigned char)unit[0]));
  if (letter == NULL) return -1;
  if (unit[1] != '\0' && strcmp(unit + 1, "B") != 0 && strcmp(unit + 1, "iB") != 0) return -1;
  return (int)(letter - letters) + 1;
}

enum pns_status pns_text_size(const char *what, const char *text, uint64_t least, uint64_t most,
                              uint64_t *bytes, struct pns_error *error) {
  const char *unit;
  int power;
  if (!read_digits(text, bytes, &unit) || (power = size_power(unit)) < 0)
    return refuse(what, text, "a size like 512M or 16G", error);
  unsigned shift = 10u * (unsigned)power;
  bool fits = *bytes <= UINT64_MAX >> shift;
  if (fits) *bytes <<= shift;
  if (!fits || *bytes < least || *bytes > most)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s is '%.*s', expected a size from %" PRIu64 "K to %" PRIu64 "G", what,
                         PNS_TEXT_QUOTED, text, (least + 1023) >> 10, most >> 30);
  return PNS_OK;
}

static double unit_seconds(const char *unit) {
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"", 1}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (strcmp(unit, units[i].name) == 0) return units[i].seconds;
  return -1;
}

enum pns_status pns_text_duration(const char *what, const char *text, double least, double most,
                                  double *seconds, struct pns_error *error) {
  const char *unit;
  double factor;
  if (!read_decimal(text, seconds, &unit) || (factor = unit_seconds(unit)) < 0)
    return refuse(what, text, "a duration like 250ms, 90s, 15m or 8h", error);
  *seconds *= factor;
  if (*seconds < least || *seconds > most)
    return pns_error_set(error, PNS_ERROR_INPUT, "%s is '%.*s', expected %gs to %gs", what,
                         PNS_TEXT_QUOTED, text, least, most);
  return PNS_OK;
}
