/*
 * Proof and disproof numbers.
 *
 * Both numbers of a node live in one 64-bit word, pn below and dn above, so that nobody ever sees
 * half an update. At an OR node pn is the minimum over the children and dn the sum; at an AND node
 * it is the other way round (Allis, van der Meulen, van den Herik 1994). Written from the mover's
 * side the two cases are one: `least` is the number that is minimised (what the mover still needs),
 * `total` the one that is summed (what the opponent still needs).
 *
 * 0 and PNS_INF mean solved and always come as a pair. They arise only from finished games and
 * from the two rules; an unsolved number saturates one below PNS_INF.
 */
#ifndef PNS_SEARCH_NUMBERS_H
#define PNS_SEARCH_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* A test builds the search with a tiny one to see saturation at work. */
#ifndef PNS_INF
#define PNS_INF UINT32_MAX
#endif

/* Where a node's minimised number stands in the word: 0 at OR nodes (pn), 32 at AND nodes (dn). */
enum { PNS_SIDE_OR = 0, PNS_SIDE_AND = 32 };

static inline uint64_t pns_word(uint32_t pn, uint32_t dn) { return (uint64_t)dn << 32 | pn; }

static inline uint32_t pns_word_pn(uint64_t word) { return (uint32_t)word; }

static inline uint32_t pns_word_dn(uint64_t word) { return (uint32_t)(word >> 32); }

#define PNS_WORD_PROVEN pns_word(0, PNS_INF)
#define PNS_WORD_DISPROVEN pns_word(PNS_INF, 0)

static inline bool pns_word_solved(uint64_t word) {
  return pns_word_pn(word) == 0 || pns_word_dn(word) == 0;
}

/* The number that a node of this side minimises. */
static inline uint32_t pns_word_least(uint64_t word, unsigned side) {
  return (uint32_t)(word >> side);
}

/* The number that a node of this side sums. */
static inline uint32_t pns_word_total(uint64_t word, unsigned side) {
  return (uint32_t)(word >> (32 - side));
}

static inline uint64_t pns_word_of(uint32_t least, uint32_t total, unsigned side) {
  uint64_t word = pns_word(least, total);
  return word << side | word >> (-side & 63); /* halves exchanged or not */
}

/* An unsolved number: at least 1, at most one below infinity. */
static inline uint32_t pns_clamp(uint64_t number) {
  if (number >= PNS_INF) return PNS_INF - 1;
  return number == 0 ? 1 : (uint32_t)number;
}

/* Gathers the children of a node; pns_gather_word then gives the node's own word. */
struct pns_gather {
  uint64_t sum;      /* of the summed numbers of the open children */
  uint32_t least;    /* of the minimised numbers of all children */
  uint32_t greatest; /* of the summed numbers of the open children */
  uint32_t open;     /* children that are not solved */
};

static inline struct pns_gather pns_gather_none(void) {
  return (struct pns_gather){.least = PNS_INF};
}

/* A child that is not won for the mover: an open one, or a lost one, which adds nothing by itself,
 * since its summed number is 0. */
static inline void pns_gather_child(struct pns_gather *g, uint32_t least, uint32_t total) {
  g->sum += total;
  g->open += total != 0;
  g->greatest = total > g->greatest ? total : g->greatest;
  g->least = least < g->least ? least : g->least;
}

/* The word of a node none of whose children is won for its mover (that one would settle it). With
 * no open child left everything is lost. `weak`: maximum + (open - 1) instead of the sum (Ueda et
 * al. 2008), which counts shared leaves once. */
static inline uint64_t pns_gather_word(const struct pns_gather *g, bool weak, unsigned side) {
  if (g->open == 0) return pns_word_of(PNS_INF, 0, side);
  uint64_t total = weak ? (uint64_t)g->greatest + g->open - 1 : g->sum;
  return pns_word_of(g->least, pns_clamp(total), side);
}

/* What a node of this side holds once its mover has won. */
static inline uint64_t pns_word_won(unsigned side) { return pns_word_of(0, PNS_INF, side); }

#endif
