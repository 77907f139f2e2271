#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "playout.h"
#include "proof.h"

#define NODES_MAX 400000u
#define TABLE (1u << 20)
/* How far from a random graph's node its children are at most. */
#define REACH 10u

/* ---- building ---- */

static uint32_t add_node(struct proof_graph *graph) {
  if (graph->count == graph->room) {
    graph->room = 2 * graph->room + 64;
    graph->nodes = realloc(graph->nodes, graph->room * sizeof *graph->nodes);
    assert_non_null(graph->nodes);
  }
  assert_in_range(graph->count, 0, NODES_MAX - 1);
  graph->nodes[graph->count] = (struct proof_node){.class_id = graph->count};
  return graph->count++;
}

static void add_child(struct proof_graph *graph, uint32_t child) {
  if (graph->child_count == graph->child_room) {
    graph->child_room = 2 * graph->child_room + 64;
    graph->children = realloc(graph->children, graph->child_room * sizeof *graph->children);
    assert_non_null(graph->children);
  }
  graph->children[graph->child_count++] = child;
}

void proof_graph_done(struct proof_graph *graph) {
  free(graph->nodes);
  free(graph->children);
  free(graph->definition);
}

/* ---- games ---- */

/* Keys to numbers: of nodes by the position's own key, of classes by the folded key. */
struct numbers {
  struct pns_key *keys;
  uint32_t *values; /* + 1; 0 is free */
};

static uint32_t *number_of(struct numbers *numbers, const struct pns_key *key) {
  uint64_t at = (key->word[0] * 31 + key->word[1]) * UINT64_C(0x9e3779b97f4a7c15) >> 44;
  for (;; at = (at + 1) % TABLE) {
    if (numbers->values[at] == 0) numbers->keys[at] = *key;
    if (memcmp(&numbers->keys[at], key, sizeof *key) == 0) return &numbers->values[at];
  }
}

struct spreader {
  struct proof_graph *graph;
  struct pns_rules rules;
  struct numbers nodes, classes;
  unsigned char *positions; /* of the nodes, position_bytes each */
};

struct named {
  char text[PNS_MOVE_TEXT_MAX];
  pns_move move;
};

/* The games' texts have no leading zeros, and without those this is natural order. */
static int by_text(const void *a, const void *b) { return strverscmp(a, b); }

/* What the game knows of a position without playing on. */
static void look_at(const struct pns_rules *rules, const void *position, struct proof_node *node) {
  const struct pns_game *game = rules->game;
  if (node->outcome != PNS_ONGOING) return;
  for (int i = PNS_FIRST; i <= PNS_SECOND; i++) {
    const enum pns_player player = (enum pns_player)i;
    node->hopeless[i] = game->hopeless != NULL && game->hopeless(rules, position, player);
    if (game->decided != NULL) node->decided[i] = (uint8_t)game->decided(rules, position, player);
  }
}

static uint32_t node_of(struct spreader *spreader, const void *position) {
  const struct pns_rules *rules = &spreader->rules;
  struct proof_graph *graph = spreader->graph;
  struct pns_key key, folded_key;
  union playout_position folded;
  rules->game->key(rules, position, &key);
  uint32_t *number = number_of(&spreader->nodes, &key);
  if (*number != 0) return *number - 1;
  const uint32_t node = add_node(graph);
  *number = node + 1;
  memcpy(spreader->positions + node * rules->position_bytes, position, rules->position_bytes);
  memcpy(&folded, position, rules->position_bytes);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, &folded);
  rules->game->key(rules, &folded, &folded_key);
  uint32_t *class_number = number_of(&spreader->classes, &folded_key);
  if (*class_number == 0) *class_number = node + 1;
  graph->nodes[node].class_id = *class_number - 1;
  graph->nodes[node].mover = (uint8_t)rules->game->mover(rules, position);
  graph->nodes[node].outcome = (uint8_t)rules->game->outcome(rules, position);
  look_at(rules, position, &graph->nodes[node]);
  return node;
}

