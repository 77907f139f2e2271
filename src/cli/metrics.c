#include "metrics.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void write_head(FILE *out, const char *name, const char *type, const char *help) {
  fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* A value as the format wants it; whole numbers without a point. */
static void write_value(FILE *out, double value) {
  if (isinf(value))
    fputs(" +Inf\n", out);
  else if (value == floor(value) && value < 1e15)
    fprintf(out, " %.0f\n", value);
  else
    fprintf(out, " %.9g\n", value);
}

static void write_one(FILE *out, const char *name, const char *type, const char *help,
                      double value) {
  write_head(out, name, type, help);
  fputs(name, out);
  write_value(out, value);
}

static double proof_number(uint32_t number) {
  return number == PNS_INFINITY ? (double)INFINITY : (double)number;
}

static void write_label(FILE *out, const char *name, const char *text, const char *before) {
  fprintf(out, "%s%s=\"", before, name);
  for (; *text != '\0'; text++) {
    if (*text == '\n')
      fputs("\\n", out);
    else if (*text == '\\' || *text == '"')
      fprintf(out, "\\%c", *text);
    else
      fputc(*text, out);
  }
  fputc('"', out);
}

static void write_about(FILE *out, const struct pns_cli_metrics_state *state) {
  write_head(out, "pns_info", "gauge", "What this run is about; always 1.");
  write_label(out, "version", pns_version(), "pns_info{");
  write_label(out, "game", state->game, ",");
  write_label(out, "goal", state->goal, ",");
  fputs("} 1\n", out);
  write_head(out, "pns_verdict", "gauge", "1 for the verdict so far.");
  for (int verdict = PNS_UNKNOWN; verdict <= PNS_DISPROVEN; verdict++)
    fprintf(out, "pns_verdict{verdict=\"%s\"} %d\n", pns_verdict_name((enum pns_verdict)verdict),
            (int)state->verdict == verdict);
  write_one(out, "pns_running", "gauge", "1 until the run has ended.", state->running);
  write_one(out, "pns_report_timestamp_seconds", "gauge", "When this file was written.",
            (double)time(NULL));
}

static void write_search(FILE *out, const struct pns_progress *now) {
  write_one(out, "pns_elapsed_seconds", "gauge", "Time spent searching.", now->elapsed_s);
  write_one(out, "pns_expansions_total", "counter", "Positions expanded.", (double)now->expansions);
  write_one(out, "pns_expansions_per_second", "gauge", "Rate since the report before.",
            now->expansions_per_s);
  write_one(out, "pns_nodes", "gauge", "Expanded positions in memory.", (double)now->nodes);
  write_one(out, "pns_memory_resident_bytes", "gauge", "Resident memory of the process.",
            (double)now->memory_bytes);
  write_one(out, "pns_memory_budget_bytes", "gauge", "What --memory allows.",
            (double)now->memory_budget_bytes);
  write_one(out, "pns_root_proof_number", "gauge", "Proof number of the root.",
            proof_number(now->pn));
  write_one(out, "pns_root_disproof_number", "gauge", "Disproof number of the root.",
            proof_number(now->dn));
  write_one(out, "pns_root_moves", "gauge", "Moves at the root.", now->root_moves);
  write_one(out, "pns_root_moves_settled", "gauge", "Moves at the root that are settled.",
            now->root_solved);
  write_one(out, "pns_collections_total", "counter", "Times the store was swept.",
            (double)now->collections);
  write_one(out, "pns_collection_seconds_total", "counter", "Time all workers stood still for it.",
            now->collections_s);
}

static void write_saved(FILE *out, const struct pns_cli_saved *saved) {
  write_one(out, "pns_checkpoints_total", "counter", "Checkpoints written.",
            (double)saved->written);
  write_one(out, "pns_checkpoint_failures_total", "counter", "Checkpoints that failed.",
            (double)saved->failed);
  if (saved->written == 0) return;
  write_one(out, "pns_checkpoint_timestamp_seconds", "gauge", "When the last one was complete.",
            (double)saved->at);
  write_one(out, "pns_checkpoint_size_bytes", "gauge", "Size of the last one.",
            (double)saved->bytes);
}

static bool write_file(const char *path, const struct pns_cli_metrics_state *state) {
  FILE *out = fopen(path, "we");
  if (out == NULL) return false;
  write_about(out, state);
  write_search(out, state->now);
  write_saved(out, state->saved);
  errno = ENOSPC;
  const bool failed = ferror(out) != 0;
  return fclose(out) == 0 && !failed;
}

void pns_cli_metrics_write(struct pns_cli_metrics *metrics,
                           const struct pns_cli_metrics_state *state) {
  char new_path[PATH_MAX];
  if (metrics->path == NULL) return;
  errno = ENAMETOOLONG;
  const int length = snprintf(new_path, sizeof new_path, "%s.new", metrics->path);
  const bool written = length > 0 && (size_t)length < sizeof new_path &&
                       write_file(new_path, state) && rename(new_path, metrics->path) == 0;
  if (!written && !metrics->failing)
    fprintf(stderr, "pns: warning: metrics cannot be written to '%.200s' (%s); the run goes on\n",
            metrics->path, strerror(errno));
  metrics->failing = !written;
}
