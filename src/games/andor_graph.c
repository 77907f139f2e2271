#include "games/andor_graph.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* What is only needed while reading. */
struct reader {
  struct pns_andor_graph *graph;
  struct pns_error *error;
  const char *at, *end; /* the rest of the line */
  uint32_t line;        /* from 1 */
  uint32_t *lines;      /* of each node: its definition, before that its first use */
  uint32_t *parents;    /* of each node: the line that named it as a child last */
  uint32_t nodes_room, children_count, children_room;
};

struct word {
  const char *text;
  size_t bytes;
};

static enum pns_status out_of_memory(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_SYSTEM, "andor: out of memory for the graph");
}

/* ---- names ---- */

static uint32_t *find_slot(const struct pns_andor_graph *graph, const char *name, size_t bytes) {
  uint32_t slot = (uint32_t)XXH3_64bits(name, bytes) & graph->slot_mask;
  for (;; slot = (slot + 1) & graph->slot_mask) {
    if (graph->slots[slot] == 0) return &graph->slots[slot];
    const struct pns_andor_node *node = &graph->nodes[graph->slots[slot] - 1];
    if (node->name_bytes == bytes && memcmp(graph->text + node->name, name, bytes) == 0)
      return &graph->slots[slot];
  }
}

uint32_t pns_andor_graph_find(const struct pns_andor_graph *graph, const char *name, size_t bytes) {
  const uint32_t found = *find_slot(graph, name, bytes);
  return found != 0 ? found - 1 : graph->count;
}

void pns_andor_graph_name(const struct pns_andor_graph *graph, uint32_t node, char *name) {
  memcpy(name, graph->text + graph->nodes[node].name, graph->nodes[node].name_bytes);
  name[graph->nodes[node].name_bytes] = '\0';
}

static bool grow(void *array, uint32_t count, size_t bytes) {
  void *old, *grown;
  memcpy(&old, array, sizeof old);
  grown = realloc(old, count * bytes);
  if (grown == NULL) return false;
  memcpy(array, &grown, sizeof grown);
  return true;
}

/* Twice as many slots as nodes may be, so that a search always finds a free one. */
static bool grow_slots(struct pns_andor_graph *graph, uint32_t room) {
  uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
  if (slots == NULL) return false;
  free(graph->slots);
  graph->slots = slots;
  graph->slot_mask = room * 2 - 1;
  for (uint32_t i = 0; i < graph->count; i++) {
    const struct pns_andor_node *node = &graph->nodes[i];
    *find_slot(graph, graph->text + node->name, node->name_bytes) = i + 1;
  }
  return true;
}

static bool grow_nodes(struct reader *reader) {
  const uint32_t room = reader->nodes_room == 0 ? 64 : reader->nodes_room * 2;
  if (!grow(&reader->graph->nodes, room, sizeof *reader->graph->nodes) ||
      !grow(&reader->lines, room, sizeof *reader->lines) ||
      !grow(&reader->parents, room, sizeof *reader->parents) || !grow_slots(reader->graph, room))
    return false;
  reader->nodes_room = room;
  return true;
}

/* The node of that name, new when it is met for the first time. */
static enum pns_status intern(struct reader *reader, struct word word, uint32_t *node) {
  struct pns_andor_graph *graph = reader->graph;
  if (graph->count == reader->nodes_room && !grow_nodes(reader))
    return out_of_memory(reader->error);
  uint32_t *slot = find_slot(graph, word.text, word.bytes);
  if (*slot == 0) {
    if (graph->count == PNS_ANDOR_NODES_MAX)
      return pns_error_set(reader->error, PNS_ERROR_INPUT,
                           "andor: line %u: more than %u nodes, expected at most that many",
                           reader->line, PNS_ANDOR_NODES_MAX);
    graph->nodes[graph->count] = (struct pns_andor_node){
        .name = (uint32_t)(word.text - graph->text), .name_bytes = (uint8_t)word.bytes};
    reader->lines[graph->count] = reader->line;
    reader->parents[graph->count] = 0;
    *slot = ++graph->count;
  }
  *node = *slot - 1;
  return PNS_OK;
}

/* ---- lines ---- */

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The next word of the line; no bytes when there is none. */
static struct word next_word(struct reader *reader) {
  while (reader->at < reader->end && blank(*reader->at)) reader->at++;
  struct word word = {reader->at, 0};
  while (reader->at < reader->end && !blank(*reader->at)) reader->at++;
  word.bytes = (size_t)(reader->at - word.text);
  return word;
}

/* How much of a word a message shows: no character is cut in two. */
static int shown(struct word word) {
  size_t bytes = word.bytes < PNS_ANDOR_NAME_MAX ? word.bytes : PNS_ANDOR_NAME_MAX;
  if (bytes < word.bytes)
    while (bytes > 0 && ((unsigned char)word.text[bytes] & 0xc0) == 0x80) bytes--;
  return (int)bytes;
}

