/*
 * What is known of positions whose nodes have left the store: 21 bytes each, where a node and its
 * place in the index take 43 and more. Of a solved position it is the verdict, and the move that
 * wins; of an unsolved one its two numbers, so that a node which was dropped costs one expansion
 * and not all that was searched below it: its children find their numbers here as well (the
 * transposition table of depth-first proof-number search, Nagai 2002, for what memory has no nodes
 * for). Sweeps move nodes here, each under its whole key.
 *
 * A position has its home line and the one behind it, six places in all. Once they are taken, the
 * one with the least work gives way.
 *
 * An unsolved position may have a node again, whose numbers are newer; who looks asks for the node
 * first. Solved ones never have a node again.
 *
 * SETTLED-1  The table is written at safepoints only, by any number of threads; searching threads
 * read it without a lock. The meeting that ends a sweep orders the two.
 * SETTLED-2  A place once filled is never free again, and places are filled in order. So who looks
 * for a position may stop at the first free place.
 */
#ifndef PNS_SEARCH_SETTLED_H
#define PNS_SEARCH_SETTLED_H

#include "base/pages.h"
#include "search/node.h"

struct pns_settled_line;

#define PNS_SETTLED_LINE_BYTES 64u

/* Of memory for each position, when nearly all places are taken. */
#define PNS_SETTLED_BYTES 24u

/* Zeroed it is a table without room, where nothing is found. */
struct pns_settled {
  struct pns_settled_line *lines; /* homes, and one more line for the last home's neighbour */
  uint32_t homes;
  _Atomic uint64_t count; /* positions */
};

/* What is known of a position. */
struct pns_known {
  uint64_t word; /* unsolved numbers may have become less, by 1 in 2048; 0: nothing is known */
  pns_move move; /* wins for the mover, in the canonical position; void where he has lost, or not
                    yet won */
  uint8_t side;  /* of the mover */
  uint8_t work;  /* expansions below, as pns_work_log says, to the half of a factor of two; less
                    where others were turned away for it */
};

#define PNS_NOT_KNOWN ((struct pns_known){0, 0, 0, 0})

/* Whether it is a verdict. */
static inline bool pns_known_settles(struct pns_known known) {
  return known.word != 0 && pns_word_solved(known.word);
}

/* The logarithm of a number of expansions, four steps to a factor of two. */
static inline uint8_t pns_work_log(uint32_t work) {
  if (work < 2) return 0;
  unsigned log = 31 - (unsigned)__builtin_clz(work);
  unsigned step = log < 2 ? (work << (2 - log)) & 3 : (work >> (log - 2)) & 3;
  return (uint8_t)(log * 4 + step);
}

/* The least number with this logarithm. */
static inline uint32_t pns_work_of_log(uint8_t log) {
  return (uint32_t)((UINT64_C(4) + log % 4) << (log / 4) >> 2);
}

/* Reserves address space for so many bytes; pages become resident as they are written. False when
 * there is none: then, and with too few bytes for two lines, it is a table without room. */
bool pns_settled_init(struct pns_settled *table, uint64_t bytes, enum pns_huge huge);
void pns_settled_done(struct pns_settled *table);
uint64_t pns_settled_bytes(const struct pns_settled *table);
/* What the largest table takes, whatever it is given. */
uint64_t pns_settled_most_bytes(void);
/* Positions that it holds when it is full. */
uint64_t pns_settled_places(const struct pns_settled *table);

/* Any thread, between safepoints. Wait-free. */
struct pns_known pns_settled_find(const struct pns_settled *table, const struct pns_key *key,
                                  uint64_t hash);
/* For tables that have room. */
void pns_settled_prefetch(const struct pns_settled *table, uint64_t hash);

/* Any number of threads at a safepoint. `evict`: another one may give way, if it took no more work;
 * or this one is passed over. Says whether the position is in; a verdict that is in stays (NODE-2).
 */
bool pns_settled_put(struct pns_settled *table, const struct pns_key *key, uint64_t hash,
                     struct pns_known known, bool evict);

/* Moves the lines from `*next` on into another table, by any number of threads at a safepoint; the
 * old memory is given back piece by piece, so that there is never memory for both. Pieces of whole
 * pages, else the pages that two share stay. `*next` ends beyond what 32 bits hold. */
void pns_settled_move(struct pns_settled *from, struct pns_settled *to, _Atomic uint64_t *next,
                      uint32_t piece);

/* Calls for every position, lines from `begin` up to `end` (of pns_settled_lines). */
uint32_t pns_settled_lines(const struct pns_settled *table);
void pns_settled_each(const struct pns_settled *table, uint32_t begin, uint32_t end,
                      void (*call)(void *user, const struct pns_key *key, struct pns_known known),
                      void *user);

#endif
