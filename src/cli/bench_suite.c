/* A suite of problems: perf/suite.def explains its lines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "bench.h"

enum { FIELDS_MAX = 64, NUMBERED_FIELDS = 3, NAME_MAX_BYTES = 60 };

/* Where a line stands, for messages. */
struct place {
  const char *file;
  unsigned line;
};

static enum pns_status refuse(const struct place *place, const char *what,
                              struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "%.100s line %u: %.380s", place->file, place->line,
                       what);
}

/* Splits at tabs; returns the count, or 0 when there are too many. */
static int split(char *line, char **fields) {
  int count = 0;
  for (char *field; (field = strsep(&line, "\t")) != NULL;) {
    if (count == FIELDS_MAX - 1) return 0;
    fields[count++] = field;
  }
  fields[count] = NULL;
  return count;
}

static bool read_verdict(const char *text, enum pns_verdict *verdict) {
  for (enum pns_verdict v = PNS_PROVEN; v <= PNS_DISPROVEN; v++) {
    *verdict = v;
    if (strcmp(text, pns_verdict_name(v)) == 0) return true;
  }
  *verdict = PNS_UNKNOWN;
  return strcmp(text, "-") == 0;
}

/* Takes over what was set in `from`. */
static enum pns_status merge(struct pns_options *into, const struct pns_options *from,
                             struct pns_error *error) {
  struct pns_options *untouched = pns_options_new();
  if (untouched == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  const struct pns_option_info *info;
  enum pns_status status = PNS_OK;
  for (size_t i = 0; status == PNS_OK && (info = pns_option_at(i)) != NULL; i++) {
    char given[64], preset[64];
    pns_options_get(from, info->name, given, sizeof given, NULL);
    pns_options_get(untouched, info->name, preset, sizeof preset, NULL);
    if (strcmp(given, preset) != 0) status = pns_options_set(into, info->name, given, error);
  }
  pns_options_free(untouched);
  return status;
}

/* The arguments of `pns solve` behind the numbered fields; fields[2] stands for the subcommand. */
static enum pns_status read_question(struct pns_bench_problem *problem, char **fields, int count,
                                     struct pns_error *error) {
  struct pns_cli_arguments arguments;
  enum pns_status status =
      pns_cli_arguments_init(&arguments, PNS_CLI_POSITION | PNS_CLI_SOLVER,
                             count - NUMBERED_FIELDS + 1, fields + NUMBERED_FIELDS - 1, error);
  if (status == PNS_OK && arguments.help)
    status = pns_error_set(error, PNS_ERROR_INPUT, "--help is no question");
  if (status == PNS_OK) status = pns_cli_arguments_position(&arguments, &problem->position, error);
  problem->options = arguments.options;
  arguments.options = NULL;
  pns_cli_arguments_done(&arguments);
  return status;
}

static enum pns_status read_problem(struct pns_bench_problem *problem, char **fields, int count,
                                    const struct place *place, const struct pns_options *given,
                                    struct pns_error *error) {
  char sentence[200];
  if (count <= NUMBERED_FIELDS)
    return refuse(place, "expected suites, name, verdict and a game, with a tab between each",
                  error);
  if (fields[1][0] == '\0' || strlen(fields[1]) > NAME_MAX_BYTES)
    return refuse(place, "expected a name of 1 to 60 bytes in the second field", error);
  if (!read_verdict(fields[2], &problem->expected)) {
    snprintf(sentence, sizeof sentence,
             "the verdict is '%.60s', expected proven, disproven or - where it is not known",
             fields[2]);
    return refuse(place, sentence, error);
  }
  problem->name = strdup(fields[1]);
  if (problem->name == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
  struct pns_error inner;
  enum pns_status status = read_question(problem, fields, count, &inner);
  if (status == PNS_OK) status = merge(problem->options, given, &inner);
  return status == PNS_OK ? PNS_OK : refuse(place, inner.text, error);
}

/* Whether `word` is one of `list`, between commas; NULL is always in. */
static bool is_listed(const char *list, const char *word) {
  if (word == NULL) return true;
  const size_t length = strlen(word);
  for (;;) {
    const size_t span = strcspn(list, ",");
    if (span == length && memcmp(list, word, span) == 0) return true;
    if (list[span] == '\0') return false;
    list += span + 1;
  }
}

/* Adds the problem of one line, unless it is none or of other suites than `wanted`. */
static enum pns_status add_line(struct pns_bench_suite *suite, const char *line, const char *wanted,
                                const struct place *place, const struct pns_options *given,
                                struct pns_error *error) {
  char *fields[FIELDS_MAX];
  if (line[0] == '\0' || line[0] == '#') return PNS_OK;
  struct pns_bench_problem *grown =
      realloc(suite->problems, (suite->count + 1) * sizeof *suite->problems);
  if (grown != NULL) suite->problems = grown;
  char *copy = strdup(line);
  if (grown == NULL || copy == NULL) {
    free(copy);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a suite");
  }
  const int count = split(copy, fields);
  enum pns_status status = PNS_OK;
  if (count == 0) {
    status = refuse(place, "more than 63 fields", error);
  } else if (is_listed(fields[0], wanted)) {
    struct pns_bench_problem *problem = &suite->problems[suite->count++];
    *problem = (struct pns_bench_problem){.name = NULL};
    status = read_problem(problem, fields, count, place, given, error);
  }
  free(copy);
  return status;
}

static enum pns_status read_builtin(struct pns_bench_suite *suite, const struct pns_options *given,
                                    struct pns_error *error) {
  struct place place = {.file = "perf/suite.def", .line = 0};
  enum pns_status status = PNS_OK;
  for (; status == PNS_OK && pns_bench_builtin[place.line] != NULL;) {
    const char *line = pns_bench_builtin[place.line++];
    status = add_line(suite, line, suite->name, &place, given, error);
  }
  return status;
}

static enum pns_status read_file(struct pns_bench_suite *suite, const struct pns_options *given,
                                 struct pns_error *error) {
  FILE *stream = fopen(suite->name, "r");
  if (stream == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "suite '%.200s': %s, expected quick, laptop, server, ffo, uttt or a file",
                         suite->name, strerror(errno));
  struct place place = {.file = suite->name, .line = 0};
  enum pns_status status = PNS_OK;
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  while (status == PNS_OK && (length = getline(&line, &size, stream)) >= 0) {
    place.line++;
    if (length > 0 && line[length - 1] == '\n') line[length - 1] = '\0';
    status = add_line(suite, line, NULL, &place, given, error);
  }
  if (status == PNS_OK && ferror(stream))
    status =
        pns_error_set(error, PNS_ERROR_INPUT, "suite '%.200s': %s", suite->name, strerror(errno));
  free(line);
  fclose(stream);
  return status;
}

enum pns_status pns_bench_suite_init(struct pns_bench_suite *suite, const char *name,
                                     const struct pns_options *given, struct pns_error *error) {
  *suite = (struct pns_bench_suite){.name = name};
  enum pns_status status = read_builtin(suite, given, error);
  if (status != PNS_OK || suite->count > 0) return status;
  status = read_file(suite, given, error);
  if (status == PNS_OK && suite->count == 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "suite '%.200s' has no problem, expected one a line", name);
  return status;
}

void pns_bench_suite_done(struct pns_bench_suite *suite) {
  for (size_t i = 0; i < suite->count; i++) {
    free(suite->problems[i].name);
    pns_position_free(suite->problems[i].position);
    pns_options_free(suite->problems[i].options);
  }
  free(suite->problems);
  *suite = (struct pns_bench_suite){.name = NULL};
}
