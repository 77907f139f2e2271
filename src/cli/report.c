#include "report.h"

#include <stdio.h>
#include <string.h>

#include "text.h"

void pns_cli_report_verdict(const struct pns_result *result) {
  switch (result->verdict) {
    case PNS_PROVEN:
      printf("Proven: %s.\n", result->proposition);
      return;
    case PNS_DISPROVEN:
      printf("Disproven: it is false that %s.\n", result->proposition);
      return;
    case PNS_UNKNOWN:
      printf("Unknown: whether %s.\n", result->proposition);
      return;
  }
}

static const char *reason_text(enum pns_reason reason) {
  switch (reason) {
    case PNS_REASON_TIME:
      return "the time limit was reached";
    case PNS_REASON_EXPANSIONS:
      return "the limit of expansions was reached";
    case PNS_REASON_MEMORY:
      return "the memory budget was used up";
    case PNS_REASON_SIGNAL:
      return "a signal asked to stop";
    case PNS_REASON_STOP:
      return "it was asked to stop";
    case PNS_REASON_NONE:
      break;
  }
  return "no reason was given";
}

static void print_value(const struct pns_position *position, const struct pns_result *result) {
  const struct pns_rules *rules = pns_position_rules(position);
  enum pns_player mover = rules->game->mover(rules, pns_position_bytes(position));
  const char *value = pns_value_name(result->value);
  printf("Value: %s for the %s player, to move.\n", value == NULL ? "unknown" : value,
         mover == PNS_FIRST ? "first" : "second");
}

/* One line "  name   text"; further lines of the text start under the first. */
static void print_field(const char *name, const char *text) {
  printf("  %-12s ", name);
  for (; *text != '\0'; text++) {
    putchar(*text);
    if (*text == '\n' && text[1] != '\0') printf("  %-12s ", "");
  }
  putchar('\n');
}

/* Breaks the text between words so that it fits beside the names. */
static void print_paragraph(const char *name, const char *text) {
  enum { COLUMNS = 82 };
  printf("  %-12s ", name);
  size_t column = 0;
  while (*text != '\0') {
    size_t word = strcspn(text, " ");
    if (column > 0 && column + 1 + word > COLUMNS) {
      printf("\n  %-12s ", "");
      column = 0;
    }
    if (column > 0) putchar(' ');
    printf("%.*s", (int)word, text);
    column += word + (column > 0);
    text += word + strspn(text + word, " ");
  }
  putchar('\n');
}

/* An open run says how far it is; the numbers are bounds, not chances. */
static void print_open(const struct pns_result *result) {
  char pn[PNS_CLI_NUMBER_MAX], dn[PNS_CLI_NUMBER_MAX], text[200];
  print_field("stopped", reason_text(result->reason));
  snprintf(text, sizeof text,
           "open leaves still needed at least: %s for a proof, %s for a disproof",
           pns_cli_number(result->pn, pn), pns_cli_number(result->dn, dn));
  print_field("root", text);
}

/* What became of --pin, --huge-pages and several memory nodes; nothing where nothing did. */
static void print_placing(const struct pns_result *result) {
  char huge[PNS_CLI_NUMBER_MAX], text[200] = "";
  if (result->huge_page_bytes > 0)
    snprintf(text, sizeof text, "%s in huge pages", pns_cli_size(result->huge_page_bytes, huge));
  size_t used = strlen(text);
  if (result->pinned_threads > 0)
    snprintf(text + used, sizeof text - used, "%s%u of %u threads bound to a CPU each",
             used > 0 ? ", " : "", result->pinned_threads, result->threads);
  used = strlen(text);
  if (result->memory_nodes > 1)
    snprintf(text + used, sizeof text - used, "%sindex spread over %u memory nodes",
             used > 0 ? ", " : "", result->memory_nodes);
  if (text[0] != '\0') print_field("placing", text);
}

static void print_evidence(const struct pns_rules *rules, const struct pns_result *result) {
  char expansions[PNS_CLI_NUMBER_MAX], nodes[PNS_CLI_NUMBER_MAX], rate[PNS_CLI_NUMBER_MAX];
  char wall[PNS_CLI_NUMBER_MAX], cpu[PNS_CLI_NUMBER_MAX], text[300];
  char peak[PNS_CLI_NUMBER_MAX], budget[PNS_CLI_NUMBER_MAX];
  const int used =
      snprintf(text, sizeof text, "%s position%s expanded, %s of them still in memory",
               pns_cli_count(result->expansions, expansions), result->expansions == 1 ? "" : "s",
               result->nodes == result->expansions ? "all" : pns_cli_count(result->nodes, nodes));
  if (result->at_sight)
    snprintf(text + used, sizeof text - (size_t)used,
             ",\nand winners that %s knows at sight: a certificate shows their play too",
             rules->game->title);
  print_field("evidence", text);
  snprintf(text, sizeof text, "%s by %u thread%s, %s of processor time, %s expansions a second",
           pns_cli_time(result->wall_s, wall), result->threads, result->threads == 1 ? "" : "s",
           pns_cli_time(result->cpu_s, cpu), pns_cli_short(result->expansions_per_s, rate));
  print_field("time", text);
  snprintf(text, sizeof text, "%s at most, of %s allowed; %.0f bytes a node",
           pns_cli_size(result->peak_rss_bytes, peak),
           pns_cli_size(result->memory_budget_bytes, budget), result->bytes_per_node);
  print_field("memory", text);
}

void pns_cli_report(const struct pns_position *position, const struct pns_result *result,
                    bool value_asked) {
  const struct pns_rules *rules = pns_position_rules(position);
  if (value_asked) print_value(position, result);
  if (!value_asked || result->verdict == PNS_UNKNOWN) pns_cli_report_verdict(result);
  print_field("position", result->position);
  if (rules->game->rules != NULL) print_paragraph("rules", rules->game->rules);
  if (result->best_move[0] != '\0') print_field("best move", result->best_move);
  if (result->verdict == PNS_UNKNOWN) print_open(result);
  print_evidence(rules, result);
  print_placing(result);
}
