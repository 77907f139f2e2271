#include "arguments.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "nearest.h"

/* ---- the table ---- */

/* The flags that are not options of the solver. */
struct own_flag {
  const char *name;
  const char *value; /* NULL: takes none */
  unsigned accepts;  /* 0: always there */
  const char *help;
};

enum {
  OWN_POSITION,
  OWN_GAME_COMMAND,
  OWN_GAME_ANSWER,
  OWN_CHECK_GAME,
  OWN_PERFT,
  OWN_OWN_GAME,
  OWN_VALUE,
  OWN_CERTIFICATE,
  OWN_LOG,
  OWN_METRICS_FILE,
  OWN_ON_USR1,
  OWN_CHECKPOINT_EXIT,
  OWN_CHECKPOINT,
  OWN_BENCH_THREADS,
  OWN_BENCH_RUNS,
  OWN_BENCH_SUITE,
  OWN_BENCH_CSV,
  OWN_BENCH_BASELINE,
  OWN_BENCH_PORTFOLIO,
  OWN_BENCH_RESEED,
  OWN_SIMULATE_WORKERS,
  OWN_SIMULATE_SEEDS,
  OWN_SIMULATE_COSTS,
  OWN_SIMULATE_NO_CONTENTION,
  OWN_SIMULATE_CALIBRATE,
  OWN_SIMULATE_CSV,
  OWN_SERVE_LISTEN,
  OWN_SERVE_WEB,
  OWN_SERVE_FOLDER,
  OWN_SERVE_TOKEN_FILE,
  OWN_SERVE_ALLOW_REMOTE,
  OWN_SERVE_THREADS,
  OWN_SERVE_MEMORY,
  OWN_SERVE_SOLVES,
  OWN_SERVE_KEEP,
  OWN_SERVE_CLIENTS,
  OWN_GTP_MOVE_TIME,
  OWN_GTP_GFX,
  OWN_JSON,
  OWN_QUIET,
  OWN_HELP,
  OWN_FLAGS,
};

