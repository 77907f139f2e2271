#include "support/textbook.h"

#include <stdlib.h>

#define INFINITE UINT64_MAX

struct tree_node {
  const struct graph_node *is;
  struct tree_node *parent;
  struct tree_node *children; /* NULL while not expanded */
  uint64_t pn, dn;
};

static uint64_t add(uint64_t a, uint64_t b) {
  return a == INFINITE || b == INFINITE ? INFINITE : a + b;
}

static void init_numbers(struct tree_node *node) {
  bool win = node->is->kind == GRAPH_WIN, loss = node->is->kind == GRAPH_LOSS;
  node->pn = win ? 0 : loss ? INFINITE : 1;
  node->dn = loss ? 0 : win ? INFINITE : 1;
}

static bool takes_least_pn(const struct textbook *book, const struct tree_node *node) {
  return (node->is->kind == GRAPH_OR) != book->swapped;
}

static void update(const struct textbook *book, struct tree_node *node) {
  uint64_t least_pn = INFINITE, least_dn = INFINITE, sum_pn = 0, sum_dn = 0;
  for (uint32_t i = 0; i < node->is->count; i++) {
    const struct tree_node *child = &node->children[i];
    if (child->pn < least_pn) least_pn = child->pn;
    if (child->dn < least_dn) least_dn = child->dn;
    sum_pn = add(sum_pn, child->pn);
    sum_dn = add(sum_dn, child->dn);
  }
  bool least = takes_least_pn(book, node);
  node->pn = least ? least_pn : sum_pn;
  node->dn = least ? sum_dn : least_dn;
}

static void expand(struct tree_node *node, const struct graph *graph) {
  node->children = calloc(node->is->count, sizeof *node->children);
  for (uint32_t i = 0; i < node->is->count; i++) {
    node->children[i].is = &graph->nodes[node->is->children[i]];
    node->children[i].parent = node;
    init_numbers(&node->children[i]);
  }
}

/* Down to the leaf by the child that has the node's own minimised number. */
static struct tree_node *most_proving(const struct textbook *book, struct tree_node *node) {
  while (node->children != NULL) {
    struct tree_node *next = node->children;
    bool by_pn = takes_least_pn(book, node);
    for (uint32_t i = 1; i < node->is->count; i++) {
      struct tree_node *child = &node->children[i];
      if (by_pn ? child->pn < next->pn : child->dn < next->dn) next = child;
    }
    node = next;
  }
  return node;
}

static void discard(struct tree_node *node) {
  if (node->children == NULL) return;
  for (uint32_t i = 0; i < node->is->count; i++) discard(&node->children[i]);
  free(node->children);
}

static bool undecided(const struct tree_node *node) { return node->pn != 0 && node->dn != 0; }

enum textbook_verdict textbook_solve(struct textbook *book, const struct graph *graph,
                                     uint32_t most) {
  struct tree_node root = {.is = &graph->nodes[0]};
  init_numbers(&root);
  bool stuck = false;
  for (book->expansions = 0; undecided(&root) && !stuck && book->expansions < most;) {
    struct tree_node *leaf = most_proving(book, &root);
    stuck = leaf->is->count == 0;
    if (stuck) break;
    expand(leaf, graph);
    book->expansions++;
    for (struct tree_node *node = leaf; node != NULL; node = node->parent) update(book, node);
  }
  enum textbook_verdict verdict = undecided(&root) ? TEXTBOOK_ENDLESS
                                  : root.pn == 0   ? TEXTBOOK_PROVEN
                                                   : TEXTBOOK_DISPROVEN;
  discard(&root);
  return verdict;
}
