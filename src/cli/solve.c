/* pns solve: answers one proposition. */
#include <stdio.h>

#include "arguments.h"
#include "certificate.h"
#include "command.h"
#include "json.h"
#include "report.h"
#include "watch.h"

#define ACCEPTS                                                                          \
  (PNS_CLI_SOLVER | PNS_CLI_VALUE | PNS_CLI_CERTIFICATE | PNS_CLI_WATCH | PNS_CLI_JSON | \
   PNS_CLI_QUIET)

/* What one run needs. */
struct job {
  struct pns_cli_arguments arguments;
  struct pns_cli_watch watch;
  struct pns_cli_certificate certificate;
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

static enum pns_status certify(void *argument, struct pns_solver *solver,
                               const struct pns_result *result, struct pns_error *error) {
  struct job *job = argument;
  (void)error;
  pns_cli_watch_searched(&job->watch, result);
  pns_cli_certificate_write(&job->certificate, solver, result);
  return PNS_OK;
}

/* One proposition. */
static enum pns_status run_solver(struct job *job, struct pns_error *error) {
  struct pns_solver *solver = NULL;
  enum pns_status status = pns_solver_new(job->position, job->arguments.options, &solver, error);
  if (status != PNS_OK) return status;
  pns_cli_watch_solver(&job->watch, solver);
  status = pns_solver_run(solver, pns_cli_watch_report, &job->watch, &job->result, error);
  if (status == PNS_OK) status = certify(job, solver, &job->result, error);
  pns_cli_watch_solver(&job->watch, NULL);
  pns_solver_free(solver);
  return status;
}

/* pns_solve_value hands one pointer to all of these. */
static void report_progress(void *job, const struct pns_progress *now) {
  pns_cli_watch_report(&((struct job *)job)->watch, now);
}

static void watch_solver(void *job, struct pns_solver *solver) {
  pns_cli_watch_solver(&((struct job *)job)->watch, solver);
}

static enum pns_status answer(struct job *job, struct pns_error *error) {
  job->certificate = (struct pns_cli_certificate){.file = job->arguments.certificate,
                                                  .value_asked = job->arguments.value,
                                                  .quiet = job->arguments.quiet,
                                                  .progress = &job->watch.progress};
  enum pns_status status = pns_cli_certificate_check(&job->certificate, error);
  if (status == PNS_OK) status = pns_cli_arguments_position(&job->arguments, &job->position, error);
  if (status == PNS_OK)
    status = pns_cli_watch_init(&job->watch, &job->arguments, job->position, error);
  if (status != PNS_OK) return status;
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
    pns_cli_certificate_print(&job->certificate);
    return PNS_OK;
  }
  json_t *object = pns_cli_json_result(job->position, &job->result, job->arguments.value);
  if (job->arguments.certificate != NULL)
    json_object_set_new(object, "certificates", pns_cli_certificate_json(&job->certificate));
  if (pns_cli_json_print(object)) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "the JSON result could not be written");
}

static int exit_of(const struct job *job) {
  const int status = pns_cli_exit_of(&job->result, job->arguments.value);
  return status == PNS_EXIT_STOPPED ? job->arguments.stopped_exit : status;
}

int pns_cli_solve(int argc, char **argv) {
  struct job job = {.position = NULL};
  struct pns_error error;
  enum pns_status status = pns_cli_arguments_init(&job.arguments, ACCEPTS, argc, argv, &error);
  int exit_status = PNS_EXIT_DECIDED;
  if (status == PNS_OK && job.arguments.help) {
    exit_status = print_help();
  } else {
    if (status == PNS_OK) status = answer(&job, &error);
    if (status == PNS_OK) status = print_result(&job, &error);
    exit_status = status == PNS_OK ? exit_of(&job) : pns_cli_fail(&error);
    if (job.certificate.failed) exit_status = pns_cli_fail(&job.certificate.error);
    pns_cli_watch_end(&job.watch, status == PNS_OK ? &job.result : NULL, &error, exit_status);
  }
  pns_cli_watch_done(&job.watch);
  pns_position_free(job.position);
  pns_cli_arguments_done(&job.arguments);
  return exit_status;
}
