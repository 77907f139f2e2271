/* Proof-number search straight from the book on a graph unfolded to a tree, with the two rules to
 * be swapped on demand: it shows that the engine's way round is the right one. */
#ifndef PNS_TESTS_TEXTBOOK_H
#define PNS_TESTS_TEXTBOOK_H

#include "support/graph.h"

enum textbook_verdict { TEXTBOOK_PROVEN, TEXTBOOK_DISPROVEN, TEXTBOOK_ENDLESS };

struct textbook {
  bool swapped;        /* minimum and sum exchanged */
  uint32_t expansions; /* after a run */
};

/* Gives up (ENDLESS) when the selected leaf cannot be expanded or after `most` expansions. */
enum textbook_verdict textbook_solve(struct textbook *book, const struct graph *graph,
                                     uint32_t most);

#endif
