/* AND/OR graphs, read from the definition. The first word is the node, in the order of the lines.
 */
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"

#define NAME_MAX_BYTES 64u

enum kind { OR, AND, WIN, LOSS };

struct node {
  const char *name;
  enum kind kind;
  size_t first, count; /* its children */
};

/* While reading, a child is known by its name only. */
union child {
  const char *name;
  uint64_t node;
};

struct graph {
  char *text; /* cut into names */
  struct node *nodes;
  size_t node_count, node_room;
  union child *children;
  size_t child_count, child_room;
  const struct node **by_name;
};

static const struct graph *graph_of(const struct check_rules *rules) { return rules->context; }

/* ---- reading ---- */

/* The next word before `end`, ended by a zero; NULL when there is none, or "" when it is too long.
 */
static const char *next_word(char **at, const char *end) {
  while (*at < end && strchr(" \t\r", **at) != NULL) ++*at;
  if (*at >= end) return NULL;
  char *word = *at;
  while (*at < end && strchr(" \t\r", **at) == NULL) ++*at;
  const bool too_long = (size_t)(*at - word) > NAME_MAX_BYTES;
  *(*at)++ = '\0';
  return too_long ? "" : word;
}

static bool add_child(struct graph *graph, struct node *node, const char *name) {
  if (graph->child_count == graph->child_room) {
    graph->child_room = 2 * graph->child_room + 64;
    union child *children = realloc(graph->children, graph->child_room * sizeof *graph->children);
    if (children == NULL) return false;
    graph->children = children;
  }
  graph->children[graph->child_count++].name = name;
  node->count++;
  return true;
}

static struct node *add_node(struct graph *graph, const char *name) {
  if (graph->node_count == graph->node_room) {
    graph->node_room = 2 * graph->node_room + 64;
    struct node *nodes = realloc(graph->nodes, graph->node_room * sizeof *graph->nodes);
    if (nodes == NULL) return NULL;
    graph->nodes = nodes;
  }
  struct node *node = &graph->nodes[graph->node_count++];
  *node = (struct node){.name = name, .first = graph->child_count};
  return node;
}

static bool read_kind(const char *word, enum kind *kind) {
  static const char *const words[] = {"or", "and", "win", "loss"};
  for (int i = 0; i < 4; i++) {
    if (strcmp(word, words[i]) != 0) continue;
    *kind = (enum kind)i;
    return true;
  }
  return false;
}

/* A line without its comment: nothing, or "NAME KIND CHILD...". */
static bool read_line(struct graph *graph, char *at, const char *end) {
  const char *name = next_word(&at, end);
  if (name == NULL) return true;
  const char *kind = next_word(&at, end);
  struct node *node = add_node(graph, name);
  if (node == NULL || *name == '\0' || kind == NULL || !read_kind(kind, &node->kind)) return false;
  for (const char *child; (child = next_word(&at, end)) != NULL;)
    if (*child == '\0' || !add_child(graph, node, child)) return false;
  return (node->count > 0) == (node->kind == OR || node->kind == AND);
}

/* `text` has room for one byte more than `bytes`. */
static bool read_lines(struct graph *graph, size_t bytes) {
  char *at = graph->text, *const text_end = at + bytes;
  while (at < text_end) {
    char *line_end = memchr(at, '\n', (size_t)(text_end - at));
    if (line_end == NULL) line_end = text_end;
    const char *comment = memchr(at, '#', (size_t)(line_end - at));
    if (!read_line(graph, at, comment != NULL ? comment : line_end)) return false;
    at = line_end + 1;
  }
  return graph->node_count > 0;
}

/* ---- names ---- */

static int name_order(const void *a, const void *b) {
  const struct node *const *left = a, *const *right = b;
  return strcmp((*left)->name, (*right)->name);
}

static const struct node *find(const struct graph *graph, const char *name) {
  const struct node key = {.name = name}, *pointer = &key;
  const struct node *const *found =
      bsearch(&pointer, graph->by_name, graph->node_count, sizeof pointer, name_order);
  return found == NULL ? NULL : *found;
}

