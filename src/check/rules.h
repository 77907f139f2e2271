/*
 * The checker's own rules: boards are arrays, moves are found by loops, nothing is clever. Written
 * from the rules of the games, not from the engine, so that a mistake would have to be made twice.
 *
 * The order of a position's moves is the natural order of their texts (see check_text_order), which
 * is what the move numbers in a certificate count.
 */
#ifndef PNS_CHECK_RULES_H
#define PNS_CHECK_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/reasons.h"

enum { CHECK_FIRST = 0, CHECK_SECOND = 1 };
enum check_outcome { CHECK_ONGOING, CHECK_FIRST_WINS, CHECK_SECOND_WINS, CHECK_DRAW };

#define CHECK_CELLS_MAX 225u
#define CHECK_MOVES_MAX 4096u
#define CHECK_TEXT_MAX 1024u
#define CHECK_MOVE_TEXT_MAX 72u
#define CHECK_IMAGES_MAX 8u
/* Squares of up to four bits, the side with `extra`, and `words`. */
#define CHECK_PACKED_MAX 128u

/* Cells of boards hold 0 (empty), 1 (first player), 2 (second player) unless a game says else. */
struct check_position {
  uint8_t cell[CHECK_CELLS_MAX];
  uint8_t side;      /* to move */
  uint8_t extra;     /* what a game must remember besides the board, below 128 */
  uint64_t words[2]; /* for games without a board */
};

struct check_rules;

struct check_game {
  const char *name;
  const char *rules;      /* one line for the reader of the verdict */
  uint32_t bits_per_cell; /* 0: no board */
  uint32_t words;         /* of a position that tell it from others */
  bool repeats;           /* positions can come back */

  /* Reads the parameters and sets width, height, cells and images. False when they make no
   * sense. */
  bool (*open)(struct check_rules *rules, const char *parameters);
  /* Reads the text that defines the game. NULL for games that have none. */
  bool (*define)(struct check_rules *rules, const char *definition, size_t bytes);
  void (*close)(struct check_rules *rules); /* may be NULL */
  bool (*parse)(const struct check_rules *rules, const char *text, struct check_position *position);
  enum check_outcome (*outcome)(const struct check_rules *rules,
                                const struct check_position *position);
  /* Whether `side` cannot win this unfinished position any more, as a look shows; what is looked at
   * is part of the format (version 2). NULL: never. */
  bool (*hopeless)(const struct check_rules *rules, const struct check_position *position,
                   uint8_t side);
  /* The legal moves of an unfinished position, 1 to CHECK_MOVES_MAX, in order. */
  uint32_t (*moves)(const struct check_rules *rules, const struct check_position *position,
                    uint32_t *moves);
  void (*play)(const struct check_rules *rules, struct check_position *position, uint32_t move);
  void (*move_text)(const struct check_rules *rules, const struct check_position *position,
                    uint32_t move, char *text);
};

struct check_rules {
  const struct check_game *game;
  int width, height;
  int line; /* stones in a row that win */
  uint32_t cells;
  uint32_t packed_bytes;
  uint32_t images;     /* bit k: turning the board by k (see check_rules_turn) changes nothing */
  bool extra_is_board; /* `extra` names one of nine local boards and turns with the board */
  void *context;       /* the game's own */
  uint8_t from[CHECK_IMAGES_MAX][CHECK_CELLS_MAX];
};

const struct check_game *check_game_find(const char *name);
const struct check_game *check_game_at(size_t index);

/* CHECK_NONE, or why there is no such game. To be closed in either case. */
enum check_reason check_rules_open(struct check_rules *rules, const char *game,
                                   const char *parameters, const char *definition,
                                   size_t definition_bytes);
void check_rules_close(struct check_rules *rules);

/* Writes the exact bytes of the position's symmetry class: the smallest among its images. */
void check_rules_pack(const struct check_rules *rules, const struct check_position *position,
                      uint8_t *packed);

/* Where (x, y) lies after mirroring left and right (k & 1), up and down (k & 2), and then
 * exchanging rows and columns (k & 4). */
void check_rules_turn(uint32_t k, int width, int height, int *x, int *y);

/* -- for the games -- */

enum { CHECK_MIRROR = 0x3, CHECK_HALF_TURN = 0x9, CHECK_MIRRORS = 0xf, CHECK_SQUARE = 0xff };

/* "WIDTHxHEIGHT" within limits; `end` (may be NULL) gets what follows. */
bool check_read_size(struct check_rules *rules, const char *text, int least, int most,
                     const char **end);
/* Mirrors, and the turns by a quarter if the board is square. */
uint32_t check_rectangle_images(const struct check_rules *rules);
/* Rows from the top between '/'; a cell gets the index of its letter. */
bool check_read_rows(const struct check_rules *rules, const char *text, const char *letters,
                     struct check_position *position);
/* The same with letters ".XO" for games in which X begins and both put one stone in turn. */
bool check_read_stones(const struct check_rules *rules, const char *text,
                       struct check_position *position);
/* Whether `who` (1 or 2) has `rules->line` stones in a row, column or diagonal. */
bool check_has_line(const struct check_rules *rules, const struct check_position *position,
                    uint8_t who);
/* Whether `side` would not have won even if every empty cell were his. */
bool check_is_hopeless(const struct check_rules *rules, const struct check_position *position,
                       uint8_t side);
bool check_is_full(const struct check_rules *rules, const struct check_position *position);
/* Empty cells column by column, each from row 1 on: the natural order of "a1 a2 .. b1". */
uint32_t check_empty_cells(const struct check_rules *rules, const struct check_position *position,
                           uint32_t *moves);
/* Puts the mover's stone there and changes the side. */
void check_place(const struct check_rules *rules, struct check_position *position, uint32_t cell);
/* "c5" of the cell; returns the end of the text. */
char *check_square_text(const struct check_rules *rules, uint32_t cell, char *text);

/* Natural order: runs of digits compare as numbers, everything else byte by byte. */
int check_text_order(const char *a, const char *b);

#endif
