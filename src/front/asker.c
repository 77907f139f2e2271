#include "front/asker.h"

#include <signal.h>
#include <stdlib.h>

/* ---- one task ---- */

static void post_answer(const struct pns_front_task *task, json_t *object) {
  const struct pns_front_letter letter = {
      .kind = PNS_FRONT_ANSWERED, .client = task->client, .ticket = task->ticket, .object = object};
  pns_front_request_finish(task->request, object);
  pns_front_mail_post(task->asker->tools.mail, &letter);
}

static bool is_cancelled(struct pns_front_task *task) {
  pthread_mutex_lock(&task->asker->lock);
  const bool cancelled = task->cancelled;
  pthread_mutex_unlock(&task->asker->lock);
  return cancelled;
}

static void perform(struct pns_front_task *task) {
  json_t *fields = NULL;
  struct pns_error error;
  if (task->find == NULL || is_cancelled(task)) return;
  const enum pns_status status = task->find(task, &fields, &error);
  if (task->request != NULL && status != PNS_OK)
    post_answer(task, pns_front_error(task->request, &error));
  else if (task->request != NULL)
    post_answer(task, pns_front_answer(task->request->id, task->type, fields));
}

static void free_task(struct pns_front_task *task) {
  pns_front_request_free(task->request);
  pns_front_solve_release(task->solve);
  free(task);
}

/* ---- the threads ---- */

/* NULL at the end. */
static struct pns_front_task *next_task(struct pns_front_asker *asker) {
  pthread_mutex_lock(&asker->lock);
  while (asker->first == NULL && !asker->ending) pthread_cond_wait(&asker->changed, &asker->lock);
  struct pns_front_task *task = asker->ending ? NULL : asker->first;
  if (task != NULL) {
    asker->first = task->next;
    if (asker->first == NULL) asker->end = &asker->first;
    task->next = asker->at_work;
    asker->at_work = task;
  }
  pthread_mutex_unlock(&asker->lock);
  return task;
}

static void end_task(struct pns_front_asker *asker, struct pns_front_task *task) {
  pthread_mutex_lock(&asker->lock);
  struct pns_front_task **at = &asker->at_work;
  while (*at != task) at = &(*at)->next;
  *at = task->next;
  pthread_mutex_unlock(&asker->lock);
  free_task(task);
}

static void *run(void *argument) {
  struct pns_front_asker *asker = argument;
  for (struct pns_front_task *task; (task = next_task(asker)) != NULL;) {
    perform(task);
    end_task(asker, task);
  }
  return NULL;
}

enum pns_status pns_front_asker_init(struct pns_front_asker *asker, unsigned threads,
                                     const struct pns_front_tools *tools, struct pns_error *error) {
  *asker = (struct pns_front_asker){.tools = *tools};
  asker->end = &asker->first;
  pthread_mutex_init(&asker->lock, NULL);
  pthread_cond_init(&asker->changed, NULL);
  while (asker->count < threads) {
    if (pthread_create(&asker->threads[asker->count], NULL, run, asker) != 0)
      return pns_error_set(error, PNS_ERROR_SYSTEM, "no threads to answer: see ulimit -u");
    asker->count++;
  }
  return PNS_OK;
}

/* Its thread goes on once the process is gone. */
static void end_child(const struct pns_front_task *task) {
  if (task->child > 0) kill(task->child, SIGKILL);
}

void pns_front_asker_done(struct pns_front_asker *asker) {
  if (asker->count == 0) return;
  pthread_mutex_lock(&asker->lock);
  asker->ending = true;
  for (struct pns_front_task *task = asker->at_work; task != NULL; task = task->next)
    end_child(task);
  pthread_cond_broadcast(&asker->changed);
  pthread_mutex_unlock(&asker->lock);
  for (unsigned i = 0; i < asker->count; i++) pthread_join(asker->threads[i], NULL);
  for (struct pns_front_task *task = asker->first, *next; task != NULL; task = next) {
    next = task->next;
    free_task(task);
  }
  pthread_cond_destroy(&asker->changed);
  pthread_mutex_destroy(&asker->lock);
}

bool pns_front_asker_add(struct pns_front_asker *asker, const struct pns_front_task *task) {
  struct pns_front_task *copy = malloc(sizeof *copy);
  if (copy == NULL) return false;
  *copy = *task;
  copy->asker = asker;
  copy->next = NULL;
  pthread_mutex_lock(&asker->lock);
  *asker->end = copy;
  asker->end = &copy->next;
  pthread_cond_signal(&asker->changed);
  pthread_mutex_unlock(&asker->lock);
  return true;
}

/* A task without a request is not a client's: the solve must hear that it was done. */
static void cancel_all(struct pns_front_task *task, uint64_t client) {
  for (; task != NULL; task = task->next) {
    if (task->client != client || task->request == NULL) continue;
    task->cancelled = true;
    end_child(task);
  }
}

void pns_front_asker_cancel(struct pns_front_asker *asker, uint64_t client) {
  if (asker->count == 0) return;
  pthread_mutex_lock(&asker->lock);
  cancel_all(asker->first, client);
  cancel_all(asker->at_work, client);
  pthread_mutex_unlock(&asker->lock);
}
