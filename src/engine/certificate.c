/* pns_solver_certificate: what a solver knows, as the writer wants it. */
#include <unistd.h>

#include "base/machine.h"
#include "certificate/again.h"
#include "certificate/writer.h"
#include "engine/solver.h"

#define WRITER_BYTES (UINT64_C(512) << 10) /* blocks, output and path of the writer */

/* For the search's own prover, whoever the question was about. */
static uint64_t prover_word(const struct pns_solver *solver) {
  const uint64_t word = pns_solver_root_word(solver);
  return solver->question.win ? word : word << 32 | word >> 32;
}

struct watch {
  const struct pns_solver *solver;
  pns_certificate_function *progress;
  void *user;
};

/* Whoever stops the solver stops the writer too. */
static bool go_on(void *user, const struct pns_certificate_figures *figures) {
  const struct watch *watch = user;
  const struct pns_pool *pool = watch->solver->pool;
  if (pool != NULL && pns_pool_stop_reason(pool) != PNS_REASON_NONE) return false;
  return watch->progress == NULL || watch->progress(watch->user, figures);
}

/* Whether positions that the verdict rests on are not in the store: dropped by sweeps, or decided
 * by the game at sight. */
static bool searches_again(const struct pns_solver *solver) {
  const struct pns_search *search = &solver->search;
  const bool decided = search->init == PNS_INIT_GAME && search->rules->game->decided != NULL;
  return decided || pns_solver_collections(solver) > 0;
}

/* What the budget leaves beside what the process takes already, and what the store may still take
 * while it searches again. */
static uint64_t spare_bytes(const struct pns_solver *solver) {
  const struct pns_store *store = solver->search.store;
  uint64_t taken = pns_machine_resident_bytes() + WRITER_BYTES;
  if (store != NULL && searches_again(solver))
    taken += pns_store_left_bytes(store) +
             pns_again_bytes(solver->search.rules, store->budget_bytes, store->workers);
  return solver->memory_bytes > taken ? solver->memory_bytes - taken : 0;
}

enum pns_status pns_solver_certificate(struct pns_solver *solver, const char *path,
                                       pns_certificate_function *progress, void *user,
                                       struct pns_certificate_figures *figures,
                                       struct pns_error *error) {
  if (pns_solver_trust(solver, PNS_OK, error) != PNS_OK)
    return pns_solver_trust(solver, PNS_OK, error);
  const uint64_t word = prover_word(solver);
  struct watch watch = {solver, progress, user};
  if (!pns_word_solved(word))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "certificate: the proposition is not decided, expected a verdict");
  const struct pns_certificate_claim claim = {.search = &solver->search,
                                              .position = pns_position_bytes(solver->position),
                                              .proven = pns_word_pn(word) == 0,
                                              .spare_bytes = spare_bytes(solver)};
  enum pns_status status = pns_certificate_write(&claim, path, go_on, &watch, figures, error);
  if (solver->pool != NULL) pns_pool_restart(solver->pool);
  const enum pns_status broken = pns_solver_trust(solver, status, error);
  if (status == PNS_OK && broken != PNS_OK) unlink(path); /* it may hold what is not so */
  return broken;
}
