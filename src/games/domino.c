#include "games/domino.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cell_letters[] = ".#";

void domino_start(const struct pns_rules *rules, void *data) {
  const struct domino_position position = {.free = domino_board_of(rules)->cells};
  memcpy(data, &position, sizeof position);
}

void domino_play(const struct pns_rules *rules, void *data, pns_move move) {
  (void)rules;
  struct domino_position *position = data;
  const unsigned step = move >= DOMINO_FLAT ? 1 : 8;
  position->free &= ~((UINT64_C(1) | UINT64_C(1) << step) << move % DOMINO_FLAT);
  position->mover ^= 1;
}

enum pns_player domino_mover(const struct pns_rules *rules, const void *data) {
  (void)rules;
  return (enum pns_player)((const struct domino_position *)data)->mover;
}

void domino_key(const struct pns_rules *rules, const void *data, struct pns_key *key) {
  (void)rules;
  const struct domino_position *position = data;
  key->word[0] = position->free;
  key->word[1] = position->mover;
}

/* ---- texts ---- */

void domino_move_text(const struct pns_rules *rules, const void *data, pns_move move, char *text) {
  (void)rules, (void)data;
  const uint32_t cell = move % DOMINO_FLAT, flat = move >= DOMINO_FLAT;
  pns_grid_square(cell % 8, cell / 8, text);
  strcat(text, "-");
  pns_grid_square(cell % 8 + flat, cell / 8 + !flat, text + strlen(text));
}

static uint32_t cell_bit(const struct pns_grid *grid, uint32_t index) {
  return index / grid->width * 8 + index % grid->width;
}

static void to_cells(const struct pns_grid *grid, const struct domino_position *position,
                     unsigned char *cells) {
  for (uint32_t i = 0; i < grid->width * grid->height; i++)
    cells[i] = (position->free >> cell_bit(grid, i) & 1) == 0;
}

void domino_draw(const struct pns_rules *rules, const struct domino_position *position,
                 char *text) {
  const struct pns_grid *grid = &domino_board_of(rules)->grid;
  unsigned char cells[64];
  to_cells(grid, position, cells);
  pns_grid_draw(grid, cell_letters, cells, 0, text);
}

void domino_format(const struct pns_rules *rules, const struct domino_position *position,
                   const char *letters, char *text) {
  const struct pns_grid *grid = &domino_board_of(rules)->grid;
  unsigned char cells[64];
  to_cells(grid, position, cells);
  pns_grid_write_cells(grid, cell_letters, cells, text);
  sprintf(text + strlen(text), " %c", letters[position->mover]);
}

static enum pns_status parse_cells(const struct pns_grid *grid, const char *name, const char *text,
                                   size_t length, uint64_t *free, struct pns_error *error) {
  char rows[80]; /* 8 rows of 8 with separators take 71 */
  unsigned char cells[64];
  snprintf(rows, sizeof rows, "%.*s", (int)(length < sizeof rows ? length : sizeof rows), text);
  const enum pns_status status = pns_grid_read_cells(name, rows, grid, cell_letters, cells, error);
  if (status != PNS_OK) return status;
  *free = 0;
  for (uint32_t i = 0; i < grid->width * grid->height; i++)
    if (cells[i] == 0) *free |= UINT64_C(1) << cell_bit(grid, i);
  return PNS_OK;
}

enum pns_status domino_parse(const struct pns_rules *rules, const char *text, const char *letters,
                             struct domino_position *position, struct pns_error *error) {
  const char *name = rules->game->name;
  const size_t length = strcspn(text, " ");
  uint64_t free;
  const enum pns_status status =
      parse_cells(&domino_board_of(rules)->grid, name, text, length, &free, error);
  if (status != PNS_OK) return status;
  const char side = text[length] == ' ' ? (char)toupper((unsigned char)text[length + 1]) : '\0';
  if ((side != letters[0] && side != letters[1]) || text[length + 2] != '\0') {
    char quoted[PNS_GRID_QUOTED];
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s: the position has '%s' from character %zu on, expected a blank and "
                         "the side to move, %c or %c, after the rows",
                         name, pns_grid_quote(text + length, quoted), length + 1, letters[0],
                         letters[1]);
  }
  position->free = free;
  position->mover = side == letters[1];
  return PNS_OK;
}

/* ---- opening ---- */

enum pns_status domino_open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  static const struct pns_grid_limits limits = {1, 8, 1, 8, 64, false};
  const char *name = rules->game->name;
  struct pns_grid grid = {6, 6};
  if (*parameters != '\0') {
    const enum pns_status status = pns_grid_read(name, parameters, NULL, &limits, &grid, error);
    if (status != PNS_OK) return status;
  }
  struct domino_board *board = calloc(1, sizeof *board);
  if (board == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "%s: out of memory", name);
  board->grid = grid;
  board->cells = bits_rectangle(grid.width, grid.height);
  board->mirror_shift = 8 - grid.width;
  board->flip_shift = 8 * (8 - grid.height);
  rules->context = board;
  snprintf(rules->parameters, sizeof rules->parameters, "%ux%u", grid.width, grid.height);
  rules->position_bytes = sizeof(struct domino_position);
  rules->max_moves = 2 * grid.width * grid.height;
  rules->exact_key = true;
  return PNS_OK;
}

void domino_close(struct pns_rules *rules) { free(rules->context); }
