#include "text.h"

#include <inttypes.h>
#include <pns/pns.h>
#include <stdio.h>

char *pns_cli_count(uint64_t count, char text[PNS_CLI_NUMBER_MAX]) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
  char *out = text;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) *out++ = ',';
    *out++ = digits[i];
  }
  *out = '\0';
  return text;
}

char *pns_cli_short(double count, char text[PNS_CLI_NUMBER_MAX]) {
  static const char *const units[] = {"", " k", " M", " G", " T"};
  unsigned unit = 0;
  for (; count >= 999.5 && unit < 4; unit++) count /= 1000;
  int decimals = unit == 0 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
  snprintf(text, PNS_CLI_NUMBER_MAX, "%.*f%s", decimals, count, units[unit]);
  return text;
}

char *pns_cli_size(uint64_t bytes, char text[PNS_CLI_NUMBER_MAX]) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double size = (double)bytes;
  unsigned unit = 0;
  for (; size >= 1023.5 && unit < 4; unit++) size /= 1024;
  snprintf(text, PNS_CLI_NUMBER_MAX, "%.*f %s", unit == 0 || size >= 99.95 ? 0 : 1, size,
           units[unit]);
  return text;
}

char *pns_cli_time(double seconds, char text[PNS_CLI_NUMBER_MAX]) {
  if (seconds < 99.95) {
    snprintf(text, PNS_CLI_NUMBER_MAX, "%.*f s", seconds < 9.995 ? 3 : 1, seconds);
    return text;
  }
  uint64_t whole = (uint64_t)(seconds + 0.5);
  if (whole < 3600)
    snprintf(text, PNS_CLI_NUMBER_MAX, "%" PRIu64 " min %" PRIu64 " s", whole / 60, whole % 60);
  else
    snprintf(text, PNS_CLI_NUMBER_MAX, "%" PRIu64 " h %02" PRIu64 " min", whole / 3600,
             whole / 60 % 60);
  return text;
}

char *pns_cli_number(uint32_t number, char text[PNS_CLI_NUMBER_MAX]) {
  if (number == PNS_INFINITY)
    snprintf(text, PNS_CLI_NUMBER_MAX, "inf");
  else
    snprintf(text, PNS_CLI_NUMBER_MAX, "%" PRIu32, number);
  return text;
}