static const struct own_flag own_flags[OWN_FLAGS] = {
    [OWN_POSITION] = {"position", "TEXT", PNS_CLI_POSITION,
                      "start here instead, in the game's usual notation"},
    [OWN_GAME_COMMAND] = {"game-command", "PROGRAM", PNS_CLI_GAME,
                          "the game is what this program plays, asked line by line"},
    [OWN_GAME_ANSWER] = {"game-answer", "DURATION", PNS_CLI_GAME,
                         "most time for each of its answers (default: 10s)"},
    [OWN_CHECK_GAME] = {"check-game", NULL, PNS_CLI_GAME,
                        "check every answer of the game against the promises of game.h (slow)"},
    [OWN_OWN_GAME] = {"own-game", NULL, PNS_CLI_OWN_GAME,
                      "load the shared object that the checkpoint names as its game"},
    [OWN_PERFT] =
        {"perft", "N", PNS_CLI_PERFT,
         "count the lines of play 1, 2, ... N plies long, to compare with other programs"},
    [OWN_VALUE] = {"value", NULL, PNS_CLI_VALUE, "win, draw or loss for the side to move"},
    [OWN_CERTIFICATE] = {"certificate", "FILE", PNS_CLI_CERTIFICATE,
                         "write the proof of the verdict, for pns-check to check"},
    [OWN_LOG] = {"log", "FILE", PNS_CLI_WATCH, "append a JSON line for each event of the run"},
    [OWN_METRICS_FILE] = {"metrics-file", "FILE", PNS_CLI_WATCH,
                          "keep the state of the run there, for Prometheus"},
    [OWN_ON_USR1] = {"on-usr1", "WHAT", PNS_CLI_WATCH,
                     "status: USR1 prints one (default); checkpoint-exit: it stops like TERM"},
    [OWN_CHECKPOINT_EXIT] = {"checkpoint-exit", "N", PNS_CLI_WATCH,
                             "exit status when a signal ended the run (default: 4)"},
    [OWN_CHECKPOINT] = {"checkpoint", "FILE", PNS_CLI_CHECKPOINT,
                        "keep the state of the run here, and go on from it"},
    [OWN_BENCH_THREADS] = {"threads", "LIST", PNS_CLI_BENCH,
                           "thread counts to compare, as 1,2,4 (default: 1,2)"},
    [OWN_BENCH_RUNS] = {"runs", "N", PNS_CLI_BENCH, "runs of each (default: 8)"},
    [OWN_BENCH_SUITE] =
        {"suite", "NAME", PNS_CLI_BENCH,
         "quick, laptop (default), server, ffo, uttt, or a file like perf/suite.def"},
    [OWN_BENCH_CSV] = {"csv", "FILE", PNS_CLI_BENCH, "write every run there, as soon as it ends"},
    [OWN_BENCH_BASELINE] = {"baseline", NULL, PNS_CLI_BENCH,
                            "look for the best backup and epsilon at one thread"},
    [OWN_BENCH_PORTFOLIO] =
        {"portfolio", NULL, PNS_CLI_BENCH,
         "also race searches by one thread, each with its own epsilon and seed"},
    [OWN_BENCH_RESEED] = {"reseed", NULL, PNS_CLI_BENCH,
                          "shuffle moves by another seed in each run, the same for all"},
    [OWN_SIMULATE_WORKERS] = {"workers", "LIST", PNS_CLI_SIMULATE,
                              "how many workers, numbers between commas (default: 1,2,4,...,1024)"},
    [OWN_SIMULATE_SEEDS] = {"seeds", "K", PNS_CLI_SIMULATE,
                            "schedules for each number of workers (default: 1)"},
    [OWN_SIMULATE_COSTS] =
        {"costs", "FILE", PNS_CLI_SIMULATE,
         "what steps cost; read, or with --calibrate written (default: built in)"},
    [OWN_SIMULATE_NO_CONTENTION] = {"no-contention", NULL, PNS_CLI_SIMULATE,
                                    "lines that other workers wrote cost nothing"},
    [OWN_SIMULATE_CALIBRATE] = {"calibrate", NULL, PNS_CLI_SIMULATE,
                                "measure the costs on this machine instead, with the games named"},
    [OWN_SIMULATE_CSV] = {"csv", NULL, PNS_CLI_SIMULATE, "print comma-separated values"},
    [OWN_SERVE_LISTEN] = {"listen", "WHERE", PNS_CLI_SERVE,
                          "unix:PATH or ADDRESS:PORT, several times if wanted (default: standard "
                          "input and output)"},
    [OWN_SERVE_WEB] = {"web", NULL, PNS_CLI_SERVE,
                       "serve a page there as well: runs watched, proofs browsed"},
    [OWN_SERVE_FOLDER] = {"folder", "DIR", PNS_CLI_SERVE,
                          "requests may name files in this folder (default: none at all)"},
    [OWN_SERVE_TOKEN_FILE] = {"token-file", "FILE", PNS_CLI_SERVE,
                              "clients must know the word in this file"},
    [OWN_SERVE_ALLOW_REMOTE] = {"allow-remote", NULL, PNS_CLI_SERVE,
                                "listen to other machines too; needs --token-file"},
    [OWN_SERVE_THREADS] = {"threads", "N", PNS_CLI_SERVE,
                           "worker threads that solves share (default: the CPUs this process may "
                           "use)"},
    [OWN_SERVE_MEMORY] = {"memory", "SIZE", PNS_CLI_SERVE,
                          "memory that solves share (default: half of what is available)"},
    [OWN_SERVE_SOLVES] = {"solves", "N", PNS_CLI_SERVE,
                          "at work at once, the others wait (default: 4)"},
    [OWN_SERVE_KEEP] = {"keep", "N", PNS_CLI_SERVE,
                        "finished solves that can still be asked (default: 16)"},
    [OWN_SERVE_CLIENTS] = {"clients", "N", PNS_CLI_SERVE, "clients at once (default: 256)"},
    [OWN_GTP_MOVE_TIME] = {"move-time", "DURATION", PNS_CLI_GTP,
                           "most time for a genmove, or none (default: 10s)"},
    [OWN_GTP_GFX] = {"gfx", "WHERE", PNS_CLI_GTP,
                     "live numbers go to stderr (GoGui, default), stdout (HexGui), or are off"},
    [OWN_JSON] = {"json", NULL, PNS_CLI_JSON, "print one JSON object on one line"},
    [OWN_QUIET] = {"quiet", NULL, PNS_CLI_QUIET, "no progress reports"},
    [OWN_HELP] = {"help", NULL, 0, "this text"},
};

