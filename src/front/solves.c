#include "front/solves.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the machine ---- */

static uint32_t usable_cpus(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return (uint32_t)CPU_COUNT(&set);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint32_t)online : 1;
}

/* What the solver itself would take: it knows about control groups. */
static uint64_t default_memory(void) {
  struct pns_position *position = NULL;
  struct pns_options *options = pns_options_new();
  struct pns_solver *solver = NULL;
  struct pns_result result = {.memory_budget_bytes = 1u << 30};
  if (options != NULL && pns_position_new("cram:1x2", &position, NULL) == PNS_OK &&
      pns_options_set(options, "store", "64K", NULL) == PNS_OK &&
      pns_solver_new(position, options, &solver, NULL) == PNS_OK)
    pns_solver_result(solver, &result);
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
  return result.memory_budget_bytes;
}

void pns_front_solves_init(struct pns_front_solves *solves, const struct pns_front_config *config,
                           struct pns_front_asker *asker) {
  *solves = (struct pns_front_solves){.config = config, .asker = asker};
  solves->threads = config->threads > 0 ? (uint32_t)config->threads : usable_cpus();
  solves->memory_bytes = config->memory_bytes > 0 ? config->memory_bytes : default_memory();
}

struct pns_front_load pns_front_solves_load(const struct pns_front_solves *solves) {
  struct pns_front_load load = {0};
  for (const struct pns_front_solve *solve = solves->first; solve != NULL; solve = solve->next) {
    const bool running = solve->state == PNS_FRONT_RUNNING;
    load.preparing += solve->state == PNS_FRONT_PREPARING;
    load.waiting += solve->state == PNS_FRONT_WAITING;
    load.kept += solve->state == PNS_FRONT_FINISHED;
    load.kept_bytes += solve->state == PNS_FRONT_FINISHED ? solve->kept_bytes : 0;
    load.running += running;
    load.threads += running ? solve->threads : 0;
    load.memory_bytes += running ? solve->memory_bytes : 0;
  }
  return load;
}

static bool unfinished(const struct pns_front_solve *solve) {
  return solve->state != PNS_FRONT_FINISHED;
}

unsigned pns_front_solves_unfinished(const struct pns_front_solves *solves, uint64_t client) {
  unsigned count = 0;
  for (const struct pns_front_solve *solve = solves->first; solve != NULL; solve = solve->next)
    count += unfinished(solve) && (client == 0 || solve->client == client);
  return count;
}

/* ---- the list ---- */

/* At its end: who comes first stands first. */
void pns_front_solves_add(struct pns_front_solves *solves, struct pns_front_solve *solve) {
  struct pns_front_solve **end = &solves->first;
  while (*end != NULL) end = &(*end)->next;
  *end = solve;
  solve->next = NULL;
  solve->number = ++solves->numbered;
  pns_front_solves_touch(solves, solve);
}

struct pns_front_solve *pns_front_solves_find(const struct pns_front_solves *solves,
                                              uint64_t client, const json_t *id) {
  struct pns_front_solve *found = NULL;
  for (struct pns_front_solve *solve = solves->first; solve != NULL; solve = solve->next)
    if (!solve->orphan && solve->client == client && json_equal(solve->request->id, id))
      found = solve;
  return found;
}

struct pns_front_solve *pns_front_solves_number(const struct pns_front_solves *solves,
                                                uint64_t number) {
  struct pns_front_solve *solve = solves->first;
  while (solve != NULL && (solve->orphan || solve->number != number)) solve = solve->next;
  return solve;
}

void pns_front_solves_touch(struct pns_front_solves *solves, struct pns_front_solve *solve) {
  solve->touched = ++solves->touches;
}

void pns_front_solves_forget(struct pns_front_solves *solves, struct pns_front_solve *solve) {
  struct pns_front_solve **at = &solves->first;
  while (*at != solve) at = &(*at)->next;
  *at = solve->next;
  /* Giving back a large store takes time. */
  const struct pns_front_task task = {.solve = solve};
  if (!pns_front_asker_add(solves->asker, &task)) pns_front_solve_release(solve);
}

/* False when nothing is kept. */
static bool forget_oldest(struct pns_front_solves *solves) {
  struct pns_front_solve *oldest = NULL;
  for (struct pns_front_solve *solve = solves->first; solve != NULL; solve = solve->next)
    if (!unfinished(solve) && (oldest == NULL || solve->touched < oldest->touched)) oldest = solve;
  if (oldest != NULL) pns_front_solves_forget(solves, oldest);
  return oldest != NULL;
}

/* ---- shares ---- */

enum pns_status pns_front_solves_queue(struct pns_front_solves *solves,
                                       struct pns_front_solve *solve, struct pns_error *error) {
  const uint64_t asked = solve->question.memory_bytes;
  if (asked > solves->memory_bytes)
    return pns_front_request_refuse(solve->request, "memory", error,
                                    "memory is %" PRIu64 "M, expected at most the %" PRIu64
                                    "M that this server has for all solves",
                                    asked >> 20, solves->memory_bytes >> 20);
  solve->state = PNS_FRONT_WAITING;
  return PNS_OK;
}

/* One part for each solve that can be at work, and one for those that are kept. */
static uint64_t memory_share(const struct pns_front_solves *solves,
                             const struct pns_front_solve *solve) {
  if (solve->question.memory_bytes > 0) return solve->question.memory_bytes;
  return solves->memory_bytes / (solves->config->solves + 1);
}

