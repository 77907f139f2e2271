/* A certificate as a graph: for Graphviz, and as JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "front/json.h"
#include "text.h"

/* ---- Graphviz ---- */

static void print_quoted(const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar(*text);
  }
}

/* The nodes that show a record. Their numbers grow with their indices, as both count what comes
 * first in the file. */
struct picture {
  const struct pns_certificate *certificate;
  const struct pns_certificate_info *info;
  uint32_t *here;
  uint32_t count;
};

static bool collect(struct picture *picture) {
  const struct pns_certificate_node *node;
  uint32_t nodes = 0;
  while (pns_certificate_node(picture->certificate, nodes) != NULL) nodes++;
  picture->here = malloc(nodes * sizeof *picture->here);
  if (picture->here == NULL) return false;
  for (uint32_t i = 0; (node = pns_certificate_node(picture->certificate, i)) != NULL; i++)
    if (node->shown == PNS_SHOWN_HERE) picture->here[picture->count++] = i;
  return true;
}

/* The node that shows the record of that number, PNS_NO_NODE if it lies too deep. */
static uint32_t find_record(const struct picture *picture, uint64_t number) {
  uint32_t low = 0, high = picture->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const uint32_t index = picture->here[middle];
    const uint64_t there = pns_certificate_node(picture->certificate, index)->number;
    if (there == number) return index;
    if (there < number)
      low = middle + 1;
    else
      high = middle;
  }
  return PNS_NO_NODE;
}

static void print_edge(uint32_t from, uint32_t to, const char *move, bool chosen,
                       const char *style) {
  printf("  n%u -> n%u [label=\"", from, to);
  print_quoted(move);
  printf("\"%s%s];\n", chosen ? ", penwidth=2" : "", style);
}

static void print_node(const struct pns_certificate_info *info, uint32_t index,
                       const struct pns_certificate_node *node) {
  char count[PNS_CLI_NUMBER_MAX];
  if (node->shown == PNS_SHOWN_END) {
    printf("  n%u [label=\"%s\", shape=plaintext];\n", index, pns_cli_export_end(info, node));
    return;
  }
  pns_cli_count(node->positions, count);
  printf("  n%u [label=\"", index);
  if (pns_cli_export_returns(node))
    printf("returns to #%llu\", shape=plaintext];\n", (unsigned long long)node->number);
  else if (node->shown == PNS_SHOWN_BEFORE)
    printf("as #%llu\\n%s\", shape=plaintext];\n", (unsigned long long)node->number, count);
  else if (node->referred)
    printf("#%llu\\n%s\", shape=%s];\n", (unsigned long long)node->number, count,
           pns_cli_export_chooses(info, node) ? "box" : "ellipse");
  else
    printf("%s\", shape=%s];\n", count, pns_cli_export_chooses(info, node) ? "box" : "ellipse");
}

/* A child that was shown before is an arrow to where it is, if that is in the picture. */
static void print_child(const struct picture *picture, uint32_t parent, uint32_t index,
                        bool chosen) {
  const struct pns_certificate_node *child = pns_certificate_node(picture->certificate, index);
  const bool before = child->shown == PNS_SHOWN_BEFORE;
  const uint32_t elsewhere = before ? find_record(picture, child->number) : PNS_NO_NODE;
  if (elsewhere == PNS_NO_NODE) print_node(picture->info, index, child);
  print_edge(parent, elsewhere == PNS_NO_NODE ? index : elsewhere, child->move, chosen,
             pns_cli_export_returns(child) ? ", style=dotted, constraint=false"
             : before                      ? ", style=dashed"
                                           : "");
}

static void print_label(const struct pns_certificate_info *info) {
  printf("  label=\"%s: the %s player %s force a win in %s%s%s\\nfrom ",
         info->proven ? "Proven" : "Disproven", info->prover == PNS_FIRST ? "first" : "second",
         info->proven ? "can" : "cannot", info->game, info->parameters[0] == '\0' ? "" : ":",
         info->parameters);
  print_quoted(info->position);
  printf("\\nboxes: one move is enough; ellipses: every move is answered; numbers: positions\";\n");
}

bool pns_cli_export_dot(const struct pns_certificate *certificate) {
  struct picture picture = {.certificate = certificate, .info = pns_certificate_about(certificate)};
  const struct pns_certificate_node *node;
  if (!collect(&picture)) return false;
  printf("digraph proof {\n");
  print_label(picture.info);
  printf("  labelloc=t;\n  node [fontsize=10];\n  edge [fontsize=10];\n");
  print_node(picture.info, 0, pns_certificate_node(certificate, 0));
  for (uint32_t i = 0; (node = pns_certificate_node(certificate, i)) != NULL; i++) {
    const bool chosen = pns_cli_export_chooses(picture.info, node);
    for (uint32_t child = node->first_child; child != PNS_NO_NODE;
         child = pns_certificate_node(certificate, child)->next_sibling)
      print_child(&picture, i, child, chosen);
  }
  printf("}\n");
  free(picture.here);
  return true;
}

/* ---- JSON ---- */

static const char *player_name(enum pns_player player) {
  return player == PNS_FIRST ? "first" : "second";
}

static json_t *node_object(const struct pns_certificate *certificate,
                           const struct pns_certificate_node *node) {
  static const char *const shown[] = {"here", "before", "end"};
  const struct pns_certificate_info *info = pns_certificate_about(certificate);
  const bool over = node->shown == PNS_SHOWN_END;
  json_t *object = json_object(), *children = json_array();
  json_object_set_new(object, "move",
                      node->move[0] == '\0' ? json_null() : pns_front_json_text(node->move));
  json_object_set_new(object, "shown", json_string(shown[node->shown]));
  json_object_set_new(object, "mover", over ? json_null() : json_string(player_name(node->mover)));
  json_object_set_new(object, "outcome",
                      over ? json_string(pns_cli_export_end(info, node)) : json_null());
  json_object_set_new(object, "number",
                      over ? json_null() : json_integer((json_int_t)node->number));
  json_object_set_new(object, "positions", json_integer((json_int_t)node->positions));
  for (uint32_t i = node->first_child; i != PNS_NO_NODE;) {
    const struct pns_certificate_node *child = pns_certificate_node(certificate, i);
    json_array_append_new(children, node_object(certificate, child));
    i = child->next_sibling;
  }
  json_object_set_new(object, "children", children);
  return object;
}

bool pns_cli_export_json(const struct pns_certificate *certificate, uint32_t depth) {
  const struct pns_certificate_info *info = pns_certificate_about(certificate);
  json_t *object = json_object();
  json_object_set_new(object, "game", pns_front_json_text(info->game));
  json_object_set_new(object, "parameters", pns_front_json_text(info->parameters));
  json_object_set_new(object, "position", pns_front_json_text(info->position));
  json_object_set_new(object, "prover", json_string(player_name(info->prover)));
  json_object_set_new(object, "claim", json_string(info->proven ? "proven" : "disproven"));
  json_object_set_new(object, "writer", pns_front_json_text(info->writer));
  json_object_set_new(object, "positions", json_integer((json_int_t)info->positions));
  json_object_set_new(object, "references", json_integer((json_int_t)info->references));
  json_object_set_new(object, "depth", json_integer((json_int_t)depth));
  json_object_set_new(object, "tree",
                      node_object(certificate, pns_certificate_node(certificate, 0)));
  return pns_front_json_print(object);
}
