#include "support/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64 */
uint32_t random_below(struct random *random, uint32_t bound) {
  uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  return (uint32_t)(((z >> 32) * bound) >> 32);
}

/* ---- making ---- */

static struct graph *graph_new(void) { return calloc(1, sizeof(struct graph)); }

static uint32_t add_node(struct graph *graph, enum graph_kind kind, uint32_t count) {
  if (graph->count == graph->capacity) {
    graph->capacity = graph->capacity == 0 ? 64 : 2 * graph->capacity;
    graph->nodes = realloc(graph->nodes, graph->capacity * sizeof *graph->nodes);
  }
  uint32_t *children = count > 0 ? calloc(count, sizeof *children) : NULL;
  graph->nodes[graph->count] = (struct graph_node){kind, count, children};
  return graph->count++;
}

void graph_free(struct graph *graph) {
  for (uint32_t i = 0; i < graph->count; i++) free(graph->nodes[i].children);
  free(graph->nodes);
  free(graph);
}

static enum graph_kind random_leaf(struct random *random) {
  return random_below(random, 2) == 0 ? GRAPH_WIN : GRAPH_LOSS;
}

static enum graph_kind random_inner(struct random *random) {
  return random_below(random, 2) == 0 ? GRAPH_OR : GRAPH_AND;
}

static uint32_t grow_tree(struct graph *graph, struct random *random, uint32_t depth, bool root) {
  if (depth == 0 || (!root && random_below(random, 6) == 0))
    return add_node(graph, random_leaf(random), 0);
  uint32_t count = 2 + random_below(random, 2);
  uint32_t node = add_node(graph, random_inner(random), count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t child = grow_tree(graph, random, depth - 1, false);
    graph->nodes[node].children[i] = child;
  }
  return node;
}

struct graph *graph_random_tree(struct random *random, uint32_t depth) {
  struct graph *graph = graph_new();
  grow_tree(graph, random, 1 + random_below(random, depth), true);
  return graph;
}

struct graph *graph_random_dag(struct random *random) {
  struct graph *graph = graph_new();
  uint32_t inner = 3 + random_below(random, 60), leaves = 2 + random_below(random, 20);
  uint32_t reach = 3 + random_below(random, 20); /* how far down children may be */
  for (uint32_t i = 0; i < inner; i++)
    add_node(graph, random_inner(random), 1 + random_below(random, 4));
  for (uint32_t i = 0; i < leaves; i++) add_node(graph, random_leaf(random), 0);
  for (uint32_t i = 0; i < inner; i++) {
    for (uint32_t k = 0; k < graph->nodes[i].count; k++) {
      uint32_t below = graph->count - i - 1;
      graph->nodes[i].children[k] = i + 1 + random_below(random, below < reach ? below : reach);
    }
  }
  return graph;
}

struct graph *graph_random_cyclic(struct random *random, uint32_t most) {
  struct graph *graph = graph_new();
  graph->cyclic = true;
  uint32_t count = 5 + random_below(random, most - 4);
  uint32_t leaves = 1 + random_below(random, 1 + count / 3);
  uint32_t degree = 1 + random_below(random, GRAPH_MOVES_MAX);
  uint32_t near = 2 + random_below(random, count); /* some have short circles only */
  for (uint32_t i = 0; i < count; i++) {
    bool leaf = i > 0 && random_below(random, count) < leaves;
    add_node(graph, leaf ? random_leaf(random) : random_inner(random),
             leaf ? 0 : 1 + random_below(random, degree));
  }
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < graph->nodes[i].count; k++)
      graph->nodes[i].children[k] =
          random_below(random, 3) == 0
              ? random_below(random, count)
              : (i + count - near / 2 + random_below(random, near)) % count;
  return graph;
}

struct graph *graph_ring(uint32_t count) {
  struct graph *graph = graph_new();
  graph->cyclic = true;
  for (uint32_t i = 0; i < count; i++) {
    add_node(graph, i % 2 == 0 ? GRAPH_OR : GRAPH_AND, 1);
    graph->nodes[i].children[0] = (i + 1) % count;
  }
  return graph;
}

