/* Checkpoints: which file serves, whether it fits, and what is taken over from it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checkpoint/load.h"
#include "checkpoint/newest.h"
#include "engine/keeper.h"
#include "engine/solver.h"

static enum pns_status refuse_length(const char *path, struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "checkpoint has a path of %zu bytes, expected less than %u", strlen(path),
                       PNS_PATH_MAX);
}

static struct pns_stamp stamp_of(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return (struct pns_stamp){.inode = 0};
  return (struct pns_stamp){.device = (uint64_t)status.st_dev,
                            .inode = (uint64_t)status.st_ino,
                            .bytes = (uint64_t)status.st_size,
                            .modified_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000 +
                                           (uint64_t)status.st_mtim.tv_nsec};
}

static bool same_stamp(const struct pns_stamp *a, const struct pns_stamp *b) {
  return a->device == b->device && a->inode == b->inode && a->bytes == b->bytes &&
         a->modified_ns == b->modified_ns;
}

/* Between reading and locking another process may have gone further: that must not be overwritten.
 */
static enum pns_status tell_keeper(const struct pns_solver *s, const char *path,
                                   struct pns_error *error) {
  if (strcmp(s->found_path, path) != 0) return PNS_OK;
  const struct pns_stamp now = stamp_of(path);
  if (!same_stamp(&now, &s->found_stamp))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint '%.200s' was written by another process since it was read, "
                         "expected one process for each file",
                         path);
  pns_keeper_found(s->keeper, s->found, s->named_is_sound);
  return PNS_OK;
}

enum pns_status pns_solver_keep_by(struct pns_solver *solver, const char *path,
                                   pns_checkpoint_function *report, void *user,
                                   const struct pns_save_calls *calls, struct pns_error *error) {
  if (path != NULL && strlen(path) >= PNS_PATH_MAX) return refuse_length(path, error);
  pns_keeper_free(solver->keeper);
  solver->keeper = NULL;
  if (path == NULL || solver->root == NULL) return PNS_OK; /* a finished game has nothing to keep */
  enum pns_status status = pns_identity_write(solver->position, solver->identity, error);
  if (status != PNS_OK) return status;
  solver->keeper = pns_keeper_new(solver, path, report, user, calls);
  if (solver->keeper == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for checkpoints");
  status = pns_keeper_lock(solver->keeper, error);
  if (status == PNS_OK) status = tell_keeper(solver, path, error);
  if (status == PNS_OK) return PNS_OK;
  pns_keeper_free(solver->keeper);
  solver->keeper = NULL;
  return status;
}

enum pns_status pns_solver_keep(struct pns_solver *solver, const char *path,
                                pns_checkpoint_function *report, void *user,
                                struct pns_error *error) {
  return pns_solver_keep_by(solver, path, report, user, &pns_save_system, error);
}

void pns_solver_checkpoint(struct pns_solver *solver) { pns_keeper_ask(solver->keeper); }

/* ---- whether a file fits ---- */

static const char *definition_of(const struct pns_rules *rules) {
  const char *text = rules->game->definition == NULL ? NULL : rules->game->definition(rules);
  return text == NULL ? "" : text;
}

/* For a game with a definition the parameters only say where it was read. */
static bool same_game(const struct pns_rules *rules, const struct pns_checkpoint_head *head) {
  if (strcmp(rules->game->name, head->game) != 0) return false;
  return rules->game->definition != NULL || strcmp(rules->parameters, head->parameters) == 0;
}

static bool same_rules(const struct pns_rules *rules, const struct pns_checkpoint_head *head) {
  return same_game(rules, head) && strcmp(definition_of(rules), head->definition) == 0;
}

/* For "%s%s%s". */
#define NAMED(game, parameters) (game), (parameters)[0] == '\0' ? "" : ":", (parameters)

static enum pns_status check_fit(const struct pns_solver *s, const char *path,
                                 const struct pns_checkpoint_head *head, struct pns_error *error) {
  const struct pns_rules *rules = s->search.rules;
  char position[PNS_POSITION_TEXT_MAX];
  if (!same_game(rules, head))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint '%.200s' is about %.60s%s%.60s, expected one about "
                         "%.60s%s%.60s",
                         path, NAMED(head->game, head->parameters),
                         NAMED(rules->game->name, rules->parameters));
  char identity[PNS_IDENTITY_MAX];
  enum pns_status status = pns_identity_write(s->position, identity, error);
  if (status != PNS_OK) return status;
  if (!same_rules(rules, head) || strcmp(identity, head->identity) != 0)
    return pns_error_set(
        error, PNS_ERROR_INPUT,
        "checkpoint '%.200s' was made with other rules of '%.60s%s%.60s', expected "
        "those of '%.60s%s%.60s' as they are now",
        path, NAMED(head->game, head->parameters), NAMED(rules->game->name, rules->parameters));
  rules->game->format(rules, pns_position_bytes(s->position), position);
  if (strcmp(position, head->position) != 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint '%.100s' is about the position %.120s, expected one about "
                         "%.120s",
                         path, head->position, position);
  if (head->prover != s->search.prover)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint '%.200s' is about %s, expected one about %s", path,
                         pns_goal_name((enum pns_goal)head->goal), pns_goal_name(s->goal));
  return PNS_OK;
}