static bool is(struct word word, const char *text) {
  return word.bytes == strlen(text) && memcmp(word.text, text, word.bytes) == 0;
}

static enum pns_andor_kind kind_of(struct word word) {
  if (is(word, "or")) return PNS_ANDOR_OR;
  if (is(word, "and")) return PNS_ANDOR_AND;
  if (is(word, "win")) return PNS_ANDOR_WIN;
  if (is(word, "loss")) return PNS_ANDOR_LOSS;
  return PNS_ANDOR_UNDEFINED;
}

static enum pns_status check_name(const struct reader *reader, struct word word) {
  if (word.bytes <= PNS_ANDOR_NAME_MAX) return PNS_OK;
  return pns_error_set(reader->error, PNS_ERROR_INPUT,
                       "andor: line %u: the name '%.*s...' has %zu bytes, expected at most %u",
                       reader->line, shown(word), word.text, word.bytes, PNS_ANDOR_NAME_MAX);
}

static enum pns_status add_child(struct reader *reader, uint32_t parent, struct word word) {
  struct pns_andor_graph *graph = reader->graph;
  uint32_t child = 0;
  enum pns_status status = check_name(reader, word);
  if (status == PNS_OK) status = intern(reader, word, &child);
  if (status != PNS_OK || reader->parents[child] == reader->line) return status;
  reader->parents[child] = reader->line;
  if (graph->nodes[parent].count == PNS_MOVES_MAX)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "andor: line %u: more than %u children, expected at most that many",
                         reader->line, PNS_MOVES_MAX);
  if (reader->children_count == reader->children_room) {
    const uint32_t room = reader->children_room == 0 ? 256 : reader->children_room * 2;
    if (!grow(&graph->children, room, sizeof *graph->children)) return out_of_memory(reader->error);
    reader->children_room = room;
  }
  graph->children[reader->children_count++] = child;
  graph->nodes[parent].count++;
  return PNS_OK;
}

static enum pns_status read_children(struct reader *reader, uint32_t node, struct word name) {
  enum pns_status status = PNS_OK;
  struct pns_andor_graph *graph = reader->graph;
  graph->nodes[node].first = reader->children_count;
  for (struct word child = next_word(reader); child.bytes > 0 && status == PNS_OK;
       child = next_word(reader))
    status = add_child(reader, node, child);
  if (status != PNS_OK) return status;
  if (graph->nodes[node].count == 0)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "andor: line %u: '%.*s' has no children, expected at least one after "
                         "'or' or 'and'",
                         reader->line, shown(name), name.text);
  if (graph->nodes[node].count > graph->most_children)
    graph->most_children = graph->nodes[node].count;
  return PNS_OK;
}

static enum pns_status read_line(struct reader *reader) {
  const struct word name = next_word(reader);
  if (name.bytes == 0) return PNS_OK;
  const struct word kind_word = next_word(reader);
  const enum pns_andor_kind kind = kind_of(kind_word);
  uint32_t node = 0;
  enum pns_status status = check_name(reader, name);
  if (status == PNS_OK && kind == PNS_ANDOR_UNDEFINED)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "andor: line %u: '%.*s' after the name '%.*s', expected 'or', 'and', "
                         "'win' or 'loss'",
                         reader->line, shown(kind_word), kind_word.text, shown(name), name.text);
  if (status == PNS_OK) status = intern(reader, name, &node);
  if (status != PNS_OK) return status;
  if (reader->graph->nodes[node].kind != PNS_ANDOR_UNDEFINED)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "andor: line %u: '%.*s' was defined in line %u already, expected one "
                         "definition for each name",
                         reader->line, shown(name), name.text, reader->lines[node]);
  reader->graph->nodes[node].kind = (uint8_t)kind;
  reader->lines[node] = reader->line;
  if (kind == PNS_ANDOR_OR || kind == PNS_ANDOR_AND) return read_children(reader, node, name);
  const struct word rest = next_word(reader);
  if (rest.bytes > 0)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "andor: line %u: '%.*s' after '%.*s', expected the end of the line",
                         reader->line, shown(rest), rest.text, shown(kind_word), kind_word.text);
  return PNS_OK;
}

/* ---- bytes ---- */

/* Bytes of the UTF-8 character at `at`; 0 when it is none. Overlong forms, surrogates and values
 * beyond Unicode are none. */
static size_t character_bytes(const unsigned char *at, size_t left) {
  const unsigned char c = at[0];
  if (c < 0x80) return 1;
  const size_t bytes = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  if (c < 0xc2 || c > 0xf4 || bytes > left) return 0;
  for (size_t i = 1; i < bytes; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  const bool wrong = (c == 0xe0 && at[1] < 0xa0) || (c == 0xed && at[1] > 0x9f) ||
                     (c == 0xf0 && at[1] < 0x90) || (c == 0xf4 && at[1] > 0x8f);
  return wrong ? 0 : bytes;
}

/* Names end up in messages and in JSON, so the text must be text. */
static enum pns_status check_bytes(const char *text, size_t bytes, struct pns_error *error) {
  uint32_t line = 1;
  for (size_t i = 0; i < bytes;) {
    const unsigned char c = (unsigned char)text[i];
    const size_t length = character_bytes((const unsigned char *)text + i, bytes - i);
    const bool control = c < ' ' && c != '\t' && c != '\r' && c != '\n';
    if (length == 0 || control || c == 0x7f)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "andor: line %u: byte 0x%02x, expected printable UTF-8 text", line, c);
    line += c == '\n';
    i += length;
  }
  return PNS_OK;
}

