/* The subcommands of `pns`, and what they share with main. Public headers only. */
#ifndef PNS_CLI_COMMAND_H
#define PNS_CLI_COMMAND_H

#include <pns/pns.h>

enum pns_cli_exit {
  PNS_EXIT_DECIDED = 0,
  PNS_EXIT_INPUT = 1,     /* what the user gave is wrong */
  PNS_EXIT_INTERNAL = 2,  /* a failure inside, or of the world */
  PNS_EXIT_UNDECIDED = 3, /* a limit came first */
  PNS_EXIT_STOPPED = 4,   /* a signal came first */
};

/* Each takes its own name as argv[0] and returns the exit status. */
int pns_cli_solve(int argc, char **argv);
int pns_cli_resume(int argc, char **argv);
int pns_cli_trace(int argc, char **argv);
int pns_cli_export(int argc, char **argv);
int pns_cli_bench(int argc, char **argv);
int pns_cli_simulate(int argc, char **argv);
int pns_cli_serve(int argc, char **argv);
int pns_cli_gtp(int argc, char **argv);
int pns_cli_games(int argc, char **argv);
int pns_cli_show(int argc, char **argv);

/* Says the sentence on standard error; the exit status that goes with it. */
int pns_cli_fail(const struct pns_error *error);

/* The exit status that goes with a result; what counts is the verdict, or the value if asked. */
int pns_cli_exit_of(const struct pns_result *result, bool value_asked);

#endif
