/* param_dfpn: the solver's options as a dialog of GoGui or HexGui shows them, and some of our own.
 */
#include <stdlib.h>
#include <string.h>

#include "front/gtp_inside.h"

/* A value that gives an option its default back. */
static const char preset[] = "default";

/* How a move is chosen where nothing is decided. */
static const char by_work[] = "work", by_number[] = "number";

/* The goal comes from the commands, and no checkpoints are kept. */
static bool offered(const struct pns_option_info *info) {
  return strcmp(info->name, "goal") != 0 && strcmp(info->name, "checkpoint-every") != 0;
}

/* The words of `text` with one character in place of another. */
static void write_with(FILE *out, const char *text, char from, char to) {
  for (; *text != '\0'; text++) fputc(*text == from ? to : *text, out);
}

static void write_option(const struct pns_options *options, const struct pns_option_info *info,
                         FILE *out) {
  char value[64] = "";
  pns_options_get(options, info->name, value, sizeof value, NULL);
  if (info->kind == PNS_OPTION_CHOICE) {
    fprintf(out, "[list/");
    write_with(out, info->choices, '|', '/');
    fprintf(out, "] ");
  } else {
    fprintf(out, info->kind == PNS_OPTION_FLAG ? "[bool] " : "[string] ");
  }
  write_with(out, info->name, '-', '_');
  if (info->kind == PNS_OPTION_FLAG)
    fprintf(out, " %d\n", strcmp(value, "true") == 0);
  else
    fprintf(out, " %s\n", value[0] == '\0' ? preset : value);
}

static void write_all(const struct pns_front_gtp *gtp, FILE *out) {
  const struct pns_option_info *info;
  fprintf(out, "\n[list");
  for (unsigned i = 0; pns_front_gtp_gfx_name(i) != NULL; i++)
    fprintf(out, "/%s", pns_front_gtp_gfx_name(i));
  fprintf(out, "] use_guifx %s\n", pns_front_gtp_gfx_name(gtp->gfx));
  if (gtp->move_s > 0)
    fprintf(out, "[string] move_time %gs\n", gtp->move_s);
  else
    fprintf(out, "[string] move_time none\n");
  fprintf(out, "[list/%s/%s] undecided %s\n", by_work, by_number,
          gtp->by_number ? by_number : by_work);
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++)
    if (offered(info)) write_option(gtp->options, info, out);
}

/* ---- setting ---- */

struct pns_options *pns_front_gtp_param_copy(const struct pns_options *options,
                                             const char *except) {
  struct pns_options *copy = pns_options_new();
  const struct pns_option_info *info;
  for (size_t i = 0; copy != NULL && (info = pns_option_at(i)) != NULL; i++) {
    char value[64] = "";
    if (except != NULL && strcmp(info->name, except) == 0) continue;
    pns_options_get(options, info->name, value, sizeof value, NULL);
    if (value[0] != '\0') pns_options_set(copy, info->name, value, NULL);
  }
  return copy;
}

/* An option cannot be unset: all others move on. */
static enum pns_status reset_option(struct pns_front_gtp *gtp, const char *name,
                                    struct pns_error *error) {
  struct pns_options *copy = pns_front_gtp_param_copy(gtp->options, name);
  if (copy == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for options");
  pns_options_free(gtp->options);
  gtp->options = gtp->search.options = copy;
  return PNS_OK;
}

static enum pns_status set_gfx(struct pns_front_gtp *gtp, const char *value,
                               struct pns_error *error) {
  /* As HexGui's other programs take it: 0 or 1. */
  if (strcmp(value, "0") == 0) value = pns_front_gtp_gfx_name(PNS_FRONT_GTP_OFF);
  if (strcmp(value, "1") == 0) value = pns_front_gtp_gfx_name(PNS_FRONT_GTP_STDERR);
  for (unsigned i = 0; pns_front_gtp_gfx_name(i) != NULL; i++)
    if (strcmp(value, pns_front_gtp_gfx_name(i)) == 0) {
      gtp->gfx = (enum pns_front_gtp_gfx)i;
      return PNS_OK;
    }
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "use_guifx is '%.40s', expected one of off, stderr, stdout", value);
}

