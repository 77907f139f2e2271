#include "watch.h"

#include <stdio.h>
#include <string.h>

#include "events.h"
#include "front/json.h"
#include "status.h"
#include "text.h"

/* Where the user did not say how often to report, the log is not filled by a terminal's haste. */
#define LOG_EVERY_S 9.5

/* ---- beginning ---- */

/* Without a word from the user: often enough to see it move, seldom enough for a log. */
static enum pns_status choose_interval(const struct pns_cli_watch *watch, struct pns_error *error) {
  const struct pns_cli_arguments *arguments = watch->arguments;
  const bool recorded = watch->log.path != NULL || watch->metrics.path != NULL ||
                        pns_cli_notify_heard(&watch->notify);
  const char *every = pns_cli_progress_default(&watch->progress);
  if (arguments->progress_given) return PNS_OK;
  if (arguments->quiet) every = recorded ? "10s" : "0s";
  return pns_options_set(arguments->options, "progress", every, error);
}

enum pns_status pns_cli_watch_init(struct pns_cli_watch *watch,
                                   const struct pns_cli_arguments *arguments,
                                   const struct pns_position *position, struct pns_error *error) {
  *watch = (struct pns_cli_watch){.arguments = arguments, .position = position};
  watch->metrics.path = arguments->metrics_file;
  pns_front_json_game_text(position, watch->game, sizeof watch->game);
  pns_cli_progress_init(&watch->progress);
  pns_cli_log_init(&watch->log, arguments->log);
  pns_cli_notify_init(&watch->notify);
  const struct pns_cli_signals_plan plan = {.usr1_stops = arguments->usr1_stops,
                                            .has_log = arguments->log != NULL,
                                            .notify = &watch->notify};
  enum pns_status status = choose_interval(watch, error);
  if (status == PNS_OK) status = pns_cli_signals_new(&watch->signals, &plan, error);
  return status;
}

void pns_cli_watch_done(struct pns_cli_watch *watch) {
  if (watch->arguments == NULL) return;
  pns_cli_signals_free(watch->signals);
  pns_cli_notify_done(&watch->notify);
  pns_cli_log_done(&watch->log);
}

/* ---- what is told ---- */

static void write_metrics(struct pns_cli_watch *watch, enum pns_verdict verdict, bool running) {
  const struct pns_cli_metrics_state state = {.game = watch->game,
                                              .goal = pns_goal_name(watch->asked.goal),
                                              .now = &watch->last,
                                              .saved = &watch->saved,
                                              .verdict = verdict,
                                              .running = running};
  pns_cli_metrics_write(&watch->metrics, &state);
}

static void tell_systemd(const struct pns_cli_watch *watch, const struct pns_progress *now) {
  char expansions[PNS_CLI_NUMBER_MAX], memory[PNS_CLI_NUMBER_MAX];
  char pn[PNS_CLI_NUMBER_MAX], dn[PNS_CLI_NUMBER_MAX];
  pns_cli_notify_send(&watch->notify, "STATUS=%s: %s expansions, %s, pn %s dn %s", watch->game,
                      pns_cli_short((double)now->expansions, expansions),
                      pns_cli_size(now->memory_bytes, memory), pns_cli_number(now->pn, pn),
                      pns_cli_number(now->dn, dn));
}

static bool log_is_due(struct pns_cli_watch *watch, const struct pns_progress *now) {
  if (!watch->arguments->progress_given && now->elapsed_s < watch->logged_s + LOG_EVERY_S)
    return false;
  watch->logged_s = now->elapsed_s;
  return true;
}

static void record(struct pns_cli_watch *watch, const struct pns_progress *now) {
  if (!watch->arguments->quiet) pns_cli_progress_report(&watch->progress, now, &watch->saved);
  if (log_is_due(watch, now))
    pns_cli_log_event(&watch->log, "progress", pns_front_json_progress(now));
  tell_systemd(watch, now);
  write_metrics(watch, PNS_UNKNOWN, true);
}

/* ---- what is asked for ---- */

static void answer(struct pns_cli_watch *watch, unsigned requests) {
  if (requests & PNS_CLI_REQUEST_LOG) pns_cli_log_reopen(&watch->log);
  if (requests & PNS_CLI_REQUEST_STATUS) {
    pns_cli_progress_done(&watch->progress);
    pns_cli_status_print(watch->asked.proposition, &watch->last, &watch->saved);
  }
  if ((requests & PNS_CLI_REQUEST_CHECKPOINT) && watch->saved.path != NULL) {
    if (watch->solver != NULL) pns_solver_checkpoint(watch->solver);
  } else if (requests & PNS_CLI_REQUEST_CHECKPOINT) {
    pns_cli_progress_done(&watch->progress);
    fputs("pns: no checkpoint file was named, USR2 has nothing to write\n", stderr);
  }
}

