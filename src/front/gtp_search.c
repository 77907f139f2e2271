#include "front/gtp_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define UNLIMITED UINT64_MAX
/* Less than this is no limit that a search could keep. */
#define LEAST_S 0.001

double pns_front_gtp_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static enum pns_player other(enum pns_player player) {
  return player == PNS_FIRST ? PNS_SECOND : PNS_FIRST;
}

/* ---- slots ---- */

static void empty(struct pns_front_gtp_slot *slot) {
  pns_solver_free(slot->solver);
  free(slot->moves);
  *slot = (struct pns_front_gtp_slot){.solver = NULL};
}

/* Whether the slot's position is on the way to the board's. */
static bool leads_to(const struct pns_front_gtp_slot *slot,
                     const struct pns_front_gtp_board *board) {
  if (slot->solver == NULL || slot->beginnings != board->beginnings || slot->count > board->count)
    return false;
  for (size_t i = 0; i < slot->count; i++)
    if (strcmp(slot->moves[i].text, board->moves[i].text) != 0) return false;
  return true;
}

bool pns_front_gtp_search_look(const struct pns_front_gtp_slot *slot,
                               const struct pns_front_gtp_board *board,
                               const struct pns_front_gtp_move *line, size_t length,
                               struct pns_look *here, struct pns_child *children) {
  if (!leads_to(slot, board)) return false;
  const size_t since = board->count - slot->count;
  const char **moves = malloc((since + length + 1) * sizeof *moves);
  if (moves == NULL) return false;
  for (size_t i = 0; i < since; i++) moves[i] = board->moves[slot->count + i].text;
  for (size_t i = 0; i < length; i++) moves[since + i] = line[i].text;
  const uint32_t room = children == NULL ? 0 : pns_position_rules(board->position)->max_moves;
  const enum pns_status status =
      pns_solver_children(slot->solver, moves, since + length, here, children, room, NULL);
  free(moves);
  return status == PNS_OK;
}

