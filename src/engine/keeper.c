/*
 * The keeper is a thread beside the workers that sleeps until a checkpoint is due or asked for. It
 * brings the workers to a safepoint and notes which nodes there are; they go on after milliseconds.
 * Then a forked child writes what memory was like at that moment or, when there is no memory for
 * the pages that change meanwhile, the keeper writes beside the workers, and only a sweep waits for
 * it.
 *
 * The child of a process with many threads may take no lock that another thread could have held. So
 * it calls the saver, which was given all its memory before, writes the outcome into a pipe and
 * ends. It dies with the keeper: two processes never write the same file.
 */
#include "engine/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/machine.h"
#include "checkpoint/lock.h"
#include "checkpoint/pack.h"
#include "engine/solver.h"

#define AGAIN_S 0.01

struct pns_keeper {
  struct pns_solver *solver;
  char *path;
  struct pns_saver *saver;
  struct pns_lock lock;
  pns_checkpoint_function *report;
  void *user;
  sem_t wake;
  _Atomic bool quit, asked;
  pthread_t thread;
  double started_s, started_cpu_s; /* of the run */
  struct pns_checkpoint_head head;
  _Atomic uint64_t count, pause_ns;
};

/* All workers, unless their packers would be a good part of the budget. */
static uint32_t helpers_for(const struct pns_solver *solver) {
  const uint64_t room = solver->memory_bytes / 64 / PNS_PACKER_BYTES;
  return room < solver->threads ? (uint32_t)room : solver->threads;
}

struct pns_keeper *pns_keeper_new(struct pns_solver *solver, const char *path,
                                  pns_checkpoint_function *report, void *user,
                                  const struct pns_save_calls *calls) {
  struct pns_keeper *k = calloc(1, sizeof *k);
  if (k == NULL) return NULL;
  k->lock.file = -1;
  sem_init(&k->wake, 0, 0);
  k->solver = solver;
  k->report = report;
  k->user = user;
  const struct pns_rules *rules = solver->search.rules;
  k->head.definition = rules->game->definition != NULL && rules->game->definition(rules) != NULL
                           ? rules->game->definition(rules)
                           : "";
  k->head.definition_bytes = strlen(k->head.definition);
  k->path = strdup(path);
  k->saver = pns_saver_new(path, k->head.definition_bytes, helpers_for(solver), calls);
  if (k->path != NULL && k->saver != NULL) return k;
  pns_keeper_free(k);
  return NULL;
}

enum pns_status pns_keeper_lock(struct pns_keeper *k, struct pns_error *error) {
  return pns_lock_take(&k->lock, k->path, error);
}

void pns_keeper_found(struct pns_keeper *k, enum pns_generation found, bool named_is_sound) {
  pns_saver_found(k->saver, found, named_is_sound);
}

void pns_keeper_free(struct pns_keeper *k) {
  if (k == NULL) return;
  sem_destroy(&k->wake);
  pns_lock_release(&k->lock);
  pns_saver_free(k->saver);
  free(k->path);
  free(k);
}

/* ---- one checkpoint ---- */

static void copy_text(char *to, size_t size, const char *from) {
  size_t length = strnlen(from, size - 1);
  memcpy(to, from, length);
  to[length] = '\0';
}

static void fill_head(struct pns_keeper *k, double wall_s, double cpu_s) {
  const struct pns_solver *s = k->solver;
  const struct pns_search *search = &s->search;
  struct pns_checkpoint_head *head = &k->head;
  copy_text(head->writer, sizeof head->writer, pns_version());
  copy_text(head->game, sizeof head->game, search->rules->game->name);
  copy_text(head->parameters, sizeof head->parameters, search->rules->parameters);
  search->rules->game->format(search->rules, pns_position_bytes(s->position), head->position);
  const struct pns_origin *origin = &s->position->shared->origin;
  copy_text(head->origin, sizeof head->origin, origin->command != NULL ? "command" : origin->path);
  copy_text(head->identity, sizeof head->identity, s->identity);
  head->goal = s->goal;
  head->prover = search->prover;
  head->backup = search->backup;
  head->init = search->init;
  head->epsilon = search->epsilon;
  head->virtual_loss = search->loss.each;
  head->loss_share = search->loss.share;
  head->seed = search->seed;
  head->nodes = pns_store_nodes(search->store);
  head->settled = pns_store_settled(search->store);
  head->collections = pns_solver_collections(s);
  head->wall_us = (uint64_t)((s->wall_s + wall_s) * 1e6);
  head->cpu_us = (uint64_t)((s->cpu_s + cpu_s) * 1e6);
  head->tally = pns_solver_tally(s);
}

