#include "nearest.h"

#include <stdint.h>
#include <string.h>

#define LETTERS 32u

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

size_t pns_cli_distance(const char *a, const char *b) {
  size_t rows = strlen(a), columns = strlen(b);
  if (rows > LETTERS || columns > LETTERS) return SIZE_MAX;
  /* row[j] is the distance between the letters of `a` read so far and the first j of `b`. */
  size_t row[LETTERS + 1];
  for (size_t j = 0; j <= columns; j++) row[j] = j;
  for (size_t i = 1; i <= rows; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= columns; j++) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = least_of(replaced, least_of(row[j], row[j - 1]) + 1);
    }
  }
  return row[columns];
}
