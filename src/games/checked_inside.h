/* The parts of a checked game: checked.c has the functions of game.h, checked_position.c what is
 * asked of each position. */
#ifndef PNS_GAMES_CHECKED_INSIDE_H
#define PNS_GAMES_CHECKED_INSIDE_H

#include <pthread.h>

#include "games/checked.h"

enum {
  PNS_TRAIL_KEYS = 32,  /* a game without cycles must not come back to any of the last ones */
  PNS_TRAIL_TEXT = 360, /* of the moves that led here */
  PNS_CHECK_SEEN = 1 << 16,
  PNS_CHECK_GUARD = 64, /* bytes behind everything a game writes */
};

#define PNS_CHECK_FILL 0xa5

/* Behind the bytes of a position: how it came about. */
struct pns_trail {
  uint32_t depth;
  bool parsed; /* it began with a text, not at the start */
  uint64_t keys[PNS_TRAIL_KEYS];
  char text[PNS_TRAIL_TEXT];
};

/* What a key stood for when it was last met. */
struct pns_check_seen {
  struct pns_key key;
  uint64_t signature; /* of the game from there on, two plies deep */
  uint64_t text;      /* hash of the position as it is written */
  bool used;
};

struct pns_checked {
  struct pns_game game; /* the outer one */
  const struct pns_game *inner_game;
  struct pns_rules inner;
  size_t trail_at; /* in an outer position */
  struct pns_failure *failure;
  pthread_mutex_t lock;
  struct pns_check_seen *seen; /* under the lock */
};

/* A position or a list with a guard behind it. */
union pns_check_position {
  max_align_t align;
  unsigned char bytes[PNS_POSITION_BYTES_MAX + PNS_CHECK_GUARD];
};

/* Notes a broken promise with the moves that led to an outer position (may be NULL). */
void pns_checked_fault(struct pns_checked *c, const void *position, const char *format, ...)
    PNS_PRINTF(3, 4);

/* The trail of an outer position. */
static inline struct pns_trail *pns_checked_trail(const struct pns_checked *c,
                                                  const void *position) {
  return (struct pns_trail *)(void *)((char *)(uintptr_t)position + c->trail_at);
}

/* Copies the inner bytes and puts the guard behind them. */
void pns_checked_copy(const struct pns_checked *c, union pns_check_position *to, const void *from);
bool pns_checked_guard_holds(const struct pns_checked *c, const union pns_check_position *p);

/* The inner game's moves, at most `max_moves` of them, at least one; a fault for anything else,
 * told with the trail of the outer position `at`. */
uint32_t pns_checked_list(struct pns_checked *c, const void *at, const void *position,
                          pns_move *moves);

/* Writes one move into a place of its own; a word at least, whatever the game does. */
void pns_checked_move_text(struct pns_checked *c, const void *position, pns_move move, char *text);

/* First numbers, who is given up, and what is decided: of an unfinished position, its canonical
 * form and its moves. */
void pns_checked_leaf(struct pns_checked *c, const void *position, const void *folded);
void pns_checked_hopeless(struct pns_checked *c, const void *position, const void *folded,
                          const pns_move *moves, uint32_t count);
void pns_checked_decided(struct pns_checked *c, const void *position, const void *folded,
                         const pns_move *moves, uint32_t count);

/* The way back from the canonical form of an unfinished position with these moves. */
void pns_checked_unfold(struct pns_checked *c, const void *position, const void *folded,
                        const pns_move *moves, uint32_t count);

/* The key of the canonical form. */
struct pns_key pns_checked_key(struct pns_checked *c, const void *position);

/* Everything that is promised about one position. */
void pns_checked_examine(struct pns_checked *c, const void *position);

#endif