static bool wins_now(const struct graph_node *node, const bool *wins) {
  uint32_t won = 0;
  for (uint32_t k = 0; k < node->count; k++) won += wins[node->children[k]];
  return node->kind == GRAPH_WIN || (node->kind == GRAPH_OR && won > 0) ||
         (node->kind == GRAPH_AND && won == node->count);
}

bool *graph_values(const struct graph *graph) {
  bool *wins = calloc(graph->count, sizeof *wins);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = graph->count; i-- > 0;) {
      if (wins[i] || !wins_now(&graph->nodes[i], wins)) continue;
      wins[i] = true;
      again = graph->cyclic; /* elsewhere the children came first */
    }
  }
  return wins;
}

bool graph_first_wins(const struct graph *graph) {
  bool *wins = graph_values(graph);
  bool answer = wins[0];
  free(wins);
  return answer;
}

/* ---- playing ---- */

static const struct graph_node *node_of(const struct pns_rules *rules, const void *position) {
  const struct graph *graph = rules->context;
  return &graph->nodes[*(const uint32_t *)position];
}

static enum pns_status graph_open(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  (void)parameters;
  (void)error;
  union {
    const void *given;
    void *kept;
  } graph = {.given = rules->game->user};
  rules->context = graph.kept;
  rules->position_bytes = sizeof(uint32_t);
  rules->max_moves = GRAPH_MOVES_MAX;
  rules->cyclic = ((const struct graph *)graph.kept)->cyclic;
  rules->exact_key = true;
  rules->goal = PNS_GOAL_FIRST_WINS;
  return PNS_OK;
}

static void graph_start(const struct pns_rules *rules, void *position) {
  (void)rules;
  *(uint32_t *)position = 0;
}

static void graph_format(const struct pns_rules *rules, const void *position, char *text) {
  (void)rules;
  snprintf(text, PNS_POSITION_TEXT_MAX, "n%u", *(const uint32_t *)position);
}

static void graph_draw(const struct pns_rules *rules, const void *position, char *text) {
  graph_format(rules, position, text);
}

static void graph_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                            char *text) {
  (void)rules;
  (void)position;
  snprintf(text, PNS_MOVE_TEXT_MAX, "%u", move);
}

static enum pns_player graph_mover(const struct pns_rules *rules, const void *position) {
  return node_of(rules, position)->kind == GRAPH_OR ? PNS_FIRST : PNS_SECOND;
}

static enum pns_outcome graph_outcome(const struct pns_rules *rules, const void *position) {
  enum graph_kind kind = node_of(rules, position)->kind;
  if (kind == GRAPH_WIN) return PNS_FIRST_WINS;
  return kind == GRAPH_LOSS ? PNS_SECOND_WINS : PNS_ONGOING;
}

static uint32_t graph_moves(const struct pns_rules *rules, const void *position, pns_move *moves) {
  uint32_t count = node_of(rules, position)->count;
  for (uint32_t i = 0; i < count; i++) moves[i] = i;
  return count;
}

static void graph_play(const struct pns_rules *rules, void *position, pns_move move) {
  uint32_t child = node_of(rules, position)->children[move];
  memcpy(position, &child, sizeof child);
}

static void graph_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  (void)rules;
  key->word[0] = *(const uint32_t *)position;
  key->word[1] = 0;
}

struct pns_game graph_game(const struct graph *graph) {
  return (struct pns_game){
      .abi = PNS_GAME_ABI,
      .name = "graph",
      .title = "a random graph",
      .user = graph,
      .open = graph_open,
      .start = graph_start,
      .format = graph_format,
      .draw = graph_draw,
      .move_text = graph_move_text,
      .mover = graph_mover,
      .outcome = graph_outcome,
      .moves = graph_moves,
      .play = graph_play,
      .key = graph_key,
  };
}
