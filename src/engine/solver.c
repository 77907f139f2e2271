/* pns_solver_*: one proposition, its store and its workers. */
#include "engine/solver.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/machine.h"
#include "base/pages.h"
#include "engine/keeper.h"
#include "engine/proposition.h"
#include "search/line.h"
#include "search/stuck.h"

enum {
  OWN_BYTES = 1 << 20,          /* of the process beside store and workers, while it runs */
  THREAD_BYTES = 32 << 10,      /* of a thread's stack that is ever touched */
  HUGE_MEMORY_BYTES = 32 << 20, /* from here on the search uses huge pages unless told otherwise */
  HUGE_SLACK_BYTES = 8 << 20,   /* the last huge pages of arena and index may be half empty */
};

static const struct pns_rules *rules_of(const struct pns_solver *solver) {
  return pns_position_rules(solver->position);
}

/* An option's choice, or the game's where the user made none. */
static int choose(uint64_t option, int games_own) {
  return option == 0 ? games_own : (int)option - 1;
}

static void set_search(struct pns_solver *s) {
  const struct pns_rules *rules = rules_of(s);
  double epsilon = s->options.epsilon < 0 ? rules->epsilon : s->options.epsilon;
  s->search = (struct pns_search){
      .rules = rules,
      .root = s->root,
      .prover = pns_question_prover(s->question),
      .backup = (enum pns_backup)choose(s->options.backup, (int)rules->backup),
      .init = (enum pns_init)choose(s->options.init, (int)rules->init),
      .epsilon = (uint32_t)lround(epsilon * PNS_EPSILON_ONE),
      .loss = {(uint32_t)s->options.virtual_loss,
               (uint32_t)lround(s->options.loss_share * PNS_LOSS_ONE)},
      .seed = s->options.seed,
      .broken = &s->position->shared->origin.failure.broken,
  };
}

static void set_goal(struct pns_solver *s) {
  const struct pns_rules *rules = rules_of(s);
  s->goal = (enum pns_goal)choose(s->options.goal, (int)rules->goal);
  s->question =
      pns_goal_question(s->goal, rules->game->mover(rules, pns_position_bytes(s->position)));
}

/* In little memory the slack would be a large part. */
static enum pns_huge huge_wish(const struct pns_solver *s) {
  enum pns_huge wish = (enum pns_huge)s->options.huge_pages;
  return wish == PNS_HUGE_AUTO && s->memory_bytes < HUGE_MEMORY_BYTES ? PNS_HUGE_NEVER : wish;
}

/* What the budget leaves for the store once everything else has its part. */
static enum pns_status store_budget(const struct pns_solver *s, uint64_t *bytes,
                                    struct pns_error *error) {
  uint64_t workers = s->threads * (pns_worker_bytes(rules_of(s)) + THREAD_BYTES);
  uint64_t others = pns_machine_resident_bytes() + workers + OWN_BYTES;
  others += pns_origin_bytes(&s->position->shared->origin);
  if (huge_wish(s) != PNS_HUGE_NEVER) others += HUGE_SLACK_BYTES;
  if (s->memory_bytes <= others)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "memory is %" PRIu64 "K, expected more than the %" PRIu64
                         "K that the process and %u threads take without a single position",
                         s->memory_bytes >> 10, others >> 10, s->threads);
  *bytes = s->memory_bytes - others;
  if (rules_of(s)->cyclic) *bytes -= *bytes / PNS_STUCK_PART;
  if (s->options.store_bytes > 0 && s->options.store_bytes < *bytes)
    *bytes = s->options.store_bytes;
  return PNS_OK;
}

enum pns_status pns_solver_renew_store(struct pns_solver *s, struct pns_error *error) {
  uint64_t bytes = 0;
  pns_pool_free(s->pool);
  s->pool = NULL;
  pns_store_free(s->search.store);
  s->search.store = NULL;
  enum pns_status status = store_budget(s, &bytes, error);
  if (status != PNS_OK) return status;
  s->search.store = pns_store_new(bytes, s->threads, rules_of(s)->max_moves, huge_wish(s), error);
  return s->search.store == NULL ? PNS_ERROR_INPUT : PNS_OK;
}

enum pns_status pns_solver_start_workers(struct pns_solver *s, struct pns_error *error) {
  s->pool = pns_pool_new(&s->search, s->threads, error);
  if (s->pool == NULL) return PNS_ERROR_SYSTEM;
  if (s->options.pin) pns_pool_pin(s->pool);
  return PNS_OK;
}

