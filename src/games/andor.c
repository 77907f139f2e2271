/*
 * AND/OR graphs from a text file. A position is the number of its node; FIRST chooses at "or"
 * nodes, SECOND at "and" nodes; "win" and "loss" are meant for FIRST.
 */
#include <errno.h>
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/andor_graph.h"
#include "games/grid.h"

#define CHUNK_BYTES ((size_t)1 << 16)

static const struct pns_andor_graph *graph_of(const struct pns_rules *rules) {
  return rules->context;
}

static uint32_t index_of(const void *position) {
  uint32_t index;
  memcpy(&index, position, sizeof index);
  return index;
}

static const struct pns_andor_node *node_of(const struct pns_rules *rules, const void *position) {
  return &graph_of(rules)->nodes[index_of(position)];
}

/* ---- opening ---- */

static enum pns_status out_of_memory(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_SYSTEM, "andor: out of memory for the graph's text");
}

/* Reads to the end of a file, a pipe or a device; a zero byte ends it early, since no graph has one
 * and devices may never end. */
static enum pns_status read_stream(FILE *file, const char *name, char **text, size_t *bytes,
                                   struct pns_error *error) {
  char quoted[PNS_GRID_QUOTED];
  size_t room = 0, got = CHUNK_BYTES;
  *text = NULL;
  *bytes = 0;
  while (got == CHUNK_BYTES && *bytes <= PNS_ANDOR_TEXT_MAX) {
    if (room < *bytes + CHUNK_BYTES) {
      room = room * 2 + CHUNK_BYTES;
      char *grown = realloc(*text, room);
      if (grown == NULL) return out_of_memory(error);
      *text = grown;
    }
    got = fread(*text + *bytes, 1, CHUNK_BYTES, file);
    *bytes += got;
    if (memchr(*text + *bytes - got, '\0', got) != NULL) return PNS_OK;
  }
  if (ferror(file))
    return pns_error_set(error, PNS_ERROR_INPUT, "andor: reading '%s' failed: %s",
                         pns_grid_quote(name, quoted), strerror(errno));
  return PNS_OK;
}

static enum pns_status read_file(const char *name, struct pns_andor_graph *graph,
                                 struct pns_error *error) {
  char quoted[PNS_GRID_QUOTED];
  char *text = NULL;
  size_t bytes = 0;
  FILE *file = fopen(name, "rbe");
  if (file == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT, "andor: cannot open '%s': %s",
                         pns_grid_quote(name, quoted), strerror(errno));
  enum pns_status status = read_stream(file, name, &text, &bytes, error);
  fclose(file);
  if (status == PNS_OK) status = pns_andor_graph_read(graph, text, bytes, error);
  free(text);
  return status;
}

static void close_rules(struct pns_rules *rules) {
  pns_andor_graph_done(rules->context);
  free(rules->context);
}

static enum pns_status open_rules(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  const size_t length = strlen(parameters);
  if (length == 0 || length >= sizeof rules->parameters)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "andor: a file name of %zu bytes, expected andor:FILE with 1 to %zu",
                         length, sizeof rules->parameters - 1);
  struct pns_andor_graph *graph = calloc(1, sizeof *graph);
  if (graph == NULL) return out_of_memory(error);
  rules->context = graph;
  enum pns_status status = read_file(parameters, graph, error);
  if (status == PNS_OK) status = pns_andor_graph_find_cycle(graph, &rules->cyclic, error);
  if (status != PNS_OK) {
    close_rules(rules);
    return status;
  }
  memcpy(rules->parameters, parameters, length + 1);
  rules->position_bytes = sizeof(uint32_t);
  rules->max_moves = graph->most_children > 0 ? graph->most_children : 1;
  rules->exact_key = true;
  rules->goal = PNS_GOAL_FIRST_WINS;
  rules->backup = PNS_BACKUP_SUM;
  rules->init = PNS_INIT_UNIT;
  return PNS_OK;
}

static const char *definition(const struct pns_rules *rules) { return graph_of(rules)->text; }

/* ---- play ---- */

static void start(const struct pns_rules *rules, void *position) {
  memset(position, 0, rules->position_bytes);
}