#define FLAGS_MAX 64
/* What getopt_long returns for the first flag; above every character. */
#define FIRST_VALUE 256

/* The flags of one subcommand: those of the solver, then its own. */
struct flag_table {
  size_t count;
  struct {
    const char *name, *value, *help;
    int own; /* index of own_flags; -1 for an option of the solver */
  } flags[FLAGS_MAX];
  struct option long_options[FLAGS_MAX + 1]; /* as getopt_long wants them */
};

static void add_flag(struct flag_table *table, const char *name, const char *value,
                     const char *help, int own) {
  if (table->count == FLAGS_MAX) abort();
  size_t i = table->count++;
  table->flags[i].name = name;
  table->flags[i].value = value;
  table->flags[i].help = help;
  table->flags[i].own = own;
  table->long_options[i] = (struct option){
      .name = name,
      .has_arg = value == NULL ? no_argument : required_argument,
      .val = FIRST_VALUE + (int)i,
  };
}

/* A subcommand may give an option of the solver another meaning, as --threads of bench. */
static bool is_own(const char *name, unsigned accepts) {
  for (int i = 0; i < OWN_FLAGS; i++)
    if ((own_flags[i].accepts & ~accepts) == 0 && strcmp(own_flags[i].name, name) == 0) return true;
  return false;
}

/* Commands of a protocol say what to prove, and its searches keep no checkpoints. */
static bool offers(const struct pns_option_info *info, unsigned accepts) {
  if ((accepts & PNS_CLI_SOLVER) == 0 || is_own(info->name, accepts)) return false;
  return (accepts & PNS_CLI_GTP) == 0 ||
         (strcmp(info->name, "goal") != 0 && strcmp(info->name, "checkpoint-every") != 0);
}

static void make_table(struct flag_table *table, unsigned accepts) {
  memset(table, 0, sizeof *table);
  const struct pns_option_info *info;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++)
    if (offers(info, accepts))
      add_flag(table, info->name, info->kind == PNS_OPTION_FLAG ? NULL : info->value, info->help,
               -1);
  for (int i = 0; i < OWN_FLAGS; i++)
    if ((own_flags[i].accepts & ~accepts) == 0)
      add_flag(table, own_flags[i].name, own_flags[i].value, own_flags[i].help, i);
}

void pns_cli_arguments_help(unsigned accepts) {
  struct flag_table table;
  make_table(&table, accepts);
  for (size_t i = 0; i < table.count; i++) {
    char flag[64];
    snprintf(flag, sizeof flag, "--%s %s", table.flags[i].name,
             table.flags[i].value == NULL ? "" : table.flags[i].value);
    printf("  %-22s %s\n", flag, table.flags[i].help);
  }
  const struct pns_option_info *info;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++)
    if (offers(info, accepts) && info->choices != NULL)
      printf("\n  --%s takes %s", info->name, info->choices);
  if (accepts & PNS_CLI_SOLVER)
    printf("\n  SIZE reads 4096, 512M, 16G; DURATION reads 250ms, 90s, 15m, 8h\n");
}

/* ---- reading ---- */

static enum pns_status refuse_unknown(const struct flag_table *table, const char *text,
                                      const char *subcommand, struct pns_error *error) {
  char name[80];
  snprintf(name, sizeof name, "%s", text + strspn(text, "-"));
  name[strcspn(name, "=")] = '\0';
  size_t best = 0, best_distance = (size_t)-1;
  for (size_t i = 0; i < table->count; i++) {
    size_t distance = pns_cli_distance(name, table->flags[i].name);
    if (distance >= best_distance) continue;
    best = i;
    best_distance = distance;
  }
  if (best_distance <= 1 + strlen(name) / 3)
    return pns_error_set(error, PNS_ERROR_INPUT, "unknown option '%.60s', did you mean --%s?", text,
                         table->flags[best].name);
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "unknown option '%.60s', expected one that 'pns %s --help' lists", text,
                       subcommand);
}

