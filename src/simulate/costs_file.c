/*
 * The file of costs: a line each, nanoseconds, '#' begins a comment.
 *
 *     machine AMD EPYC, 2 CPUs
 *     transfer 83.1
 *     game connect4:6x5 visit 41.2 retreat 18.0 expansion 240.7
 *
 * Costs that a file does not name are those built in; games are the file's alone.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "simulate/costs.h"

enum { WORDS_MOST = 8 };

struct reader {
  const char *path;
  unsigned line;
  struct pns_costs *costs;
  struct pns_error *error;
};

static enum pns_status refuse(const struct reader *r, const char *found, const char *expected) {
  return pns_error_set(r->error, PNS_ERROR_INPUT, "%.200s line %u: found '%.60s', expected %s",
                       r->path, r->line, found, expected);
}

/* Both are shown on terminals. */
static void keep_plain(char *text) {
  for (; *text != '\0'; text++)
    if (iscntrl((unsigned char)*text)) *text = '?';
}

static enum pns_status read_ns(const struct reader *r, const char *what, const char *text,
                               double *ns) {
  struct pns_error why;
  if (pns_text_real(what, text, 0, PNS_COST_MOST_NS, ns, &why) == PNS_OK) return PNS_OK;
  return pns_error_set(r->error, PNS_ERROR_INPUT, "%.200s line %u: %s", r->path, r->line, why.text);
}

static enum pns_status read_game(const struct reader *r, char *const words[], unsigned count) {
  static const char *const names[] = {"visit", "retreat", "expansion"};
  struct pns_game_cost cost = {.spec = ""};
  double *const values[] = {&cost.visit_ns, &cost.retreat_ns, &cost.expansion_ns};
  if (count != 8 || strlen(words[1]) >= sizeof cost.spec)
    return refuse(r, words[0], "'game GAME[:PARAMETERS] visit NS retreat NS expansion NS'");
  strcpy(cost.spec, words[1]);
  keep_plain(cost.spec);
  for (unsigned i = 0; i < 3; i++) {
    if (strcmp(words[2 + 2 * i], names[i]) != 0) return refuse(r, words[2 + 2 * i], names[i]);
    enum pns_status status = read_ns(r, names[i], words[3 + 2 * i], values[i]);
    if (status != PNS_OK) return status;
  }
  if (pns_costs_put(r->costs, &cost)) return PNS_OK;
  return pns_error_set(r->error, PNS_ERROR_SYSTEM, "no memory for the costs of %.60s", cost.spec);
}

static enum pns_status read_words(const struct reader *r, char *const words[], unsigned count) {
  if (strcmp(words[0], "game") == 0) return read_game(r, words, count);
  for (size_t i = 0; i < PNS_COSTS; i++) {
    struct pns_cost *cost = &r->costs->shared[i];
    if (strcmp(words[0], cost->name) != 0) continue;
    if (count != 2) return refuse(r, words[0], "its name and one number");
    return read_ns(r, cost->name, words[1], &cost->ns);
  }
  return refuse(r, words[0], "machine, game or a cost that 'pns simulate --calibrate' names");
}

static unsigned split(char *line, char *words[]) {
  unsigned count = 0;
  char *rest = NULL;
  for (char *word = strtok_r(line, " \t\r\n", &rest); word != NULL && count <= WORDS_MOST;
       word = strtok_r(NULL, " \t\r\n", &rest))
    words[count++] = word;
  return count;
}

static enum pns_status read_line(const struct reader *r, char *line) {
  char *words[WORDS_MOST + 1];
  line[strcspn(line, "#\n")] = '\0';
  if (strncmp(line, "machine ", 8) == 0) {
    snprintf(r->costs->machine, sizeof r->costs->machine, "%.150s", line + 8);
    keep_plain(r->costs->machine);
    return PNS_OK;
  }
  unsigned count = split(line, words);
  return count == 0 ? PNS_OK : read_words(r, words, count);
}

static enum pns_status read_all(struct reader *r, FILE *stream) {
  char line[PNS_PARAMETERS_MAX + 256];
  while (fgets(line, sizeof line, stream) != NULL) {
    r->line++;
    if (strchr(line, '\n') == NULL && !feof(stream)) return refuse(r, line, "a shorter line");
    enum pns_status status = read_line(r, line);
    if (status != PNS_OK) return status;
  }
  if (ferror(stream))
    return pns_error_set(r->error, PNS_ERROR_INPUT, "costs '%.200s' cannot be read: %s", r->path,
                         strerror(errno));
  if (r->costs->count > 0) return PNS_OK;
  return pns_error_set(r->error, PNS_ERROR_INPUT,
                       "%.200s names no game, expected a line 'game ...'", r->path);
}

enum pns_status pns_costs_read(const char *path, struct pns_costs **costs,
                               struct pns_error *error) {
  struct reader r = {.path = path, .costs = pns_costs_new(), .error = error};
  if (r.costs == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "no memory for costs");
  pns_costs_forget_games(r.costs);
  snprintf(r.costs->machine, sizeof r.costs->machine, "a machine that %.100s does not name", path);
  FILE *stream = fopen(path, "re");
  enum pns_status status =
      stream == NULL ? pns_error_set(error, PNS_ERROR_INPUT, "costs '%.200s' cannot be read: %s",
                                     path, strerror(errno))
                     : read_all(&r, stream);
  if (stream != NULL) fclose(stream);
  if (status == PNS_OK)
    *costs = r.costs;
  else
    pns_costs_free(r.costs);
  return status;
}

static void write_all(FILE *stream, const struct pns_costs *costs) {
  fprintf(stream,
          "# Nanoseconds, measured by `pns simulate --calibrate`, for `pns simulate --costs`.\n"
          "machine %s\n",
          costs->machine);
  for (size_t i = 0; i < PNS_COSTS; i++)
    fprintf(stream, "%s %.1f # %s\n", costs->shared[i].name, costs->shared[i].ns,
            costs->shared[i].help);
  for (size_t i = 0; i < costs->count; i++)
    fprintf(stream, "game %s visit %.1f retreat %.1f expansion %.1f\n", costs->games[i].spec,
            costs->games[i].visit_ns, costs->games[i].retreat_ns, costs->games[i].expansion_ns);
}

char *pns_costs_text(const struct pns_costs *costs) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *stream = open_memstream(&text, &bytes);
  if (stream == NULL) return NULL;
  write_all(stream, costs);
  bool complete = !ferror(stream);
  if (fclose(stream) == 0 && complete) return text;
  free(text);
  return NULL;
}