static enum pns_player mover(const struct pns_rules *rules, const void *position) {
  return node_of(rules, position)->kind == PNS_ANDOR_AND ? PNS_SECOND : PNS_FIRST;
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *position) {
  switch (node_of(rules, position)->kind) {
    case PNS_ANDOR_WIN:
      return PNS_FIRST_WINS;
    case PNS_ANDOR_LOSS:
      return PNS_SECOND_WINS;
    default:
      return PNS_ONGOING;
  }
}

/* A move is the number of the child. */
static uint32_t moves(const struct pns_rules *rules, const void *position, pns_move *list) {
  const struct pns_andor_node *node = node_of(rules, position);
  memcpy(list, graph_of(rules)->children + node->first, node->count * sizeof *list);
  return node->count;
}

static uint32_t mobility(const struct pns_rules *rules, const void *position) {
  return node_of(rules, position)->count;
}

static void play(const struct pns_rules *rules, void *position, pns_move move) {
  (void)rules;
  memcpy(position, &move, sizeof move);
}

static void key(const struct pns_rules *rules, const void *position, struct pns_key *name) {
  (void)rules;
  name->word[0] = index_of(position);
  name->word[1] = 0;
}

/* ---- texts ---- */

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *position,
                             struct pns_error *error) {
  char quoted[PNS_GRID_QUOTED];
  const uint32_t node = pns_andor_graph_find(graph_of(rules), text, strlen(text));
  if (node == graph_of(rules)->count)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "andor: there is no node '%s', expected one of the graph's names",
                         pns_grid_quote(text, quoted));
  memcpy(position, &node, sizeof node);
  return PNS_OK;
}

static void format(const struct pns_rules *rules, const void *position, char *text) {
  pns_andor_graph_name(graph_of(rules), index_of(position), text);
}

/* The node's line as it stands in the file, without the children that find no room. */
static void draw(const struct pns_rules *rules, const void *position, char *text) {
  static const char *const kinds[] = {"?", "or", "and", "win", "loss"};
  const struct pns_andor_graph *graph = graph_of(rules);
  const struct pns_andor_node *node = node_of(rules, position);
  const char *limit = text + PNS_DRAWING_MAX - 2 * PNS_ANDOR_NAME_MAX;
  format(rules, position, text);
  text += strlen(text);
  text += sprintf(text, " %s", kinds[node->kind]);
  for (uint32_t i = 0; i < node->count; i++) {
    *text++ = ' ';
    if (text > limit) {
      text += sprintf(text, "... (%u more)", node->count - i);
      break;
    }
    pns_andor_graph_name(graph, graph->children[node->first + i], text);
    text += strlen(text);
  }
  strcpy(text, "\n");
}

static void move_text(const struct pns_rules *rules, const void *position, pns_move move,
                      char *text) {
  (void)position;
  pns_andor_graph_name(graph_of(rules), move, text);
}

const struct pns_game pns_game_andor = {
    .abi = PNS_GAME_ABI,
    .name = "andor",
    .title = "AND/OR graph from a file",
    .parameters = "FILE: one node a line, the first is the root; '#' starts a comment",
    .notation =
        "A line is 'NAME or CHILD...', 'NAME and CHILD...', 'NAME win' or 'NAME loss'; names "
        "have at most 64 bytes and no blanks. A move is the name of a child, a position "
        "the name of a node.",
    .rules =
        "The first player chooses a child at 'or' nodes, the second player at 'and' nodes. "
        "'win' and 'loss' end the play, for the first player. A child may be shared by many "
        "nodes; a child that a line names twice counts once. A child may lead back to where the "
        "play "
        "came from: play without end is no win.",
    .source =
        "AND/OR graphs as in L. V. Allis: Searching for Solutions in Games and Artificial "
        "Intelligence (1994), chapter 2",
    .open = open_rules,
    .close = close_rules,
    .start = start,
    .parse = parse,
    .format = format,
    .draw = draw,
    .move_text = move_text,
    .mover = mover,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .key = key,
    .mobility = mobility,
    .definition = definition,
};
