/* The arithmetic of a measurement: geometric means, and each cell against the best single thread.
 */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

const char *pns_bench_kind_name(enum pns_bench_kind kind) {
  static const char *const names[] = {"search", "best", "portfolio"};
  return names[kind];
}

typedef double figure_function(const struct pns_result *run);

static double wall(const struct pns_result *run) { return run->wall_s; }
static double expansions(const struct pns_result *run) { return (double)run->expansions; }

static double geometric(const struct pns_bench_cell *cell, figure_function *figure) {
  double sum = 0;
  for (uint32_t i = 0; i < cell->count; i++) sum += log(figure(&cell->runs[i]));
  return exp(sum / cell->count);
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure_times(const struct pns_bench_cell *cell, struct pns_bench_figures *f) {
  double *walls = calloc(cell->count, sizeof *walls);
  f->wall_s = geometric(cell, wall);
  f->wall_least_s = f->wall_most_s = f->wall_median_s = f->wall_s;
  if (walls == NULL) return;
  for (uint32_t i = 0; i < cell->count; i++) walls[i] = cell->runs[i].wall_s;
  qsort(walls, cell->count, sizeof *walls, compare);
  f->wall_least_s = walls[0];
  f->wall_most_s = walls[cell->count - 1];
  f->wall_median_s = (walls[cell->count / 2] + walls[(cell->count - 1) / 2]) / 2;
  free(walls);
}

static void measure_cell(const struct pns_bench_cell *cell, struct pns_bench_figures *f) {
  double walls = 0, cpu = 0, all = 0, wasted = 0;
  *f = (struct pns_bench_figures){.speedup = NAN, .rate_ratio = NAN, .f_s = NAN, .f_t = NAN};
  if (cell->count == 0) return;
  for (uint32_t i = 0; i < cell->count; i++) {
    const struct pns_result *run = &cell->runs[i];
    walls += run->wall_s * run->threads;
    cpu += run->cpu_s;
    all += (double)run->expansions;
    wasted += (double)run->wasted;
    f->waits += (double)run->waits / cell->count;
    f->bytes_per_node += run->bytes_per_node / cell->count;
    f->peak_rss_bytes = fmax(f->peak_rss_bytes, (double)run->peak_rss_bytes);
    f->timeouts += run->verdict == PNS_UNKNOWN;
  }
  measure_times(cell, f);
  f->expansions = geometric(cell, expansions);
  f->expansions_per_s = f->expansions / f->wall_s;
  f->wasted_share = all > 0 ? wasted / all : 0;
  f->idle_share = walls > 0 ? fmax(0, 1 - cpu / walls) : 0;
}

/* A portfolio's expansions are those of its winner; what the others did is not comparable. */
static void compare_with(const struct pns_bench_cell *cell, struct pns_bench_figures *f,
                         const struct pns_bench_figures *reference) {
  if (f->timeouts > 0 || reference->timeouts > 0) return;
  f->speedup = reference->wall_s / f->wall_s;
  if (cell->kind == PNS_BENCH_PORTFOLIO) return;
  f->f_s = f->expansions / reference->expansions;
  f->f_t = reference->expansions_per_s * cell->threads / f->expansions_per_s;
}

static bool is_sequential(const struct pns_bench_cell *cell) {
  return cell->threads == 1 && cell->kind != PNS_BENCH_PORTFOLIO && cell->count > 0;
}

void pns_bench_measure(const struct pns_bench_cell *cells, size_t count,
                       struct pns_bench_figures *figures) {
  const struct pns_bench_figures *reference = NULL, *plain = NULL;
  for (size_t i = 0; i < count; i++) {
    measure_cell(&cells[i], &figures[i]);
    if (!is_sequential(&cells[i])) continue;
    if (cells[i].kind == PNS_BENCH_SEARCH) plain = &figures[i];
    if (reference == NULL || figures[i].timeouts < reference->timeouts ||
        (figures[i].timeouts == reference->timeouts && figures[i].wall_s < reference->wall_s))
      reference = &figures[i];
  }
  for (size_t i = 0; i < count; i++) {
    if (cells[i].count == 0) continue;
    if (reference != NULL) compare_with(&cells[i], &figures[i], reference);
    if (plain != NULL && cells[i].kind == PNS_BENCH_SEARCH)
      figures[i].rate_ratio = figures[i].expansions_per_s / plain->expansions_per_s;
  }
}

struct pns_bench_mean pns_bench_mean_of(const double *numbers, size_t count) {
  struct pns_bench_mean mean = {.mean = NAN, .least = INFINITY, .most = -INFINITY};
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    if (isnan(numbers[i])) continue;
    sum += log(numbers[i]);
    mean.least = fmin(mean.least, numbers[i]);
    mean.most = fmax(mean.most, numbers[i]);
    mean.count++;
  }
  if (mean.count > 0) mean.mean = exp(sum / (double)mean.count);
  return mean;
}
