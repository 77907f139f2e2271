/* Reading the store from the root, as far as it is known. */
#ifndef PNS_SEARCH_LINE_H
#define PNS_SEARCH_LINE_H

#include "search/search.h"

/* The node of a position in canonical form; NULL when nobody expanded it. */
struct pns_node *pns_line_node(const struct pns_search *search, const void *position);

/* The edge a reader wants to see first: one that settles the node for its mover, else the
 * most-proving one, else (all lost) the first. NULL when the node keeps no edge. */
const struct pns_edge *pns_line_edge(const struct pns_node *node);

/* The move of a real position that an edge of its canonical form stands for (walk.h). False when
 * there is none. */
bool pns_line_move(const struct pns_search *search, const void *position, pns_move edge_move,
                   pns_move *move);

/* The most-proving line from a real (not canonical) position as text, moves between blanks, cut to
 * `size`. Where a position comes back the line ends with "(=N)": it stands as after N moves. */
void pns_line_write(const struct pns_search *search, const void *position, char *text, size_t size);

#endif
