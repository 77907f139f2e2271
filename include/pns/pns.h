/*
 * pns.h - the solver: does this player force that outcome from this position?
 *
 * A complete program:
 *
 *     #include <pns/pns.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       struct pns_error error;
 *       struct pns_result result;
 *       struct pns_position *position = NULL;
 *       struct pns_options *options = pns_options_new();
 *       struct pns_solver *solver = NULL;
 *       if (pns_options_set(options, "threads", "2", &error) != PNS_OK ||
 *           pns_position_new("connect4:5x4", &position, &error) != PNS_OK ||
 *           pns_position_play(position, "3", &error) != PNS_OK ||
 *           pns_solver_new(position, options, &solver, &error) != PNS_OK ||
 *           pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK) {
 *         fprintf(stderr, "%s\n", error.text);
 *         return 1;
 *       }
 *       printf("%s: %s\n", pns_verdict_name(result.verdict), result.proposition);
 *       pns_solver_free(solver);
 *       pns_position_free(position);
 *       pns_options_free(options);
 *     }
 *
 * Ownership: what a `_new` function gives out belongs to the caller until the `_free` of the same
 * name; every `_free` takes NULL. Strings handed in are copied.
 *
 * Threads: the library has no mutable globals, prints nothing, never exits and installs no signal
 * handler. Different objects may be used by different threads at once. One object belongs to one
 * thread at a time, except that a solver may be asked and stopped while pns_solver_run is at work:
 * pns_solver_stop and pns_solver_checkpoint from anywhere, signal handlers included;
 * pns_solver_progress, pns_solver_children, pns_solver_ask_progress and pns_position_check from any
 * thread.
 *
 * Failures: functions that can fail return a status and write one sentence into `error`, which may
 * be NULL.
 */
#ifndef PNS_PNS_H
#define PNS_PNS_H

#include <pns/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PNS_API __attribute__((visibility("default")))
#define PNS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PNS_API
#define PNS_PRINTF(text, first)
#endif

/* Grows whenever a struct or a function of this header or of game.h changes so that programs must
 * be compiled anew. A program that finds the library at run time compares it with pns_abi(). */
#define PNS_ABI 4
PNS_API unsigned pns_abi(void);
/* "0.1.0" */
PNS_API const char *pns_version(void);
/* Compiler, its flags and the features built in, on one line. */
PNS_API const char *pns_build_facts(void);

/* Writes the sentence into `error` (if any) and returns `status`: `return pns_error_set(...)`. */
PNS_API enum pns_status pns_error_set(struct pns_error *error, enum pns_status status,
                                      const char *format, ...) PNS_PRINTF(3, 4);

/* ---- games ---- */

/* The built-in games, in order of their names; NULL past the last one. */
PNS_API const struct pns_game *pns_game_at(size_t index);

/* ---- options ---- */

struct pns_options;

enum pns_option_kind {
  PNS_OPTION_FLAG,     /* "true" or "false"; on the command line without a value */
  PNS_OPTION_COUNT,    /* a whole number */
  PNS_OPTION_REAL,     /* a decimal number */
  PNS_OPTION_SIZE,     /* bytes: 4096, 512M, 16G */
  PNS_OPTION_DURATION, /* seconds: 90s, 15m, 8h, 250ms; a bare number is seconds */
  PNS_OPTION_CHOICE,   /* one of the words in `choices` */
};

/* One option as declared: enough for a command line, a protocol or a form to offer it. */
struct pns_option_info {
  const char *name; /* with '-' between words: "virtual-loss" */
  enum pns_option_kind kind;
  const char *value;   /* what stands for the value in help: "N", "SIZE" */
  const char *choices; /* "sum|weak"; NULL for the other kinds */
  double least, most;  /* inclusive; for numbers, sizes (bytes) and durations (seconds) */
  const char *help;    /* one line, naming the default */
};

/* The options in the order of the help; NULL past the last one. */
PNS_API const struct pns_option_info *pns_option_at(size_t index);
/* NULL when out of memory. */
PNS_API struct pns_options *pns_options_new(void);
PNS_API void pns_options_free(struct pns_options *options);
/* Sets one option from text. '_' and '-' are the same in names. */
PNS_API enum pns_status pns_options_set(struct pns_options *options, const char *name,
                                        const char *text, struct pns_error *error);

