/* The command `pns`: finds the subcommand and checks that its output arrived. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "nearest.h"

struct subcommand {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *usage, *help;
};

static const struct subcommand subcommands[] = {
    {"solve", pns_cli_solve, "solve GAME[:PARAMETERS] [MOVE...]", "answers one proposition"},
    {"resume", pns_cli_resume, "resume FILE", "goes on from a checkpoint"},
    {"trace", pns_cli_trace, "trace GAME[:PARAMETERS] [MOVE...]",
     "the textbook search, step by step"},
    {"simulate", pns_cli_simulate, "simulate GAME[:PARAMETERS] [MOVE...]",
     "how fast machines with many cores would be"},
    {"show", pns_cli_show, "show GAME[:PARAMETERS] [MOVE...]",
     "the position, its moves and its key"},
    {"export", pns_cli_export, "export FILE", "a certificate as text, graph or JSON"},
    {"serve", pns_cli_serve, "serve", "answers other programs: JSON lines, sockets, a page"},
    {"bench", pns_cli_bench, "bench", "measures how a suite of problems scales with threads"},
    {"gtp", pns_cli_gtp, "gtp [GAME[:PARAMETERS]]",
     "the Go Text Protocol, for HexGui, GoGui and the like"},
    {"games", pns_cli_games, "games [NAME]", "the games, or everything about one of them"},
};

#define SUBCOMMANDS (sizeof subcommands / sizeof subcommands[0])

static int print_help(void) {
  printf("pns %s, a proof-number search engine: can this player force that outcome?\n\n",
         pns_version());
  for (size_t i = 0; i < SUBCOMMANDS; i++)
    printf("  pns %-36s %s\n", subcommands[i].usage, subcommands[i].help);
  printf(
      "\n  pns SUBCOMMAND --help                    its options\n"
      "  pns --version                            the version and how it was built\n\n"
      "Exit status: 0 decided, 1 wrong input, 2 internal failure, 3 undecided (a limit),\n"
      "4 stopped by a signal.\n");
  return PNS_EXIT_DECIDED;
}

static int print_version(void) {
  printf("pns %s\n%s\n", pns_version(), pns_build_facts());
  return PNS_EXIT_DECIDED;
}

static int refuse(const char *name) {
  const char *best = subcommands[0].name;
  for (size_t i = 1; i < SUBCOMMANDS; i++)
    if (pns_cli_distance(name, subcommands[i].name) < pns_cli_distance(name, best))
      best = subcommands[i].name;
  struct pns_error error;
  if (pns_cli_distance(name, best) <= 2)
    pns_error_set(&error, PNS_ERROR_INPUT, "unknown subcommand '%.60s', did you mean '%s'?", name,
                  best);
  else
    pns_error_set(&error, PNS_ERROR_INPUT,
                  "unknown subcommand '%.60s', expected one that 'pns --help' lists", name);
  return pns_cli_fail(&error);
}

static int run(int argc, char **argv) {
  struct pns_error error;
  if (argc < 2) {
    pns_error_set(&error, PNS_ERROR_INPUT, "no subcommand, expected one that 'pns --help' lists");
    return pns_cli_fail(&error);
  }
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
    return print_help();
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) return print_version();
  for (size_t i = 0; i < SUBCOMMANDS; i++)
    if (strcmp(name, subcommands[i].name) == 0) return subcommands[i].run(argc - 1, argv + 1);
  return refuse(name);
}

/* A stream that was closed before us would give its number to the next file, a checkpoint say, and
 * what is meant for the stream would be written there. What takes its place fails when used. */
static bool keep_numbers(void) {
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd) return false;
  return true;
}

int main(int argc, char **argv) {
  if (!keep_numbers()) return PNS_EXIT_INTERNAL;
  int status = run(argc, argv);
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  struct pns_error error;
  pns_error_set(&error, PNS_ERROR_SYSTEM, "standard output could not take the result");
  return pns_cli_fail(&error);
}