/* ---- the run ---- */

/* Tells everybody that it begins; the first report may be long in coming. */
static void announce(struct pns_cli_watch *watch) {
  pns_cli_log_event(&watch->log, watch->started ? "proposition" : "start",
                    pns_cli_event_start(watch->arguments, watch->position, &watch->asked));
  if (watch->started) return;
  watch->started = true;
  watch->last.memory_budget_bytes = watch->asked.memory_budget_bytes;
  watch->last.memory_bytes = watch->asked.peak_rss_bytes;
  watch->last.pn = watch->asked.pn;
  watch->last.dn = watch->asked.dn;
  write_metrics(watch, PNS_UNKNOWN, true);
  pns_cli_notify_send(&watch->notify, "READY=1\nSTATUS=%s", watch->game);
}

void pns_cli_watch_solver(struct pns_cli_watch *watch, struct pns_solver *solver) {
  watch->solver = solver;
  if (solver != NULL) {
    pns_solver_result(solver, &watch->asked);
    announce(watch);
  }
  pns_cli_signals_watch(watch->signals, solver);
}

static void add_spent(struct pns_progress *now, const struct pns_progress *spent) {
  now->elapsed_s += spent->elapsed_s;
  now->expansions += spent->expansions;
  now->collections += spent->collections;
  now->collections_s += spent->collections_s;
}

/* A report that only a signal asked for is not one of those in time. */
void pns_cli_watch_report(void *argument, const struct pns_progress *reported) {
  struct pns_cli_watch *watch = argument;
  const unsigned requests = pns_cli_signals_take(watch->signals);
  struct pns_progress now = *reported;
  add_spent(&now, &watch->spent);
  if (now.collections > watch->last.collections)
    pns_cli_log_event(&watch->log, "collection", pns_cli_event_collection(&watch->last, &now));
  watch->last = now;
  answer(watch, requests);
  if (requests == 0) record(watch, &now);
}

/* The last report as the result has it. */
static void note_result(struct pns_progress *last, const struct pns_result *result) {
  last->elapsed_s = result->wall_s;
  last->expansions = result->expansions;
  last->expansions_per_s = result->expansions_per_s;
  last->nodes = result->nodes;
  last->memory_budget_bytes = result->memory_budget_bytes;
  last->pn = result->pn;
  last->dn = result->dn;
  last->collections = result->collections;
  last->collections_s = result->collections_s;
}

void pns_cli_watch_searched(struct pns_cli_watch *watch, const struct pns_result *result) {
  struct pns_progress now = watch->last;
  note_result(&now, result);
  add_spent(&now, &watch->spent);
  add_spent(&watch->spent, &(struct pns_progress){.elapsed_s = result->wall_s,
                                                  .expansions = result->expansions,
                                                  .collections = result->collections,
                                                  .collections_s = result->collections_s});
  watch->last = now;
}

void pns_cli_watch_saved(struct pns_cli_watch *watch) {
  pns_cli_log_event(&watch->log, "checkpoint", pns_cli_event_checkpoint(&watch->saved));
  write_metrics(watch, PNS_UNKNOWN, true);
}

/* ---- the end ---- */

static json_t *stop_fields(struct pns_cli_watch *watch, const struct pns_result *result,
                           const struct pns_error *error, int exit_status) {
  json_t *fields = json_object();
  const char *signal = pns_cli_signals_name(watch->signals);
  const char *reason = "error";
  if (result != NULL)
    reason = result->reason == PNS_REASON_NONE ? "decided" : pns_reason_name(result->reason);
  json_object_set_new(fields, "reason", json_string(reason));
  json_object_set_new(fields, "signal", signal == NULL ? json_null() : json_string(signal));
  json_object_set_new(fields, "message",
                      result == NULL ? pns_front_json_text(error->text) : json_null());
  json_object_set_new(fields, "exit_status", json_integer(exit_status));
  return fields;
}

void pns_cli_watch_end(struct pns_cli_watch *watch, const struct pns_result *result,
                       const struct pns_error *error, int exit_status) {
  if (watch->signals == NULL || !watch->started) return;
  answer(watch, pns_cli_signals_take(watch->signals));
  if (result != NULL) {
    note_result(&watch->last, result);
    pns_cli_log_event(&watch->log, "verdict",
                      pns_front_json_result(watch->position, result, watch->arguments->value));
  }
  pns_cli_log_event(&watch->log, "stop", stop_fields(watch, result, error, exit_status));
  write_metrics(watch, result == NULL ? PNS_UNKNOWN : result->verdict, false);
  pns_cli_notify_send(&watch->notify, "STOPPING=1\nSTATUS=%s: %s", watch->game,
                      result == NULL ? "failed" : pns_verdict_name(result->verdict));
}
