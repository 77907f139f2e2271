/* pns simulate: the same search by many workers under virtual clocks. */
#include "simulate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "front/json.h"
#include "text.h"

#define ACCEPTS                                                                          \
  (PNS_CLI_POSITION | PNS_CLI_SOLVER | PNS_CLI_SIMULATE | PNS_CLI_JSON | PNS_CLI_QUIET | \
   PNS_CLI_GAME)

enum { COUNTS_MOST = 64, WORKERS_MOST = 1024, SEEDS_MOST = 10000 };

struct job {
  struct pns_cli_arguments arguments;
  struct pns_position *position;
  struct pns_costs *costs;
  uint32_t counts[COUNTS_MOST];
  uint32_t counts_count;
  uint64_t seed;
  uint32_t seeds;           /* schedules for each count */
  struct pns_simulated one; /* with one worker: what all are measured by */
  bool undecided;
};

/* One row of the table. */
struct row {
  struct pns_simulated is;
  uint64_t seed;
  double speedup, overhead;
};

static int print_help(void) {
  printf(
      "pns simulate GAME[:PARAMETERS] [MOVE...] [OPTION...]\n"
      "Runs the search with N workers in one thread, each with a clock of its own that every step\n"
      "moves on by what such a step costs; so it tells how fast N cores would be. Speed-up and\n"
      "search overhead (expansions) are measured by one worker. The same --seed gives the same\n"
      "run; with --seeds there are several, counted up from it. --time is virtual time.\n\n"
      "pns simulate --calibrate [GAME[:PARAMETERS]...] [--costs FILE]\n"
      "Measures what steps cost here, about two seconds a game, and prints it; --costs also "
      "writes\n"
      "the file that --costs of a simulation reads.\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

/* ---- reading ---- */

static enum pns_status read_counts(struct job *job, struct pns_error *error) {
  const char *text = job->arguments.simulate.workers;
  if (text == NULL) text = "1,2,4,8,16,32,64,128,256,512,1024";
  for (const char *at = text;; at++) {
    char *end;
    unsigned long count = *at >= '0' && *at <= '9' ? strtoul(at, &end, 10) : 0;
    if (count < 1 || count > WORKERS_MOST || (*end != ',' && *end != '\0'))
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "workers is '%.60s', expected numbers from 1 to %d between commas",
                           job->arguments.simulate.workers, WORKERS_MOST);
    if (job->counts_count == COUNTS_MOST)
      return pns_error_set(error, PNS_ERROR_INPUT, "workers has more than %d numbers", COUNTS_MOST);
    job->counts[job->counts_count++] = (uint32_t)count;
    at = end;
    if (*at == '\0') return PNS_OK;
  }
}

static enum pns_status read_seeds(struct job *job, struct pns_error *error) {
  const char *text = job->arguments.simulate.seeds;
  char *end;
  if (text == NULL) text = "1";
  unsigned long seeds = text[0] >= '1' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
  if (seeds < 1 || seeds > SEEDS_MOST || *end != '\0')
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "seeds is '%.60s', expected a whole number from 1 to %d", text,
                         SEEDS_MOST);
  job->seeds = (uint32_t)seeds;
  return PNS_OK;
}

static enum pns_status refuse_together(const char *one, const char *two, struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "%s and %s together, expected one of them", one,
                       two);
}

static enum pns_status read_job(struct job *job, struct pns_error *error) {
  char seed[32];
  if (job->arguments.json && job->arguments.simulate.csv)
    return refuse_together("--json", "--csv", error);
  enum pns_status status = read_counts(job, error);
  if (status == PNS_OK) status = read_seeds(job, error);
  if (status == PNS_OK) status = pns_cli_costs(&job->arguments, &job->costs, error);
  if (status == PNS_OK) status = pns_cli_arguments_position(&job->arguments, &job->position, error);
  if (status == PNS_OK)
    status = pns_options_get(job->arguments.options, "seed", seed, sizeof seed, error);
  if (status == PNS_OK) job->seed = strtoull(seed, NULL, 10);
  return status;
}

/* ---- printing ---- */

static json_t *whole(uint64_t number) { return json_integer((json_int_t)number); }

