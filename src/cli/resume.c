/* pns resume: goes on from a checkpoint. */
#include <stdio.h>

#include "arguments.h"
#include "command.h"
#include "solve.h"

#define ACCEPTS                                                                             \
  (PNS_CLI_GAME | PNS_CLI_OWN_GAME | PNS_CLI_SOLVER | PNS_CLI_CERTIFICATE | PNS_CLI_WATCH | \
   PNS_CLI_JSON | PNS_CLI_QUIET)

static int print_help(void) {
  printf(
      "pns resume FILE [OPTION...]\n"
      "Goes on from a checkpoint that 'pns solve --checkpoint FILE' wrote, and keeps it up to "
      "date.\n"
      "Game, position and goal are the file's; so are --backup, --init, --epsilon,\n"
      "--virtual-loss, --virtual-loss-share and --seed unless they are given. Limits and\n"
      "memory count from here.\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

int pns_cli_resume(int argc, char **argv) {
  return pns_cli_answer(argc, argv, ACCEPTS, print_help);
}