/* Pages that the workers change while the child writes exist twice: at worst all of them. */
static bool memory_for_two(const struct pns_solver *s) {
  uint64_t store = pns_store_bytes(s->search.store);
  return pns_machine_resident_bytes() + store <= s->memory_bytes &&
         store <= pns_machine_available_bytes();
}

static _Noreturn void be_the_child(struct pns_keeper *k, pid_t parent, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pns_lock_leave(&k->lock);
  if (getppid() != parent) _exit(1); /* it ended before that took hold */
  pns_saver_write(k->saver, &k->head, true);
  const struct pns_save_outcome outcome = pns_saver_finish(k->saver);
  /* Short enough for a pipe to take in one piece. */
  _exit(write(out, &outcome, sizeof outcome) == (ssize_t)sizeof outcome ? 0 : 1);
}

/* The child's pid; -1 when there can be none, which is no failure: then we write ourselves. */
static pid_t fork_child(struct pns_keeper *k, int *in) {
  int ends[2];
  if (!memory_for_two(k->solver) || pipe2(ends, O_CLOEXEC) != 0) return -1;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_the_child(k, parent, ends[1]);
  }
  close(ends[1]);
  if (child < 0) close(ends[0]);
  *in = ends[0];
  return child;
}

/* What the child says; if it was killed, that. */
static struct pns_save_outcome hear(pid_t child, int in) {
  struct pns_save_outcome outcome;
  ssize_t got;
  do got = read(in, &outcome, sizeof outcome);
  while (got < 0 && errno == EINTR);
  if (got != (ssize_t)sizeof outcome)
    outcome = (struct pns_save_outcome){.step = PNS_SAVE_WRITE, .failure = ECHILD};
  close(in);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  return outcome;
}

static void report(struct pns_keeper *k, const struct pns_save_outcome *outcome,
                   struct pns_checkpoint *event) {
  struct pns_error error = {.status = PNS_OK};
  event->path = k->path;
  event->status = outcome->failure == 0 ? PNS_OK : pns_save_refuse(k->path, outcome, &error);
  event->error = error.text;
  event->nodes = outcome->nodes;
  event->bytes = outcome->bytes;
  k->count += event->status == PNS_OK;
  k->pause_ns += (uint64_t)(event->pause_s * 1e9);
  if (k->report != NULL) k->report(k->user, event);
}

/* Once more what the last checkpoint lacked. False, and reported, when that fails again. */
static bool prepare(struct pns_keeper *k, struct pns_checkpoint *event) {
  const struct pns_save_outcome outcome = pns_saver_prepare(k->saver);
  if (outcome.failure != 0) report(k, &outcome, event);
  return outcome.failure == 0;
}

/* Writes while the workers go on, except that a sweep must wait for it; says how long one did. */
static double write_beside(struct pns_keeper *k, struct pns_save_outcome *outcome) {
  pns_saver_write(k->saver, &k->head, false);
  const double waited_s = pns_pool_read_end(k->solver->pool);
  *outcome = pns_saver_finish(k->saver);
  return waited_s;
}

static void help(void *keeper) { pns_saver_help(((struct pns_keeper *)keeper)->saver); }

/* At the safepoint: notes what there is to write, and forks if it may. The child's pid, or -1. */
static pid_t note_and_fork(struct pns_keeper *k, double stood_s, int *in) {
  fill_head(k, stood_s - k->started_s, pns_clock_cpu() - k->started_cpu_s);
  pns_saver_begin(k->saver, &k->solver->search);
  pid_t child = fork_child(k, in);
  if (child < 0) pns_pool_read_begin(k->solver->pool, help, k);
  return child;
}

/* False when the workers could not be brought to a standstill: the run has not begun, or is over.
 */