static void spread_node(struct spreader *spreader, uint32_t node, struct named *named,
                        pns_move *moves) {
  const struct pns_rules *rules = &spreader->rules;
  union playout_position position, child;
  memcpy(&position, spreader->positions + node * rules->position_bytes, rules->position_bytes);
  const uint32_t count = rules->game->moves(rules, &position, moves);
  for (uint32_t i = 0; i < count; i++) {
    named[i].move = moves[i];
    rules->game->move_text(rules, &position, moves[i], named[i].text);
  }
  qsort(named, count, sizeof *named, by_text);
  spreader->graph->nodes[node].first = spreader->graph->child_count;
  spreader->graph->nodes[node].count = count;
  for (uint32_t i = 0; i < count; i++) {
    memcpy(&child, &position, rules->position_bytes);
    rules->game->play(rules, &child, named[i].move);
    add_child(spreader->graph, node_of(spreader, &child));
  }
}

static void open_spreader(struct spreader *spreader, struct proof_graph *graph, const char *spec) {
  const char *colon = strchr(spec, ':');
  const size_t length = colon == NULL ? strlen(spec) : (size_t)(colon - spec);
  const struct pns_game *game = pns_registry_find(spec, length);
  assert_non_null(game);
  playout_open(game, colon == NULL ? "" : colon + 1, &spreader->rules);
  spreader->graph = graph;
  struct numbers *both[] = {&spreader->nodes, &spreader->classes};
  for (int i = 0; i < 2; i++) {
    both[i]->keys = calloc(TABLE, sizeof *both[i]->keys);
    both[i]->values = calloc(TABLE, sizeof *both[i]->values);
  }
  spreader->positions = malloc(NODES_MAX * spreader->rules.position_bytes);
  snprintf(graph->game, sizeof graph->game, "%s", game->name);
  memcpy(graph->parameters, spreader->rules.parameters, sizeof graph->parameters);
  if (game->definition != NULL) graph->definition = strdup(game->definition(&spreader->rules));
}

static void close_spreader(struct spreader *spreader) {
  playout_close(&spreader->rules);
  free(spreader->nodes.keys);
  free(spreader->nodes.values);
  free(spreader->classes.keys);
  free(spreader->classes.values);
  free(spreader->positions);
}

void proof_graph_game(struct proof_graph *graph, const char *spec, const char *position) {
  struct spreader spreader;
  union playout_position root;
  struct pns_error error;
  memset(graph, 0, sizeof *graph);
  memset(&root, 0, sizeof root);
  open_spreader(&spreader, graph, spec);
  const struct pns_game *game = spreader.rules.game;
  if (*position == '\0')
    game->start(&spreader.rules, &root);
  else if (game->parse(&spreader.rules, position, &root, &error) != PNS_OK)
    fail_msg("%s", error.text);
  game->format(&spreader.rules, &root, graph->position);
  struct named *named = calloc(PNS_MOVES_MAX, sizeof *named);
  pns_move *moves = calloc(PNS_MOVES_MAX, sizeof *moves);
  node_of(&spreader, &root);
  for (uint32_t i = 0; i < graph->count; i++)
    if (graph->nodes[i].outcome == PNS_ONGOING) spread_node(&spreader, i, named, moves);
  free(named);
  free(moves);
  close_spreader(&spreader);
}

/* ---- random graphs ---- */

static uint32_t below(uint64_t *random, uint32_t limit) {
  return (uint32_t)((playout_random(random) >> 32) * limit >> 32);
}

/* One to a few children near by, numbered upwards: the natural order of n0, n1, ... */
static void link_node(struct proof_graph *graph, uint32_t node, uint64_t *random) {
  const uint32_t back = node < REACH ? node : REACH;
  const uint32_t from = graph->cyclic ? node - back : node + 1;
  const uint32_t to = graph->count - node > REACH ? node + REACH : graph->count;
  const uint32_t wanted = 1 + below(random, 4);
  graph->nodes[node].first = graph->child_count;
  for (uint32_t child = from; child < to; child++) {
    const bool last_chance = child == to - 1 && graph->nodes[node].count == 0;
    if (below(random, to - from) >= wanted && !last_chance) continue;
    add_child(graph, child);
    graph->nodes[node].count++;
  }
}

static void write_definition(struct proof_graph *graph) {
  static const char *const words[] = {"or", "and", "win", "loss"};
  size_t bytes;
  FILE *file = open_memstream(&graph->definition, &bytes);
  assert_non_null(file);
  for (uint32_t i = 0; i < graph->count; i++) {
    const struct proof_node *node = &graph->nodes[i];
    fprintf(file, "n%u %s", i,
            words[node->outcome != PNS_ONGOING ? node->outcome + 1 : node->mover]);
    for (uint32_t k = 0; k < node->count; k++)
      fprintf(file, " n%u", graph->children[node->first + k]);
    fputc('\n', file);
  }
  fclose(file);
}

