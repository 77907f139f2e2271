/* What games of laying dominoes share: the board, its texts, and placements as bits.
 *
 * A placement is named by its upper or left cell in the frame of bits.h. A move is that bit's
 * number, plus DOMINO_FLAT when the domino lies. */
#ifndef PNS_GAMES_DOMINO_H
#define PNS_GAMES_DOMINO_H

#include "games/bits.h"
#include "games/grid.h"

#define DOMINO_FLAT 64u
#define DOMINO_UNLIKELY 8000000u /* the number of what a leaf knows not to be so */
#define DOMINO_COLUMN_A UINT64_C(0x0101010101010101)

struct domino_board {
  struct pns_grid grid;
  uint64_t cells;
  uint32_t mirror_shift, flip_shift; /* bring a mirrored or flipped board back to bit 0 */
};

struct domino_position {
  uint64_t free; /* cells that no domino covers */
  uint32_t mover;
};

static inline const struct domino_board *domino_board_of(const struct pns_rules *rules) {
  return rules->context;
}

static inline uint64_t domino_upright(uint64_t free) { return free & free >> 8; }

static inline uint64_t domino_flat(uint64_t free) {
  return free & free >> 1 & ~(DOMINO_COLUMN_A << 7);
}

/* A free cell without a free neighbour takes no part in the rest of the game: without those cells,
 * positions that go on alike become the same position. */
static inline uint64_t domino_useful(uint64_t free) {
  const uint64_t upright = domino_upright(free), flat = domino_flat(free);
  return upright | upright << 8 | flat | flat << 1;
}

/* Appends placements to a list of moves; returns the new count. */
static inline uint32_t domino_list(uint64_t placements, uint32_t base, pns_move *list,
                                   uint32_t count) {
  for (; placements != 0; placements &= placements - 1)
    list[count++] = base + bits_first(placements);
  return count;
}

/* The smallest of the four reflections. */
static inline uint64_t domino_least_reflection(const struct domino_board *board, uint64_t free) {
  const uint64_t mirror = bits_mirror(free) >> board->mirror_shift;
  const uint64_t flip = bits_flip(free) >> board->flip_shift;
  const uint64_t both = bits_flip(mirror) >> board->flip_shift;
  const uint64_t least = mirror < free ? mirror : free, other = flip < both ? flip : both;
  return least < other ? least : other;
}

/* Fills all of `rules` but the defaults of the search. */
enum pns_status domino_open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error);
void domino_close(struct pns_rules *rules);
/* `letters` are those of the two players, first first. */
enum pns_status domino_parse(const struct pns_rules *rules, const char *text, const char *letters,
                             struct domino_position *position, struct pns_error *error);
void domino_format(const struct pns_rules *rules, const struct domino_position *position,
                   const char *letters, char *text);
/* The board alone. */
void domino_draw(const struct pns_rules *rules, const struct domino_position *position, char *text);

/* Directly usable in struct pns_game. */
void domino_start(const struct pns_rules *rules, void *position);
void domino_play(const struct pns_rules *rules, void *position, pns_move move);
void domino_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                      char *text);
enum pns_player domino_mover(const struct pns_rules *rules, const void *position);
void domino_key(const struct pns_rules *rules, const void *position, struct pns_key *key);

#endif