/* Writes what one option was set to, as pns_options_set reads it; "" where it was not set and the
 * default is not a value of its own. Cuts what does not fit into `size` bytes. */
PNS_API enum pns_status pns_options_get(const struct pns_options *options, const char *name,
                                        char *text, size_t size, struct pns_error *error);

/* ---- positions ---- */

struct pns_position;

/* The usual start of GAME[:PARAMETERS], a built-in game. */
PNS_API enum pns_status pns_position_new(const char *spec, struct pns_position **position,
                                         struct pns_error *error);
/* The same for a game that is not built in. `game` must outlive the position. */
PNS_API enum pns_status pns_position_new_game(const struct pns_game *game, const char *parameters,
                                              struct pns_position **position,
                                              struct pns_error *error);
/* What else may serve as a game. All zero: built-in ones alone. */
struct pns_game_options {
  /* A GAME with a '/' in it is a shared object that exports PNS_OWN_GAME (game.h). Its code runs
   * with all the rights of this process, so say so only for names from somebody who may do that
   * anyway. */
  bool own;
  /* The game lives in processes that this command line starts (by /bin/sh), one for each thread
   * that asks at the same time; src/games/PROTOCOL.md tells how they are asked. GAME is then the
   * name that the program gives itself. NULL: none. The positions keep a copy. */
  const char *command;
  double answer_s; /* most time for each of its answers, the first one six times it; 0: 10 s */
  /* Every answer of the game is checked against the promises of game.h, and games at random are
   * played first. A broken promise ends what is going on with a sentence. Slow. */
  bool check;
};

/* The same with more to choose from. PNS_ERROR_INPUT for what is no game, PNS_ERROR_SYSTEM for a
 * process that does not answer. */
PNS_API enum pns_status pns_position_new_with(const char *spec, const struct pns_game_options *how,
                                              struct pns_position **position,
                                              struct pns_error *error);
/* PNS_OK, or what is wrong with the game behind a position: its process has ended for good or spoke
 * nonsense, or it broke a promise and is being checked. From then on nothing that the functions in
 * `rules->game` say counts; pns_position_* and pns_solver_* report it by themselves, and no verdict
 * or checkpoint ever rests on it. Any thread. */
PNS_API enum pns_status pns_position_check(const struct pns_position *position,
                                           struct pns_error *error);
PNS_API void pns_position_free(struct pns_position *position);
/* Replaces the position by one in the game's notation. */
PNS_API enum pns_status pns_position_parse(struct pns_position *position, const char *text,
                                           struct pns_error *error);
/* Makes a move written in the game's notation; capitals do not matter. */
PNS_API enum pns_status pns_position_play(struct pns_position *position, const char *move,
                                          struct pns_error *error);
/* The rules and the bytes behind a position, valid until it changes. */
PNS_API const struct pns_rules *pns_position_rules(const struct pns_position *position);
PNS_API const void *pns_position_bytes(const struct pns_position *position);
/* Writes the key under which the store would know this position (symmetry folded). */
PNS_API void pns_position_key(const struct pns_position *position, struct pns_key *key);

/* ---- solving ---- */

enum pns_verdict { PNS_UNKNOWN = 0, PNS_PROVEN = 1, PNS_DISPROVEN = 2 };

/* Why a verdict is unknown. */
enum pns_reason {
  PNS_REASON_NONE = 0,
  PNS_REASON_TIME = 1,
  PNS_REASON_EXPANSIONS = 2,
  PNS_REASON_MEMORY = 3,
  PNS_REASON_SIGNAL = 4,
  PNS_REASON_STOP = 5,
};

enum pns_value { PNS_VALUE_UNKNOWN = 0, PNS_VALUE_WIN = 1, PNS_VALUE_DRAW = 2, PNS_VALUE_LOSS = 3 };

#define PNS_INFINITY UINT32_MAX

