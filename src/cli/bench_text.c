/* The tables that people read. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "text.h"

/* "1.87", or "-" for what cannot be said. */
static const char *ratio(double number, char text[16]) {
  if (isnan(number))
    snprintf(text, 16, "-");
  else
    snprintf(text, 16, number < 99.95 ? "%.2f" : "%.0f", number);
  return text;
}

static void name_cell(const struct pns_bench_cell *cell, char *name, size_t size) {
  if (cell->kind != PNS_BENCH_BEST) {
    snprintf(name, size, "%u%s", cell->threads,
             cell->kind == PNS_BENCH_PORTFOLIO ? " portfolio" : "");
    return;
  }
  snprintf(name, size, "1 best%s%s%s%s", cell->backup[0] == '\0' ? "" : " ", cell->backup,
           cell->epsilon[0] == '\0' ? "" : " eps ", cell->epsilon);
}

static void print_cell(const struct pns_bench_cell *cell, const struct pns_bench_figures *f) {
  char name[48], rate[PNS_CLI_NUMBER_MAX], expansions[PNS_CLI_NUMBER_MAX], r[4][16];
  name_cell(cell, name, sizeof name);
  if (cell->count == 0) {
    printf("  %-21s no run\n", name);
    return;
  }
  printf("  %-21s %s%8.4f %8.4f %8.4f %6s %8s %6s %6s %8s %5s %7.2f %6.2f %7.0f %5.0f %6.0f\n",
         name, f->timeouts > 0 ? ">" : " ", f->wall_s, f->wall_least_s, f->wall_most_s,
         ratio(f->speedup, r[0]), pns_cli_short(f->expansions, expansions), ratio(f->f_s, r[1]),
         ratio(f->f_t, r[2]), pns_cli_short(f->expansions_per_s, rate), ratio(f->rate_ratio, r[3]),
         100 * f->wasted_share, 100 * f->idle_share, f->waits, f->bytes_per_node,
         f->peak_rss_bytes / (1 << 20));
  if (f->timeouts > 0)
    printf("  %-21s %u of %u runs reached a limit\n", "", f->timeouts, cell->count);
}

void pns_bench_print_problem(const struct pns_bench_measured *m) {
  if (m->count == 0) return;
  printf(
      "\n%s: %s, %u runs each\n", m->problem->name,
      m->problem->expected == PNS_UNKNOWN ? "not decided" : pns_verdict_name(m->problem->expected),
      m->cells[0].count);
  printf("  %-21s  %8s %8s %8s %6s %8s %6s %6s %8s %5s %7s %6s %7s %5s %6s\n", "threads", "time s",
         "least", "most", "S", "expanded", "f_s", "f_t", "per s", "rate", "wasted%", "idle%",
         "waits", "B/nd", "MiB");
  for (size_t i = 0; i < m->count; i++) print_cell(&m->cells[i], &m->figures[i]);
  fflush(stdout);
}

/* ---- means over the suite ---- */

static const struct {
  const char *name;
  size_t at;
} columns[] = {
    {"S", offsetof(struct pns_bench_figures, speedup)},
    {"rate", offsetof(struct pns_bench_figures, rate_ratio)},
    {"f_s", offsetof(struct pns_bench_figures, f_s)},
    {"f_t", offsetof(struct pns_bench_figures, f_t)},
};

/* The figure of each problem's cell of this kind and size; NaN where it has none. */
static void gather(const struct pns_bench_measured *all, size_t count,
                   const struct pns_bench_cell *like, size_t at, double *numbers) {
  for (size_t p = 0; p < count; p++) {
    numbers[p] = NAN;
    for (size_t i = 0; i < all[p].count; i++) {
      const struct pns_bench_cell *cell = &all[p].cells[i];
      if (cell->kind == like->kind && cell->threads == like->threads && cell->count > 0)
        numbers[p] = *(const double *)(const void *)((const char *)&all[p].figures[i] + at);
    }
  }
}

static void print_mean(FILE *stream, const struct pns_bench_measured *all, size_t count,
                       const struct pns_bench_cell *like, double *numbers) {
  char name[48];
  snprintf(name, sizeof name, "%u%s", like->threads,
           like->kind == PNS_BENCH_PORTFOLIO ? " portfolio" : "");
  fprintf(stream, "  %-13s", name);
  size_t problems = 0;
  for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
    char r[3][16];
    gather(all, count, like, columns[c].at, numbers);
    const struct pns_bench_mean mean = pns_bench_mean_of(numbers, count);
    if (c == 0) problems = mean.count;
    if (mean.count == 0)
      fprintf(stream, "  %20s", "-");
    else
      fprintf(stream, "  %6s (%5s .. %4s)", ratio(mean.mean, r[0]), ratio(mean.least, r[1]),
              ratio(mean.most, r[2]));
  }
  fprintf(stream, "  %zu of %zu\n", problems, count);
}

void pns_bench_print_means(FILE *stream, const struct pns_bench_measured *all, size_t count) {
  double *numbers = calloc(count + 1, sizeof *numbers);
  if (numbers == NULL || count == 0) {
    free(numbers);
    return;
  }
  fprintf(stream, "\ngeometric means (least .. most)\n  %-13s", "threads");
  for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++)
    fprintf(stream, "  %20s", columns[c].name);
  fprintf(stream, "  problems\n");
  for (size_t i = 0; i < all[0].count; i++)
    if (all[0].cells[i].kind != PNS_BENCH_BEST)
      print_mean(stream, all, count, &all[0].cells[i], numbers);
  fprintf(stream,
          "S = T(1) / T(p) = p / (f_s f_t), T(1) the fastest setting tried at one thread; rate is "
          "against one\nthread with the same options. Problems with runs that reached a limit are "
          "left out.\n");
  free(numbers);
}
