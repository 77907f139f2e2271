/*
 * Proof-number search as the textbook has it (Allis 1994, 5.3; van den Herik & Winands 2008): a
 * tree of nodes allocated one by one, each with pointers to parent and children; from the root to
 * the most-proving leaf each time, all its children made, numbers updated up to the root. No
 * transpositions, unit leaves, plain sum. It is what others are likely to write first, and shares
 * only the games with the engine.
 */
#ifndef PNS_PERF_TEXTBOOK_H
#define PNS_PERF_TEXTBOOK_H

#include <pns/pns.h>

struct pns_textbook_result {
  enum pns_verdict verdict;
  uint64_t expansions;
  uint64_t positions; /* nodes in the tree */
};

/* Searches "the mover wins" until it is decided or a limit is reached. */
enum pns_status pns_textbook_run(const struct pns_position *position, uint64_t expansions,
                                 uint64_t positions, struct pns_textbook_result *result,
                                 struct pns_error *error);

#endif
