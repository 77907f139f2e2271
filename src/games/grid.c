#include "games/grid.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

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

const char *pns_grid_quote(const char *text, char quoted[PNS_GRID_QUOTED]) {
  uint32_t length = 0;
  for (; text[length] != '\0' && length < PNS_GRID_QUOTED - 4; length++)
    quoted[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
  strcpy(quoted + length, text[length] != '\0' ? "..." : "");
  return quoted;
}

static enum pns_status refuse(const char *game, const char *text,
                              const struct pns_grid_limits *limits, struct pns_error *error) {
  char quoted[PNS_GRID_QUOTED];
  if (limits->square_only)
    return pns_error_set(error, PNS_ERROR_INPUT, "%s: board size '%s', expected N from %u to %u",
                         game, pns_grid_quote(text, quoted), limits->least_width,
                         limits->most_width);
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "%s: board size '%s', expected WIDTHxHEIGHT from %ux%u to %ux%u "
                       "with at most %u cells",
                       game, pns_grid_quote(text, quoted), limits->least_width,
                       limits->least_height, limits->most_width, limits->most_height,
                       limits->most_cells);
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

/* ---- cells as text ---- */

static enum pns_status refuse_cell(const char *game, const char *text, size_t at,
                                   const char *expected, struct pns_error *error) {
  const char c = text[at];
  if (c == '\0')
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: the position ends after %zu characters, expected %s", game, at,
                         expected);
  if (c < ' ' || c > '~')
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: byte 0x%02x at character %zu of the position, expected %s", game,
                         (unsigned)(unsigned char)c, at + 1, expected);
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "%s: '%c' at character %zu of the position, expected %s", game, c, at + 1,
                       expected);
}

static enum pns_status refuse_letter(const char *game, const char *text, size_t at,
                                     const char *letters, struct pns_error *error) {
  char expected[64];
  snprintf(expected, sizeof expected, "one of '%.40s'", letters);
  return refuse_cell(game, text, at, expected, error);
}

/* The index of a letter, capitals or not; the count of letters when it is none of them. */
static size_t letter_index(const char *letters, char c) {
  size_t index = 0;
  while (letters[index] != '\0' && letters[index] != c &&
         (isalpha((unsigned char)c) == 0 || (letters[index] ^ c) != 0x20))
    index++;
  return index;
}

enum pns_status pns_grid_read_cells(const char *game, const char *text, const struct pns_grid *grid,
                                    const char *letters, unsigned char *cells,
                                    struct pns_error *error) {
  size_t at = 0;
  for (uint32_t row = 0; row < grid->height; row++) {
    if (row > 0 && text[at] != '/')
      return refuse_cell(game, text, at, "'/' between two rows", error);
    at += row > 0;
    for (uint32_t column = 0; column < grid->width; column++, at++) {
      const size_t index = letter_index(letters, text[at]);
      if (letters[index] == '\0') return refuse_letter(game, text, at, letters, error);
      cells[row * grid->width + column] = (unsigned char)index;
    }
  }
  if (text[at] != '\0') return refuse_cell(game, text, at, "the end after the last row", error);
  return PNS_OK;
}

void pns_grid_write_cells(const struct pns_grid *grid, const char *letters,
                          const unsigned char *cells, char *text) {
  for (uint32_t row = 0; row < grid->height; row++) {
    if (row > 0) *text++ = '/';
    for (uint32_t column = 0; column < grid->width; column++)
      *text++ = letters[cells[row * grid->width + column]];
  }
  *text = '\0';
}

enum pns_status pns_grid_read_stones(const char *game, const char *text,
                                     const struct pns_grid *grid, unsigned char *cells,
                                     struct pns_error *error) {
  uint32_t count[3] = {0};
  const enum pns_status status = pns_grid_read_cells(game, text, grid, ".XO", cells, error);
  if (status != PNS_OK) return status;
  for (uint32_t i = 0; i < grid->width * grid->height; i++) count[cells[i]]++;
  if (count[1] == count[2] || count[1] == count[2] + 1) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "%s: the position has %u X and %u O, expected as many X as O, or one more",
                       game, count[1], count[2]);
}

void pns_grid_write_stones(const struct pns_grid *grid, const unsigned char *cells, char *text) {
  pns_grid_write_cells(grid, ".XO", cells, text);
}

char *pns_grid_draw(const struct pns_grid *grid, const char *letters, const unsigned char *cells,
                    uint32_t slant, char *text) {
  text += sprintf(text, "   ");
  for (uint32_t column = 0; column < grid->width; column++)
    text += sprintf(text, " %c", (char)('a' + column));
  *text++ = '\n';
  for (uint32_t row = 0; row < grid->height; row++) {
    text += sprintf(text, "%*s%3u", (int)(row * slant), "", row + 1);
    for (uint32_t column = 0; column < grid->width; column++)
      text += sprintf(text, " %c", letters[cells[row * grid->width + column]]);
    *text++ = '\n';
  }
  *text = '\0';
  return text;
}
