/* A certificate as a game analysis. */
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "text.h"

#define SIZES_FROM 44 /* column */

struct printer {
  const struct pns_certificate *certificate;
  const struct pns_certificate_info *info;
};

static void print_what(const struct pns_certificate_info *info,
                       const struct pns_certificate_node *node) {
  char count[PNS_CLI_NUMBER_MAX];
  pns_cli_count(node->positions, count);
  if (node->shown == PNS_SHOWN_END)
    printf("%s", pns_cli_export_end(info, node));
  else if (pns_cli_export_returns(node))
    printf("returns to #%llu", (unsigned long long)node->number);
  else if (node->shown == PNS_SHOWN_BEFORE)
    printf("as #%llu, %s", (unsigned long long)node->number, count);
  else if (node->referred)
    printf("%s  #%llu", count, (unsigned long long)node->number);
  else
    printf("%s", count);
}

/* `chosen`: one move was enough here. */
static void print_line(const struct pns_certificate_info *info,
                       const struct pns_certificate_node *node, bool chosen) {
  const int indent = 2 * (int)(node->depth - 1);
  const int written = printf("%*s%u. %s%s", indent, "", node->depth, node->move, chosen ? "!" : "");
  printf("%*s", written < SIZES_FROM ? SIZES_FROM - written : 2, "");
  print_what(info, node);
  putchar('\n');
}

static void print_below(const struct printer *printer, const struct pns_certificate_node *node) {
  const bool chosen = pns_cli_export_chooses(printer->info, node);
  for (uint32_t i = node->first_child; i != PNS_NO_NODE;) {
    const struct pns_certificate_node *child = pns_certificate_node(printer->certificate, i);
    print_line(printer->info, child, chosen);
    print_below(printer, child);
    i = child->next_sibling;
  }
}

void pns_cli_export_text(const struct pns_certificate *certificate, uint32_t depth) {
  const struct pns_certificate_info *info = pns_certificate_about(certificate);
  const struct printer printer = {certificate, info};
  const struct pns_certificate_node *root = pns_certificate_node(certificate, 0);
  char positions[PNS_CLI_NUMBER_MAX], references[PNS_CLI_NUMBER_MAX];
  printf("%s: the %s player %s force a win in %s%s%s\n", info->proven ? "Proven" : "Disproven",
         info->prover == PNS_FIRST ? "first" : "second", info->proven ? "can" : "cannot",
         info->game, info->parameters[0] == '\0' ? "" : ":", info->parameters);
  printf("from %s\n", info->position);
  printf("%s positions, %s references to ones shown before; %u plies here, most positions first\n",
         pns_cli_count(info->positions, positions), pns_cli_count(info->references, references),
         depth);
  printf("(! the only move shown, #N the position of that number)\n\n");
  if (root->shown == PNS_SHOWN_END) printf("%s\n", pns_cli_export_end(info, root));
  print_below(&printer, root);
}
