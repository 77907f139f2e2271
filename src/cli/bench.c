/* pns bench: the scaling of a search, measured as DESIGN asks for it. */
#include "bench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "command.h"

#define ACCEPTS (PNS_CLI_SOLVER | PNS_CLI_BENCH | PNS_CLI_JSON)

enum { RUNS_MOST = 10000, THREADS_MOST = 1024 };

static int print_help(void) {
  printf(
      "pns bench [OPTION...]\n"
      "Solves the problems of a suite again and again, with several thread counts in turn, every\n"
      "run in a process of its own with its threads bound to CPUs, and compares: S = T(1) / T(p) "
      "=\n"
      "p / (f_s f_t), f_s how many more expansions, f_t how much longer an expansion takes. Means\n"
      "are geometric. A wrong verdict ends it with status 2; Ctrl-C keeps what was measured.\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

/* ---- the plan ---- */

static enum pns_status read_whole(const char *what, const char *text, long most, uint32_t *number,
                                  struct pns_error *error) {
  char *end;
  errno = 0;
  const long value = strtol(text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < 1 || value > most)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s is '%.60s', expected a whole number from 1 to %ld", what, text, most);
  *number = (uint32_t)value;
  return PNS_OK;
}

/* "1,2,4": numbers between commas, none twice. */
static enum pns_status read_threads(struct pns_bench_plan *plan, const char *list,
                                    struct pns_error *error) {
  while (list != NULL) {
    char number[24];
    const size_t span = strcspn(list, ",");
    snprintf(number, sizeof number, "%.*s", (int)(span < 20 ? span : 20), list);
    if (plan->threads_count == PNS_BENCH_THREADS_MAX)
      return pns_error_set(error, PNS_ERROR_INPUT, "threads lists more than %d numbers",
                           PNS_BENCH_THREADS_MAX);
    uint32_t *threads = &plan->threads[plan->threads_count];
    enum pns_status status = read_whole("threads", number, THREADS_MOST, threads, error);
    if (status != PNS_OK) return status;
    for (size_t i = 0; i < plan->threads_count; i++)
      if (plan->threads[i] == *threads)
        return pns_error_set(error, PNS_ERROR_INPUT, "threads lists %u twice", *threads);
    plan->threads_count++;
    list = list[span] == '\0' ? NULL : list + span + 1;
  }
  return PNS_OK;
}

static enum pns_status open_csv(struct pns_bench_plan *plan, const char *path,
                                struct pns_error *error) {
  if (path == NULL) return PNS_OK;
  plan->csv = fopen(path, "w");
  if (plan->csv != NULL) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT, "csv '%.200s' cannot be written: %s", path,
                       strerror(errno));
}

/* Every run gets the same budget: the one a solver would take now. */
static enum pns_status set_memory(struct pns_bench_plan *plan,
                                  const struct pns_bench_problem *problem,
                                  struct pns_error *error) {
  struct pns_solver *solver = NULL;
  struct pns_result result;
  enum pns_status status = pns_solver_new(problem->position, problem->options, &solver, error);
  if (status != PNS_OK) return status;
  pns_solver_result(solver, &result);
  snprintf(plan->memory, sizeof plan->memory, "%" PRIu64, result.memory_budget_bytes);
  pns_solver_free(solver);
  return PNS_OK;
}

static enum pns_status make_plan(struct pns_bench_plan *plan,
                                 const struct pns_cli_arguments *arguments,
                                 struct pns_bench_suite *suite, struct pns_error *error) {
  const struct pns_cli_bench_flags *flags = &arguments->bench;
  *plan = (struct pns_bench_plan){.suite = flags->suite == NULL ? "laptop" : flags->suite,
                                  .baseline = flags->baseline,
                                  .portfolio = flags->portfolio,
                                  .reseed = flags->reseed,
                                  .json = arguments->json,
                                  .signals = -1};
  enum pns_status status =
      read_threads(plan, flags->threads == NULL ? "1,2" : flags->threads, error);
  if (status == PNS_OK)
    status =
        read_whole("runs", flags->runs == NULL ? "8" : flags->runs, RUNS_MOST, &plan->runs, error);
  if (status == PNS_OK)
    status = pns_bench_suite_init(suite, plan->suite, arguments->options, error);
  if (status == PNS_OK) status = set_memory(plan, &suite->problems[0], error);
  if (status == PNS_OK) status = open_csv(plan, flags->csv, error);
  if (status != PNS_OK) return status;
  plan->signals = pns_bench_signals();
  if (plan->signals >= 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "no signals: %s", strerror(errno));
}

/* ---- the run ---- */

static void begin(const struct pns_bench_plan *plan) {
  if (plan->csv != NULL) pns_bench_csv_head(plan->csv);
  if (plan->json) return;
  pns_bench_print_facts(stdout);
  printf("# each run: memory %" PRIu64 " MiB, one CPU a thread\n",
         (uint64_t)strtoull(plan->memory, NULL, 10) >> 20);
  fflush(stdout);
}

/* The number of problems measured, the last one perhaps in part. */
static size_t measure_all(const struct pns_bench_plan *plan, struct pns_bench_suite *suite,
                          struct pns_bench_measured *all, enum pns_bench_end *end,
                          struct pns_error *error) {
  size_t done = 0;
  *end = PNS_BENCH_RAN;
  while (*end == PNS_BENCH_RAN && done < suite->count) {
    struct pns_bench_measured *measured = &all[done];
    *end = pns_bench_problem(plan, &suite->problems[done], measured, error);
    done++;
    if (!plan->json) {
      pns_bench_print_problem(measured);
    } else if (!pns_bench_print_json(plan->suite, measured)) {
      *end = PNS_BENCH_FAILED;
      pns_error_set(error, PNS_ERROR_SYSTEM, "the JSON objects could not be written");
    }
  }
  return done;
}

static bool close_csv(struct pns_bench_plan *plan) {
  if (plan->csv == NULL) return true;
  const bool failed = ferror(plan->csv) != 0;
  return fclose(plan->csv) == 0 && !failed;
}

static bool any_timeout(const struct pns_bench_measured *all, size_t count) {
  for (size_t p = 0; p < count; p++)
    for (size_t i = 0; i < all[p].count; i++)
      if (all[p].figures[i].timeouts > 0) return true;
  return false;
}

static int exit_of(enum pns_bench_end end, const struct pns_bench_measured *all, size_t count,
                   const struct pns_error *error) {
  switch (end) {
    case PNS_BENCH_FAILED:
      return pns_cli_fail(error);
    case PNS_BENCH_INTERRUPTED:
      return PNS_EXIT_STOPPED;
    case PNS_BENCH_RAN:
      break;
  }
  return any_timeout(all, count) ? PNS_EXIT_UNDECIDED : PNS_EXIT_DECIDED;
}

static int run(struct pns_bench_plan *plan, struct pns_bench_suite *suite) {
  struct pns_error error;
  struct pns_bench_measured *all = calloc(suite->count, sizeof *all);
  if (all == NULL) {
    pns_error_set(&error, PNS_ERROR_SYSTEM, "out of memory for a suite");
    return pns_cli_fail(&error);
  }
  enum pns_bench_end end;
  begin(plan);
  const size_t done = measure_all(plan, suite, all, &end, &error);
  pns_bench_print_means(plan->json ? stderr : stdout, all, done);
  int status = exit_of(end, all, done, &error);
  if (!close_csv(plan)) {
    pns_error_set(&error, PNS_ERROR_SYSTEM, "the CSV file could not take all lines");
    status = pns_cli_fail(&error);
  }
  for (size_t p = 0; p < done; p++) pns_bench_measured_done(&all[p]);
  free(all);
  return status;
}

int pns_cli_bench(int argc, char **argv) {
  struct pns_cli_arguments arguments;
  struct pns_bench_suite suite = {.name = NULL};
  struct pns_bench_plan plan;
  struct pns_error error;
  int exit_status = PNS_EXIT_DECIDED;
  enum pns_status status = pns_cli_arguments_init(&arguments, ACCEPTS, argc, argv, &error);
  if (status == PNS_OK && arguments.help) {
    exit_status = print_help();
  } else {
    if (status == PNS_OK) status = make_plan(&plan, &arguments, &suite, &error);
    exit_status = status == PNS_OK ? run(&plan, &suite) : pns_cli_fail(&error);
    if (status == PNS_OK) close(plan.signals);
  }
  pns_bench_suite_done(&suite);
  pns_cli_arguments_done(&arguments);
  return exit_status;
}