static void print_json(const struct row *row) {
  json_t *object = json_object();
  const char *reason = pns_reason_name(row->is.reason);
  json_object_set_new(object, "workers", whole(row->is.workers));
  json_object_set_new(object, "seed", whole(row->seed));
  json_object_set_new(object, "verdict", json_string(pns_verdict_name(row->is.verdict)));
  json_object_set_new(object, "reason", reason == NULL ? json_null() : json_string(reason));
  json_object_set_new(object, "virtual_time", json_real(row->is.virtual_s));
  json_object_set_new(object, "speedup",
                      isnan(row->speedup) ? json_null() : json_real(row->speedup));
  json_object_set_new(object, "expansions", whole(row->is.expansions));
  json_object_set_new(object, "search_overhead",
                      isnan(row->overhead) ? json_null() : json_real(row->overhead));
  json_object_set_new(object, "visits", whole(row->is.visits));
  json_object_set_new(object, "wasted", whole(row->is.wasted));
  json_object_set_new(object, "waits", whole(row->is.waits));
  json_object_set_new(object, "transfers", whole(row->is.transfers));
  json_object_set_new(object, "collections", whole(row->is.collections));
  json_object_set_new(object, "growths", whole(row->is.growths));
  json_object_set_new(object, "transfer_share", json_real(row->is.transfer_share));
  json_object_set_new(object, "queue_share", json_real(row->is.queue_share));
  json_object_set_new(object, "pause_share", json_real(row->is.pause_share));
  json_object_set_new(object, "still_share", json_real(row->is.still_share));
  pns_front_json_print(object);
}

static void print_csv(const struct row *row) {
  printf("%" PRIu32 ",%" PRIu64 ",%s,%.9f,%.4f,%" PRIu64 ",%.4f,%" PRIu64 ",%" PRIu64 ",%" PRIu64
         ",%" PRIu64 ",%.5f,%.5f,%.5f,%.5f\n",
         row->is.workers, row->seed, pns_verdict_name(row->is.verdict), row->is.virtual_s,
         row->speedup, row->is.expansions, row->overhead, row->is.visits, row->is.wasted,
         row->is.waits, row->is.transfers, row->is.transfer_share, row->is.queue_share,
         row->is.pause_share, row->is.still_share);
}

static void print_text(const struct row *row) {
  char expansions[PNS_CLI_NUMBER_MAX], wasted[PNS_CLI_NUMBER_MAX], waits[PNS_CLI_NUMBER_MAX];
  char time[PNS_CLI_NUMBER_MAX];
  snprintf(time, sizeof time, "%.6f", row->is.virtual_s);
  printf("%7" PRIu32 " %12s s %9.2f %13s %9.2f %11s %9s %8.1f%% %6.1f%% %6.1f%%  %s\n",
         row->is.workers, time, row->speedup, pns_cli_count(row->is.expansions, expansions),
         row->overhead, pns_cli_count(row->is.wasted, wasted), pns_cli_count(row->is.waits, waits),
         100 * row->is.transfer_share, 100 * row->is.queue_share,
         100 * (row->is.pause_share + row->is.still_share), pns_verdict_name(row->is.verdict));
}

static void print_row(const struct job *job, const struct row *row) {
  if (job->arguments.json)
    print_json(row);
  else if (job->arguments.simulate.csv)
    print_csv(row);
  else
    print_text(row);
  fflush(stdout); /* the next one may take long */
}

static void print_costs(const struct job *job) {
  struct pns_game_cost game;
  const struct pns_cost *cost;
  pns_costs_game(job->costs, job->position, &game);
  printf("Steps as measured with %s (%s):\n  visit %.0f ns, retreat %.0f ns, expansion %.0f ns",
         game.spec[0] == '\0' ? "the mean of other games" : game.spec,
         pns_costs_machine(job->costs), game.visit_ns, game.retreat_ns, game.expansion_ns);
  for (size_t i = 0; (cost = pns_costs_at(job->costs, i)) != NULL; i++)
    printf(", %s %.0f ns", cost->name, cost->ns);
  printf("%s\n\n", job->arguments.simulate.no_contention ? "; lines cost nothing" : "");
}

