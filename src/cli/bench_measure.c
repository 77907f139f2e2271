/* One problem: its cells, and their runs in turn. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const char *const PORTFOLIO_EPSILONS[] = {"", "0", "0.25", "0.125", "0.5", "1"};

enum { EPSILONS = sizeof PORTFOLIO_EPSILONS / sizeof PORTFOLIO_EPSILONS[0] };

static void set_number(char *text, size_t size, uint64_t number) {
  snprintf(text, size, "%" PRIu64, number);
}

static bool add_cell(struct pns_bench_measured *m, const struct pns_bench_plan *plan,
                     enum pns_bench_kind kind, uint32_t threads) {
  struct pns_bench_cell *cell = &m->cells[m->count];
  *cell = (struct pns_bench_cell){.kind = kind, .threads = threads};
  cell->runs = calloc(plan->runs, sizeof *cell->runs);
  m->count += cell->runs != NULL;
  return cell->runs != NULL;
}

/* The best setting has a cell of its own unless it is the problem's own one. */
static enum pns_bench_end add_best(struct pns_bench_measured *m, const struct pns_bench_plan *plan,
                                   struct pns_error *error) {
  struct pns_bench_setting best;
  const enum pns_bench_end end = pns_bench_find_best(plan, m->problem, &best, error);
  if (end != PNS_BENCH_RAN || (best.backup[0] == '\0' && best.epsilon[0] == '\0')) return end;
  if (!add_cell(m, plan, PNS_BENCH_BEST, 1)) return PNS_BENCH_FAILED;
  struct pns_bench_cell *cell = &m->cells[m->count - 1];
  memcpy(cell->backup, best.backup, sizeof cell->backup);
  memcpy(cell->epsilon, best.epsilon, sizeof cell->epsilon);
  return end;
}

static bool allocate(struct pns_bench_measured *m, const struct pns_bench_plan *plan) {
  const size_t most = 2 * plan->threads_count + 1;
  m->cells = calloc(most, sizeof *m->cells);
  m->figures = calloc(most, sizeof *m->figures);
  return m->cells != NULL && m->figures != NULL;
}

static enum pns_bench_end add_cells(struct pns_bench_measured *m, const struct pns_bench_plan *plan,
                                    struct pns_error *error) {
  bool fits = allocate(m, plan);
  for (size_t i = 0; fits && i < plan->threads_count; i++)
    fits = add_cell(m, plan, PNS_BENCH_SEARCH, plan->threads[i]);
  for (size_t i = 0; fits && plan->portfolio && i < plan->threads_count; i++)
    if (plan->threads[i] > 1) fits = add_cell(m, plan, PNS_BENCH_PORTFOLIO, plan->threads[i]);
  enum pns_bench_end end = PNS_BENCH_RAN;
  pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for figures");
  if (fits && plan->baseline) end = add_best(m, plan, error);
  return fits ? end : PNS_BENCH_FAILED;
}

/* The k-th searcher of a portfolio: the first is the plain search, each other one has an epsilon
 * and a move order of its own. */
static void set_searcher(const struct pns_bench_plan *plan, const struct pns_bench_cell *cell,
                         uint32_t k, struct pns_bench_setting *setting) {
  set_number(setting->threads, sizeof setting->threads, 1);
  set_number(setting->memory, sizeof setting->memory,
             strtoull(plan->memory, NULL, 10) / cell->threads);
  snprintf(setting->epsilon, sizeof setting->epsilon, "%s", PORTFOLIO_EPSILONS[k % EPSILONS]);
  if (k > 0)
    set_number(setting->seed, sizeof setting->seed, 1 + (uint64_t)cell->count * cell->threads + k);
}

static void set_run(const struct pns_bench_plan *plan, const struct pns_bench_cell *cell,
                    uint32_t k, struct pns_bench_setting *setting) {
  *setting = (struct pns_bench_setting){.threads = ""};
  if (plan->reseed && cell->count > 0) set_number(setting->seed, sizeof setting->seed, cell->count);
  if (cell->kind == PNS_BENCH_PORTFOLIO) {
    set_searcher(plan, cell, k, setting);
    return;
  }
  set_number(setting->threads, sizeof setting->threads, cell->threads);
  memcpy(setting->memory, plan->memory, sizeof setting->memory);
  memcpy(setting->backup, cell->backup, sizeof setting->backup);
  memcpy(setting->epsilon, cell->epsilon, sizeof setting->epsilon);
}

/* A verdict that is not the known one. */
static enum pns_bench_end refute(const struct pns_bench_problem *problem,
                                 const struct pns_result *run, struct pns_error *error) {
  pns_error_set(error, PNS_ERROR_INTERNAL,
                "'%s' came out %s with %u threads, expected %s: the verdict is wrong",
                problem->name, pns_verdict_name(run->verdict), run->threads,
                pns_verdict_name(problem->expected));
  return PNS_BENCH_FAILED;
}

/* One more run of a cell. */
static enum pns_bench_end add_run(const struct pns_bench_plan *plan,
                                  struct pns_bench_problem *problem, struct pns_bench_cell *cell,
                                  struct pns_error *error) {
  const uint32_t searchers = cell->kind == PNS_BENCH_PORTFOLIO ? cell->threads : 1;
  struct pns_bench_setting *settings = calloc(searchers, sizeof *settings);
  if (settings == NULL) return PNS_BENCH_FAILED;
  for (uint32_t k = 0; k < searchers; k++) set_run(plan, cell, k, &settings[k]);
  struct pns_result *run = &cell->runs[cell->count];
  uint32_t winner = 0;
  enum pns_bench_end end =
      pns_bench_race(problem, settings, searchers, plan->signals, run, &winner, error);
  if (end == PNS_BENCH_RAN) {
    cell->count++;
    if (plan->csv != NULL) pns_bench_csv_run(plan->csv, problem, cell, &settings[winner]);
    if (problem->expected == PNS_UNKNOWN) problem->expected = run->verdict;
    if (run->verdict != PNS_UNKNOWN && run->verdict != problem->expected)
      end = refute(problem, run, error);
  }
  free(settings);
  return end;
}

enum pns_bench_end pns_bench_problem(const struct pns_bench_plan *plan,
                                     struct pns_bench_problem *problem,
                                     struct pns_bench_measured *measured, struct pns_error *error) {
  *measured = (struct pns_bench_measured){.problem = problem};
  enum pns_bench_end end = add_cells(measured, plan, error);
  for (uint32_t run = 0; end == PNS_BENCH_RAN && run < plan->runs; run++)
    for (size_t i = 0; end == PNS_BENCH_RAN && i < measured->count; i++)
      end = add_run(plan, problem, &measured->cells[i], error);
  if (measured->figures != NULL)
    pns_bench_measure(measured->cells, measured->count, measured->figures);
  return end;
}

void pns_bench_measured_done(struct pns_bench_measured *measured) {
  for (size_t i = 0; i < measured->count; i++) free(measured->cells[i].runs);
  free(measured->cells);
  free(measured->figures);
  *measured = (struct pns_bench_measured){.problem = NULL};
}