/* What getopt_long could not read: it leaves the flag's number in optopt, or 0. */
static enum pns_status refuse_flag(const struct flag_table *table, int answer, char **argv,
                                   struct pns_error *error) {
  if (optopt > 0 && optopt < FIRST_VALUE)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "unknown option '-%c', expected long ones like --help", optopt);
  if (optopt == 0) return refuse_unknown(table, argv[optind - 1], argv[0], error);
  size_t i = (size_t)(optopt - FIRST_VALUE);
  if (answer == ':')
    return pns_error_set(error, PNS_ERROR_INPUT, "option --%s lacks its value, expected %s",
                         table->flags[i].name, table->flags[i].value);
  return pns_error_set(error, PNS_ERROR_INPUT, "option --%s takes no value", table->flags[i].name);
}

static enum pns_status take_usr1(struct pns_cli_arguments *arguments, struct pns_error *error) {
  arguments->usr1_stops = strcmp(optarg, "checkpoint-exit") == 0;
  if (arguments->usr1_stops || strcmp(optarg, "status") == 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "on-usr1 is '%.60s', expected one of status|checkpoint-exit", optarg);
}

/* Above 125 the shell has its own meanings. */
static enum pns_status take_exit(struct pns_cli_arguments *arguments, struct pns_error *error) {
  char *end;
  const long status = strtol(optarg, &end, 10);
  if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || status > 125)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint-exit is '%.60s', expected a whole number from 0 to 125",
                         optarg);
  arguments->stopped_exit = (int)status;
  return PNS_OK;
}

/* False when the flag is none of bench's. */
static bool take_bench_flag(struct pns_cli_bench_flags *flags, int own) {
  switch (own) {
    case OWN_BENCH_THREADS:
      flags->threads = optarg;
      return true;
    case OWN_BENCH_RUNS:
      flags->runs = optarg;
      return true;
    case OWN_BENCH_SUITE:
      flags->suite = optarg;
      return true;
    case OWN_BENCH_CSV:
      flags->csv = optarg;
      return true;
    case OWN_BENCH_BASELINE:
      flags->baseline = true;
      return true;
    case OWN_BENCH_PORTFOLIO:
      flags->portfolio = true;
      return true;
    case OWN_BENCH_RESEED:
      flags->reseed = true;
      return true;
    default:
      return false;
  }
}

/* Read as the solver reads durations. */
static enum pns_status take_answer(struct pns_cli_arguments *arguments, struct pns_error *error) {
  struct pns_options *reader = pns_options_new();
  struct pns_error inner = {.text = ""};
  char seconds[64] = "";
  enum pns_status status = PNS_ERROR_SYSTEM;
  if (reader != NULL) status = pns_options_set(reader, "time", optarg, &inner);
  if (status == PNS_OK) status = pns_options_get(reader, "time", seconds, sizeof seconds, &inner);
  pns_options_free(reader);
  if (status != PNS_OK)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "game-answer is '%.60s', expected a duration like 250ms, 90s or 15m",
                         optarg);
  arguments->game.answer_s = strtod(seconds, NULL);
  return PNS_OK;
}

static enum pns_status take_perft(struct pns_cli_arguments *arguments, struct pns_error *error) {
  char *end;
  const long depth = strtol(optarg, &end, 10);
  if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || depth < 1 || depth > 1000)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "perft is '%.60s', expected a whole number from 1 to 1000", optarg);
  arguments->perft = (unsigned)depth;
  return PNS_OK;
}

/* False when the flag is none of simulate's. */
static bool take_simulate_flag(struct pns_cli_simulate_flags *flags, int own) {
  switch (own) {
    case OWN_SIMULATE_WORKERS:
      flags->workers = optarg;
      return true;
    case OWN_SIMULATE_SEEDS:
      flags->seeds = optarg;
      return true;
    case OWN_SIMULATE_COSTS:
      flags->costs = optarg;
      return true;
    case OWN_SIMULATE_NO_CONTENTION:
      flags->no_contention = true;
      return true;
    case OWN_SIMULATE_CALIBRATE:
      flags->calibrate = true;
      return true;
    case OWN_SIMULATE_CSV:
      flags->csv = true;
      return true;
    default:
      return false;
  }
}