static bool save_running(struct pns_keeper *k) {
  struct pns_checkpoint event = {.path = NULL};
  struct pns_save_outcome outcome;
  struct pns_pool *pool = k->solver->pool;
  int in = -1;
  double began = pns_clock_now();
  if (!prepare(k, &event)) return true;
  if (!pns_pool_still_begin(pool)) return false;
  if (!pns_solver_keeps(k->solver)) {
    pns_pool_still_end(pool);
    return false;
  }
  /* Waiting until a sweep under way is over is no pause of ours. */
  double stood = pns_clock_now();
  pid_t child = note_and_fork(k, stood, &in);
  pns_pool_still_end(pool);
  event.pause_s = pns_clock_now() - stood;
  event.forked = child > 0;
  if (child > 0)
    outcome = hear(child, in);
  else
    event.pause_s += write_beside(k, &outcome);
  pns_saver_publish(k->saver, &outcome);
  event.wall_s = pns_clock_now() - began;
  report(k, &outcome, &event);
  return true;
}

void pns_keeper_save(struct pns_keeper *k) {
  if (k == NULL) return;
  struct pns_checkpoint event = {.path = NULL, .last = true};
  double began = pns_clock_now();
  if (!prepare(k, &event)) return;
  fill_head(k, 0, 0);
  pns_saver_begin(k->saver, &k->solver->search);
  pns_saver_write(k->saver, &k->head, false);
  struct pns_save_outcome outcome = pns_saver_finish(k->saver);
  pns_saver_publish(k->saver, &outcome);
  event.wall_s = pns_clock_now() - began;
  report(k, &outcome, &event);
}

/* ---- the thread ---- */

static struct timespec moment(double seconds) {
  return (struct timespec){.tv_sec = (time_t)seconds,
                           .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
}

/* Sleeps until it is time or somebody wakes it. */
static void sleep_until(struct pns_keeper *k, double due) {
  struct timespec until = moment(due);
  while (sem_clockwait(&k->wake, CLOCK_MONOTONIC, &until) != 0 && errno == EINTR) continue;
  while (sem_trywait(&k->wake) == 0) continue; /* several woke it: one answer will do */
}

/* Until it is time, somebody asks, or the run ends. In the second half of the time the end of a
 * sweep is as good as the due moment and better: a writer beside the workers is then least likely
 * to keep the next sweep waiting. */
static void wait_until(struct pns_keeper *k, double due) {
  const double early = due - k->solver->options.checkpoint_s / 2;
  do sleep_until(k, due);
  while (!k->quit && !k->asked && pns_clock_now() < early);
  k->asked = false;
}

/* Before the first moment of a run and after its last there are no workers to bring to a
 * safepoint. Both pass at once, so it tries again: one that was asked for before the run is written
 * when that has begun. */
static void *keep(void *argument) {
  struct pns_keeper *k = argument;
  const double every = k->solver->options.checkpoint_s;
  double due = k->started_s + every;
  for (;;) {
    wait_until(k, due);
    if (k->quit) return NULL;
    /* From one safepoint to the next: what a crash costs does not grow with the time of writing. */
    due = pns_clock_now();
    due += save_running(k) ? every : AGAIN_S;
  }
}

enum pns_status pns_keeper_start(struct pns_keeper *k, struct pns_error *error) {
  if (k == NULL) return PNS_OK;
  k->quit = false;
  k->started_s = pns_clock_now();
  k->started_cpu_s = pns_clock_cpu();
  if (pthread_create(&k->thread, NULL, keep, k) != 0)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "no thread could be started for checkpoints");
  pns_pool_tell_sweeps(k->solver->pool, &k->wake);
  pthread_setname_np(k->thread, "pns-keeper");
  return PNS_OK;
}

void pns_keeper_stop(struct pns_keeper *k) {
  if (k == NULL) return;
  k->quit = true;
  sem_post(&k->wake);
  pthread_join(k->thread, NULL);
  pns_pool_tell_sweeps(k->solver->pool, NULL);
}

void pns_keeper_ask(struct pns_keeper *k) {
  if (k == NULL) return;
  k->asked = true;
  sem_post(&k->wake);
}

void pns_keeper_figures(struct pns_keeper *k, uint64_t *count, double *pause_s) {
  *count = k == NULL ? 0 : k->count;
  *pause_s = k == NULL ? 0 : (double)k->pause_ns * 1e-9;
}
