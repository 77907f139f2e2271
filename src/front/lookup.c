#include "front/lookup.h"

#include <stdlib.h>

#include "front/inside.h"
#include "front/view.h"

/* ---- positions ---- */

static enum pns_status look(struct pns_front_task *task, bool whole, json_t **fields,
                            struct pns_error *error) {
  struct pns_position *position = NULL;
  struct pns_front_view *view = malloc(sizeof *view);
  if (view == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a view");
  enum pns_status status = pns_front_question_position(task->request, task->asker->tools.folder,
                                                       task->asker->tools.game, &position, error);
  if (status == PNS_OK) {
    pns_front_view_look(view, position);
    status = pns_position_check(position, error);
  }
  if (status == PNS_OK) {
    *fields = pns_front_view_json(view, position);
    if (!whole) json_object_del(*fields, "drawing");
    if (!whole) json_object_del(*fields, "key");
  }
  pns_position_free(position);
  free(view);
  return status;
}

enum pns_status pns_front_find_show(struct pns_front_task *task, json_t **fields,
                                    struct pns_error *error) {
  return look(task, true, fields, error);
}

enum pns_status pns_front_find_moves(struct pns_front_task *task, json_t **fields,
                                     struct pns_error *error) {
  return look(task, false, fields, error);
}

/* ---- searches ---- */

static enum pns_status refuse_asking(const struct pns_front_task *task, struct pns_error *error) {
  if (task->solve->question.value)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "there is no search to ask: a solve of a value keeps none once a run is "
                         "over; solve with a goal instead");
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "there is no search to ask: the solve has not begun to search");
}

enum pns_status pns_front_find_children(struct pns_front_task *task, json_t **fields,
                                        struct pns_error *error) {
  struct pns_solver *solver = pns_front_solve_borrow(task->solve);
  if (solver == NULL) return refuse_asking(task, error);
  const enum pns_status status = pns_front_inside_children(solver, task->solve->question.position,
                                                           task->request, fields, error);
  pns_front_solve_return(task->solve);
  return status;
}

enum pns_status pns_front_find_progress(struct pns_front_task *task, json_t **fields,
                                        struct pns_error *error) {
  struct pns_progress now;
  struct pns_solver *solver = pns_front_solve_borrow(task->solve);
  if (solver == NULL) return refuse_asking(task, error);
  pns_solver_progress(solver, &now);
  *fields = pns_front_inside_progress(solver, task->solve->question.position, &now);
  pns_front_solve_return(task->solve);
  return PNS_OK;
}

enum pns_status pns_front_find_question(struct pns_front_task *task, json_t **fields,
                                        struct pns_error *error) {
  struct pns_front_solve *solve = task->solve;
  struct pns_front_letter letter = {.kind = PNS_FRONT_PREPARED,
                                    .client = task->client,
                                    .ticket = task->ticket,
                                    .solve = pns_front_solve_hold(solve)};
  (void)fields;
  if (pns_front_solve_prepare(solve, error) != PNS_OK) {
    letter.kind = PNS_FRONT_REFUSED;
    letter.object = pns_front_error(solve->request, error);
    pns_front_request_finish(solve->request, letter.object);
  }
  pns_front_mail_post(task->asker->tools.mail, &letter);
  return PNS_OK;
}
