#include "front/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/inside.h"
#include "front/json.h"
#include "front/question.h"

struct pns_front_solve *pns_front_solve_new(struct pns_front_request *request) {
  struct pns_front_solve *solve = calloc(1, sizeof *solve);
  if (solve == NULL) return NULL;
  atomic_init(&solve->references, 1);
  pthread_mutex_init(&solve->lock, NULL);
  pthread_cond_init(&solve->unused, NULL);
  solve->request = request;
  return solve;
}

/* Relaxed: whoever takes a reference has one already. */
struct pns_front_solve *pns_front_solve_hold(struct pns_front_solve *solve) {
  atomic_fetch_add_explicit(&solve->references, 1, memory_order_relaxed);
  return solve;
}

/* Acquire and release: what others did to it comes before it is freed. */
void pns_front_solve_release(struct pns_front_solve *solve) {
  if (solve == NULL) return;
  if (atomic_fetch_sub_explicit(&solve->references, 1, memory_order_acq_rel) > 1) return;
  pns_solver_free(solve->solver);
  pns_front_question_done(&solve->question);
  pns_front_request_free(solve->request);
  pthread_cond_destroy(&solve->unused);
  pthread_mutex_destroy(&solve->lock);
  free(solve);
}

const char *pns_front_state_name(enum pns_front_state state) {
  static const char *const names[] = {"preparing", "waiting", "running", "finished"};
  return names[state];
}

enum pns_status pns_front_solve_prepare(struct pns_front_solve *solve, struct pns_error *error) {
  return pns_front_question_read(&solve->question, solve->request, solve->folder, solve->game,
                                 error);
}

/* ---- the search and those who ask it ---- */

struct pns_solver *pns_front_solve_borrow(struct pns_front_solve *solve) {
  pthread_mutex_lock(&solve->lock);
  struct pns_solver *solver = solve->solver;
  if (solver != NULL) solve->users++;
  pthread_mutex_unlock(&solve->lock);
  return solver;
}

void pns_front_solve_return(struct pns_front_solve *solve) {
  pthread_mutex_lock(&solve->lock);
  if (--solve->users == 0) pthread_cond_signal(&solve->unused);
  pthread_mutex_unlock(&solve->lock);
}

/* A request to stop that came before is handed on. */
static void publish(struct pns_front_solve *solve, struct pns_solver *solver) {
  pthread_mutex_lock(&solve->lock);
  solve->solver = solver; /* first: from now on those who ask get fewer */
  while (solver == NULL && solve->users > 0) pthread_cond_wait(&solve->unused, &solve->lock);
  if (solver != NULL && solve->stop != PNS_REASON_NONE) pns_solver_stop(solver, solve->stop);
  pthread_mutex_unlock(&solve->lock);
}

void pns_front_solve_stop(struct pns_front_solve *solve, enum pns_reason reason) {
  pthread_mutex_lock(&solve->lock);
  if (solve->stop == PNS_REASON_NONE) solve->stop = reason;
  if (solve->solver != NULL) pns_solver_stop(solve->solver, solve->stop);
  pthread_mutex_unlock(&solve->lock);
}

/* ---- what the thread does ---- */

static void post(struct pns_front_solve *solve, enum pns_front_mail_kind kind, json_t *object) {
  const struct pns_front_letter letter = {.kind = kind,
                                          .client = solve->client,
                                          .ticket = solve->ticket,
                                          .object = object,
                                          .solve = pns_front_solve_hold(solve)};
  pns_front_mail_post(solve->mail, &letter);
}

/* The moves at the root with their numbers; an empty list where the game is over. */
static void report_progress(void *user, const struct pns_progress *now) {
  struct pns_front_solve *solve = user;
  json_t *fields = pns_front_inside_progress(solve->solver, solve->question.position, now);
  post(solve, PNS_FRONT_PROGRESS, pns_front_answer(solve->request->id, "progress", fields));
}

static void report_checkpoint(void *user, const struct pns_checkpoint *now) {
  struct pns_front_solve *solve = user;
  json_t *fields = json_object();
  json_object_set_new(fields, "state", json_string(now->status == PNS_OK ? "written" : "failed"));
  json_object_set_new(fields, "path", pns_front_json_text(solve->question.checkpoint));
  if (now->status != PNS_OK)
    json_object_set_new(fields, "message", pns_front_json_text(now->error));
  json_object_set_new(fields, "bytes", json_integer((json_int_t)now->bytes));
  json_object_set_new(fields, "seconds", json_real(now->wall_s));
  post(solve, PNS_FRONT_PROGRESS, pns_front_answer(solve->request->id, "checkpoint", fields));
}

