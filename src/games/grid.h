/* What games on rectangular boards share: sizes, squares, drawings. */
#ifndef PNS_GAMES_GRID_H
#define PNS_GAMES_GRID_H

#include <pns/pns.h>

struct pns_grid {
  uint32_t width, height;
};

/* The sizes a game allows; with `square_only`, "N" and "NxN" alone. */
struct pns_grid_limits {
  uint32_t least_width, most_width, least_height, most_height;
  uint32_t most_cells;
  bool square_only;
};

/* Reads "WIDTHxHEIGHT" or "N" (a square board). `text` need not end after the size: `*end` gets the
 * first character not read; with `end` NULL the whole text must be a size. */
enum pns_status pns_grid_read(const char *game, const char *text, const char **end,
                              const struct pns_grid_limits *limits, struct pns_grid *grid,
                              struct pns_error *error);

/* Writes column letter and number from 1, "c5" for (2, 4). At most 26 columns. */
void pns_grid_square(uint32_t column, uint32_t number_from_zero, char *text);

#endif
