/*
 * Where do many workers expand what one does not?
 *
 *     pns-excess [--OPTION VALUE]... WORKERS GAME[:PARAMETERS] [MOVE...]
 *
 * Solves the position with one simulated worker and with so many, and compares the expansions along
 * the proof that each found, depth by depth where its player moves: below the moves of the proof
 * (these need one another, so they shrink from depth to depth by the moves beside them), and below
 * the moves beside it, which one could have done without. `--position TEXT` and all options of a
 * solver count. The store must hold the whole search.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof.h"
#include "simulate/solver.h"

struct question {
  struct pns_position *position;
  struct pns_options *options;
  struct pns_costs *costs;
};

static enum pns_status refuse(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "usage: pns-excess [--OPTION VALUE]... WORKERS GAME[:PARAMETERS] [MOVE...]");
}

static bool is_option(const char *word) { return strncmp(word, "--", 2) == 0; }

static enum pns_status read_options(struct question *q, char **words, int count,
                                    const char **position, struct pns_error *error) {
  enum pns_status status = PNS_OK;
  for (int i = 0; i + 1 < count && status == PNS_OK; i += 2)
    if (strcmp(words[i], "--position") == 0)
      *position = words[i + 1];
    else
      status = pns_options_set(q->options, words[i] + 2, words[i + 1], error);
  return status;
}

static enum pns_status read_question(struct question *q, int argc, char **argv, uint32_t *workers,
                                     struct pns_error *error) {
  const char *position = NULL;
  int at = 1;
  q->options = pns_options_new();
  q->costs = pns_costs_new();
  if (q->options == NULL || q->costs == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  while (at + 1 < argc && is_option(argv[at])) at += 2;
  enum pns_status status = read_options(q, argv + 1, at - 1, &position, error);
  if (status == PNS_OK && argc - at < 2) status = refuse(error);
  if (status != PNS_OK) return status;
  *workers = (uint32_t)strtoul(argv[at], NULL, 10);
  if (*workers == 0) return refuse(error);
  status = pns_position_new(argv[at + 1], &q->position, error);
  if (status == PNS_OK && position != NULL)
    status = pns_position_parse(q->position, position, error);
  for (at += 2; at < argc && status == PNS_OK; at++)
    status = pns_position_play(q->position, argv[at], error);
  return status;
}

static void print(const struct pns_simulated *told, const struct pns_excess_level *levels) {
  printf("%" PRIu32 " simulated worker%s: %s, %.4g s of virtual time, %" PRIu64 " expansions\n",
         told->workers, told->workers == 1 ? "" : "s",
         told->verdict == PNS_PROVEN ? "proven" : "disproven", told->virtual_s, told->expansions);
  printf("%5s %12s %15s %15s %15s\n", "depth", "positions", "below the proof", "beside, settled",
         "beside, open");
  for (int i = 0; i < PNS_EXCESS_DEPTHS; i++)
    if (levels[i].positions > 0)
      printf("%5d %12" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 "\n", i,
             levels[i].positions, levels[i].chosen, levels[i].settled, levels[i].open);
}

static enum pns_status look(const struct pns_solver *solver, const struct pns_simulated *told,
                            struct pns_error *error) {
  struct pns_excess_level levels[PNS_EXCESS_DEPTHS];
  if (!pns_word_solved(pns_solver_root_word(solver)))
    return pns_error_set(error, PNS_ERROR_INPUT, "%u workers: not solved within the limits",
                         told->workers);
  if (told->collections > 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%u workers: the store was swept, expected a larger --memory",
                         told->workers);
  if (!pns_excess_look(&solver->search, levels))
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  print(told, levels);
  return PNS_OK;
}

static enum pns_status simulate(const struct question *q, uint32_t workers,
                                struct pns_error *error) {
  char text[16];
  const struct pns_simulation machine = {workers, 0, true, q->costs};
  struct pns_solver *solver = NULL;
  struct pns_simulated told = {0};
  snprintf(text, sizeof text, "%" PRIu32, workers);
  enum pns_status status = pns_options_set(q->options, "threads", text, error);
  if (status == PNS_OK) status = pns_solver_new(q->position, q->options, &solver, error);
  if (status == PNS_OK && solver->root == NULL)
    status =
        pns_error_set(error, PNS_ERROR_INPUT, "the game is over, expected a position to solve");
  if (status == PNS_OK) status = pns_simulate_solver(solver, &machine, &told, error);
  if (status == PNS_OK) status = look(solver, &told, error);
  pns_solver_free(solver);
  return status;
}

int main(int argc, char **argv) {
  struct pns_error error;
  struct question q = {NULL, NULL, NULL};
  uint32_t workers = 1;
  enum pns_status status = read_question(&q, argc, argv, &workers, &error);
  if (status == PNS_OK) status = simulate(&q, 1, &error);
  if (status == PNS_OK && workers > 1) status = simulate(&q, workers, &error);
  if (status != PNS_OK) fprintf(stderr, "pns-excess: %s\n", error.text);
  pns_position_free(q.position);
  pns_options_free(q.options);
  pns_costs_free(q.costs);
  return status == PNS_OK ? 0 : 2;
}