/* ---- taking it over ---- */

/* What the user did not ask for goes on as it was. */
static void take_options(struct pns_solver *s, const struct pns_checkpoint_head *head) {
  struct pns_search *search = &s->search;
#define KEEPS(field) (!pns_options_given(&s->options, PNS_OPTION_ROW_##field))
  if (KEEPS(backup)) search->backup = (enum pns_backup)head->backup;
  if (KEEPS(init)) search->init = (enum pns_init)head->init;
  if (KEEPS(epsilon)) search->epsilon = (uint32_t)head->epsilon;
  if (KEEPS(virtual_loss)) search->loss.each = (uint32_t)head->virtual_loss;
  if (KEEPS(loss_share) && head->loss_share != PNS_HEAD_SAYS_NOTHING)
    search->loss.share = (uint32_t)head->loss_share;
  if (KEEPS(seed)) search->seed = head->seed;
#undef KEEPS
}

static void take_figures(struct pns_solver *s, const struct pns_checkpoint_head *head) {
  s->before = head->tally;
  s->collections_before = head->collections;
  s->wall_s = s->wall_before_s = (double)head->wall_us * 1e-6;
  s->cpu_s = (double)head->cpu_us * 1e-6;
  s->ran = true;
}

/* Into a fresh store; where that is too small, once more with those nodes only that have more work
 * below. */
static enum pns_status take_nodes(struct pns_solver *s, const char *path, bool *foreign,
                                  struct pns_loaded *loaded, struct pns_error *error) {
  enum pns_status status = PNS_OK;
  uint32_t least_work = 0;
  do {
    struct pns_loader *loader = pns_loader_new(path, error);
    status = loader == NULL ? PNS_ERROR_INPUT : check_fit(s, path, pns_loader_head(loader), error);
    *foreign = loader != NULL && status != PNS_OK;
    if (status == PNS_OK) status = pns_solver_renew_store(s, error);
    if (status == PNS_OK) status = pns_loader_nodes(loader, &s->search, least_work, loaded, error);
    if (status == PNS_OK) {
      take_options(s, pns_loader_head(loader));
      take_figures(s, pns_loader_head(loader));
    }
    pns_loader_free(loader);
    least_work = least_work == 0 ? 2 : 2 * least_work;
  } while (status == PNS_OK && loaded->full && least_work < UINT32_MAX / 2);
  return status;
}

/* What was wrong with each generation. */
struct refusals {
  struct pns_error of[PNS_GENERATIONS];
};

/* Only NAME is promised to be there and sound. An incomplete NAME.new is what any kill leaves
 * behind, and a complete one explains why there is no NAME. */
static void warn(const struct refusals *refusals, const char *path, bool named_exists,
                 enum pns_generation taken, struct pns_checkpoint_source *source) {
  struct pns_error reason = refusals->of[PNS_NAMED];
  if (!named_exists && taken == PNS_FORMER)
    pns_error_set(&reason, PNS_OK, "checkpoint '%.200s' is missing", path);
  memcpy(source->warning, reason.text, sizeof source->warning);
}

