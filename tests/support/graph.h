/* Random AND/OR graphs as a game, with their values by full evaluation. */
#ifndef PNS_TESTS_GRAPH_H
#define PNS_TESTS_GRAPH_H

#include <pns/pns.h>

enum graph_kind { GRAPH_OR, GRAPH_AND, GRAPH_WIN, GRAPH_LOSS };

struct graph_node {
  enum graph_kind kind;
  uint32_t count;
  uint32_t *children;
};

/* Node 0 is the root; in a DAG children have greater numbers than their parents. */
struct graph {
  bool cyclic;
  uint32_t count, capacity;
  struct graph_node *nodes;
};

/* A small generator of its own, so that every test is repeatable. */
struct random {
  uint64_t state;
};
uint32_t random_below(struct random *random, uint32_t bound);

/* A tree of random depth up to `depth`, each inner node with 2 or 3 children. */
struct graph *graph_random_tree(struct random *random, uint32_t depth);
/* A DAG of layers whose nodes choose 1 to 4 children in the layers below, shared ones included. */
struct graph *graph_random_dag(struct random *random);
/* A graph of 5 to `most` nodes where edges lead anywhere, with self-loops and double edges. */
struct graph *graph_random_cyclic(struct random *random, uint32_t most);
/* One circle through all nodes, OR and AND in turn. */
struct graph *graph_ring(uint32_t count);
void graph_free(struct graph *graph);

#define GRAPH_MOVES_MAX 8

/* For every node whether FIRST (the OR side) wins there, by backward induction: play that never
 * ends is no win. To be freed. */
bool *graph_values(const struct graph *graph);
/* The same for the root alone. */
bool graph_first_wins(const struct graph *graph);

/* A game whose only start is the graph's root; FIRST moves at OR nodes. The graph must outlive what
 * is opened with it, the struct too. */
struct pns_game graph_game(const struct graph *graph);

#endif
