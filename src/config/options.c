#include "config/options.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* A default lies in the range of its option or says "not given"; see options.def. */
#define UNSET_FLAG 0
#define UNSET_COUNT 0
#define UNSET_REAL (-1)
#define UNSET_SIZE 0
#define UNSET_DURATION 0
#define UNSET_CHOICE 0
#define PNS_OPTION(kind, field, name, preset, least, most, value, choices, help) \
  static_assert(((preset) >= (least) && (preset) <= (most)) ||                   \
                    ((preset) == UNSET_##kind && (preset) < (least)),            \
                "the default of " name " is out of range");
#include "config/options.def"
#undef PNS_OPTION

/* What a number in a row is counted in. */
#define UNIT_FLAG 1
#define UNIT_COUNT 1
#define UNIT_REAL 1e-3
#define UNIT_SIZE 1
#define UNIT_DURATION 1e-3
#define UNIT_CHOICE 1

static const struct pns_option_info infos[] = {
#define PNS_OPTION(kind, field, name, preset, least, most, value, choices, help) \
  {name, PNS_OPTION_##kind, value, choices, (least)*UNIT_##kind, (most)*UNIT_##kind, help},
#include "config/options.def"
#undef PNS_OPTION
};

static const size_t offsets[] = {
#define PNS_OPTION(kind, field, name, preset, least, most, value, choices, help) \
  offsetof(struct pns_options, field),
#include "config/options.def"
#undef PNS_OPTION
};

#define OPTIONS (sizeof infos / sizeof infos[0])

const struct pns_option_info *pns_option_at(size_t index) {
  return index < OPTIONS ? &infos[index] : NULL;
}

void pns_options_init(struct pns_options *options) {
  options->given = 0;
#define PNS_OPTION(kind, field, name, preset, least, most, value, choices, help) \
  options->field = (preset)*UNIT_##kind;
#include "config/options.def"
#undef PNS_OPTION
}

struct pns_options *pns_options_new(void) {
  struct pns_options *options = malloc(sizeof *options);
  if (options != NULL) pns_options_init(options);
  return options;
}

void pns_options_free(struct pns_options *options) { free(options); }

/* Whether two names are equal when '_' and '-' are the same. */
static bool same_name(const char *a, const char *b) {
  for (; *a != '\0' && *b != '\0'; a++, b++)
    if ((*a == '_' ? '-' : *a) != (*b == '_' ? '-' : *b)) return false;
  return *a == *b;
}

static enum pns_status refuse_name(const char *name, struct pns_error *error) {
  char names[400] = "";
  for (size_t i = 0; i < OPTIONS; i++) {
    strncat(names, i == 0 ? "" : ", ", sizeof names - strlen(names) - 1);
    strncat(names, infos[i].name, sizeof names - strlen(names) - 1);
  }
  return pns_error_set(error, PNS_ERROR_INPUT, "unknown option '%.*s', expected one of %s",
                       PNS_TEXT_QUOTED, name, names);
}

/* The number of `text` among the words of `choices`, between '|'. */
static enum pns_status read_choice(const struct pns_option_info *info, const char *text,
                                   uint64_t *value, struct pns_error *error) {
  size_t length = strlen(text);
  const char *word = info->choices;
  for (uint64_t number = 0;; number++) {
    size_t span = strcspn(word, "|");
    if (span == length && memcmp(word, text, length) == 0) {
      *value = number;
      return PNS_OK;
    }
    if (word[span] == '\0') break;
    word += span + 1;
  }
  return pns_error_set(error, PNS_ERROR_INPUT, "%s is '%.*s', expected one of %s", info->name,
                       PNS_TEXT_QUOTED, text, info->choices);
}

static enum pns_status read_flag(const struct pns_option_info *info, const char *text, bool *value,
                                 struct pns_error *error) {
  *value = strcmp(text, "true") == 0;
  if (*value || strcmp(text, "false") == 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT, "%s is '%.*s', expected true or false", info->name,
                       PNS_TEXT_QUOTED, text);
}

/* Reads `text` into the field at `target`, whose type goes with the kind. */
static enum pns_status read_value(const struct pns_option_info *info, const char *text,
                                  void *target, struct pns_error *error) {
  uint64_t least = (uint64_t)info->least, most = (uint64_t)info->most;
  switch (info->kind) {
    case PNS_OPTION_FLAG:
      return read_flag(info, text, target, error);
    case PNS_OPTION_COUNT:
      return pns_text_count(info->name, text, least, most, target, error);
    case PNS_OPTION_REAL:
      return pns_text_real(info->name, text, info->least, info->most, target, error);
    case PNS_OPTION_SIZE:
      return pns_text_size(info->name, text, least, most, target, error);
    case PNS_OPTION_DURATION:
      return pns_text_duration(info->name, text, info->least, info->most, target, error);
    case PNS_OPTION_CHOICE:
      return read_choice(info, text, target, error);
  }
  return pns_error_set(error, PNS_ERROR_INTERNAL, "option %s is of no known kind", info->name);
}

enum pns_status pns_options_set(struct pns_options *options, const char *name, const char *text,
                                struct pns_error *error) {
  for (size_t i = 0; i < OPTIONS; i++) {
    if (!same_name(infos[i].name, name)) continue;
    union {
      bool flag;
      uint64_t whole;
      double real;
    } value = {0};
    enum pns_status status = read_value(&infos[i], text, &value, error);
    if (status != PNS_OK) return status;
    size_t size = infos[i].kind == PNS_OPTION_FLAG ? sizeof value.flag : sizeof value.whole;
    memcpy((char *)options + offsets[i], &value, size);
    options->given |= UINT64_C(1) << i;
    return PNS_OK;
  }
  return refuse_name(name, error);
}

/* ---- writing ---- */

static void write_choice(const struct pns_option_info *info, uint64_t number, char *text,
                         size_t size) {
  const char *word = info->choices;
  for (; number > 0; number--) word += strcspn(word, "|") + 1;
  snprintf(text, size, "%.*s", (int)strcspn(word, "|"), word);
}

static void write_whole(const struct pns_option_info *info, uint64_t number, char *text,
                        size_t size) {
  if (info->kind == PNS_OPTION_CHOICE)
    write_choice(info, number, text, size);
  else if ((double)number >= info->least)
    snprintf(text, size, "%" PRIu64, number);
}

static void write_real(const struct pns_option_info *info, double number, char *text, size_t size) {
  if (number < info->least) return;
  snprintf(text, size, info->kind == PNS_OPTION_DURATION ? "%.3fs" : "%.3f", number);
}

enum pns_status pns_options_get(const struct pns_options *options, const char *name, char *text,
                                size_t size, struct pns_error *error) {
  for (size_t i = 0; i < OPTIONS; i++) {
    if (!same_name(infos[i].name, name)) continue;
    const void *field = (const char *)options + offsets[i];
    text[0] = '\0';
    if (infos[i].kind == PNS_OPTION_FLAG)
      snprintf(text, size, "%s", *(const bool *)field ? "true" : "false");
    else if (infos[i].kind == PNS_OPTION_REAL || infos[i].kind == PNS_OPTION_DURATION)
      write_real(&infos[i], *(const double *)field, text, size);
    else
      write_whole(&infos[i], *(const uint64_t *)field, text, size);
    return PNS_OK;
  }
  return refuse_name(name, error);
}