/* The lower-case words of CONTRACT and JSON; NULL for PNS_REASON_NONE and PNS_VALUE_UNKNOWN. */
PNS_API const char *pns_verdict_name(enum pns_verdict verdict);
PNS_API const char *pns_reason_name(enum pns_reason reason);
PNS_API const char *pns_value_name(enum pns_value value);
PNS_API const char *pns_goal_name(enum pns_goal goal);

/* Everything a run has to say. Figures of a --value run are sums over its runs, except the root's
 * numbers, which are the last run's. */
struct pns_result {
  enum pns_verdict verdict;
  enum pns_reason reason;
  enum pns_value value;  /* for the side to move; only pns_solve_value sets it */
  enum pns_goal goal;    /* of the proposition asked */
  char proposition[512]; /* "the first player (X) can force a win from ... under ..." */
  char position[PNS_POSITION_TEXT_MAX];
  char best_move[PNS_MOVE_TEXT_MAX]; /* "" when there is none to name */
  uint32_t pn, dn;                   /* of the root, for the prover; PNS_INFINITY when infinite */
  uint32_t threads;
  uint64_t expansions;       /* positions expanded, by all workers */
  uint64_t visits;           /* nodes looked at on the way */
  uint64_t nodes;            /* expanded positions in the store at the end */
  uint64_t transpositions;   /* children found in the store on expansion */
  uint64_t wasted;           /* expansions below nodes that others had solved */
  uint64_t waits;            /* times a worker found nothing to do and backed off */
  uint64_t collections;      /* times the store was swept */
  double collections_s;      /* all workers stood still for that */
  uint64_t checkpoints;      /* written, by this solver */
  double checkpoint_pause_s; /* the workers stood still for them */
  double bytes_per_node;     /* resident bytes of nodes and index for each node */
  double wall_s, cpu_s, expansions_per_s;
  uint64_t peak_rss_bytes; /* of the whole process so far */
  uint64_t memory_budget_bytes;
  uint64_t huge_page_bytes; /* of the process that lie in huge pages at the end */
  uint32_t pinned_threads;  /* workers that were bound to a CPU each */
  uint32_t memory_nodes;    /* of the machine that the store's index was spread over */
  bool at_sight; /* what the game knows of unfinished positions was taken as so (game.h, `decided`)
                  */
};

#define PNS_LINE_TEXT_MAX 256u

/* What a run looks like while it lasts. */
struct pns_progress {
  double elapsed_s;
  uint64_t expansions;
  double expansions_per_s; /* since the report before */
  uint64_t nodes;
  uint64_t memory_bytes; /* resident, whole process */
  uint64_t memory_budget_bytes;
  uint64_t collections; /* sweeps of the store so far; a report may find several new ones */
  double collections_s; /* all workers stood still for them */
  uint64_t collection_nodes_before, collection_nodes_after; /* the last one */
  uint32_t pn, dn;      /* of the root; PNS_INFINITY when infinite */
  uint32_t root_moves;  /* moves at the root ... */
  uint32_t root_solved; /* ... and how many of them are settled */
  /* The most-proving line now, moves between blanks. Where a position comes back it ends with
   * "(=N)": it stands as after its first N moves. */
  char line[PNS_LINE_TEXT_MAX];
};

/* Called by the thread that is inside pns_solver_run, every `--progress` and when asked. */
typedef void pns_progress_function(void *user, const struct pns_progress *progress);

struct pns_solver;

/* Prepares to answer the proposition given by the position and the option `goal`. The position and
 * the options are copied. A finished game is answered at once. Fails when the memory budget is too
 * small to start with. */
PNS_API enum pns_status pns_solver_new(const struct pns_position *position,
                                       const struct pns_options *options,
                                       struct pns_solver **solver, struct pns_error *error);
PNS_API void pns_solver_free(struct pns_solver *solver);
/* Searches until a verdict or a limit. May be called again to go on: time and expansions are then
 * counted anew for the limits and summed for the result. */
PNS_API enum pns_status pns_solver_run(struct pns_solver *solver, pns_progress_function *progress,
                                       void *user, struct pns_result *result,
                                       struct pns_error *error);
/* The limits of the coming runs, in place of the options `expansions` and `time`: at least so many
 * expansions (a few more with several threads: each finishes its step) and seconds; 0: no limit. So
 * a search is stepped: set 1000, run, look, run again. Not while the solver runs. */