/* Read as the solver reads durations. */
static enum pns_status set_move_time(struct pns_front_gtp *gtp, const char *value,
                                     struct pns_error *error) {
  char seconds[64] = "";
  if (strcmp(value, "none") == 0) {
    gtp->move_s = 0;
    return PNS_OK;
  }
  struct pns_options *reader = pns_options_new();
  if (reader == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for options");
  const enum pns_status status = pns_options_set(reader, "time", value, NULL);
  pns_options_get(reader, "time", seconds, sizeof seconds, NULL);
  pns_options_free(reader);
  if (status != PNS_OK)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "move_time is '%.40s', expected a duration like 500ms or 10s, or none",
                         value);
  gtp->move_s = strtod(seconds, NULL);
  return PNS_OK;
}

static enum pns_status set_undecided(struct pns_front_gtp *gtp, const char *value,
                                     struct pns_error *error) {
  const bool number = strcmp(value, by_number) == 0;
  if (!number && strcmp(value, by_work) != 0)
    return pns_error_set(error, PNS_ERROR_INPUT, "undecided is '%.40s', expected one of %s, %s",
                         value, by_work, by_number);
  gtp->by_number = number;
  return PNS_OK;
}

/* The declared name behind one with '_' in it; NULL: no option of that name is offered. */
static const struct pns_option_info *find_option(const char *name) {
  const struct pns_option_info *info;
  char wanted[64];
  snprintf(wanted, sizeof wanted, "%s", name);
  for (char *letter = wanted; *letter != '\0'; letter++)
    if (*letter == '_') *letter = '-';
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++)
    if (offered(info) && strcmp(info->name, wanted) == 0) return info;
  return NULL;
}

/* What only says how long to search, or what to show, leaves what was found as it is. */
static bool spares_searches(const struct pns_option_info *info) {
  return strcmp(info->name, "time") == 0 || strcmp(info->name, "expansions") == 0;
}

static enum pns_status set_option(struct pns_front_gtp *gtp, const struct pns_option_info *info,
                                  const char *value, struct pns_error *error) {
  const bool flag = info->kind == PNS_OPTION_FLAG;
  enum pns_status status;
  if (flag && strcmp(value, "1") == 0) value = "true";
  if (flag && strcmp(value, "0") == 0) value = "false";
  if (info->kind != PNS_OPTION_CHOICE && strcmp(value, preset) == 0)
    status = reset_option(gtp, info->name, error);
  else
    status = pns_options_set(gtp->options, info->name, value, error);
  if (status == PNS_OK && !spares_searches(info)) pns_front_gtp_search_clear(&gtp->search);
  return status;
}

enum pns_status pns_front_gtp_param_set(struct pns_front_gtp *gtp, const char *name,
                                        const char *value, struct pns_error *error) {
  if (strcmp(name, "use_guifx") == 0) return set_gfx(gtp, value, error);
  if (strcmp(name, "move_time") == 0) return set_move_time(gtp, value, error);
  if (strcmp(name, "undecided") == 0) return set_undecided(gtp, value, error);
  const struct pns_option_info *info = find_option(name);
  if (info != NULL) return set_option(gtp, info, value, error);
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "unknown parameter '%.40s', expected one that param_dfpn lists", name);
}

enum pns_status pns_front_gtp_param(struct pns_front_gtp *gtp,
                                    const struct pns_front_gtp_line *line, FILE *out,
                                    struct pns_error *error) {
  if (line->count == 2) return pns_front_gtp_param_set(gtp, line->words[0], line->words[1], error);
  if (line->count == 1)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "syntax error: '%.40s' has no value, expected param_dfpn NAME VALUE",
                         line->words[0]);
  write_all(gtp, out);
  return PNS_OK;
}
