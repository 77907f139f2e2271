#include "support/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *file) {
  char path[1024];
  snprintf(path, sizeof path, "%s/oracles/%s", PNS_TESTS_DIR, file);
  FILE *stream = fopen(path, "r");
  if (stream == NULL) fail_msg("cannot open %s", path);
  char *text = NULL;
  size_t size = 0;
  if (getdelim(&text, &size, '\0', stream) < 0) fail_msg("cannot read %s", path);
  fclose(stream);
  return text;
}

static void split(char *line, char **fields) {
  for (size_t i = 0; i < ORACLE_FIELDS; i++) {
    char *field = line != NULL ? strsep(&line, "\t") : NULL;
    static char empty[1] = "";
    fields[i] = field != NULL ? field : empty;
  }
}

void oracle_read(struct oracle *oracle, const char *file) {
  oracle->count = 0;
  oracle->text = read_all(file);
  char *rest = oracle->text, *line;
  while ((line = strsep(&rest, "\n")) != NULL) {
    if (line[0] == '\0' || line[0] == '#') continue;
    if (oracle->count == ORACLE_ROWS_MOST) fail_msg("%s has too many rows", file);
    split(line, oracle->rows[oracle->count++]);
  }
}

void oracle_free(struct oracle *oracle) { free(oracle->text); }

struct pns_options *options_with(const char *name, ...) {
  struct pns_options *options = pns_options_new();
  struct pns_error error;
  va_list list;
  va_start(list, name);
  while (name != NULL) {
    if (pns_options_set(options, name, va_arg(list, const char *), &error) != PNS_OK)
      fail_msg("%s", error.text);
    name = va_arg(list, const char *);
  }
  va_end(list);
  return options;
}

struct pns_position *position_after(const char *spec, const char *moves) {
  struct pns_position *position;
  struct pns_error error;
  if (pns_position_new(spec, &position, &error) != PNS_OK) fail_msg("%s", error.text);
  char *copy = strdup(moves), *rest = copy, *move;
  while ((move = strsep(&rest, " ")) != NULL)
    if (move[0] != '\0' && pns_position_play(position, move, &error) != PNS_OK)
      fail_msg("%s", error.text);
  free(copy);
  return position;
}

struct pns_result solve_position(const struct pns_position *position,
                                 const struct pns_options *options) {
  struct pns_solver *solver;
  struct pns_error error;
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  struct pns_result result = solver_run(solver);
  pns_solver_free(solver);
  return result;
}

struct pns_solver *solver_with(const char *spec, const struct pns_options *options) {
  struct pns_position *position = position_after(spec, "");
  struct pns_solver *solver;
  struct pns_error error;
  if (pns_solver_new(position, options, &solver, &error) != PNS_OK) fail_msg("%s", error.text);
  pns_position_free(position);
  return solver;
}

struct pns_result solver_run(struct pns_solver *solver) {
  struct pns_result result;
  struct pns_error error;
  if (pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK) fail_msg("%s", error.text);
  return result;
}
