/* The command line of the subcommands that take a position or a checkpoint: one table of flags for
 * getopt_long, the help and the messages. */
#ifndef PNS_CLI_ARGUMENTS_H
#define PNS_CLI_ARGUMENTS_H

#include <pns/pns.h>

/* What a subcommand accepts besides --help. */
enum pns_cli_accepts {
  PNS_CLI_SOLVER = 1, /* the solver's options */
  PNS_CLI_VALUE = 2,
  PNS_CLI_JSON = 4,
  PNS_CLI_QUIET = 8,
  PNS_CLI_CERTIFICATE = 16,
  PNS_CLI_WATCH = 32, /* log, metrics, what signals do */
  PNS_CLI_CHECKPOINT = 64,
  PNS_CLI_GAME = 512, /* where the game comes from */
  PNS_CLI_PERFT = 1024,
  PNS_CLI_OWN_GAME = 4096,
  PNS_CLI_POSITION = 128, /* GAME[:PARAMETERS] [MOVE...] and --position; else one FILE */
  PNS_CLI_BENCH = 256,    /* suites, runs and thread counts; nothing behind the options */
  PNS_CLI_SIMULATE = 2048,
  PNS_CLI_SERVE = 8192, /* who is served, and with what; nothing behind the options */
  PNS_CLI_GTP = 32768,  /* at most one GAME[:PARAMETERS], no moves */
};

/* What `pns bench` is told besides; NULL where nothing was. */
struct pns_cli_bench_flags {
  const char *threads, *runs, *suite, *csv;
  bool baseline, portfolio, reseed;
};

/* And `pns simulate`. With `calibrate` any number of games stands behind the options: `moves`. */
struct pns_cli_simulate_flags {
  const char *workers, *seeds, *costs;
  bool calibrate, no_contention, csv;
};

#define PNS_CLI_LISTEN_MAX 8u

/* And `pns serve`. */
struct pns_cli_serve_flags {
  const char *listen[PNS_CLI_LISTEN_MAX];
  unsigned listen_count;
  const char *token_file, *folder, *threads, *memory, *solves, *keep, *clients;
  bool allow_remote, web;
};

/* And `pns gtp`. */
struct pns_cli_gtp_flags {
  const char *move_time, *gfx;
};

struct pns_cli_arguments {
  bool help, value, json, quiet;
  bool goal_given, progress_given;
  const char *position_text; /* NULL: the start */
  const char *certificate;   /* the file to write; NULL: none */
  const char *log;           /* the file to append to; NULL: none */
  const char *metrics_file;  /* the file to rewrite; NULL: none */
  bool usr1_stops;           /* USR1 does what TERM does */
  int stopped_exit;          /* the exit status when a signal ended the run */
  const char *checkpoint;    /* the file to keep; NULL: none */
  struct pns_cli_bench_flags bench;
  struct pns_cli_simulate_flags simulate;
  struct pns_cli_serve_flags serve;
  struct pns_cli_gtp_flags gtp;
  const char *file; /* without PNS_CLI_POSITION */
  const char *spec; /* GAME[:PARAMETERS]; NULL with `help` alone */
  char **moves;     /* borrowed from argv */
  int moves_count;
  unsigned perft;               /* plies; 0: not asked */
  struct pns_game_options game; /* whoever types a path may run what is there */
  struct pns_options *options;  /* NULL unless PNS_CLI_SOLVER */
};

/* Reads argv (argv[0] is the subcommand). Freed by _done in any case. */
enum pns_status pns_cli_arguments_init(struct pns_cli_arguments *arguments, unsigned accepts,
                                       int argc, char **argv, struct pns_error *error);
void pns_cli_arguments_done(struct pns_cli_arguments *arguments);

/* Prints the options a subcommand accepts, one a line. */
void pns_cli_arguments_help(unsigned accepts);

/* The position the arguments describe. */
enum pns_status pns_cli_arguments_position(const struct pns_cli_arguments *arguments,
                                           struct pns_position **position, struct pns_error *error);

#endif
