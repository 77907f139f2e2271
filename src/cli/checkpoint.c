#include "checkpoint.h"

#include <stdio.h>

#include "text.h"

void pns_cli_checkpoint_init(struct pns_cli_checkpoint *checkpoint,
                             const struct pns_cli_arguments *arguments, bool live) {
  *checkpoint = (struct pns_cli_checkpoint){
      .file = arguments->file != NULL ? arguments->file : arguments->checkpoint,
      .value_asked = arguments->value,
      .quiet = arguments->quiet,
      .live = live};
  checkpoint->saved.path = checkpoint->file;
  pthread_mutex_init(&checkpoint->lock, NULL);
}

void pns_cli_checkpoint_done(struct pns_cli_checkpoint *checkpoint) {
  pthread_mutex_destroy(&checkpoint->lock);
}

/* ---- what is told ---- */

/* Takes the line away that may be rewritten there. */
static const char *clean(const struct pns_cli_checkpoint *checkpoint) {
  return checkpoint->live ? "\r\033[K" : "";
}

static void note(struct pns_cli_checkpoint *checkpoint, const struct pns_checkpoint *now) {
  struct pns_cli_saved *saved = &checkpoint->saved;
  pthread_mutex_lock(&checkpoint->lock);
  checkpoint->news = true;
  saved->last_failed = now->status != PNS_OK;
  if (saved->last_failed) {
    saved->failed++;
    snprintf(saved->message, sizeof saved->message, "%s", now->error);
  } else {
    saved->written++;
    saved->bytes = now->bytes;
    saved->seconds = now->wall_s;
    saved->at = time(NULL);
  }
  pthread_mutex_unlock(&checkpoint->lock);
}

bool pns_cli_checkpoint_news(struct pns_cli_checkpoint *checkpoint, struct pns_cli_saved *saved) {
  pthread_mutex_lock(&checkpoint->lock);
  const bool news = checkpoint->news;
  checkpoint->news = false;
  if (news) *saved = checkpoint->saved;
  pthread_mutex_unlock(&checkpoint->lock);
  return news;
}

/* Another thread than the run's may come here: each line is one call. */
static void report(void *user, const struct pns_checkpoint *now) {
  struct pns_cli_checkpoint *checkpoint = user;
  char nodes[PNS_CLI_NUMBER_MAX], bytes[PNS_CLI_NUMBER_MAX];
  char wall[PNS_CLI_NUMBER_MAX], pause[PNS_CLI_NUMBER_MAX];
  note(checkpoint, now);
  if (now->status != PNS_OK) {
    fprintf(stderr, "%spns: warning: %s; %s\n", clean(checkpoint), now->error,
            now->last ? "what this run found is not kept" : "the run goes on, and tries again");
    return;
  }
  if (checkpoint->quiet) return;
  fprintf(stderr, "%scheckpoint: %s positions, %s in %s, workers waited %s\n", clean(checkpoint),
          pns_cli_count(now->nodes, nodes), pns_cli_size(now->bytes, bytes),
          pns_cli_time(now->wall_s, wall), pns_cli_time(now->pause_s, pause));
}

static void tell_source(const struct pns_cli_checkpoint *checkpoint,
                        const struct pns_checkpoint_source *source) {
  char nodes[PNS_CLI_NUMBER_MAX], out[PNS_CLI_NUMBER_MAX], wall[PNS_CLI_NUMBER_MAX];
  if (source->path[0] == '\0') return;
  if (source->warning[0] != '\0')
    fprintf(stderr, "pns: warning: %s; going on from '%s'\n", source->warning, source->path);
  if (checkpoint->quiet) return;
  fprintf(stderr, "checkpoint: going on from '%s' after %s, with %s positions", source->path,
          pns_cli_time(source->wall_s, wall), pns_cli_count(source->nodes, nodes));
  if (source->left_out > 0)
    fprintf(stderr, " (%s more found no room in memory)", pns_cli_count(source->left_out, out));
  fputc('\n', stderr);
}

/* ---- the solver ---- */

static enum pns_status name_file(const struct pns_cli_checkpoint *checkpoint,
                                 const struct pns_solver *solver, char path[PNS_PATH_MAX],
                                 struct pns_error *error) {
  int length =
      snprintf(path, PNS_PATH_MAX, "%s%s%s", checkpoint->file, checkpoint->value_asked ? "." : "",
               checkpoint->value_asked ? pns_goal_name(pns_solver_goal(solver)) : "");
  if (length > 0 && (unsigned)length < PNS_PATH_MAX) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT, "--checkpoint has %d bytes, expected less than %u",
                       length, PNS_PATH_MAX);
}

enum pns_status pns_cli_checkpoint_keep(struct pns_cli_checkpoint *checkpoint,
                                        struct pns_solver *solver,
                                        const struct pns_checkpoint_source *source,
                                        struct pns_error *error) {
  char path[PNS_PATH_MAX];
  enum pns_status status = name_file(checkpoint, solver, path, error);
  if (status == PNS_OK) status = pns_solver_keep(solver, path, report, checkpoint, error);
  if (status == PNS_OK) tell_source(checkpoint, source);
  return status;
}

enum pns_status pns_cli_checkpoint_attach(struct pns_cli_checkpoint *checkpoint,
                                          struct pns_solver *solver, struct pns_error *error) {
  char path[PNS_PATH_MAX];
  struct pns_checkpoint_source source;
  if (checkpoint->file == NULL) return PNS_OK;
  enum pns_status status = name_file(checkpoint, solver, path, error);
  if (status == PNS_OK) status = pns_solver_restore(solver, path, &source, error);
  return status == PNS_OK ? pns_cli_checkpoint_keep(checkpoint, solver, &source, error) : status;
}