static enum pns_status add_listener(struct pns_cli_serve_flags *flags, struct pns_error *error) {
  if (flags->listen_count == PNS_CLI_LISTEN_MAX)
    return pns_error_set(error, PNS_ERROR_INPUT, "--listen more than %u times", PNS_CLI_LISTEN_MAX);
  flags->listen[flags->listen_count++] = optarg;
  return PNS_OK;
}

/* Where the value of a flag of serve goes; NULL: it is none of them. */
static const char **serve_text(struct pns_cli_serve_flags *flags, int own) {
  switch (own) {
    case OWN_SERVE_FOLDER:
      return &flags->folder;
    case OWN_SERVE_TOKEN_FILE:
      return &flags->token_file;
    case OWN_SERVE_THREADS:
      return &flags->threads;
    case OWN_SERVE_MEMORY:
      return &flags->memory;
    case OWN_SERVE_SOLVES:
      return &flags->solves;
    case OWN_SERVE_KEEP:
      return &flags->keep;
    case OWN_SERVE_CLIENTS:
      return &flags->clients;
    default:
      return NULL;
  }
}

/* False when the flag is none of serve's. */
static bool take_serve_flag(struct pns_cli_serve_flags *flags, int own) {
  const char **text = serve_text(flags, own);
  if (text != NULL) *text = optarg;
  flags->web |= own == OWN_SERVE_WEB;
  flags->allow_remote |= own == OWN_SERVE_ALLOW_REMOTE;
  return text != NULL || own == OWN_SERVE_WEB || own == OWN_SERVE_ALLOW_REMOTE;
}

static enum pns_status take_flag(struct pns_cli_arguments *arguments,
                                 const struct flag_table *table, size_t i,
                                 struct pns_error *error) {
  const char *name = table->flags[i].name;
  if (take_bench_flag(&arguments->bench, table->flags[i].own)) return PNS_OK;
  if (take_simulate_flag(&arguments->simulate, table->flags[i].own)) return PNS_OK;
  if (take_serve_flag(&arguments->serve, table->flags[i].own)) return PNS_OK;
  switch (table->flags[i].own) {
    case OWN_SERVE_LISTEN:
      return add_listener(&arguments->serve, error);
    case OWN_POSITION:
      arguments->position_text = optarg;
      return PNS_OK;
    case OWN_GAME_COMMAND:
      arguments->game.command = optarg;
      return PNS_OK;
    case OWN_GAME_ANSWER:
      return take_answer(arguments, error);
    case OWN_CHECK_GAME:
      arguments->game.check = true;
      return PNS_OK;
    case OWN_OWN_GAME:
      arguments->game.own = true;
      return PNS_OK;
    case OWN_PERFT:
      return take_perft(arguments, error);
    case OWN_VALUE:
      arguments->value = true;
      return PNS_OK;
    case OWN_CERTIFICATE:
      arguments->certificate = optarg;
      return PNS_OK;
    case OWN_LOG:
      arguments->log = optarg;
      return PNS_OK;
    case OWN_METRICS_FILE:
      arguments->metrics_file = optarg;
      return PNS_OK;
    case OWN_ON_USR1:
      return take_usr1(arguments, error);
    case OWN_CHECKPOINT_EXIT:
      return take_exit(arguments, error);
    case OWN_CHECKPOINT:
      arguments->checkpoint = optarg;
      return PNS_OK;
    case OWN_GTP_MOVE_TIME:
      arguments->gtp.move_time = optarg;
      return PNS_OK;
    case OWN_GTP_GFX:
      arguments->gtp.gfx = optarg;
      return PNS_OK;
    case OWN_JSON:
      arguments->json = true;
      return PNS_OK;
    case OWN_QUIET:
      arguments->quiet = true;
      return PNS_OK;
    case OWN_HELP:
      arguments->help = true;
      return PNS_OK;
    default:
      arguments->goal_given |= strcmp(name, "goal") == 0;
      arguments->progress_given |= strcmp(name, "progress") == 0;
      return pns_options_set(arguments->options, name, optarg == NULL ? "true" : optarg, error);
  }
}

