/* pns gtp: the Go Text Protocol on standard input and output. */
#include <stdio.h>

#include "arguments.h"
#include "command.h"
#include "front/gtp.h"

#define ACCEPTS (PNS_CLI_GTP | PNS_CLI_GAME | PNS_CLI_SOLVER)
#define USUAL_GAME "hex:11"
#define USUAL_MOVE_TIME "10s"
#define USUAL_GFX "stderr"
/* Between live numbers. */
#define USUAL_PROGRESS "500ms"

static int print_help(void) {
  printf(
      "pns gtp [GAME[:PARAMETERS]] [OPTION...]\n"
      "Speaks the Go Text Protocol, version 2, for front ends such as HexGui and GoGui. The game "
      "is\n"
      "%s unless another is named. Black is the first player. Limits and options hold for each\n"
      "command; param_dfpn changes them. src/front/GTP.md describes the commands.\n\n",
      USUAL_GAME);
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

static enum pns_status speak(struct pns_cli_arguments *arguments, struct pns_error *error) {
  if (!arguments->progress_given)
    pns_options_set(arguments->options, "progress", USUAL_PROGRESS, NULL);
  const struct pns_front_gtp_plan plan = {
      .spec = arguments->spec == NULL ? USUAL_GAME : arguments->spec,
      .game = arguments->game,
      .options = arguments->options,
      .move_time = arguments->gtp.move_time == NULL ? USUAL_MOVE_TIME : arguments->gtp.move_time,
      .gfx = arguments->gtp.gfx == NULL ? USUAL_GFX : arguments->gtp.gfx,
  };
  return pns_front_gtp_run(&plan, error);
}

int pns_cli_gtp(int argc, char **argv) {
  struct pns_cli_arguments arguments;
  struct pns_error error;
  int exit_status = PNS_EXIT_DECIDED;
  enum pns_status status = pns_cli_arguments_init(&arguments, ACCEPTS, argc, argv, &error);
  if (status == PNS_OK && arguments.help)
    exit_status = print_help();
  else if (status == PNS_OK)
    status = speak(&arguments, &error);
  if (status != PNS_OK) exit_status = pns_cli_fail(&error);
  pns_cli_arguments_done(&arguments);
  return exit_status;
}