PNS_API void pns_solver_set_limits(struct pns_solver *solver, uint64_t expansions, double time_s);
/* How the search stands now: all of pns_progress, with the rate since the run began (0 between
 * runs). Any thread, also while it runs, but not during pns_solver_restore or pns_solver_free;
 * waits while the store is swept. False when there is nothing to search: the game is over. */
PNS_API bool pns_solver_progress(struct pns_solver *solver, struct pns_progress *progress);
/* Has a running or coming pns_solver_run report its progress at once. False when nothing is
 * searched now, so that the report may be long in coming. Any thread, no signal handler. */
PNS_API bool pns_solver_ask_progress(struct pns_solver *solver);
/* What a result would say now, without a reason; not while pns_solver_run is at work. Before the
 * first run it tells what will be asked, and with what. */
PNS_API void pns_solver_result(const struct pns_solver *solver, struct pns_result *result);
/* Ends a running or coming pns_solver_run with this reason (PNS_REASON_STOP or
 * PNS_REASON_SIGNAL). Safe in signal handlers and from any thread. The first reason wins. */
PNS_API void pns_solver_stop(struct pns_solver *solver, enum pns_reason reason);
PNS_API enum pns_goal pns_solver_goal(const struct pns_solver *solver);

/* Called after a run of pns_solve_value that was decided, while its solver is still there: for
 * instance to write a certificate. What it returns, unless PNS_OK, ends the whole. */
typedef enum pns_status pns_decided_function(void *user, struct pns_solver *solver,
                                             const struct pns_result *result,
                                             struct pns_error *error);

/* What it returns before a run, unless PNS_OK, ends the whole. */
typedef enum pns_status pns_started_function(void *user, struct pns_solver *solver,
                                             struct pns_error *error);

/* The value for the side to move: "does it win?", and if not, "does it at least not lose?".
 * `started` (may be NULL) is called before each of the runs, so that the caller can stop the solver
 * at work and have it keep checkpoints, and with NULL after each. `decided` may be NULL. */
PNS_API enum pns_status pns_solve_value(const struct pns_position *position,
                                        const struct pns_options *options,
                                        pns_progress_function *progress,
                                        pns_started_function *started,
                                        pns_decided_function *decided, void *user,
                                        struct pns_result *result, struct pns_error *error);

/* ---- looking into a search ---- */

/* What the solver knows about a position, for the player of the proposition. */
struct pns_numbers {
  enum pns_verdict verdict; /* PNS_UNKNOWN: not settled, or forgotten */
  uint32_t pn, dn;          /* PNS_INFINITY when infinite; 1 and 1 when nothing is known */
};

/* A position of the search. */
struct pns_look {
  char position[PNS_POSITION_TEXT_MAX];
  enum pns_player mover;
  enum pns_outcome outcome; /* PNS_ONGOING, or how the game ended */
  struct pns_numbers numbers;
  bool expanded;     /* the store holds it */
  uint32_t work;     /* expansions below, itself included; saturates; 0 unless expanded */
  uint32_t children; /* legal moves */
  uint32_t best;     /* the one that keeps the verdict, or the most promising; `children`: none */
};

/* A move from there, and what it leads to. */
struct pns_child {
  char move[PNS_MOVE_TEXT_MAX];
  enum pns_player mover; /* after the move */
  enum pns_outcome outcome;
  struct pns_numbers numbers;
  bool expanded;
  uint32_t work;
};

/* Looks at the position that `moves` (may be NULL when there are none) lead to from the solver's
 * own: writes what is known into `here` and about the first `room` legal moves, in the game's
 * order, into `children`. As many as the rules' `max_moves` always suffice.
 *
 * A proof is walked so: at the prover's positions follow `best`, at the others every child. A
 * verdict is shown where the store has it or where it follows from the positions above; `best` can
 * be missing all the same where a sweep dropped what is below (a solver made for that position
 * finds it again), and at a won position nothing need be known about the other moves. Any thread,
 * also while the solver runs (the numbers are then those of a moment, each pair whole in itself),
 * but not during pns_solver_restore or pns_solver_free; waits while the store is swept.
 * PNS_ERROR_INPUT for an illegal move, PNS_ERROR_SYSTEM without memory. */
