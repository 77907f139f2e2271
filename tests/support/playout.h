/* Random play through any game, checking at every position what game.h promises. Include the
 * cmocka headers first. */
#ifndef PNS_TESTS_PLAYOUT_H
#define PNS_TESTS_PLAYOUT_H

#include <pns/pns.h>

/* The position bytes of one game, aligned for every type. */
union playout_position {
  max_align_t align;
  unsigned char bytes[PNS_POSITION_BYTES_MAX];
};

/* What a test adds, typically a naive implementation that plays along. Any may be NULL. */
struct playout_hooks {
  void *user;
  /* A new game begins from the usual start. */
  void (*started)(void *user, const struct pns_rules *rules);
  /* Every position reached; `count` is 0 when it is finished. */
  void (*reached)(void *user, const struct pns_rules *rules, const void *position,
                  const pns_move *moves, uint32_t count);
  /* This move is about to be made in this position. */
  void (*played)(void *user, const struct pns_rules *rules, const void *position, pns_move move,
                 const char *text);
};

/* xorshift64*: the state must not be 0. */
uint64_t playout_random(uint64_t *state);

/* Opens or fails the test. Close with playout_close. */
void playout_open(const struct pns_game *game, const char *parameters, struct pns_rules *rules);
void playout_close(struct pns_rules *rules);

/* The parameters must be refused as wrong input, with a sentence containing `part` (may be NULL).
 */
void playout_open_refused(const struct pns_game *game, const char *parameters, const char *part);
/* The same for the text of a position. */
void playout_parse_refused(const struct pns_rules *rules, const char *text, const char *part);

/* Makes a move written as text, or fails the test. */
void playout_move(const struct pns_rules *rules, void *position, const char *text);
/* The start followed by moves between blanks. */
void playout_line(const struct pns_rules *rules, void *position, const char *moves);

/* The promises of game.h for one position: moves (count, order, distinct texts), mobility, leaf,
 * hopeless, decided, canonical (idempotent; mover, outcome and count kept), text and drawing,
 * parse(format). */
void playout_check(const struct pns_rules *rules, const void *position);
/* Both must have the same canonical key, outcome and count of moves. */
void playout_same_class(const struct pns_rules *rules, const void *a, const void *b);
/* The same for a position and a text, which must be accepted. */
void playout_same_as(const struct pns_rules *rules, const void *position, const char *text);
/* That many random games, playout_check at each position; when keys are exact, equal keys must
 * also mean equal text. */
void playout_run(const struct pns_rules *rules, unsigned games, uint64_t seed,
                 const struct playout_hooks *hooks);

/* Feeds garbage to `open` and `parse`: random bytes, and `samples` (ended by NULL) with bytes
 * changed, cut or doubled. Whatever `parse` accepts must pass playout_check. */
void playout_garbage(const struct pns_game *game, const char *parameters,
                     const char *const *samples, unsigned rounds, uint64_t seed);

#endif