/* Who names no number of threads gets an equal part of them all, so one that is alone has them to
 * itself. Cores cannot be taken back from a search that began alone: the system then divides its
 * time among more threads than there are cores. */
static uint32_t thread_share(const struct pns_front_solves *solves,
                             const struct pns_front_solve *solve,
                             const struct pns_front_load *load) {
  if (solve->question.threads > 0) return (uint32_t)solve->question.threads;
  const uint32_t share = solves->threads / (load->running + 1);
  return share > 0 ? share : 1;
}

static unsigned running_of(const struct pns_front_solves *solves, uint64_t client) {
  unsigned count = 0;
  for (const struct pns_front_solve *solve = solves->first; solve != NULL; solve = solve->next)
    count += solve->client == client && solve->state == PNS_FRONT_RUNNING;
  return count;
}

/* Of the client with fewest at work, the one that came first. */
static struct pns_front_solve *next_waiting(const struct pns_front_solves *solves) {
  struct pns_front_solve *next = NULL;
  unsigned least = 0;
  for (struct pns_front_solve *solve = solves->first; solve != NULL; solve = solve->next) {
    if (solve->state != PNS_FRONT_WAITING) continue;
    const unsigned running = running_of(solves, solve->client);
    if (next != NULL && running >= least) continue;
    next = solve;
    least = running;
  }
  return next;
}

/* One that was stopped while it waited needs next to nothing to say so. */
static bool is_stopped(struct pns_front_solve *solve) {
  pthread_mutex_lock(&solve->lock);
  const bool stopped = solve->stop != PNS_REASON_NONE;
  pthread_mutex_unlock(&solve->lock);
  return stopped;
}

static struct pns_front_solve *next_stopped(const struct pns_front_solves *solves) {
  struct pns_front_solve *solve = solves->first;
  while (solve != NULL && (solve->state != PNS_FRONT_WAITING || !is_stopped(solve)))
    solve = solve->next;
  return solve;
}

static bool make_room(struct pns_front_solves *solves, uint64_t bytes) {
  for (;;) {
    const struct pns_front_load load = pns_front_solves_load(solves);
    if (load.memory_bytes + load.kept_bytes + bytes <= solves->memory_bytes) return true;
    if (load.memory_bytes + bytes > solves->memory_bytes || !forget_oldest(solves)) return false;
  }
}

static enum pns_status start(struct pns_front_solves *solves, struct pns_front_solve *solve,
                             double now, struct pns_error *error) {
  solve->server_memory_bytes = solves->memory_bytes;
  enum pns_status status = pns_front_solve_start(solve, error);
  if (status != PNS_OK) return status;
  solve->state = PNS_FRONT_RUNNING;
  solve->began_s = now;
  return PNS_OK;
}

#define STOPPED_BYTES (1u << 20)

struct pns_front_solve *pns_front_solves_schedule(struct pns_front_solves *solves, double now,
                                                  struct pns_error *error) {
  for (struct pns_front_solve *solve; (solve = next_stopped(solves)) != NULL;) {
    solve->threads = 1;
    solve->memory_bytes = STOPPED_BYTES;
    if (start(solves, solve, now, error) != PNS_OK) return solve;
  }
  for (struct pns_front_solve *solve; (solve = next_waiting(solves)) != NULL;) {
    const struct pns_front_load load = pns_front_solves_load(solves);
    solve->memory_bytes = memory_share(solves, solve);
    solve->threads = thread_share(solves, solve, &load);
    if (load.running >= solves->config->solves || !make_room(solves, solve->memory_bytes))
      return NULL;
    if (start(solves, solve, now, error) != PNS_OK) return solve;
  }
  return NULL;
}

/* ---- ends ---- */

void pns_front_solves_ended(struct pns_front_solves *solves, struct pns_front_solve *solve,
                            double now) {
  pthread_join(solve->thread, NULL);
  solve->state = PNS_FRONT_FINISHED;
  solve->ended_s = now;
  solve->kept_bytes = (uint64_t)(solve->result.bytes_per_node * (double)solve->result.nodes);
  pns_front_solves_touch(solves, solve);
  const bool failed = solve->result.proposition[0] == '\0';
  if (solve->orphan || failed) pns_front_solves_forget(solves, solve);
  while (pns_front_solves_load(solves).kept > solves->config->kept) forget_oldest(solves);
}

void pns_front_solves_drop(struct pns_front_solves *solves, uint64_t client, enum pns_reason reason,
                           bool forget) {
  for (struct pns_front_solve *solve = solves->first, *next; solve != NULL; solve = next) {
    next = solve->next;
    if (client != 0 && solve->client != client) continue;
    pns_front_solve_stop(solve, reason);
    solve->orphan |= forget;
    if (forget && !unfinished(solve)) pns_front_solves_forget(solves, solve);
  }
}

unsigned pns_front_solves_place(const struct pns_front_solves *solves,
                                const struct pns_front_solve *solve) {
  unsigned place = 1;
  if (solve->state != PNS_FRONT_WAITING) return 0;
  for (const struct pns_front_solve *at = solves->first; at != solve; at = at->next)
    place += at->state == PNS_FRONT_WAITING;
  return place;
}
