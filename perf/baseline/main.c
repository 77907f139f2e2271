/*
 * The engine beside the textbook search, one thread each, on the same positions:
 *
 *     pns-textbook EXPANSIONS GAME[:PARAMETERS]...
 *
 * Both stop at their verdict or after so many expansions. Each runs in a process of its own, for
 * the sake of its memory figure. One line of CSV each; "engine" is as its users have it,
 * "engine-plain" with the textbook's leaves and sums.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../micro/counting.h"
#include "textbook.h"

enum { POSITIONS_MOST = 150000000 };

struct figures {
  enum pns_verdict verdict;
  uint64_t expansions, positions;
  double cpu_s, bytes;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double peak_bytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss * 1024;
}

static enum pns_status run_textbook(const char *spec, const char *expansions, struct figures *f,
                                    struct pns_error *error) {
  struct pns_position *position = NULL;
  struct pns_textbook_result result;
  enum pns_status status = pns_position_new(spec, &position, error);
  const double before = peak_bytes(), started = now();
  if (status == PNS_OK)
    status =
        pns_textbook_run(position, strtoull(expansions, NULL, 10), POSITIONS_MOST, &result, error);
  if (status == PNS_OK)
    *f = (struct figures){.verdict = result.verdict,
                          .expansions = result.expansions,
                          .positions = result.positions,
                          .cpu_s = now() - started,
                          .bytes = peak_bytes() - before};
  pns_position_free(position);
  return status;
}

static enum pns_status set_options(struct pns_options *options, const char *expansions, bool plain,
                                   struct pns_error *error) {
  const char *const pairs[][2] = {{"threads", "1"},
                                  {"expansions", expansions},
                                  {"backup", "sum"},
                                  {"init", "unit"},
                                  {"epsilon", "0"}};
  enum pns_status status = PNS_OK;
  for (size_t i = 0; status == PNS_OK && i < (plain ? 5 : 2); i++)
    status = pns_options_set(options, pairs[i][0], pairs[i][1], error);
  return status;
}

static enum pns_status solve(const struct pns_position *position, const char *expansions,
                             bool plain, struct figures *f, struct pns_error *error) {
  struct pns_solver *solver = NULL;
  struct pns_result result;
  struct pns_options *options = pns_options_new();
  if (options == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  const double before = peak_bytes();
  enum pns_status status = set_options(options, expansions, plain, error);
  if (status == PNS_OK) status = pns_solver_new(position, options, &solver, error);
  if (status == PNS_OK) status = pns_solver_run(solver, NULL, NULL, &result, error);
  if (status == PNS_OK) {
    f->verdict = result.verdict;
    f->expansions = result.expansions;
    f->cpu_s = result.cpu_s;
    f->bytes = peak_bytes() - before;
  }
  pns_solver_free(solver);
  pns_options_free(options);
  return status;
}

/* Positions are counted in a run of their own, which costs time. */
static enum pns_status run_engine(const char *spec, const char *expansions, bool plain,
                                  struct figures *f, struct pns_error *error) {
  struct pns_position *position = NULL, *counted = NULL;
  struct pns_counting counting;
  struct figures ignored;
  enum pns_status status = pns_position_new(spec, &position, error);
  if (status == PNS_OK) status = solve(position, expansions, plain, f, error);
  if (status == PNS_OK) {
    const struct pns_rules *rules = pns_position_rules(position);
    pns_counting_init(&counting, rules->game);
    status = pns_position_new_game(&counting.game, rules->parameters, &counted, error);
  }
  if (status == PNS_OK) status = solve(counted, expansions, plain, &ignored, error);
  if (status == PNS_OK) f->positions = counting.outcomes;
  pns_position_free(position);
  pns_position_free(counted);
  return status;
}

static int child(const char *spec, const char *expansions, int which) {
  static const char *const names[] = {"textbook", "engine", "engine-plain"};
  struct figures f = {.verdict = PNS_UNKNOWN};
  struct pns_error error;
  const enum pns_status status = which == 0 ? run_textbook(spec, expansions, &f, &error)
                                            : run_engine(spec, expansions, which == 2, &f, &error);
  if (status != PNS_OK) {
    fprintf(stderr, "pns-textbook: %s\n", error.text);
    return 1;
  }
  printf("%s,%s,%s,%llu,%llu,%.4f,%.0f,%.0f,%.1f\n", spec, names[which],
         pns_verdict_name(f.verdict), (unsigned long long)f.expansions,
         (unsigned long long)f.positions, f.cpu_s, (double)f.expansions / f.cpu_s,
         (double)f.positions / f.cpu_s, f.bytes / (double)f.positions);
  return fflush(stdout) == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "pns-textbook: expected EXPANSIONS GAME[:PARAMETERS]...\n");
    return 1;
  }
  printf(
      "problem,search,verdict,expansions,positions,cpu_s,expansions_per_s,positions_per_s,"
      "bytes_per_position\n");
  fflush(stdout);
  for (int i = 2; i < argc; i++)
    for (int which = 0; which < 3; which++) {
      const pid_t process = fork();
      int status = 1;
      if (process == 0) _exit(child(argv[i], argv[1], which));
      if (process < 0 || waitpid(process, &status, 0) < 0 || status != 0) return 1;
    }
  return 0;
}
