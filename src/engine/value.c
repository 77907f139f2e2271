/* pns_solve_value: a value is at most two propositions. */
#include "engine/solver.h"

/* The two runs, asked in this order. */
static const enum pns_goal QUESTIONS[] = {PNS_GOAL_MOVER_WINS, PNS_GOAL_MOVER_NOT_LOSES};

static void add_figures(struct pns_result *sum, const struct pns_result *more) {
  struct pns_result first = *sum;
  *sum = *more;
  sum->expansions += first.expansions;
  sum->visits += first.visits;
  sum->nodes += first.nodes;
  sum->transpositions += first.transpositions;
  sum->wasted += first.wasted;
  sum->waits += first.waits;
  sum->collections += first.collections;
  sum->collections_s += first.collections_s;
  sum->checkpoints += first.checkpoints;
  sum->checkpoint_pause_s += first.checkpoint_pause_s;
  sum->wall_s += first.wall_s;
  sum->cpu_s += first.cpu_s;
  if (sum->nodes > 0)
    sum->bytes_per_node =
        (first.bytes_per_node * (double)first.nodes + more->bytes_per_node * (double)more->nodes) /
        (double)sum->nodes;
  sum->expansions_per_s = sum->wall_s > 0 ? (double)sum->expansions / sum->wall_s : 0;
}

/* What the limits count: not the part that a checkpoint brought along. */
struct used {
  double wall_s;
  uint64_t expansions;
};

/* Takes what the first run used from the limits of the second; false when nothing is left. */
static bool spend(struct pns_options *options, const struct used *used, struct pns_result *result) {
  if (options->time_s > 0 && options->time_s <= used->wall_s) {
    result->reason = PNS_REASON_TIME;
    return false;
  }
  if (options->expansions > 0 && options->expansions <= used->expansions) {
    result->reason = PNS_REASON_EXPANSIONS;
    return false;
  }
  if (options->time_s > 0) options->time_s -= used->wall_s;
  if (options->expansions > 0) options->expansions -= used->expansions;
  return true;
}

static enum pns_status ask(const struct pns_position *position, const struct pns_options *options,
                           pns_progress_function *progress, pns_started_function *started,
                           pns_decided_function *decided, void *user, struct used *used,
                           struct pns_result *result, struct pns_error *error) {
  struct pns_solver *solver;
  enum pns_status status = pns_solver_new(position, options, &solver, error);
  if (status != PNS_OK) return status;
  if (started != NULL) status = started(user, solver, error);
  if (status == PNS_OK) status = pns_solver_run(solver, progress, user, result, error);
  used->wall_s = solver->wall_s - solver->wall_before_s;
  used->expansions = status == PNS_OK ? result->expansions - solver->before.expansions : 0;
  if (status == PNS_OK && decided != NULL && result->verdict != PNS_UNKNOWN)
    status = decided(user, solver, result, error);
  if (started != NULL) started(user, NULL, NULL);
  pns_solver_free(solver);
  return status;
}

/* Whether there is more than win and loss: play without end is a draw, though no game ends in one.
 */
static bool can_draw(const struct pns_rules *rules) { return rules->draws || rules->cyclic; }

/* What the answers so far say; the second question is asked only when this is unknown. */
static enum pns_value value_of(enum pns_goal goal, enum pns_verdict verdict, bool draws) {
  if (verdict == PNS_UNKNOWN) return PNS_VALUE_UNKNOWN;
  if (goal == PNS_GOAL_MOVER_WINS) {
    if (verdict == PNS_PROVEN) return PNS_VALUE_WIN;
    return draws ? PNS_VALUE_UNKNOWN : PNS_VALUE_LOSS;
  }
  return verdict == PNS_PROVEN ? PNS_VALUE_DRAW : PNS_VALUE_LOSS;
}

enum pns_status pns_solve_value(const struct pns_position *position,
                                const struct pns_options *options, pns_progress_function *progress,
                                pns_started_function *started, pns_decided_function *decided,
                                void *user, struct pns_result *result, struct pns_error *error) {
  struct pns_options now = *options;
  struct pns_result sum = {0};
  struct used used = {0, 0};
  const bool draws = can_draw(pns_position_rules(position));
  for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++) {
    struct pns_result answer;
    if (i > 0 && !spend(&now, &used, &sum)) {
      sum.verdict = PNS_UNKNOWN; /* of the value: its second half was not asked */
      break;
    }
    now.goal = (uint64_t)QUESTIONS[i] + 1;
    enum pns_status status =
        ask(position, &now, progress, started, decided, user, &used, &answer, error);
    if (status != PNS_OK) return status;
    add_figures(&sum, &answer);
    sum.value = value_of(QUESTIONS[i], answer.verdict, draws);
    if (sum.value != PNS_VALUE_UNKNOWN || answer.verdict == PNS_UNKNOWN) break;
  }
  *result = sum;
  return PNS_OK;
}