/* What stands behind the options: a game and moves, or a file. */
static enum pns_status take_rest(struct pns_cli_arguments *arguments, unsigned accepts, int argc,
                                 char **argv, struct pns_error *error) {
  if (accepts & PNS_CLI_BENCH) {
    if (optind == argc) return PNS_OK;
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "unexpected '%.60s', expected options only: --suite says what to solve",
                         argv[optind]);
  }
  if (accepts & PNS_CLI_SERVE) {
    if (optind == argc) return PNS_OK;
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "unexpected '%.60s', expected options only: requests say what to solve",
                         argv[optind]);
  }
  if (accepts & PNS_CLI_GTP) {
    arguments->spec = optind < argc ? argv[optind] : NULL;
    if (optind + 1 >= argc) return PNS_OK;
    return pns_error_set(
        error, PNS_ERROR_INPUT,
        "unexpected '%.60s', expected at most one game: moves come by the protocol",
        argv[optind + 1]);
  }
  if ((accepts & PNS_CLI_POSITION) == 0) {
    if (optind + 1 != argc)
      return pns_error_set(error, PNS_ERROR_INPUT, "%d files, expected one after '%s'",
                           argc - optind, argv[0]);
    arguments->file = argv[optind];
    return PNS_OK;
  }
  if (arguments->simulate.calibrate) {
    arguments->moves = argv + optind; /* games here */
    arguments->moves_count = argc - optind;
    return PNS_OK;
  }
  if (optind == argc)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "no game, expected GAME[:PARAMETERS] after '%s'; 'pns games' lists them",
                         argv[0]);
  arguments->spec = argv[optind];
  arguments->moves = argv + optind + 1;
  arguments->moves_count = argc - optind - 1;
  return PNS_OK;
}

static enum pns_status read_flags(struct pns_cli_arguments *arguments,
                                  const struct flag_table *table, int argc, char **argv,
                                  struct pns_error *error) {
  int answer;
  optind = 0;
  opterr = 0;
  while ((answer = getopt_long(argc, argv, ":h", table->long_options, NULL)) != -1) {
    enum pns_status status = PNS_OK;
    if (answer == 'h')
      arguments->help = true;
    else if (answer < FIRST_VALUE)
      status = refuse_flag(table, answer, argv, error);
    else
      status = take_flag(arguments, table, (size_t)(answer - FIRST_VALUE), error);
    if (status != PNS_OK) return status;
  }
  return PNS_OK;
}

enum pns_status pns_cli_arguments_init(struct pns_cli_arguments *arguments, unsigned accepts,
                                       int argc, char **argv, struct pns_error *error) {
  *arguments =
      (struct pns_cli_arguments){.stopped_exit = PNS_EXIT_STOPPED,
                                 .game.own = (accepts & (PNS_CLI_POSITION | PNS_CLI_GTP)) != 0};
  if (accepts & PNS_CLI_SOLVER) {
    arguments->options = pns_options_new();
    if (arguments->options == NULL)
      return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for options");
  }
  struct flag_table table;
  make_table(&table, accepts);
  enum pns_status status = read_flags(arguments, &table, argc, argv, error);
  if (status != PNS_OK || arguments->help) return status;
  if (arguments->value && arguments->goal_given)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "--value and --goal together, expected one of them: --value asks for the "
                         "side to move");
  return take_rest(arguments, accepts, argc, argv, error);
}

void pns_cli_arguments_done(struct pns_cli_arguments *arguments) {
  pns_options_free(arguments->options);
  arguments->options = NULL;
}

enum pns_status pns_cli_arguments_position(const struct pns_cli_arguments *arguments,
                                           struct pns_position **position,
                                           struct pns_error *error) {
  struct pns_position *made = NULL;
  enum pns_status status = pns_position_new_with(arguments->spec, &arguments->game, &made, error);
  if (status == PNS_OK && arguments->position_text != NULL)
    status = pns_position_parse(made, arguments->position_text, error);
  for (int i = 0; status == PNS_OK && i < arguments->moves_count; i++)
    status = pns_position_play(made, arguments->moves[i], error);
  if (status != PNS_OK) {
    pns_position_free(made);
    return status;
  }
  *position = made;
  return PNS_OK;
}