static void print_head(const struct job *job) {
  if (job->arguments.json) return;
  if (job->arguments.simulate.csv) {
    printf(
        "workers,seed,verdict,virtual_time,speedup,expansions,search_overhead,visits,wasted,waits,"
        "transfers,transfer_share,queue_share,pause_share,still_share\n");
    return;
  }
  print_costs(job);
  printf(
      "workers   virtual time  speed-up    expansions  overhead      wasted     waits transfers"
      "  queues  pauses  verdict\n");
}

/* ---- running ---- */

static enum pns_status simulate(const struct job *job, uint32_t workers, uint64_t seed,
                                struct pns_simulated *is, struct pns_error *error) {
  struct pns_simulation machine = {.workers = workers,
                                   .schedule = seed,
                                   .contention = !job->arguments.simulate.no_contention,
                                   .costs = job->costs};
  return pns_simulate(job->position, job->arguments.options, &machine, is, error);
}

/* How the row compares with one worker, where both have a verdict. */
static void compare(const struct job *job, struct row *row) {
  bool both = job->one.verdict != PNS_UNKNOWN && row->is.verdict != PNS_UNKNOWN;
  row->speedup = both && row->is.virtual_s > 0 ? job->one.virtual_s / row->is.virtual_s : NAN;
  row->overhead = both && job->one.expansions > 0
                      ? (double)row->is.expansions / (double)job->one.expansions
                      : NAN;
}

static enum pns_status simulate_row(struct job *job, uint32_t workers, uint64_t seed,
                                    struct row *row, struct pns_error *error) {
  row->seed = seed;
  enum pns_status status = PNS_OK;
  if (workers == 1 && seed == job->seed)
    row->is = job->one;
  else
    status = simulate(job, workers, seed, &row->is, error);
  if (status != PNS_OK) return status;
  compare(job, row);
  job->undecided |= row->is.verdict == PNS_UNKNOWN;
  print_row(job, row);
  return PNS_OK;
}

/* Geometric means over the schedules. */
static void print_means(const struct job *job, uint32_t workers, double speedup, double overhead) {
  uint32_t seeds = job->seeds;
  if (seeds == 1 || job->arguments.json || job->arguments.simulate.csv) return;
  printf("%7" PRIu32 "        mean   %9.2f               %9.2f  of %" PRIu32 " schedules\n",
         workers, exp(speedup / seeds), exp(overhead / seeds), seeds);
}

static enum pns_status simulate_count(struct job *job, uint32_t workers, struct pns_error *error) {
  enum pns_status status = PNS_OK;
  double speedup = 0, overhead = 0;
  for (uint32_t i = 0; status == PNS_OK && i < job->seeds; i++) {
    struct row row;
    status = simulate_row(job, workers, job->seed + i, &row, error);
    if (status != PNS_OK) break;
    speedup += log(row.speedup);
    overhead += log(row.overhead);
  }
  if (status == PNS_OK) print_means(job, workers, speedup, overhead);
  return status;
}

static enum pns_status simulate_all(struct job *job, struct pns_error *error) {
  enum pns_status status = read_job(job, error);
  if (status == PNS_OK) status = simulate(job, 1, job->seed, &job->one, error);
  if (status != PNS_OK) return status;
  print_head(job);
  for (uint32_t i = 0; status == PNS_OK && i < job->counts_count; i++)
    status = simulate_count(job, job->counts[i], error);
  return status;
}

static enum pns_status run(struct job *job, struct pns_error *error) {
  if (job->arguments.simulate.calibrate) return pns_cli_calibrate(&job->arguments, error);
  return simulate_all(job, error);
}

int pns_cli_simulate(int argc, char **argv) {
  struct job job = {.position = NULL};
  struct pns_error error;
  int exit_status = PNS_EXIT_DECIDED;
  enum pns_status status = pns_cli_arguments_init(&job.arguments, ACCEPTS, argc, argv, &error);
  if (status == PNS_OK && job.arguments.help) {
    exit_status = print_help();
  } else {
    if (status == PNS_OK) status = run(&job, &error);
    exit_status = status != PNS_OK ? pns_cli_fail(&error)
                  : job.undecided  ? PNS_EXIT_UNDECIDED
                                   : PNS_EXIT_DECIDED;
  }
  pns_costs_free(job.costs);
  pns_position_free(job.position);
  pns_cli_arguments_done(&job.arguments);
  return exit_status;
}
