/* pns solve: answers one proposition. */
#include <stdio.h>

#include "arguments.h"
#include "certificate.h"
#include "checkpoint.h"
#include "command.h"
#include "front/json.h"
#include "report.h"
#include "solve.h"
#include "watch.h"

#define ACCEPTS                                                                             \
  (PNS_CLI_POSITION | PNS_CLI_GAME | PNS_CLI_SOLVER | PNS_CLI_VALUE | PNS_CLI_CERTIFICATE | \
   PNS_CLI_CHECKPOINT | PNS_CLI_WATCH | PNS_CLI_JSON | PNS_CLI_QUIET)

/* What one run needs. */
struct job {
  struct pns_cli_arguments arguments;
  struct pns_cli_watch watch;
  struct pns_cli_certificate certificate;
  struct pns_cli_checkpoint checkpoint;
  struct pns_position *position;
  struct pns_solver *solver;
  struct pns_result result;
};

static int print_help(void) {
  printf(
      "pns solve GAME[:PARAMETERS] [MOVE...] [OPTION...]\n"
      "Answers whether a player can force an outcome from a position, beginning with the usual\n"
      "start or --position, after the moves. 'pns games' lists the games and their notation.\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

static enum pns_status certify(void *argument, struct pns_solver *solver,
                               const struct pns_result *result, struct pns_error *error) {
  struct job *job = argument;
  (void)error;
  pns_cli_watch_searched(&job->watch, result);
  pns_cli_certificate_write(&job->certificate, solver, result);
  return PNS_OK;
}

/* From the command line, or from a checkpoint that then goes on being kept. */
static enum pns_status make_solver(struct job *job, struct pns_error *error) {
  const struct pns_options *options = job->arguments.options;
  struct pns_checkpoint_source source;
  if (job->arguments.file == NULL) {
    enum pns_status status = pns_solver_new(job->position, options, &job->solver, error);
    if (status != PNS_OK) return status;
    return pns_cli_checkpoint_attach(&job->checkpoint, job->solver, error);
  }
  enum pns_status status = pns_solver_resume(job->arguments.file, &job->arguments.game, options,
                                             &job->solver, &source, error);
  if (status != PNS_OK) return status;
  return pns_cli_checkpoint_keep(&job->checkpoint, job->solver, &source, error);
}

/* What the keeper of checkpoints did meanwhile, told by this thread. */
static void note_checkpoint(struct job *job) {
  if (pns_cli_checkpoint_news(&job->checkpoint, &job->watch.saved))
    pns_cli_watch_saved(&job->watch);
}

/* The runs of a value hand one pointer to all of these. */
static void report_progress(void *argument, const struct pns_progress *now) {
  struct job *job = argument;
  note_checkpoint(job);
  pns_cli_watch_report(&job->watch, now);
}

/* One proposition. */
static enum pns_status run_solver(struct job *job, struct pns_error *error) {
  enum pns_status status = make_solver(job, error);
  if (status != PNS_OK) return status;
  struct pns_solver *solver = job->solver;
  pns_cli_watch_solver(&job->watch, solver);
  status = pns_solver_run(solver, report_progress, job, &job->result, error);
  note_checkpoint(job);
  if (status == PNS_OK) status = certify(job, solver, &job->result, error);
  pns_cli_watch_solver(&job->watch, NULL);
  return status;
}

static enum pns_status watch_solver(void *argument, struct pns_solver *solver,
                                    struct pns_error *error) {
  struct job *job = argument;
  enum pns_status status = PNS_OK;
  if (solver != NULL) status = pns_cli_checkpoint_attach(&job->checkpoint, solver, error);
  if (solver == NULL) note_checkpoint(job);
  if (status == PNS_OK) pns_cli_watch_solver(&job->watch, solver);
  return status;
}

static enum pns_status find_position(struct job *job, struct pns_error *error) {
  if (job->arguments.file == NULL)
    return pns_cli_arguments_position(&job->arguments, &job->position, error);
  return pns_checkpoint_position(job->arguments.file, &job->arguments.game, &job->position, error);
}

static enum pns_status answer(struct job *job, struct pns_error *error) {
  job->certificate = (struct pns_cli_certificate){.file = job->arguments.certificate,
                                                  .value_asked = job->arguments.value,
                                                  .quiet = job->arguments.quiet,
                                                  .progress = &job->watch.progress};
  enum pns_status status = pns_cli_certificate_check(&job->certificate, error);
  if (status == PNS_OK) status = find_position(job, error);
  if (status == PNS_OK)
    status = pns_cli_watch_init(&job->watch, &job->arguments, job->position, error);
  if (status != PNS_OK) return status;
  pns_cli_checkpoint_init(&job->checkpoint, &job->arguments, job->watch.progress.live);
  job->watch.saved.path = job->checkpoint.file;
  if (job->arguments.value)
    status = pns_solve_value(job->position, job->arguments.options, report_progress, watch_solver,
                             certify, job, &job->result, error);
  else
    status = run_solver(job, error);
  pns_cli_progress_done(&job->watch.progress);
  return status;
}

static enum pns_status print_result(struct job *job, struct pns_error *error) {
  if (!job->arguments.json) {
    pns_cli_report(job->position, &job->result, job->arguments.value);
    pns_cli_certificate_print(&job->certificate, pns_position_rules(job->position)->game->name);
    return PNS_OK;
  }
  json_t *object = pns_front_json_result(job->position, &job->result, job->arguments.value);
  if (job->arguments.certificate != NULL)
    json_object_set_new(object, "certificates", pns_cli_certificate_json(&job->certificate));
  if (pns_front_json_print(object)) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "the JSON result could not be written");
}

static int exit_of(const struct job *job) {
  const int status = pns_cli_exit_of(&job->result, job->arguments.value);
  return status == PNS_EXIT_STOPPED ? job->arguments.stopped_exit : status;
}

int pns_cli_answer(int argc, char **argv, unsigned accepts, int (*help)(void)) {
  struct job job = {.position = NULL};
  struct pns_error error;
  enum pns_status status = pns_cli_arguments_init(&job.arguments, accepts, argc, argv, &error);
  int exit_status = PNS_EXIT_DECIDED;
  if (status == PNS_OK && job.arguments.help) {
    exit_status = help();
  } else {
    if (status == PNS_OK) status = answer(&job, &error);
    if (status == PNS_OK) status = print_result(&job, &error);
    exit_status = status == PNS_OK ? exit_of(&job) : pns_cli_fail(&error);
    if (job.certificate.failed) exit_status = pns_cli_fail(&job.certificate.error);
    pns_cli_watch_end(&job.watch, status == PNS_OK ? &job.result : NULL, &error, exit_status);
  }
  pns_cli_watch_done(&job.watch);
  pns_solver_free(job.solver);
  pns_cli_checkpoint_done(&job.checkpoint);
  pns_position_free(job.position);
  pns_cli_arguments_done(&job.arguments);
  return exit_status;
}

int pns_cli_solve(int argc, char **argv) { return pns_cli_answer(argc, argv, ACCEPTS, print_help); }