void proof_graph_random(struct proof_graph *graph, uint64_t seed, uint32_t nodes, bool cyclic) {
  uint64_t random = seed * 2 + 1;
  memset(graph, 0, sizeof *graph);
  graph->cyclic = cyclic;
  for (uint32_t i = 0; i < nodes; i++) add_node(graph);
  for (uint32_t i = 0; i < nodes; i++) {
    const bool leaf = i > 0 && (i == nodes - 1 || below(&random, i > nodes / 2 ? 2 : 16) == 0);
    graph->nodes[i].mover = (uint8_t)below(&random, 2);
    if (leaf) {
      graph->nodes[i].outcome = (uint8_t)(PNS_FIRST_WINS + below(&random, 2));
      graph->nodes[i].mover = PNS_FIRST;
    } else {
      link_node(graph, i, &random);
    }
  }
  strcpy(graph->game, "andor");
  strcpy(graph->parameters, "random");
  strcpy(graph->position, "n0");
  write_definition(graph);
}

/* ---- graphs from text ---- */

/* Names in the order in which they were met; the root is met first. */
struct names {
  char (*name)[72];
  uint32_t count;
};

static uint32_t name_number(struct names *names, const char *name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (strcmp(names->name[i], name) == 0) return i;
  names->name = realloc(names->name, (names->count + 1) * sizeof *names->name);
  snprintf(names->name[names->count], sizeof names->name[0], "%s", name);
  return names->count++;
}

static void read_node(struct proof_graph *graph, struct names *names, const char *name,
                      char *rest) {
  char *save = NULL;
  const uint32_t index = name_number(names, name);
  const char *kind = strtok_r(rest, " \t\r", &save);
  assert_non_null(kind);
  while (graph->count <= index) add_node(graph);
  struct proof_node node = {.first = graph->child_count, .class_id = index};
  if (strcmp(kind, "win") == 0) node.outcome = PNS_FIRST_WINS;
  if (strcmp(kind, "loss") == 0) node.outcome = PNS_SECOND_WINS;
  node.mover = strcmp(kind, "and") == 0 ? PNS_SECOND : PNS_FIRST;
  for (char *child; (child = strtok_r(NULL, " \t\r", &save)) != NULL; node.count++) {
    add_child(graph, name_number(names, child));
    while (graph->count < names->count) add_node(graph);
  }
  graph->nodes[index] = node;
}

void proof_graph_text(struct proof_graph *graph, const char *definition, const char *root) {
  struct names names = {NULL, 0};
  char *text = strdup(definition), *save = NULL;
  memset(graph, 0, sizeof *graph);
  name_number(&names, root);
  for (char *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
    line[strcspn(line, "#")] = '\0';
    line += strspn(line, " \t\r");
    char *rest = line + strcspn(line, " \t\r");
    if (*line == '\0') continue;
    if (*rest != '\0') *rest++ = '\0';
    read_node(graph, &names, line, rest);
  }
  free(text);
  free(names.name);
}

/* ---- solving ---- */

/* Moves to the prover's win, by the children's figures at hand. */
static uint32_t win_distance(const struct proof_graph *graph, const struct proof_node *node,
                             uint8_t prover, const uint32_t *distance) {
  uint32_t least = UINT32_MAX, most = 0;
  for (uint32_t i = 0; i < node->count; i++) {
    const uint32_t child = distance[graph->children[node->first + i]];
    if (child < least) least = child;
    if (child > most) most = child;
  }
  const uint32_t best = node->mover == prover ? least : most;
  return best == UINT32_MAX ? UINT32_MAX : best + 1;
}

uint32_t *proof_solve(const struct proof_graph *graph, uint8_t prover) {
  uint32_t *distance = malloc(graph->count * sizeof *distance);
  for (uint32_t i = 0; i < graph->count; i++) {
    const uint8_t won = prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
    distance[i] = graph->nodes[i].outcome == won ? 0 : UINT32_MAX;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = graph->count; i-- > 0;) {
      if (graph->nodes[i].outcome != PNS_ONGOING) continue;
      const uint32_t now = win_distance(graph, &graph->nodes[i], prover, distance);
      changed |= now != distance[i];
      distance[i] = now;
    }
  }
  return distance;
}