PNS_API enum pns_status pns_solver_children(struct pns_solver *solver, const char *const *moves,
                                            size_t moves_count, struct pns_look *here,
                                            struct pns_child *children, uint32_t room,
                                            struct pns_error *error);

/* ---- checkpoints ---- */

/* Longest path of a checkpoint, its final zero included. */
#define PNS_PATH_MAX 4000u

/* A checkpoint that was written, or could not be. */
struct pns_checkpoint {
  const char *path;
  enum pns_status status; /* PNS_OK: it is there */
  const char *error;      /* the sentence why not */
  uint64_t nodes, bytes;  /* written */
  double wall_s;          /* it took ... */
  double pause_s;         /* ... of which the workers stood still */
  bool forked;            /* a child process wrote it */
  bool last;              /* of this run: the workers had ended */
};

/* Called after each try, by the thread inside pns_solver_run or by one of the
 * solver's own. */
typedef void pns_checkpoint_function(void *user, const struct pns_checkpoint *checkpoint);

/* From now on keeps a checkpoint at PATH: every `checkpoint-every` while a run lasts and at the end
 * of each run, decided or not. A new one is written as PATH.new; then PATH is kept as PATH.prev and
 * replaced at once by the new one. While it runs a child process writes if the memory budget has
 * room for that, else a thread beside the workers, for which only collections wait. A failure (a
 * full disk, a folder that is gone) ends nothing: it is reported, and tried again next time. Not
 * while the solver runs. `report` may be NULL. With NULL for `path` none is kept any more, and
 * another solver may keep the file. */
PNS_API enum pns_status pns_solver_keep(struct pns_solver *solver, const char *path,
                                        pns_checkpoint_function *report, void *user,
                                        struct pns_error *error);
/* Asks for a checkpoint now, after pns_solver_keep. Returns at once; `report` tells when it is
 * there. Safe in signal handlers and from any thread. */
PNS_API void pns_solver_checkpoint(struct pns_solver *solver);

/* What a solver went on from. */
struct pns_checkpoint_source {
  char path[PNS_PATH_MAX + 8]; /* the file used; "" when there was none */
  char warning[512];           /* what is wrong with PATH; "": nothing */
  uint64_t nodes, left_out;    /* taken over; not taken over for want of room */
  uint64_t expansions;         /* made by those who wrote it */
  double wall_s;               /* they took */
};

/* Goes on from the newest complete checkpoint at PATH, if there is any, before the first run. The
 * counters and times of the result then go on too; limits count anew. PATH.new serves where a kill
 * left it complete and newer than PATH; where PATH is missing or damaged, PATH.prev serves, with a
 * warning. Search options that were not set (pns_options_set)
 * become those of the file. Fails when none can be trusted, or when it is about another
 * proposition; the solver is then only good for being freed. */
PNS_API enum pns_status pns_solver_restore(struct pns_solver *solver, const char *path,
                                           struct pns_checkpoint_source *source,
                                           struct pns_error *error);
/* The position that a checkpoint is about. A game in a shared object is loaded from where it was,
 * if `how->own` allows it; one in another process needs `how->command`; for built-in games `how`
 * may be NULL. The first positions of such games are compared with those of then: other rules are
 * refused. */
PNS_API enum pns_status pns_checkpoint_position(const char *path,
                                                const struct pns_game_options *how,
                                                struct pns_position **position,
                                                struct pns_error *error);
/* Makes a solver from a checkpoint: game, position and goal are the file's. */
PNS_API enum pns_status pns_solver_resume(const char *path, const struct pns_game_options *how,
                                          const struct pns_options *options,
                                          struct pns_solver **solver,
                                          struct pns_checkpoint_source *source,
                                          struct pns_error *error);

/* ---- certificates ---- */

/* What a certificate being written consists of. */
struct pns_certificate_figures {
  uint64_t found;      /* positions found that belong into it; final when writing begins */
  uint64_t positions;  /* written */
  uint64_t references; /* to positions written before */
  uint64_t again;      /* positions searched again: dropped before, or decided by the game */
  uint64_t bytes;      /* written */
};

