/*
 * The share of an expansion's time that the memory alone would take at its best:
 *
 *     pns-roofline GAME[:PARAMETERS]...
 *
 * One line of CSV for each game. perf/README.md says what is counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "memory.h"

struct search {
  struct pns_result result;
  double looked_up; /* for each expansion */
  struct pns_each each;
  double game_s; /* of an expansion's time, at its best */
};

static const struct pns_game *game_of(const char *spec) {
  const struct pns_game *game;
  const size_t length = strcspn(spec, ":");
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++)
    if (strlen(game->name) == length && memcmp(game->name, spec, length) == 0) return game;
  return NULL;
}

static enum pns_status solve(struct pns_position *position, struct pns_result *result,
                             struct pns_error *error) {
  struct pns_solver *solver = NULL;
  struct pns_options *options = pns_options_new();
  enum pns_status status = options == NULL ? pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory")
                                           : pns_options_set(options, "threads", "1", error);
  if (status == PNS_OK) status = pns_options_set(options, "pin", "true", error);
  if (status == PNS_OK) status = pns_solver_new(position, options, &solver, error);
  if (status == PNS_OK) status = pns_solver_run(solver, NULL, NULL, result, error);
  pns_solver_free(solver);
  pns_options_free(options);
  return status;
}

/* What the game's arithmetic takes alone, on positions that this search has expanded. */
static double game_alone_s(const struct pns_position *position, const struct pns_sample *sample,
                           const struct pns_each *each) {
  const struct pns_rules *rules = pns_position_rules(position);
  const enum pns_player mover = rules->game->mover(rules, pns_position_bytes(position));
  return pns_sample_game_s(sample, rules, mover, each);
}

/* Once to count, and once more, without the counting, for the time. */
static enum pns_status measure(const char *spec, struct search *search, struct pns_error *error) {
  struct pns_counting counting;
  struct pns_position *counted = NULL, *plain = NULL;
  const struct pns_game *game = game_of(spec);
  const char *parameters = strchr(spec, ':');
  if (game == NULL) return pns_error_set(error, PNS_ERROR_INPUT, "unknown game '%.60s'", spec);
  pns_counting_init(&counting, game);
  counting.sample = malloc(sizeof *counting.sample);
  if (counting.sample == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  pns_sample_init(counting.sample);
  enum pns_status status = pns_position_new_game(
      &counting.game, parameters == NULL ? "" : parameters + 1, &counted, error);
  if (status == PNS_OK) status = solve(counted, &search->result, error);
  if (status == PNS_OK) {
    search->looked_up =
        (double)pns_counting_looked_up(&counting) / (double)search->result.expansions;
    search->each.steps = (double)pns_counting_steps(&counting) / (double)search->result.expansions;
    search->each.leaves = (double)counting.leaves / (double)search->result.expansions;
    status = pns_position_new(spec, &plain, error);
  }
  if (status == PNS_OK) search->game_s = game_alone_s(plain, counting.sample, &search->each);
  if (status == PNS_OK) status = solve(plain, &search->result, error);
  free(counting.sample);
  pns_position_free(counted);
  pns_position_free(plain);
  return status;
}

static void print(const char *spec, const struct search *s) {
  const double expansions = (double)s->result.expansions;
  const size_t bytes = (size_t)(s->result.bytes_per_node * (double)s->result.nodes);
  const double found = (double)s->result.transpositions / expansions;
  const double visits = (double)s->result.visits / expansions;
  const double apart_s = pns_memory_read_s(bytes, 1, false);
  const double two_s = pns_memory_read_s(bytes, 2, false);
  const double chained_s = pns_memory_read_s(bytes, 1, true);
  const double actual_s = s->result.cpu_s / expansions;
  const double lines = s->looked_up + found + 2 * s->each.steps;
  const double overlapped_s = lines * apart_s;
  const double walked_s = (s->looked_up + found) * apart_s + 2 * s->each.steps * chained_s;
  printf("%s,%.0f,%zu,%.2f,%.2f,%.2f,%.2f,%.2f,%.1f,%.1f,%.1f,%.1f,%.1f,%.3f,%.3f,%.1f,%.3f\n",
         spec, expansions, bytes >> 20, s->looked_up, found, s->each.steps, visits, lines,
         apart_s * 1e9, two_s * 1e9, chained_s * 1e9, actual_s * 1e9, 1e-6 / apart_s,
         overlapped_s / actual_s, walked_s / actual_s, s->game_s * 1e9, s->game_s / actual_s);
  fflush(stdout);
}

int main(int argc, char **argv) {
  struct pns_error error;
  printf(
      "problem,expansions,store_mib,children_looked_up,transpositions_found,steps_down,visits,"
      "lines,line_ns,line_ns_two_threads,line_ns_dependent,expansion_ns,lines_per_us,"
      "share_all_overlapped,share_with_walk,game_ns,share_game\n");
  for (int i = 1; i < argc; i++) {
    struct search search;
    if (measure(argv[i], &search, &error) != PNS_OK) {
      fprintf(stderr, "pns-roofline: %s\n", error.text);
      return 1;
    }
    print(argv[i], &search);
  }
  return 0;
}
