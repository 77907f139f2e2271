/* The best sequential setting: S = T(1) / T(p) with a lazy T(1) would praise any parallel search.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define MANY(array) (sizeof(array) / sizeof(array)[0])

static const char *const backups[] = {"sum", "weak"};
static const char *const epsilons[] = {"0", "0.125", "0.5"};

static const double WORSE = 1.2;  /* a setting gets so much of the best one's time, and ... */
static const double MORE_S = 0.1; /* ... a little more, for starting up */

static void set(const struct pns_bench_plan *plan, const char *backup, const char *epsilon,
                struct pns_bench_setting *setting) {
  *setting = (struct pns_bench_setting){.threads = "1"};
  snprintf(setting->memory, sizeof setting->memory, "%s", plan->memory);
  snprintf(setting->backup, sizeof setting->backup, "%s", backup);
  snprintf(setting->epsilon, sizeof setting->epsilon, "%s", epsilon);
}

/* Whether this is what the problem's own options come to. */
static bool is_own(const struct pns_bench_problem *problem, const char *backup,
                   const char *epsilon) {
  const struct pns_rules *rules = pns_position_rules(problem->position);
  char own[64] = "", own_epsilon[64] = "";
  pns_options_get(problem->options, "backup", own, sizeof own, NULL);
  pns_options_get(problem->options, "epsilon", own_epsilon, sizeof own_epsilon, NULL);
  if (strcmp(own, "default") == 0)
    snprintf(own, sizeof own, "%s", backups[rules->backup == PNS_BACKUP_WEAK]);
  const double number = own_epsilon[0] == '\0' ? rules->epsilon : strtod(own_epsilon, NULL);
  return strcmp(own, backup) == 0 && fabs(number - strtod(epsilon, NULL)) < 1e-3;
}

/* Not beyond the limit that the user gave. */
static void limit_time(const struct pns_bench_problem *problem, double best_s,
                       struct pns_bench_setting *setting) {
  char given[64] = "";
  if (isinf(best_s)) return;
  pns_options_get(problem->options, "time", given, sizeof given, NULL);
  double limit_s = 0;
  const double wanted_s = best_s * WORSE + MORE_S;
  if (sscanf(given, "%lf", &limit_s) == 1 && limit_s <= wanted_s) return;
  snprintf(setting->time, sizeof setting->time, "%.3fs", wanted_s);
}

/* Tries one setting; it becomes `best` when it is faster. */
static enum pns_bench_end try(const struct pns_bench_plan *plan,
                              const struct pns_bench_problem *problem,
                              struct pns_bench_setting *setting, struct pns_bench_setting *best,
                              double *best_s, struct pns_error *error) {
  struct pns_result result;
  uint32_t winner;
  limit_time(problem, *best_s, setting);
  const enum pns_bench_end end =
      pns_bench_race(problem, setting, 1, plan->signals, &result, &winner, error);
  if (end != PNS_BENCH_RAN || result.verdict == PNS_UNKNOWN || result.wall_s >= *best_s) return end;
  *best_s = result.wall_s;
  *best = *setting;
  best->time[0] = '\0';
  return end;
}

enum pns_bench_end pns_bench_find_best(const struct pns_bench_plan *plan,
                                       const struct pns_bench_problem *problem,
                                       struct pns_bench_setting *best, struct pns_error *error) {
  double best_s = INFINITY;
  struct pns_bench_setting setting;
  set(plan, "", "", best);
  set(plan, "", "", &setting);
  enum pns_bench_end end = try(plan, problem, &setting, best, &best_s, error);
  for (size_t b = 0; b < MANY(backups); b++)
    for (size_t e = 0; end == PNS_BENCH_RAN && e < MANY(epsilons); e++) {
      if (is_own(problem, backups[b], epsilons[e])) continue;
      set(plan, backups[b], epsilons[e], &setting);
      end = try(plan, problem, &setting, best, &best_s, error);
    }
  return end;
}