static enum pns_status read_lines(struct reader *reader, size_t bytes) {
  const char *at = reader->graph->text, *end = at + bytes;
  enum pns_status status = PNS_OK;
  while (at < end && status == PNS_OK) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (line_end == NULL) line_end = end;
    const char *comment = memchr(at, '#', (size_t)(line_end - at));
    reader->line++;
    reader->at = at;
    reader->end = comment != NULL ? comment : line_end;
    status = read_line(reader);
    at = line_end + 1;
  }
  return status;
}

static enum pns_status check_defined(const struct reader *reader) {
  const struct pns_andor_graph *graph = reader->graph;
  if (graph->count == 0)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "andor: the graph has no nodes in %u lines, expected at least one",
                         reader->line);
  for (uint32_t i = 0; i < graph->count; i++)
    if (graph->nodes[i].kind == PNS_ANDOR_UNDEFINED)
      return pns_error_set(reader->error, PNS_ERROR_INPUT,
                           "andor: line %u: '%.*s' is not defined, expected a line that begins "
                           "with it",
                           reader->lines[i], (int)graph->nodes[i].name_bytes,
                           graph->text + graph->nodes[i].name);
  return PNS_OK;
}

enum pns_status pns_andor_graph_read(struct pns_andor_graph *graph, const char *text, size_t bytes,
                                     struct pns_error *error) {
  struct reader reader = {.graph = graph, .error = error};
  memset(graph, 0, sizeof *graph);
  if (bytes > PNS_ANDOR_TEXT_MAX)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "andor: the graph has more than %zu bytes, expected at most that many",
                         PNS_ANDOR_TEXT_MAX);
  enum pns_status status = check_bytes(text, bytes, error);
  if (status != PNS_OK) return status;
  graph->text = malloc(bytes + 1);
  if (graph->text == NULL) return out_of_memory(error);
  memcpy(graph->text, text, bytes);
  graph->text[bytes] = '\0';
  status = read_lines(&reader, bytes);
  if (status == PNS_OK) status = check_defined(&reader);
  free(reader.lines);
  free(reader.parents);
  if (status != PNS_OK) pns_andor_graph_done(graph);
  return status;
}

void pns_andor_graph_done(struct pns_andor_graph *graph) {
  free(graph->text);
  free(graph->nodes);
  free(graph->children);
  free(graph->slots);
  memset(graph, 0, sizeof *graph);
}

/* ---- cycles ---- */

enum colour { NEW = 0, OPEN = 1, CLOSED = 2 };

/* A walk in depth: the way down to the node at hand, and the child each node on it tries next. */
struct walk {
  uint32_t *way, *next;
  unsigned char *colour;
  uint32_t depth;
};

/* True when the walk meets a node of its own way. */
static bool walk_from(const struct pns_andor_graph *graph, struct walk *walk, uint32_t root) {
  walk->depth = 0;
  walk->way[0] = root;
  walk->next[0] = 0;
  walk->colour[root] = OPEN;
  for (;;) {
    const uint32_t at = walk->way[walk->depth];
    const struct pns_andor_node *node = &graph->nodes[at];
    if (walk->next[walk->depth] == node->count) {
      walk->colour[at] = CLOSED;
      if (walk->depth-- == 0) return false;
      continue;
    }
    const uint32_t child = graph->children[node->first + walk->next[walk->depth]++];
    if (walk->colour[child] == OPEN) return true;
    if (walk->colour[child] == CLOSED) continue;
    walk->colour[child] = OPEN;
    walk->way[++walk->depth] = child;
    walk->next[walk->depth] = 0;
  }
}

enum pns_status pns_andor_graph_find_cycle(const struct pns_andor_graph *graph, bool *found,
                                           struct pns_error *error) {
  struct walk walk = {.way = malloc(graph->count * sizeof *walk.way),
                      .next = malloc(graph->count * sizeof *walk.next),
                      .colour = calloc(graph->count, sizeof *walk.colour)};
  enum pns_status status = PNS_OK;
  *found = false;
  if (walk.way == NULL || walk.next == NULL || walk.colour == NULL) status = out_of_memory(error);
  for (uint32_t i = 0; i < graph->count && status == PNS_OK && !*found; i++)
    if (walk.colour[i] == NEW) *found = walk_from(graph, &walk, i);
  free(walk.way);
  free(walk.next);
  free(walk.colour);
  return status;
}