static enum pns_status set_workers(struct pns_solver *s, struct pns_error *error) {
  enum pns_status status = pns_solver_renew_store(s, error);
  return status == PNS_OK ? pns_solver_start_workers(s, error) : status;
}

static enum pns_status set_root(struct pns_solver *s, struct pns_error *error) {
  const struct pns_rules *rules = rules_of(s);
  const void *asked = pns_position_bytes(s->position);
  if (rules->game->outcome(rules, asked) != PNS_ONGOING) return PNS_OK;
  s->root = malloc(rules->position_bytes);
  if (s->root == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  memcpy(s->root, asked, rules->position_bytes);
  if (rules->game->canonical != NULL) rules->game->canonical(rules, s->root);
  return PNS_OK;
}

enum pns_status pns_solver_trust(const struct pns_solver *s, enum pns_status status,
                                 struct pns_error *error) {
  const enum pns_status broken = pns_position_check(s->position, error);
  return broken != PNS_OK ? broken : status;
}

static enum pns_status set_up(struct pns_solver *s, struct pns_error *error) {
  if (s->position == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  s->threads = s->options.threads > 0 ? (uint32_t)s->options.threads : pns_machine_cpus();
  s->memory_bytes =
      s->options.memory_bytes > 0 ? s->options.memory_bytes : pns_machine_available_bytes() / 2;
  enum pns_status status = set_root(s, error);
  if (status != PNS_OK) return status;
  set_goal(s);
  set_search(s);
  return s->root == NULL ? PNS_OK : set_workers(s, error);
}

enum pns_status pns_solver_new(const struct pns_position *position,
                               const struct pns_options *options, struct pns_solver **solver,
                               struct pns_error *error) {
  struct pns_solver *s = calloc(1, sizeof *s);
  if (s == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  pthread_mutex_init(&s->clock, NULL);
  s->options = *options;
  s->position = pns_position_copy(position);
  enum pns_status status = set_up(s, error);
  if (s->position != NULL) status = pns_solver_trust(s, status, error);
  if (status != PNS_OK) {
    pns_solver_free(s);
    return status;
  }
  *solver = s;
  return PNS_OK;
}

void pns_solver_free(struct pns_solver *solver) {
  if (solver == NULL) return;
  pns_keeper_free(solver->keeper);
  pns_pool_free(solver->pool);
  pns_store_free(solver->search.store);
  free(solver->root);
  pns_position_free(solver->position);
  pthread_mutex_destroy(&solver->clock);
  free(solver);
}

enum pns_goal pns_solver_goal(const struct pns_solver *solver) { return solver->goal; }

void pns_solver_stop(struct pns_solver *solver, enum pns_reason reason) {
  if (solver->pool != NULL) pns_pool_stop(solver->pool, reason);
}

bool pns_solver_ask_progress(struct pns_solver *solver) {
  return solver->pool != NULL && pns_pool_tick_soon(solver->pool);
}

/* ---- reports ---- */

static uint64_t turn_round(uint64_t word) { return word << 32 | word >> 32; }

/* A finished game as a word for the prover. */
static uint64_t finished_word(const struct pns_solver *s) {
  const struct pns_rules *rules = rules_of(s);
  enum pns_outcome won = s->search.prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  bool proven = rules->game->outcome(rules, pns_position_bytes(s->position)) == won;
  return proven ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
}

uint64_t pns_solver_root_word(const struct pns_solver *s) {
  uint64_t word =
      s->root == NULL ? finished_word(s) : atomic_load(&pns_line_node(&s->search, s->root)->word);
  return s->question.win ? word : turn_round(word);
}

static enum pns_verdict verdict_of(uint64_t word) {
  if (!pns_word_solved(word)) return PNS_UNKNOWN;
  return pns_word_pn(word) == 0 ? PNS_PROVEN : PNS_DISPROVEN;
}

/* The winning move, or the most promising one; none where every move loses. */
static void write_best_move(const struct pns_solver *s, char *text) {
  const struct pns_rules *rules = rules_of(s);
  text[0] = '\0';
  if (s->root == NULL) return;
  const struct pns_edge *edge = pns_line_edge(pns_line_node(&s->search, s->root));
  pns_move move;
  const void *asked = pns_position_bytes(s->position);
  if (edge != NULL && pns_line_move(&s->search, asked, edge->move, &move))
    rules->game->move_text(rules, asked, move, text);
}

struct pns_tally pns_solver_tally(const struct pns_solver *s) {
  struct pns_tally sum = pns_pool_tally(s->pool);
  sum.expansions += s->before.expansions;
  sum.visits += s->before.visits;
  sum.transpositions += s->before.transpositions;
  sum.duplicates += s->before.duplicates;
  sum.wasted += s->before.wasted;
  sum.waits += s->before.waits;
  sum.milestones += s->before.milestones;
  return sum;
}

uint64_t pns_solver_collections(const struct pns_solver *s) {
  return s->collections_before + pns_pool_sweeps(s->pool).count;
}

static void report_figures(const struct pns_solver *s, struct pns_result *result) {
  struct pns_tally tally = pns_solver_tally(s);
  result->expansions = tally.expansions;
  result->visits = tally.visits;
  result->transpositions = tally.transpositions;
  result->wasted = tally.wasted + tally.duplicates;
  result->waits = tally.waits;
  struct pns_sweeps sweeps = pns_pool_sweeps(s->pool);
  result->collections = s->collections_before + sweeps.count;
  result->collections_s = sweeps.seconds;
  result->pinned_threads = pns_pool_pinned(s->pool);
  result->memory_nodes = pns_store_memory_nodes(s->search.store);
  pns_keeper_figures(s->keeper, &result->checkpoints, &result->checkpoint_pause_s);
  result->nodes = pns_store_nodes(s->search.store);
  if (result->nodes > 0)
    result->bytes_per_node = (double)pns_store_bytes(s->search.store) / (double)result->nodes;
}

void pns_solver_report(const struct pns_solver *s, enum pns_reason reason,
                       struct pns_result *result) {
  const struct pns_rules *rules = rules_of(s);
  uint64_t word = pns_solver_root_word(s);
  memset(result, 0, sizeof *result);
  result->verdict = verdict_of(word);
  result->reason = result->verdict == PNS_UNKNOWN ? reason : PNS_REASON_NONE;
  result->goal = s->goal;
  result->pn = pns_word_pn(word);
  result->dn = pns_word_dn(word);
  result->threads = s->threads;
  result->memory_budget_bytes = s->memory_bytes;
  result->wall_s = s->wall_s;
  result->cpu_s = s->cpu_s;
  result->peak_rss_bytes = pns_machine_peak_resident_bytes();
  result->huge_page_bytes = pns_machine_huge_page_bytes();
  pns_proposition_write(rules, pns_position_bytes(s->position), s->goal, result->proposition,
                        sizeof result->proposition);
  rules->game->format(rules, pns_position_bytes(s->position), result->position);
  result->at_sight = s->search.init == PNS_INIT_GAME &&
                     (rules->game->hopeless != NULL || rules->game->decided != NULL);
  write_best_move(s, result->best_move);
  if (s->pool != NULL) report_figures(s, result);
  if (result->wall_s > 0) result->expansions_per_s = (double)result->expansions / result->wall_s;
}

void pns_solver_result(const struct pns_solver *solver, struct pns_result *result) {
  pns_solver_report(solver, PNS_REASON_NONE, result);
}

/* ---- running ---- */

/* What the ticks of one run need. */
struct watch {
  struct pns_solver *solver;
  pns_progress_function *progress;
  void *user;
  double started_s, last_s;
  uint64_t last_expansions;
  double last_rate;
};

/* Reports asked for in quick succession repeat the rate: a moment is too short to measure one. */
static double measure_rate(struct watch *watch, uint64_t expansions, double now) {
  const double least_s = 0.05;
  if (now - watch->last_s < least_s && watch->last_rate > 0) return watch->last_rate;
  watch->last_rate = (double)(expansions - watch->last_expansions) / (now - watch->last_s);
  watch->last_s = now;
  watch->last_expansions = expansions;
  return watch->last_rate;
}

static void count_collections(const struct pns_solver *s, struct pns_progress *progress) {
  struct pns_sweeps sweeps = pns_pool_sweeps(s->pool);
  progress->collections = sweeps.count;
  progress->collections_s = sweeps.seconds;
  progress->collection_nodes_before = sweeps.nodes_before;
  progress->collection_nodes_after = sweeps.nodes_after;
}

static void count_root_moves(const struct pns_solver *s, struct pns_progress *progress) {
  const struct pns_node *root = pns_line_node(&s->search, s->root);
  uint64_t word = atomic_load_explicit(&root->word, memory_order_acquire);
  if (!s->question.win) word = turn_round(word);
  progress->pn = pns_word_pn(word);
  progress->dn = pns_word_dn(word);
  progress->root_moves = root->edge_count;
  for (uint32_t i = 0; i < root->edge_count; i++) {
    uint64_t edge = atomic_load_explicit(&root->edges[i].word, memory_order_acquire);
    progress->root_solved += pns_word_solved(edge);
  }
}

/* Everything but times and rates. */
static void fill_progress(struct pns_solver *s, struct pns_progress *progress) {
  progress->expansions = pns_solver_tally(s).expansions;
  progress->memory_bytes = pns_machine_resident_bytes();
  progress->memory_budget_bytes = s->memory_bytes;
  count_collections(s, progress);
  pns_pool_view_begin(s->pool);
  progress->nodes = pns_store_nodes(s->search.store);
  count_root_moves(s, progress);
  pns_line_write(&s->search, pns_position_bytes(s->position), progress->line,
                 sizeof progress->line);
  pns_pool_view_end(s->pool);
}

static void report_progress(void *user) {
  struct watch *watch = user;
  struct pns_solver *s = watch->solver;
  struct pns_progress progress = {0};
  double now = pns_clock_now();
  fill_progress(s, &progress);
  progress.elapsed_s = s->wall_s + now - watch->started_s;
  progress.expansions_per_s = measure_rate(watch, progress.expansions, now);
  watch->progress(watch->user, &progress);
}

bool pns_solver_progress(struct pns_solver *s, struct pns_progress *progress) {
  memset(progress, 0, sizeof *progress);
  if (s->pool == NULL) return false;
  fill_progress(s, progress);
  pthread_mutex_lock(&s->clock);
  const double running_s = s->since_s > 0 ? pns_clock_now() - s->since_s : 0;
  progress->elapsed_s = s->wall_s + running_s;
  if (running_s > 0 && progress->expansions > s->since_expansions)
    progress->expansions_per_s = (double)(progress->expansions - s->since_expansions) / running_s;
  pthread_mutex_unlock(&s->clock);
  return true;
}

void pns_solver_set_limits(struct pns_solver *solver, uint64_t expansions, double time_s) {
  solver->options.expansions = expansions;
  solver->options.time_s = time_s;
}

/* Begins (a moment) or ends (0) what pns_solver_progress counts as a run. */
static void set_since(struct pns_solver *s, double since_s) {
  pthread_mutex_lock(&s->clock);
  if (since_s == 0) s->wall_s += pns_clock_now() - s->since_s;
  s->since_s = since_s;
  s->since_expansions = pns_solver_tally(s).expansions;
  pthread_mutex_unlock(&s->clock);
}

bool pns_solver_keeps(const struct pns_solver *s) {
  return pns_position_check(s->position, NULL) != PNS_ERROR_INTERNAL;
}

/* The root's own expansion was made when the workers were; it counts in the first run. */
static struct pns_limits run_limits(const struct pns_solver *s) {
  struct pns_limits limits = {.expansions = UINT64_MAX, .time_s = s->options.time_s};
  if (s->options.expansions > 0) limits.expansions = s->options.expansions - (s->ran ? 0 : 1);
  return limits;
}

static enum pns_status search_root(struct pns_solver *s, pns_progress_function *progress,
                                   void *user, enum pns_reason *reason, struct pns_error *error) {
  struct pns_limits limits = run_limits(s);
  double started = pns_clock_now(), cpu = pns_clock_cpu();
  struct watch watch = {.solver = s,
                        .progress = progress,
                        .user = user,
                        .started_s = started,
                        .last_s = started,
                        .last_expansions = pns_solver_tally(s).expansions};
  enum pns_status status = pns_keeper_start(s->keeper, error);
  if (status != PNS_OK) return status;
  set_since(s, started);
  status = pns_pool_run(s->pool, &limits, s->options.progress_s,
                        progress != NULL ? report_progress : NULL, &watch, reason, error);
  pns_keeper_stop(s->keeper);
  s->ran = true;
  set_since(s, 0);
  s->cpu_s += pns_clock_cpu() - cpu;
  if (status == PNS_OK && pns_solver_keeps(s)) pns_keeper_save(s->keeper);
  return pns_solver_trust(s, status, error);
}

enum pns_status pns_solver_run(struct pns_solver *solver, pns_progress_function *progress,
                               void *user, struct pns_result *result, struct pns_error *error) {
  enum pns_reason reason = PNS_REASON_NONE;
  enum pns_status status = PNS_OK;
  if (solver->root != NULL && solver->pool == NULL)
    return pns_error_set(error, PNS_ERROR_INTERNAL,
                         "the solver lost its store to a failed restore");
  if (solver->root != NULL) status = search_root(solver, progress, user, &reason, error);
  if (status == PNS_OK) pns_solver_report(solver, reason, result);
  return status;
}