static enum pns_status fill(struct pns_front_gtp_search *search, struct pns_front_gtp_slot *slot,
                            const struct pns_front_gtp_board *board, enum pns_player prover,
                            const char *move, struct pns_error *error) {
  struct pns_position *position = NULL;
  empty(slot);
  slot->moves = malloc((board->count + 1) * sizeof *slot->moves);
  if (slot->moves == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  if (board->count > 0) memcpy(slot->moves, board->moves, board->count * sizeof *slot->moves);
  slot->count = board->count;
  slot->prover = prover;
  slot->beginnings = board->beginnings;
  enum pns_status status = pns_options_set(
      search->options, "goal", prover == PNS_FIRST ? "first-wins" : "second-wins", error);
  if (status == PNS_OK) status = pns_front_gtp_board_after(board, move, &position, error);
  if (status != PNS_OK) return status;
  status = pns_solver_new(position, search->options, &slot->solver, error);
  pns_position_free(position);
  return status;
}

void pns_front_gtp_search_init(struct pns_front_gtp_search *search, struct pns_options *options,
                               pns_progress_function *report, void *user) {
  *search = (struct pns_front_gtp_search){.options = options, .report = report, .user = user};
  pthread_mutex_init(&search->lock, NULL);
}

void pns_front_gtp_search_done(struct pns_front_gtp_search *search) {
  pns_front_gtp_search_clear(search);
  pthread_mutex_destroy(&search->lock);
}

void pns_front_gtp_search_clear(struct pns_front_gtp_search *search) {
  empty(&search->kept);
  empty(&search->trial);
}

/* ---- running ---- */

void pns_front_gtp_search_interrupt(struct pns_front_gtp_search *search, bool interrupted) {
  pthread_mutex_lock(&search->lock);
  search->interrupted = interrupted;
  if (interrupted && search->running != NULL) pns_solver_stop(search->running, PNS_REASON_STOP);
  pthread_mutex_unlock(&search->lock);
}

/* False when an interrupt came before. */
static bool set_running(struct pns_front_gtp_search *search, struct pns_solver *solver) {
  pthread_mutex_lock(&search->lock);
  const bool may = !search->interrupted;
  search->running = may ? solver : NULL;
  pthread_mutex_unlock(&search->lock);
  return may;
}

static double option(const struct pns_front_gtp_search *search, const char *name) {
  char text[64] = "";
  pns_options_get(search->options, name, text, sizeof text, NULL);
  return strtod(text, NULL);
}

struct pns_front_gtp_budget pns_front_gtp_search_budget(const struct pns_front_gtp_search *search,
                                                        double most_s) {
  const double time_s = option(search, "time"), expansions = option(search, "expansions");
  double least_s = time_s > 0 ? time_s : most_s;
  if (most_s > 0) least_s = fmin(least_s, most_s);
  return (struct pns_front_gtp_budget){
      .ends_s = least_s > 0 ? pns_front_gtp_now() + least_s : 0,
      .expansions = expansions > 0 ? (uint64_t)expansions : UNLIMITED};
}

/* Why nothing may be spent any more; PNS_REASON_NONE: something may. */
static enum pns_reason spent(const struct pns_front_gtp_budget *budget) {
  if (budget->expansions == 0) return PNS_REASON_EXPANSIONS;
  if (budget->ends_s > 0 && pns_front_gtp_now() + LEAST_S > budget->ends_s) return PNS_REASON_TIME;
  return PNS_REASON_NONE;
}

static void set_limits(struct pns_solver *solver, const struct pns_front_gtp_budget *budget) {
  const double left_s = budget->ends_s - pns_front_gtp_now();
  pns_solver_set_limits(solver, budget->expansions == UNLIMITED ? 0 : budget->expansions,
                        budget->ends_s == 0 ? 0 : fmax(left_s, LEAST_S));
}

static void pay(struct pns_front_gtp_budget *budget, uint64_t expansions) {
  if (budget->expansions == UNLIMITED) return;
  budget->expansions -= expansions < budget->expansions ? expansions : budget->expansions;
}

/* Goes on with the slot's search. */
static enum pns_status run(struct pns_front_gtp_search *search, struct pns_front_gtp_slot *slot,
                           struct pns_front_gtp_budget *budget, struct pns_result *result,
                           struct pns_error *error) {
  enum pns_status status = PNS_OK;
  pns_solver_result(slot->solver, result);
  while (status == PNS_OK && result->verdict == PNS_UNKNOWN) {
    result->reason = spent(budget);
    if (result->reason != PNS_REASON_NONE) break;
    result->reason = PNS_REASON_STOP;
    if (!set_running(search, slot->solver)) break;
    const uint64_t before = result->expansions;
    set_limits(slot->solver, budget);
    search->asked = slot;
    status = pns_solver_run(slot->solver, search->report, search->user, result, error);
    pay(budget, result->expansions - before);
    set_running(search, NULL);
    /* A stop that came after the end of the run before is no reason to end this one. */
    if (result->reason != PNS_REASON_STOP) break;
  }
  return status;
}

/* ---- asking ---- */

static bool settles(const struct pns_front_gtp_finding *finding, enum pns_player prover,
                    enum pns_player mover) {
  if (finding->verdict == PNS_UNKNOWN) return false;
  const bool mover_has_it = (finding->verdict == PNS_PROVEN) == (prover == mover);
  return !mover_has_it || finding->best[0] != '\0';
}

/* What the kept search knows already: enough if it also names the move that the verdict needs. */
static bool recall(const struct pns_front_gtp_search *search,
                   const struct pns_front_gtp_board *board, enum pns_player prover,
                   const char *move, struct pns_front_gtp_finding *finding) {
  const struct pns_front_gtp_slot *slot = &search->kept;
  struct pns_front_gtp_move line = {.text = ""};
  struct pns_look here;
  if (slot->solver == NULL || slot->prover != prover) return false;
  struct pns_child *children =
      calloc(pns_position_rules(board->position)->max_moves, sizeof *children);
  if (children == NULL) return false;
  if (move != NULL) strcpy(line.text, move);
  const bool known = pns_front_gtp_search_look(slot, board, &line, move != NULL, &here, children);
  if (known) {
    *finding = (struct pns_front_gtp_finding){
        .verdict = here.numbers.verdict, .pn = here.numbers.pn, .dn = here.numbers.dn};
    /* After a sweep the best move known need not be the one that the verdict rests on. */
    if (here.best < here.children && children[here.best].numbers.verdict == here.numbers.verdict)
      strcpy(finding->best, children[here.best].move);
  }
  free(children);
  if (move != NULL) return known && finding->verdict != PNS_UNKNOWN;
  return known && settles(finding, prover, pns_front_gtp_board_mover(board));
}

static bool same_position(const struct pns_front_gtp_slot *slot,
                          const struct pns_front_gtp_board *board) {
  return leads_to(slot, board) && slot->count == board->count;
}

/* Two stores may be too many for the memory there is: then the kept one goes. */
static enum pns_status ask_slot(struct pns_front_gtp_search *search,
                                const struct pns_front_gtp_board *board,
                                struct pns_front_gtp_slot *slot, enum pns_player prover,
                                const char *move, struct pns_front_gtp_budget *budget,
                                struct pns_result *result, struct pns_error *error) {
  enum pns_status status = PNS_OK;
  const bool goes_on = move == NULL && slot->prover == prover && same_position(slot, board);
  if (!goes_on) status = fill(search, slot, board, prover, move, error);
  if (status == PNS_OK) status = run(search, slot, budget, result, error);
  const bool starved = status != PNS_OK || result->reason == PNS_REASON_MEMORY;
  if (!starved || slot == &search->kept || search->kept.solver == NULL) return status;
  empty(&search->kept);
  status = fill(search, slot, board, prover, move, error);
  return status == PNS_OK ? run(search, slot, budget, result, error) : status;
}

enum pns_player pns_front_gtp_search_prover(const struct pns_front_gtp_board *board) {
  return pns_position_rules(board->position)->draws ? pns_front_gtp_board_mover(board) : PNS_FIRST;
}

enum pns_status pns_front_gtp_search_ask(struct pns_front_gtp_search *search,
                                         const struct pns_front_gtp_board *board,
                                         enum pns_player prover, const char *move,
                                         struct pns_front_gtp_budget *budget,
                                         struct pns_front_gtp_finding *finding,
                                         struct pns_error *error) {
  if (recall(search, board, prover, move, finding)) return PNS_OK;
  struct pns_front_gtp_slot *slot = move == NULL ? &search->kept : &search->trial;
  struct pns_result *result = calloc(1, sizeof *result);
  if (result == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a result");
  const enum pns_status status = ask_slot(search, board, slot, prover, move, budget, result, error);
  *finding = (struct pns_front_gtp_finding){
      .verdict = result->verdict, .reason = result->reason, .pn = result->pn, .dn = result->dn};
  strcpy(finding->best, result->best_move);
  if (status != PNS_OK || slot == &search->trial) empty(slot);
  free(result);
  return status;
}

static enum pns_outcome won_by(enum pns_player player) {
  return player == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
}

enum pns_status pns_front_gtp_search_value(struct pns_front_gtp_search *search,
                                           const struct pns_front_gtp_board *board,
                                           struct pns_front_gtp_budget *budget,
                                           struct pns_front_gtp_value *value,
                                           struct pns_error *error) {
  const bool draws = pns_position_rules(board->position)->draws;
  enum pns_player prover = pns_front_gtp_search_prover(board);
  *value = (struct pns_front_gtp_value){.outcome = pns_front_gtp_board_outcome(board)};
  if (value->outcome != PNS_ONGOING) return PNS_OK;
  enum pns_status status =
      pns_front_gtp_search_ask(search, board, prover, NULL, budget, &value->finding, error);
  if (draws && status == PNS_OK && value->finding.verdict == PNS_DISPROVEN) {
    prover = other(prover);
    status = pns_front_gtp_search_ask(search, board, prover, NULL, budget, &value->finding, error);
  }
  value->prover = prover;
  if (value->finding.verdict == PNS_PROVEN) value->outcome = won_by(prover);
  if (value->finding.verdict == PNS_DISPROVEN)
    value->outcome = draws ? PNS_DRAW : won_by(other(prover));
  return status;
}
