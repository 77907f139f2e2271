/* What games on rectangular boards share: sizes, squares, drawings. */
#ifndef PNS_GAMES_GRID_H
#define PNS_GAMES_GRID_H

#include <pns/pns.h>

#define PNS_GRID_QUOTED 44u

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

/* The beginning of the user's text, fit for a message: one line of printable characters. Returns
 * `quoted`. */
const char *pns_grid_quote(const char *text, char quoted[PNS_GRID_QUOTED]);

/* Reads rows from the top, separated by '/'. Cell (row, column) becomes cells[row * width +
 * column]: the index of its letter in `letters`; capitals do not matter. */
enum pns_status pns_grid_read_cells(const char *game, const char *text, const struct pns_grid *grid,
                                    const char *letters, unsigned char *cells,
                                    struct pns_error *error);
/* Writes what pns_grid_read_cells reads. */
void pns_grid_write_cells(const struct pns_grid *grid, const char *letters,
                          const unsigned char *cells, char *text);

/* For games in which X and O put one stone each in turn, X first: letters ".XO", and there must be
 * as many X as O, or one more. */
enum pns_status pns_grid_read_stones(const char *game, const char *text,
                                     const struct pns_grid *grid, unsigned char *cells,
                                     struct pns_error *error);
void pns_grid_write_stones(const struct pns_grid *grid, const unsigned char *cells, char *text);

/* A drawing for the reader: letters over the columns, numbers before the rows; every row `slant`
 * blanks further to the right than the one above. Returns the end of the text. */
char *pns_grid_draw(const struct pns_grid *grid, const char *letters, const unsigned char *cells,
                    uint32_t slant, char *text);

#endif