/* Called every now and then by the thread that writes; returning false gives up. */
typedef bool pns_certificate_function(void *user, const struct pns_certificate_figures *figures);

/* Writes the proof of a verdict so that `pns-check` can check it. The solver must have decided its
 * proposition and must not be running. The file gets its name when it is complete; until then it
 * is called PATH.part. A file of that name is replaced. `progress` and `figures` may be NULL. */
PNS_API enum pns_status pns_solver_certificate(struct pns_solver *solver, const char *path,
                                               pns_certificate_function *progress, void *user,
                                               struct pns_certificate_figures *figures,
                                               struct pns_error *error);

/* What the file says about itself. */
struct pns_certificate_info {
  char writer[64];
  char game[64], parameters[PNS_PARAMETERS_MAX], position[PNS_POSITION_TEXT_MAX];
  enum pns_player prover;
  bool proven;         /* the prover can force a win; else he cannot */
  uint64_t positions;  /* shown, each once */
  uint64_t references; /* to positions shown before */
};

enum pns_shown {
  PNS_SHOWN_HERE,   /* the record is here, and what follows from it below */
  PNS_SHOWN_BEFORE, /* the position was shown elsewhere, or is open on the way here */
  PNS_SHOWN_END,    /* the game is over; or, with the outcome PNS_ONGOING, the prover cannot win any
                       more, as a look shows, and nothing follows */
};

#define PNS_NO_NODE UINT32_MAX

struct pns_certificate_node {
  char move[PNS_MOVE_TEXT_MAX]; /* that led here; "" at the root */
  enum pns_shown shown;
  enum pns_player mover; /* to move here */
  enum pns_outcome outcome;
  uint32_t depth;        /* plies from the root */
  uint64_t number;       /* of the record, from 1 in the order of the file; 0 at an end */
  uint64_t positions;    /* shown from here on, this one included; for PNS_SHOWN_BEFORE over there,
                            0 where the move returns to a position still open on the way here */
  bool referred;         /* other places refer to it */
  uint32_t children;     /* that were kept */
  uint32_t first_child;  /* the one with most positions; PNS_NO_NODE */
  uint32_t next_sibling; /* PNS_NO_NODE */
};

struct pns_certificate;

/* Reads a certificate of a built-in game and keeps its tree down to `depth` plies. It is shown, not
 * checked: that is what `pns-check` is for. */
PNS_API enum pns_status pns_certificate_read(const char *path, uint32_t depth,
                                             struct pns_certificate **certificate,
                                             struct pns_error *error);
PNS_API void pns_certificate_free(struct pns_certificate *certificate);
PNS_API const struct pns_certificate_info *pns_certificate_about(
    const struct pns_certificate *certificate);
/* Node 0 is the root. NULL past the last. */
PNS_API const struct pns_certificate_node *pns_certificate_node(
    const struct pns_certificate *certificate, uint32_t index);

/* ---- the textbook search, step by step ---- */

/* A node touched by one step: from the expanded leaf up to the root. */
struct pns_trace_node {
  uint32_t depth;               /* plies from the root */
  char move[PNS_MOVE_TEXT_MAX]; /* that led here; "" at the root */
  enum pns_player mover;
  bool is_or; /* the prover moves */
  uint32_t pn, dn;
};

struct pns_trace_step {
  uint64_t expansion;                /* 1, 2, ... */
  uint32_t path_length;              /* nodes from the root to the expanded leaf */
  const struct pns_trace_node *path; /* root first, numbers after the update */
  uint32_t children_count;
  const struct pns_trace_node *children; /* of the expanded leaf, as initialised */
  uint64_t touched;                      /* positions generated so far, the root included */
};

typedef void pns_trace_function(void *user, const struct pns_trace_step *step);

/* Runs the textbook search (one worker; the most-proving leaf from the root each time; ties to the
 * first child; plain sum, unit leaves, epsilon 0) and reports each expansion. The limits in the
 * solver's options hold. */
PNS_API enum pns_status pns_solver_trace(struct pns_solver *solver, pns_trace_function *step,
                                         void *user, struct pns_result *result,
                                         struct pns_error *error);

#ifdef __cplusplus
}
#endif

#endif
