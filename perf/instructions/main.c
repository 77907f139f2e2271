/*
 * Some work for callgrind: one thread, so many expansions, everything that differs between machines
 * left out.
 *
 *     pns-instructions --compiler
 *     pns-instructions EXPANSIONS GAME[:PARAMETERS] [MOVE...]
 */
#include <pns/pns.h>
#include <stdio.h>
#include <string.h>

static enum pns_status set_options(struct pns_options *options, const char *expansions,
                                   struct pns_error *error) {
  const char *const pairs[][2] = {{"threads", "1"},
                                  {"memory", "512M"},
                                  {"store", "128M"},
                                  {"huge-pages", "never"},
                                  {"expansions", expansions}};
  enum pns_status status = PNS_OK;
  for (size_t i = 0; status == PNS_OK && i < sizeof pairs / sizeof pairs[0]; i++)
    status = pns_options_set(options, pairs[i][0], pairs[i][1], error);
  return status;
}

static enum pns_status search(char **argv, struct pns_result *result, struct pns_error *error) {
  struct pns_position *position = NULL;
  struct pns_solver *solver = NULL;
  struct pns_options *options = pns_options_new();
  if (options == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  enum pns_status status = set_options(options, argv[1], error);
  if (status == PNS_OK) status = pns_position_new(argv[2], &position, error);
  for (char **move = argv + 3; status == PNS_OK && *move != NULL; move++)
    status = pns_position_play(position, *move, error);
  if (status == PNS_OK) status = pns_solver_new(position, options, &solver, error);
  if (status == PNS_OK) status = pns_solver_run(solver, NULL, NULL, result, error);
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
  return status;
}

int main(int argc, char **argv) {
  struct pns_result result;
  struct pns_error error;
  if (argc == 2 && strcmp(argv[1], "--compiler") == 0) {
    const char *facts = pns_build_facts();
    printf("%.*s\n", (int)strcspn(facts, ","), facts);
    return 0;
  }
  if (argc < 3) {
    fprintf(stderr, "pns-instructions: expected EXPANSIONS GAME [MOVE...]\n");
    return 1;
  }
  if (search(argv, &result, &error) != PNS_OK) {
    fprintf(stderr, "pns-instructions: %s\n", error.text);
    return 1;
  }
  printf("%llu\n", (unsigned long long)result.expansions);
  return 0;
}
