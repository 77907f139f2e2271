#include "textbook.h"

#include <stdlib.h>
#include <string.h>

#define INFINITE UINT32_MAX

struct node {
  struct node *parent;
  struct node **children; /* NULL: a leaf */
  uint32_t child_count;
  uint32_t pn, dn;
  pns_move move; /* from the parent */
  bool is_or;
};

struct tree {
  const struct pns_rules *rules;
  enum pns_player prover;
  struct node *root;
  void *position; /* of the node at hand */
  pns_move *moves;
  uint64_t positions;
};

static uint32_t add(uint32_t a, uint32_t b) {
  if (a == INFINITE || b == INFINITE) return INFINITE;
  return a + b < INFINITE - 1 && a + b >= a ? a + b : INFINITE - 1;
}

/* First numbers of the position at hand. */
static void evaluate(const struct tree *tree, const void *position, struct node *node) {
  const struct pns_game *game = tree->rules->game;
  const enum pns_outcome won = tree->prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  const enum pns_outcome outcome = game->outcome(tree->rules, position);
  node->is_or = game->mover(tree->rules, position) == tree->prover;
  node->pn = outcome == PNS_ONGOING ? 1 : outcome == won ? 0 : INFINITE;
  node->dn = outcome == PNS_ONGOING ? 1 : outcome == won ? INFINITE : 0;
}

static void update(struct node *node) {
  uint32_t least = INFINITE, sum = 0;
  for (uint32_t i = 0; i < node->child_count; i++) {
    const struct node *child = node->children[i];
    const uint32_t minimised = node->is_or ? child->pn : child->dn;
    if (minimised < least) least = minimised;
    sum = add(sum, node->is_or ? child->dn : child->pn);
  }
  node->pn = node->is_or ? least : sum;
  node->dn = node->is_or ? sum : least;
}

/* Goes down to the most-proving leaf; the tree's position follows. */
static struct node *select_leaf(struct tree *tree, const void *start) {
  struct node *node = tree->root;
  memcpy(tree->position, start, tree->rules->position_bytes);
  while (node->children != NULL) {
    struct node *best = node->children[0];
    for (uint32_t i = 0; i < node->child_count; i++) {
      struct node *child = node->children[i];
      const bool is_it = node->is_or ? child->pn == node->pn : child->dn == node->dn;
      if (!is_it) continue;
      best = child;
      break;
    }
    node = best;
    tree->rules->game->play(tree->rules, tree->position, node->move);
  }
  return node;
}

static bool expand(struct tree *tree, struct node *node) {
  const struct pns_game *game = tree->rules->game;
  char child_position[PNS_POSITION_BYTES_MAX];
  const uint32_t count = game->moves(tree->rules, tree->position, tree->moves);
  node->children = malloc(count * sizeof *node->children);
  if (node->children == NULL) return false;
  for (uint32_t i = 0; i < count; i++) {
    struct node *child = calloc(1, sizeof *child);
    if (child == NULL) return false;
    memcpy(child_position, tree->position, tree->rules->position_bytes);
    game->play(tree->rules, child_position, tree->moves[i]);
    child->parent = node;
    child->move = tree->moves[i];
    evaluate(tree, child_position, child);
    node->children[i] = child;
    node->child_count = i + 1;
    tree->positions++;
  }
  return true;
}

static void free_below(struct node *node) {
  if (node == NULL) return;
  for (uint32_t i = 0; i < node->child_count; i++) free_below(node->children[i]);
  free(node->children);
  free(node);
}

static bool search(struct tree *tree, const void *start, uint64_t expansions, uint64_t positions,
                   struct pns_textbook_result *result) {
  evaluate(tree, start, tree->root);
  tree->positions = 1;
  while (tree->root->pn != 0 && tree->root->dn != 0 && result->expansions < expansions &&
         tree->positions < positions) {
    struct node *leaf = select_leaf(tree, start);
    if (!expand(tree, leaf)) return false;
    for (; leaf != NULL; leaf = leaf->parent) update(leaf);
    result->expansions++;
  }
  return true;
}

enum pns_status pns_textbook_run(const struct pns_position *position, uint64_t expansions,
                                 uint64_t positions, struct pns_textbook_result *result,
                                 struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(position);
  const void *start = pns_position_bytes(position);
  struct tree tree = {.rules = rules, .prover = rules->game->mover(rules, start)};
  tree.root = calloc(1, sizeof *tree.root);
  tree.position = malloc(rules->position_bytes);
  tree.moves = malloc(rules->max_moves * sizeof *tree.moves);
  *result = (struct pns_textbook_result){.verdict = PNS_UNKNOWN};
  const bool complete = tree.root != NULL && tree.position != NULL && tree.moves != NULL &&
                        search(&tree, start, expansions, positions, result);
  result->positions = tree.positions;
  if (complete && tree.root->pn == 0) result->verdict = PNS_PROVEN;
  if (complete && tree.root->dn == 0) result->verdict = PNS_DISPROVEN;
  free_below(tree.root);
  free(tree.position);
  free(tree.moves);
  return complete ? PNS_OK : pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a tree");
}
