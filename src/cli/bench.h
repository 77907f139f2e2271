/*
 * pns bench: what its files share. A problem is measured in cells: one kind of solving, one thread
 * count, several runs. Each run has a process of its own, so that its memory figures are its own.
 */
#ifndef PNS_CLI_BENCH_H
#define PNS_CLI_BENCH_H

#include <pns/pns.h>
#include <stdio.h>

/* Thread counts of one bench at most. */
#define PNS_BENCH_THREADS_MAX 32

/* ---- problems (bench_suite.c) ---- */

struct pns_bench_problem {
  char *name;
  enum pns_verdict expected; /* PNS_UNKNOWN: whatever the first run finds */
  struct pns_position *position;
  struct pns_options *options; /* the suite's own and the command line's */
};

struct pns_bench_suite {
  const char *name; /* as the user gave it */
  struct pns_bench_problem *problems;
  size_t count;
};

/* Reads the built-in suite of that name, or the file. What `given` has set, every problem takes
 * over. Freed by _done in any case. */
enum pns_status pns_bench_suite_init(struct pns_bench_suite *suite, const char *name,
                                     const struct pns_options *given, struct pns_error *error);
void pns_bench_suite_done(struct pns_bench_suite *suite);

/* The lines of perf/suite.def, NULL behind the last. */
extern const char *const pns_bench_builtin[];

/* ---- runs (bench_run.c) ---- */

/* Options of one search as text, "" for what is left as it is. */
struct pns_bench_setting {
  char threads[12], memory[24], backup[8], epsilon[12], seed[24], time[24];
};

/* What came of a run. */
enum pns_bench_end {
  PNS_BENCH_RAN,
  PNS_BENCH_INTERRUPTED, /* by a signal; there is no result */
  PNS_BENCH_FAILED,
};

/* Ends the process's own reaction to INT and TERM; -1 when that fails. The number is for the two
 * functions below. */
int pns_bench_signals(void);
/* Searches with each of `count` settings at once, each in a process of its own (and, if there are
 * several, on a CPU of its own), until the first of them is decided or all have reached a limit.
 * `winner` becomes the number of the one whose result this is. */
enum pns_bench_end pns_bench_race(const struct pns_bench_problem *problem,
                                  const struct pns_bench_setting *settings, uint32_t count,
                                  int signals, struct pns_result *result, uint32_t *winner,
                                  struct pns_error *error);

/* ---- cells and their figures (bench_cell.c) ---- */

enum pns_bench_kind {
  PNS_BENCH_SEARCH,    /* one search by so many threads */
  PNS_BENCH_BEST,      /* the best setting found for one thread */
  PNS_BENCH_PORTFOLIO, /* so many searches by one thread each, the first to end wins */
};

/* "search", "best", "portfolio" */
const char *pns_bench_kind_name(enum pns_bench_kind kind);

struct pns_bench_cell {
  enum pns_bench_kind kind;
  uint32_t threads;
  char backup[8], epsilon[12]; /* of PNS_BENCH_BEST */
  struct pns_result *runs;
  uint32_t count;
};

/* Means over runs are geometric; NaN is what cannot be said. */
struct pns_bench_figures {
  double wall_s, wall_least_s, wall_most_s, wall_median_s;
  double expansions, expansions_per_s;
  double waits, wasted_share, idle_share;
  double bytes_per_node, peak_rss_bytes;
  uint32_t timeouts; /* runs without a verdict; their times are lower bounds */
  /* Against the reference; S = p / (f_s f_t). */
  double speedup, f_s, f_t;
  double rate_ratio; /* against one thread with the same options */
};

/* Sets figures[i] for cells[i]. The reference is the fastest cell that searches with one thread. */
void pns_bench_measure(const struct pns_bench_cell *cells, size_t count,
                       struct pns_bench_figures *figures);

/* Geometric mean and range of the numbers that are not NaN. */
struct pns_bench_mean {
  double mean, least, most;
  size_t count;
};
struct pns_bench_mean pns_bench_mean_of(const double *numbers, size_t count);

/* ---- the whole (bench.c) ---- */

struct pns_bench_plan {
  const char *suite;
  uint32_t threads[PNS_BENCH_THREADS_MAX];
  size_t threads_count;
  uint32_t runs;
  bool baseline, portfolio, reseed, json;
  FILE *csv;       /* NULL: none */
  char memory[24]; /* of every run, as an option; a portfolio divides it */
  int signals;
};

/* One problem, measured. */
struct pns_bench_measured {
  const struct pns_bench_problem *problem;
  struct pns_bench_cell *cells;
  struct pns_bench_figures *figures;
  size_t count;
};

/* Measures a problem run by run, cell by cell in turn, so that a drift of the machine hits all
 * cells alike; an unknown verdict becomes known by the first run. What was measured before an
 * interruption or a failure is in `measured`, which _done frees. (bench_measure.c) */
enum pns_bench_end pns_bench_problem(const struct pns_bench_plan *plan,
                                     struct pns_bench_problem *problem,
                                     struct pns_bench_measured *measured, struct pns_error *error);
void pns_bench_measured_done(struct pns_bench_measured *measured);

/* Tries settings for one thread, each until it is slower than the best before; the best one in
 * `backup` and `epsilon`. (bench_best.c) */
enum pns_bench_end pns_bench_find_best(const struct pns_bench_plan *plan,
                                       const struct pns_bench_problem *problem,
                                       struct pns_bench_setting *best, struct pns_error *error);

/* ---- what is printed ---- */

/* Hardware and build, one "# NAME: VALUE" line each (bench_machine.c). */
void pns_bench_print_facts(FILE *stream);
/* A table of one problem, and of the means over all (bench_text.c). */
void pns_bench_print_problem(const struct pns_bench_measured *measured);
void pns_bench_print_means(FILE *stream, const struct pns_bench_measured *all, size_t count);
/* One line for each run, and an object for each cell (bench_records.c). */
void pns_bench_csv_head(FILE *stream);
void pns_bench_csv_run(FILE *stream, const struct pns_bench_problem *problem,
                       const struct pns_bench_cell *cell, const struct pns_bench_setting *setting);
bool pns_bench_print_json(const char *suite, const struct pns_bench_measured *measured);

#endif
