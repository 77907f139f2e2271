#include "status.h"

#include <stdio.h>
#include <time.h>

#include "text.h"

void pns_cli_status_saved(const struct pns_cli_saved *saved, char *text, size_t size) {
  char age[PNS_CLI_NUMBER_MAX], bytes[PNS_CLI_NUMBER_MAX];
  if (saved->last_failed)
    snprintf(text, size, "failed: %s", saved->message);
  else if (saved->written > 0)
    snprintf(text, size, "written %s ago (%s)", pns_cli_time(difftime(time(NULL), saved->at), age),
             pns_cli_size(saved->bytes, bytes));
  else
    snprintf(text, size, "%s", saved->path == NULL ? "none was asked for" : "none yet");
}

/* One write: nothing of another thread comes in between. */
void pns_cli_status_print(const char *proposition, const struct pns_progress *now,
                          const struct pns_cli_saved *saved) {
  char elapsed[PNS_CLI_NUMBER_MAX], expansions[PNS_CLI_NUMBER_MAX], rate[PNS_CLI_NUMBER_MAX];
  char memory[PNS_CLI_NUMBER_MAX], budget[PNS_CLI_NUMBER_MAX], nodes[PNS_CLI_NUMBER_MAX];
  char still[PNS_CLI_NUMBER_MAX], collections[PNS_CLI_NUMBER_MAX], checkpoint[400];
  char pn[PNS_CLI_NUMBER_MAX], dn[PNS_CLI_NUMBER_MAX];
  pns_cli_status_saved(saved, checkpoint, sizeof checkpoint);
  fprintf(stderr,
          "Status: whether %s.\n"
          "  elapsed      %s\n"
          "  expansions   %s, %s a second now, %s positions in memory\n"
          "  memory       %s of %s\n"
          "  collections  %s, %s in all\n"
          "  root         proof number %s, disproof number %s, %u of %u moves settled\n"
          "  line         %s\n"
          "  checkpoint   %s\n",
          proposition, pns_cli_time(now->elapsed_s, elapsed),
          pns_cli_count(now->expansions, expansions), pns_cli_short(now->expansions_per_s, rate),
          pns_cli_count(now->nodes, nodes), pns_cli_size(now->memory_bytes, memory),
          pns_cli_size(now->memory_budget_bytes, budget),
          pns_cli_count(now->collections, collections), pns_cli_time(now->collections_s, still),
          pns_cli_number(now->pn, pn), pns_cli_number(now->dn, dn), now->root_solved,
          now->root_moves, now->line, checkpoint);
}