/* Of all that failed, NAME is what the user asked for. An incomplete NAME.new alone is what a kill
 * during the first checkpoint leaves: there is nothing to go on from yet, the run begins anew. */
static enum pns_status refuse_all(const struct refusals *refusals, struct pns_error *error) {
  static const enum pns_generation order[] = {PNS_NAMED, PNS_FORMER};
  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
    const struct pns_error *reason = &refusals->of[order[i]];
    if (reason->status == PNS_OK) continue;
    if (error != NULL) *error = *reason;
    return reason->status;
  }
  return PNS_OK;
}

static void take_source(struct pns_solver *s, enum pns_generation found, bool named_is_sound) {
  s->found = found;
  s->named_is_sound = named_is_sound;
}

/* A sound file about something else is refused at once: somebody may still want it. */
static enum pns_status take_newest(struct pns_solver *s, const char *path,
                                   struct pns_checkpoint_source *source, struct pns_error *error) {
  struct pns_generation_name order[PNS_GENERATIONS];
  struct refusals refusals = {.of = {{.status = PNS_OK}}};
  const bool named_exists = access(path, F_OK) == 0;
  memcpy(s->found_path, path, strlen(path) + 1);
  s->found_stamp = stamp_of(path);
  take_source(s, PNS_NAMED, true);
  pns_generations_order(path, order);
  for (size_t i = 0; i < PNS_GENERATIONS; i++) {
    const enum pns_generation now = order[i].generation;
    struct pns_error reason = {.text = ""};
    struct pns_loaded loaded;
    bool foreign;
    if (!order[i].exists) continue;
    if (take_nodes(s, order[i].path, &foreign, &loaded, &reason) == PNS_OK) {
      memcpy(source->path, order[i].path, sizeof source->path);
      source->nodes = loaded.nodes;
      source->left_out = loaded.left_out;
      take_source(s, now, named_exists && refusals.of[PNS_NAMED].status == PNS_OK);
      warn(&refusals, path, named_exists, now, source);
      return PNS_OK;
    }
    refusals.of[now] = reason;
    if (!foreign) continue;
    if (error != NULL) *error = reason;
    return reason.status;
  }
  return refuse_all(&refusals, error);
}

enum pns_status pns_solver_restore(struct pns_solver *solver, const char *path,
                                   struct pns_checkpoint_source *source, struct pns_error *error) {
  memset(source, 0, sizeof *source);
  if (strlen(path) >= PNS_PATH_MAX) return refuse_length(path, error);
  if (solver->root == NULL) return PNS_OK;
  enum pns_status status = take_newest(solver, path, source, error);
  if (source->path[0] == '\0') {
    /* What could not be read to its end has cost the store. */
    if (status != PNS_OK || solver->pool != NULL) return status;
    status = pns_solver_renew_store(solver, error);
    return status == PNS_OK ? pns_solver_start_workers(solver, error) : status;
  }
  source->expansions = solver->before.expansions;
  source->wall_s = solver->wall_s;
  return pns_solver_start_workers(solver, error);
}

/* ---- a solver from a file alone ---- */

/* The text that was read from a file then, which may be gone or another one now. */
static enum pns_status open_definition(const struct pns_checkpoint_head *head, char *spec,
                                       size_t size, int *file, struct pns_error *error) {
  *file = memfd_create("definition", MFD_CLOEXEC);
  if (*file < 0 ||
      write(*file, head->definition, head->definition_bytes) != (ssize_t)head->definition_bytes)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "checkpoint: no room for its definition: %s",
                         strerror(errno));
  snprintf(spec, size, "%s:/proc/self/fd/%d", head->game, *file);
  return PNS_OK;
}

