/* pns simulate --calibrate: what steps cost on the machine at hand. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulate.h"

/* Measured when no game is named: each takes more than a second or two to solve. */
static const char *const usual[] = {"connect4:6x5",
                                    "breakthrough:3x7",
                                    "domineering:8x6",
                                    "hex:6",
                                    "mnk:5x5x5",
                                    "othello:6x6",
                                    "rex:5",
                                    "cram:6x6",
                                    "uttt",
                                    "synth:seed=1,depth=40,branching=6"};

enum pns_status pns_cli_costs(const struct pns_cli_arguments *arguments, struct pns_costs **costs,
                              struct pns_error *error) {
  if (arguments->simulate.costs != NULL)
    return pns_costs_read(arguments->simulate.costs, costs, error);
  *costs = pns_costs_new();
  if (*costs == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for costs");
  return PNS_OK;
}

static enum pns_status measure(const struct pns_cli_arguments *arguments, const char *spec,
                               struct pns_costs *costs, struct pns_error *error) {
  struct pns_position *position = NULL;
  enum pns_status status = pns_position_new_with(spec, &arguments->game, &position, error);
  if (status == PNS_OK && arguments->position_text != NULL)
    status = pns_position_parse(position, arguments->position_text, error);
  if (status == PNS_OK && !arguments->quiet) fprintf(stderr, "measuring %s ...\n", spec);
  if (status == PNS_OK) status = pns_costs_measure_game(costs, position, arguments->options, error);
  pns_position_free(position);
  return status;
}

static enum pns_status measure_games(const struct pns_cli_arguments *arguments,
                                     struct pns_costs *costs, struct pns_error *error) {
  bool named = arguments->moves_count > 0;
  size_t count = named ? (size_t)arguments->moves_count : sizeof usual / sizeof usual[0];
  enum pns_status status = PNS_OK;
  pns_costs_forget_games(costs);
  for (size_t i = 0; status == PNS_OK && i < count; i++)
    status = measure(arguments, named ? arguments->moves[i] : usual[i], costs, error);
  return status;
}

static enum pns_status write_file(const char *path, const char *text, struct pns_error *error) {
  FILE *stream = fopen(path, "we");
  bool written = stream != NULL && fputs(text, stream) >= 0;
  if (stream != NULL && fclose(stream) != 0) written = false;
  if (written) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "costs '%.200s' cannot be written: %s", path,
                       strerror(errno));
}

static enum pns_status tell(const struct pns_cli_arguments *arguments,
                            const struct pns_costs *costs, struct pns_error *error) {
  char *text = pns_costs_text(costs);
  if (text == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for costs");
  enum pns_status status = PNS_OK;
  fputs(text, stdout);
  if (arguments->simulate.costs != NULL)
    status = write_file(arguments->simulate.costs, text, error);
  free(text);
  return status;
}

enum pns_status pns_cli_calibrate(const struct pns_cli_arguments *arguments,
                                  struct pns_error *error) {
  struct pns_costs *costs = pns_costs_new();
  const char *warning = NULL;
  if (costs == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for costs");
  enum pns_status status = measure_games(arguments, costs, error);
  if (status == PNS_OK) {
    pns_costs_measure(costs, &warning);
    if (warning != NULL) fprintf(stderr, "pns: %s\n", warning);
    status = tell(arguments, costs, error);
  }
  pns_costs_free(costs);
  return status;
}
