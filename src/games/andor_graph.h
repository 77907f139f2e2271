/* AND/OR graphs as text: the reader behind the game `andor`. Needs nothing but memory. */
#ifndef PNS_GAMES_ANDOR_GRAPH_H
#define PNS_GAMES_ANDOR_GRAPH_H

#include <pns/pns.h>

#define PNS_ANDOR_NAME_MAX 64u
#define PNS_ANDOR_NODES_MAX (UINT32_C(1) << 24)
#define PNS_ANDOR_TEXT_MAX ((size_t)1 << 30)

enum pns_andor_kind {
  PNS_ANDOR_UNDEFINED = 0, /* only while reading */
  PNS_ANDOR_OR = 1,
  PNS_ANDOR_AND = 2,
  PNS_ANDOR_WIN = 3,
  PNS_ANDOR_LOSS = 4,
};

struct pns_andor_node {
  uint32_t name;  /* where the name begins in the text */
  uint32_t first; /* index into `children` */
  uint16_t count; /* of children, each named once */
  uint8_t name_bytes;
  uint8_t kind; /* enum pns_andor_kind */
};

/* Node 0 is the root. Constant once read. */
struct pns_andor_graph {
  char *text; /* a copy of what was read, ended by a zero */
  struct pns_andor_node *nodes;
  uint32_t *children;
  uint32_t *slots; /* names to nodes: index + 1, 0 is free */
  uint32_t count, slot_mask, most_children;
};

/* Reads a text of `bytes` bytes; it need not end with a zero. A child that a line names twice
 * counts once. On failure (status and sentence with the line) nothing is left behind. */
enum pns_status pns_andor_graph_read(struct pns_andor_graph *graph, const char *text, size_t bytes,
                                     struct pns_error *error);
void pns_andor_graph_done(struct pns_andor_graph *graph);

/* Whether a node leads back to itself, be it one that the root does not reach. Fails only for want
 * of memory. */
enum pns_status pns_andor_graph_find_cycle(const struct pns_andor_graph *graph, bool *found,
                                           struct pns_error *error);

/* The node of that name; `graph->count` when there is none. */
uint32_t pns_andor_graph_find(const struct pns_andor_graph *graph, const char *name, size_t bytes);

/* Writes a node's name, at most PNS_ANDOR_NAME_MAX + 1 bytes. */
void pns_andor_graph_name(const struct pns_andor_graph *graph, uint32_t node, char *name);

#endif
