#include "games/grid.h"

#include <ctype.h>
#include <stdio.h>

/* One to three digits; 0 when there are none or too many. */
static uint32_t read_length(const char **text) {
  uint32_t value = 0;
  for (unsigned digits = 0; isdigit((unsigned char)**text); (*text)++) {
    if (++digits > 3) return 0;
    value = value * 10 + (uint32_t)(**text - '0');
  }
  return value;
}

static bool within(const struct pns_grid_limits *limits, const struct pns_grid *grid) {
  return grid->width >= limits->least_width && grid->width <= limits->most_width &&
         grid->height >= limits->least_height && grid->height <= limits->most_height &&
         grid->width * grid->height <= limits->most_cells &&
         (!limits->square_only || grid->width == grid->height);
}

static enum pns_status refuse(const char *game, const char *text,
                              const struct pns_grid_limits *limits, struct pns_error *error) {
  if (limits->square_only)
    return pns_error_set(error, PNS_ERROR_INPUT, "%s: board size '%.40s', expected N from %u to %u",
                         game, text, limits->least_width, limits->most_width);
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "%s: board size '%.40s', expected WIDTHxHEIGHT from %ux%u to %ux%u "
                       "with at most %u cells",
                       game, text, limits->least_width, limits->least_height, limits->most_width,
                       limits->most_height, limits->most_cells);
}

enum pns_status pns_grid_read(const char *game, const char *text, const char **end,
                              const struct pns_grid_limits *limits, struct pns_grid *grid,
                              struct pns_error *error) {
  const char *rest = text;
  grid->width = read_length(&rest);
  grid->height = grid->width;
  if (*rest == 'x') {
    rest++;
    grid->height = read_length(&rest);
  }
  if (!within(limits, grid) || (end == NULL && *rest != '\0'))
    return refuse(game, text, limits, error);
  if (end != NULL) *end = rest;
  return PNS_OK;
}

void pns_grid_square(uint32_t column, uint32_t number_from_zero, char *text) {
  sprintf(text, "%c%u", (char)('a' + column), number_from_zero + 1);
}
