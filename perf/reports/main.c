/*
 * pns-reports GAME EXPANSIONS: what a progress object of `pns serve` costs beside the search. Both
 * are measured as processor time of the thread at work, which other processes do not count into:
 * the search by one thread, and reports (figures, line, every move at the root, the line of JSON)
 * on the store it leaves. Prints the median of a report and the share that ten a second take of one
 * thread's search; with more threads the share of the whole is smaller.
 */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "front/inside.h"

enum { REPORTS = 500, A_SECOND = 10 };

static double thread_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* As a solve's thread makes it, and the loop writes it. */
static double report_s(struct pns_solver *solver, const struct pns_position *position) {
  struct pns_progress now;
  const double started = thread_s();
  pns_solver_progress(solver, &now);
  json_t *object =
      pns_front_answer(json_null(), "progress", pns_front_inside_progress(solver, position, &now));
  char *line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
  json_decref(object);
  free(line);
  return thread_s() - started;
}

static double median_report_s(struct pns_solver *solver, const struct pns_position *position) {
  double times[REPORTS];
  for (int i = 0; i < REPORTS; i++) times[i] = report_s(solver, position);
  qsort(times, REPORTS, sizeof times[0], compare);
  return times[REPORTS / 2];
}

int main(int argc, char **argv) {
  struct pns_error error = {.text = "usage: pns-reports GAME EXPANSIONS"};
  struct pns_options *options = pns_options_new();
  struct pns_position *position = NULL;
  struct pns_solver *solver = NULL;
  struct pns_result result;
  if (argc != 3 || pns_options_set(options, "threads", "1", &error) != PNS_OK ||
      pns_options_set(options, "memory", "1G", &error) != PNS_OK ||
      pns_options_set(options, "expansions", argv[2], &error) != PNS_OK ||
      pns_position_new(argv[1], &position, &error) != PNS_OK ||
      pns_solver_new(position, options, &solver, &error) != PNS_OK ||
      pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK) {
    fprintf(stderr, "pns-reports: %s\n", error.text);
    return 1;
  }
  const double each = median_report_s(solver, position);
  const double expansion = result.cpu_s / (double)result.expansions;
  printf("%s: %.1f us a report, %.2f us an expansion; %d reports a second cost %.3f %%\n", argv[1],
         1e6 * each, 1e6 * expansion, A_SECOND, 100 * A_SECOND * each);
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
  return 0;
}