/* With a value each proposition has a file of its own, the goal behind its name. */
static void name_file(const struct pns_front_solve *solve, const char *file, enum pns_goal goal,
                      char path[PNS_PATH_MAX]) {
  const bool value = solve->question.value;
  snprintf(path, PNS_PATH_MAX, "%s%s%s", file, value ? "." : "", value ? pns_goal_name(goal) : "");
}

static enum pns_status attach_checkpoint(struct pns_front_solve *solve, struct pns_solver *solver,
                                         struct pns_error *error) {
  struct pns_checkpoint_source source;
  char path[PNS_PATH_MAX];
  if (solve->question.checkpoint == NULL) return PNS_OK;
  name_file(solve, solve->question.checkpoint, pns_solver_goal(solver), path);
  enum pns_status status = pns_solver_restore(solver, path, &source, error);
  if (status != PNS_OK) return status;
  if (source.warning[0] != '\0') pns_front_request_warn(solve->request, "%s", source.warning);
  return pns_solver_keep(solver, path, report_checkpoint, solve, error);
}

/* The figures go into the result; a failure costs a warning, not the verdict. */
static enum pns_status certify(void *user, struct pns_solver *solver,
                               const struct pns_result *result, struct pns_error *error) {
  struct pns_front_solve *solve = user;
  struct pns_certificate_figures figures;
  struct pns_error failure;
  char path[PNS_PATH_MAX];
  (void)error;
  if (solve->question.certificate == NULL || result->verdict == PNS_UNKNOWN) return PNS_OK;
  name_file(solve, solve->question.certificate, result->goal, path);
  if (pns_solver_certificate(solver, path, NULL, NULL, &figures, &failure) != PNS_OK) {
    pns_front_request_warn(solve->request, "%s", failure.text);
    return PNS_OK;
  }
  json_array_append_new(solve->question.certificates, pns_front_json_certificate(path, &figures));
  return PNS_OK;
}

static enum pns_status started(void *user, struct pns_solver *solver, struct pns_error *error) {
  struct pns_front_solve *solve = user;
  enum pns_status status = PNS_OK;
  if (solver != NULL) status = attach_checkpoint(solve, solver, error);
  if (status == PNS_OK) publish(solve, solver);
  return status;
}

static enum pns_status answer_goal(struct pns_front_solve *solve, struct pns_result *result,
                                   struct pns_error *error) {
  struct pns_solver *solver = NULL;
  const struct pns_front_question *question = &solve->question;
  enum pns_status status = pns_solver_new(question->position, question->options, &solver, error);
  if (status == PNS_OK) status = attach_checkpoint(solve, solver, error);
  if (status != PNS_OK) {
    pns_solver_free(solver);
    return status;
  }
  publish(solve, solver);
  status = pns_solver_run(solver, report_progress, solve, result, error);
  pns_solver_keep(solver, NULL, NULL, NULL, NULL); /* the next solve may go on from the file */
  return status == PNS_OK ? certify(solve, solver, result, error) : status;
}

static enum pns_status answer(struct pns_front_solve *solve, struct pns_result *result,
                              struct pns_error *error) {
  const struct pns_front_question *question = &solve->question;
  if (!question->value) return answer_goal(solve, result, error);
  return pns_solve_value(question->position, question->options, report_progress, started, certify,
                         solve, result, error);
}

static json_t *result_object(struct pns_front_solve *solve, const struct pns_result *result) {
  json_t *fields = pns_front_json_result(solve->question.position, result, solve->question.value);
  if (solve->question.certificate != NULL) {
    json_object_set_new(fields, "certificates", solve->question.certificates);
    solve->question.certificates = NULL;
  }
  json_object_set_new(fields, "solve", json_integer((json_int_t)solve->number));
  return pns_front_answer(solve->request->id, "result", fields);
}

static void *run(void *argument) {
  struct pns_front_solve *solve = argument;
  struct pns_result result;
  struct pns_error error;
  json_t *object;
  if (answer(solve, &result, &error) == PNS_OK) {
    result.memory_budget_bytes = solve->memory_bytes;
    object = result_object(solve, &result);
  } else {
    memset(&result, 0, sizeof result);
    object = pns_front_error(solve->request, &error);
  }
  pns_front_request_finish(solve->request, object);
  pthread_mutex_lock(&solve->lock);
  solve->result = result;
  pthread_mutex_unlock(&solve->lock);
  post(solve, PNS_FRONT_ENDED, object);
  return NULL;
}

enum pns_status pns_front_solve_start(struct pns_front_solve *solve, struct pns_error *error) {
  enum pns_status status = pns_front_question_share(
      &solve->question, solve->threads, solve->memory_bytes, solve->server_memory_bytes, error);
  if (status != PNS_OK) return status;
  if (pthread_create(&solve->thread, NULL, run, solve) == 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "no thread for another solve: see ulimit -u");
}