/* No name twice. */
static bool sort_names(struct graph *graph) {
  graph->by_name = malloc(graph->node_count * sizeof *graph->by_name);
  if (graph->by_name == NULL) return false;
  for (size_t i = 0; i < graph->node_count; i++) graph->by_name[i] = &graph->nodes[i];
  qsort(graph->by_name, graph->node_count, sizeof *graph->by_name, name_order);
  for (size_t i = 1; i < graph->node_count; i++)
    if (name_order(&graph->by_name[i - 1], &graph->by_name[i]) == 0) return false;
  return true;
}

static int child_order(const void *a, const void *b) {
  return check_text_order(((const union child *)a)->name, ((const union child *)b)->name);
}

/* Children in natural order of their names, each once, as numbers of nodes. */
static bool resolve(const struct graph *graph, struct node *node) {
  if (node->count == 0) return true;
  union child *children = graph->children + node->first;
  qsort(children, node->count, sizeof *children, child_order);
  const size_t named = node->count;
  const char *before = NULL;
  node->count = 0;
  for (size_t i = 0; i < named; i++) {
    const char *name = children[i].name;
    if (before != NULL && strcmp(before, name) == 0) continue;
    before = name;
    const struct node *child = find(graph, name);
    if (child == NULL) return false;
    children[node->count++].node = (uint64_t)(child - graph->nodes);
  }
  return node->count <= CHECK_MOVES_MAX;
}

static bool read_graph(struct graph *graph, const char *definition, size_t bytes) {
  if (memchr(definition, '\0', bytes) != NULL) return false;
  memcpy(graph->text, definition, bytes);
  if (!read_lines(graph, bytes) || !sort_names(graph)) return false;
  for (size_t i = 0; i < graph->node_count; i++)
    if (!resolve(graph, &graph->nodes[i])) return false;
  return true;
}

/* ---- the game ---- */

/* The parameter is the name the file had where it was solved: the definition is what counts. */
static bool open(struct check_rules *rules, const char *parameters) {
  (void)rules, (void)parameters;
  return true;
}

static bool define(struct check_rules *rules, const char *definition, size_t bytes) {
  struct graph *graph = calloc(1, sizeof *graph);
  rules->context = graph;
  if (graph == NULL) return false;
  graph->text = calloc(bytes + 1, 1);
  return graph->text != NULL && read_graph(graph, definition, bytes);
}

static void close(struct check_rules *rules) {
  struct graph *graph = rules->context;
  if (graph == NULL) return;
  free(graph->text);
  free(graph->nodes);
  free(graph->children);
  free(graph->by_name);
  free(graph);
}

static void stand_on(const struct graph *graph, uint64_t node, struct check_position *position) {
  position->words[0] = node;
  position->side = graph->nodes[node].kind == AND ? CHECK_SECOND : CHECK_FIRST;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  const struct graph *graph = graph_of(rules);
  const struct node *node = find(graph, text);
  if (node != NULL) stand_on(graph, (uint64_t)(node - graph->nodes), position);
  return node != NULL;
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  switch (graph_of(rules)->nodes[position->words[0]].kind) {
    case WIN:
      return CHECK_FIRST_WINS;
    case LOSS:
      return CHECK_SECOND_WINS;
    default:
      return CHECK_ONGOING;
  }
}

static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  const uint32_t count = (uint32_t)graph_of(rules)->nodes[position->words[0]].count;
  for (uint32_t i = 0; i < count; i++) list[i] = i;
  return count;
}

static uint64_t child_of(const struct graph *graph, const struct check_position *position,
                         uint32_t move) {
  return graph->children[graph->nodes[position->words[0]].first + move].node;
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  const struct graph *graph = graph_of(rules);
  stand_on(graph, child_of(graph, position, move), position);
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  const struct graph *graph = graph_of(rules);
  strcpy(text, graph->nodes[child_of(graph, position, move)].name);
}

const struct check_game check_game_andor = {
    .name = "andor",
    .rules =
        "the graph in the file: at an or node the first player chooses a child, at an and node "
        "the second; endless play is no win",
    .words = 1,
    .repeats = true,
    .open = open,
    .define = define,
    .close = close,
    .parse = parse,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
