/* Figures for programs: every run as a line of CSV, every cell as a JSON object. */
#include <inttypes.h>
#include <math.h>

#include "bench.h"
#include "front/json.h"

void pns_bench_csv_head(FILE *stream) {
  pns_bench_print_facts(stream);
  fprintf(stream,
          "problem,setting,threads,run,verdict,reason,wall_s,cpu_s,expansions,visits,nodes,"
          "transpositions,wasted,waits,collections,collections_s,bytes_per_node,peak_rss_bytes,"
          "huge_page_bytes,pinned_threads,backup,epsilon,seed\n");
  fflush(stream);
}

static const char *or_default(const char *text) { return text[0] == '\0' ? "default" : text; }

/* Names with commas or quotes are quoted as RFC 4180 wants it. */
static void write_text(FILE *stream, const char *text) {
  fputc('"', stream);
  for (; *text != '\0'; text++) {
    if (*text == '"') fputc('"', stream);
    fputc(*text, stream);
  }
  fputc('"', stream);
}

void pns_bench_csv_run(FILE *stream, const struct pns_bench_problem *problem,
                       const struct pns_bench_cell *cell, const struct pns_bench_setting *setting) {
  const struct pns_result *run = &cell->runs[cell->count - 1];
  const char *reason = pns_reason_name(run->reason);
  write_text(stream, problem->name);
  fprintf(stream, ",%s,%u,%u,%s,%s,%.6f,%.6f", pns_bench_kind_name(cell->kind), cell->threads,
          cell->count, pns_verdict_name(run->verdict), reason == NULL ? "" : reason, run->wall_s,
          run->cpu_s);
  fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
          run->expansions, run->visits, run->nodes, run->transpositions, run->wasted, run->waits);
  fprintf(stream, ",%" PRIu64 ",%.6f,%.2f,%" PRIu64 ",%" PRIu64 ",%u", run->collections,
          run->collections_s, run->bytes_per_node, run->peak_rss_bytes, run->huge_page_bytes,
          run->pinned_threads);
  fprintf(stream, ",%s,%s,%s\n", or_default(setting->backup), or_default(setting->epsilon),
          or_default(setting->seed));
  fflush(stream);
}

static json_t *number(double value) { return isnan(value) ? json_null() : json_real(value); }

static void add_runs(json_t *object, const struct pns_bench_cell *cell) {
  json_t *walls = json_array(), *expansions = json_array(), *verdicts = json_array();
  for (uint32_t i = 0; i < cell->count; i++) {
    json_array_append_new(walls, json_real(cell->runs[i].wall_s));
    json_array_append_new(expansions, json_integer((json_int_t)cell->runs[i].expansions));
    json_array_append_new(verdicts, json_string(pns_verdict_name(cell->runs[i].verdict)));
  }
  json_object_set_new(object, "wall_s", walls);
  json_object_set_new(object, "expansions", expansions);
  json_object_set_new(object, "verdicts", verdicts);
}

static void add_figures(json_t *object, const struct pns_bench_figures *f) {
  const struct {
    const char *name;
    double value;
  } figures[] = {
      {"speedup", f->speedup},
      {"rate_ratio", f->rate_ratio},
      {"f_s", f->f_s},
      {"f_t", f->f_t},
      {"wall_s_mean", f->wall_s},
      {"wall_s_median", f->wall_median_s},
      {"wall_s_least", f->wall_least_s},
      {"wall_s_most", f->wall_most_s},
      {"expansions_mean", f->expansions},
      {"expansions_per_s", f->expansions_per_s},
      {"waits", f->waits},
      {"wasted_share", f->wasted_share},
      {"idle_share", f->idle_share},
      {"bytes_per_node", f->bytes_per_node},
      {"peak_rss_bytes", f->peak_rss_bytes},
  };
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
    json_object_set_new(object, figures[i].name, number(figures[i].value));
  json_object_set_new(object, "timeouts", json_integer(f->timeouts));
}

/* What the runs agree on; "unknown" when none was decided. */
static enum pns_verdict verdict_of(const struct pns_bench_cell *cell) {
  for (uint32_t i = 0; i < cell->count; i++)
    if (cell->runs[i].verdict != PNS_UNKNOWN) return cell->runs[i].verdict;
  return PNS_UNKNOWN;
}

bool pns_bench_print_json(const char *suite, const struct pns_bench_measured *m) {
  for (size_t i = 0; i < m->count; i++) {
    const struct pns_bench_cell *cell = &m->cells[i];
    if (cell->count == 0) continue;
    json_t *object = json_object();
    json_object_set_new(object, "problem", pns_front_json_text(m->problem->name));
    json_object_set_new(object, "threads", json_integer(cell->threads));
    json_object_set_new(object, "setting", json_string(pns_bench_kind_name(cell->kind)));
    json_object_set_new(object, "runs", json_integer(cell->count));
    json_object_set_new(object, "verdict", json_string(pns_verdict_name(verdict_of(cell))));
    add_runs(object, cell);
    add_figures(object, &m->figures[i]);
    if (cell->kind == PNS_BENCH_BEST) {
      json_object_set_new(object, "backup", json_string(cell->backup));
      json_object_set_new(object, "epsilon", json_string(cell->epsilon));
    }
    json_object_set_new(object, "suite", pns_front_json_text(suite));
    json_object_set_new(object, "version", json_string(pns_version()));
    if (!pns_front_json_print(object)) return false;
  }
  fflush(stdout);
  return true;
}
