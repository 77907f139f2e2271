/* pns solve: answers one proposition. */
#include <stdio.h>

#include "arguments.h"
#include "certificate.h"
#include "command.h"
#include "json.h"
#include "progress.h"
#include "report.h"
#include "signals.h"

#define ACCEPTS \
  (PNS_CLI_SOLVER | PNS_CLI_VALUE | PNS_CLI_CERTIFICATE | PNS_CLI_JSON | PNS_CLI_QUIET)

/* What one run needs. */
struct job {
  struct pns_cli_arguments arguments;
  struct pns_cli_progress progress;
  struct pns_cli_certificate certificate;
  struct pns_cli_signals *signals;
  struct pns_position *position;
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

/* Without a word from the user: often enough to see it move, seldom enough for a log. */
static enum pns_status choose_progress(struct job *job, struct pns_error *error) {
  const char *every = pns_cli_progress_default(&job->progress);
  if (job->arguments.progress_given) return PNS_OK;
  if (job->arguments.quiet) every = "0s";
  return pns_options_set(job->arguments.options, "progress", every, error);
}

/* One proposition. */
static enum pns_status run_solver(struct job *job, struct pns_error *error) {
  struct pns_solver *solver = NULL;
  enum pns_status status = pns_solver_new(job->position, job->arguments.options, &solver, error);
  if (status != PNS_OK) return status;
  pns_cli_signals_watch(job->signals, solver);
  status = pns_solver_run(solver, pns_cli_progress_report, &job->progress, &job->result, error);
  if (status == PNS_OK)
    status = pns_cli_certificate_write(&job->certificate, solver, &job->result, error);
  pns_cli_signals_watch(job->signals, NULL);
  pns_solver_free(solver);
  return status;
}

/* pns_solve_value hands one pointer to all of these. */
static void report_progress(void *job, const struct pns_progress *now) {
  pns_cli_progress_report(&((struct job *)job)->progress, now);
}

static void watch_solver(void *job, struct pns_solver *solver) {
  pns_cli_signals_watch(((struct job *)job)->signals, solver);
}

static enum pns_status certify(void *job, struct pns_solver *solver,
                               const struct pns_result *result, struct pns_error *error) {
  return pns_cli_certificate_write(&((struct job *)job)->certificate, solver, result, error);
}

static enum pns_status answer(struct job *job, struct pns_error *error) {
  enum pns_status status = choose_progress(job, error);
  if (status == PNS_OK) status = pns_cli_arguments_position(&job->arguments, &job->position, error);
  if (status == PNS_OK) status = pns_cli_signals_new(&job->signals, error);
  if (status != PNS_OK) return status;
  job->certificate = (struct pns_cli_certificate){.file = job->arguments.certificate,
                                                  .value_asked = job->arguments.value,
                                                  .quiet = job->arguments.quiet,
                                                  .progress = &job->progress};
  if (job->arguments.value)
    status = pns_solve_value(job->position, job->arguments.options, report_progress, watch_solver,
                             certify, job, &job->result, error);
  else
    status = run_solver(job, error);
  pns_cli_progress_done(&job->progress);
  return status;
}

static enum pns_status print_result(struct job *job, struct pns_error *error) {
  if (!job->arguments.json) {
    pns_cli_report(job->position, &job->result, job->arguments.value);
    pns_cli_certificate_print(&job->certificate);
    return PNS_OK;
  }
  json_t *object = pns_cli_json_result(job->position, &job->result, job->arguments.value);
  if (job->arguments.certificate != NULL)
    json_object_set_new(object, "certificates", pns_cli_certificate_json(&job->certificate));
  if (pns_cli_json_print(object)) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "the JSON result could not be written");
}

int pns_cli_solve(int argc, char **argv) {
  struct job job = {.position = NULL};
  struct pns_error error;
  pns_cli_progress_init(&job.progress);
  enum pns_status status = pns_cli_arguments_init(&job.arguments, ACCEPTS, argc, argv, &error);
  int exit_status = PNS_EXIT_DECIDED;
  if (status == PNS_OK && job.arguments.help) {
    exit_status = print_help();
  } else {
    if (status == PNS_OK) status = answer(&job, &error);
    if (status == PNS_OK) status = print_result(&job, &error);
    exit_status =
        status == PNS_OK ? pns_cli_exit_of(&job.result, job.arguments.value) : pns_cli_fail(&error);
  }
  pns_cli_signals_free(job.signals);
  pns_position_free(job.position);
  pns_cli_arguments_done(&job.arguments);
  return exit_status;
}