/* A file that somebody sent must not decide by itself which code is run. */
static enum pns_status check_origin(const struct pns_checkpoint_head *head,
                                    const struct pns_game_options *how, struct pns_error *error) {
  const bool command = strcmp(head->origin, "command") == 0;
  if (head->origin[0] == '\0') return PNS_OK;
  if (command && (how == NULL || how->command == NULL))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint: its game '%.60s' lives in another process, expected "
                         "--game-command",
                         head->game);
  if (!command && (how == NULL || !how->own))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "checkpoint: its game is the shared object '%.200s', expected --own-game "
                         "to allow that this is loaded",
                         head->origin);
  return PNS_OK;
}

static enum pns_status make_position(const struct pns_checkpoint_head *head,
                                     const struct pns_game_options *how,
                                     struct pns_position **position, struct pns_error *error) {
  char spec[sizeof head->origin + PNS_PARAMETERS_MAX + 2];
  const bool is_path = strchr(head->origin, '/') != NULL;
  snprintf(spec, sizeof spec, "%s:%s", is_path ? head->origin : head->game, head->parameters);
  enum pns_status status = check_origin(head, how, error);
  struct pns_game_options with = {.own = false};
  if (how != NULL) with = *how;
  if (head->origin[0] == '\0' || is_path) with.command = NULL;
  if (status == PNS_OK) status = pns_position_new_with(spec, &with, position, error);
  bool same = status == PNS_OK && same_rules(pns_position_rules(*position), head);
  if (!same && head->definition_bytes > 0) {
    int file;
    pns_position_free(*position);
    *position = NULL;
    status = open_definition(head, spec, sizeof spec, &file, error);
    if (status == PNS_OK) status = pns_position_new(spec, position, error);
    /* The name that it was known by, for everybody who reads about it. */
    if (status == PNS_OK)
      memcpy((*position)->shared->rules.parameters, head->parameters, sizeof head->parameters);
    if (file >= 0) close(file);
  }
  return status == PNS_OK ? pns_position_parse(*position, head->position, error) : status;
}

/* The goal of the first generation whose head can be read. */
static enum pns_status read_question(const char *path, const struct pns_game_options *how,
                                     struct pns_position **position, uint64_t *goal,
                                     struct pns_error *error) {
  struct pns_generation_name order[PNS_GENERATIONS];
  enum pns_status status = PNS_ERROR_INPUT;
  struct pns_error first = {.text = ""};
  pns_generations_order(path, order);
  for (size_t i = 0; i < PNS_GENERATIONS && status != PNS_OK; i++) {
    struct pns_error now;
    if (!order[i].exists && i > 0) continue;
    struct pns_loader *loader = pns_loader_new(order[i].path, &now);
    if (loader != NULL) {
      *goal = pns_loader_head(loader)->goal;
      status = make_position(pns_loader_head(loader), how, position, &now);
      pns_loader_free(loader);
    }
    if (first.text[0] == '\0') first = now;
    if (status != PNS_OK) {
      pns_position_free(*position);
      *position = NULL;
    }
  }
  if (status != PNS_OK && error != NULL) *error = first;
  return status;
}

enum pns_status pns_checkpoint_position(const char *path, const struct pns_game_options *how,
                                        struct pns_position **position, struct pns_error *error) {
  uint64_t goal;
  *position = NULL;
  if (strlen(path) >= PNS_PATH_MAX) return refuse_length(path, error);
  return read_question(path, how, position, &goal, error);
}

enum pns_status pns_solver_resume(const char *path, const struct pns_game_options *how,
                                  const struct pns_options *options, struct pns_solver **solver,
                                  struct pns_checkpoint_source *source, struct pns_error *error) {
  struct pns_position *position = NULL;
  struct pns_solver *made = NULL;
  struct pns_options asked = *options;
  uint64_t goal = 0;
  if (strlen(path) >= PNS_PATH_MAX) return refuse_length(path, error);
  enum pns_status status = read_question(path, how, &position, &goal, error);
  if (status != PNS_OK) return status;
  if (asked.goal == 0) asked.goal = goal + 1;
  status = pns_solver_new(position, &asked, &made, error);
  if (status == PNS_OK) status = pns_solver_restore(made, path, source, error);
  pns_position_free(position);
  if (status != PNS_OK) {
    pns_solver_free(made);
    return status;
  }
  *solver = made;
  return PNS_OK;
}
