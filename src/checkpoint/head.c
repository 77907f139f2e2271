#include "checkpoint/head.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lines in their order: name, and field. */
#define TEXT_LINES(LINE)         \
  LINE("writer", writer)         \
  LINE("game", game)             \
  LINE("parameters", parameters) \
  LINE("position", position)

/* Left out where they are empty. */
#define OPTIONAL_LINES(LINE) \
  LINE("origin", origin)     \
  LINE("identity", identity)

/* Also the most that is sensible, and the version that the line came with. */
#define NUMBER_LINES(LINE)                                    \
  LINE("goal", goal, PNS_GOAL_SECOND_NOT_LOSES, 1)            \
  LINE("prover", prover, PNS_SECOND, 1)                       \
  LINE("backup", backup, PNS_BACKUP_WEAK, 1)                  \
  LINE("init", init, PNS_INIT_LEAF, 1)                        \
  LINE("epsilon", epsilon, UINT32_MAX, 1)                     \
  LINE("virtual-loss", virtual_loss, UINT32_MAX, 1)           \
  LINE("virtual-loss-share", loss_share, UINT32_MAX, 2)       \
  LINE("seed", seed, UINT64_MAX, 1)                           \
  LINE("nodes", nodes, UINT64_MAX, 1)                         \
  LINE("settled", settled, UINT64_MAX, 2)                     \
  LINE("collections", collections, UINT64_MAX, 1)             \
  LINE("wall-us", wall_us, UINT64_MAX, 1)                     \
  LINE("cpu-us", cpu_us, UINT64_MAX, 1)                       \
  LINE("expansions", tally.expansions, UINT64_MAX, 1)         \
  LINE("visits", tally.visits, UINT64_MAX, 1)                 \
  LINE("transpositions", tally.transpositions, UINT64_MAX, 1) \
  LINE("duplicates", tally.duplicates, UINT64_MAX, 1)         \
  LINE("wasted", tally.wasted, UINT64_MAX, 1)                 \
  LINE("waits", tally.waits, UINT64_MAX, 1)                   \
  LINE("milestones", tally.milestones, UINT64_MAX, 1)         \
  LINE("definition", definition_bytes, PNS_HEAD_TEXT_MAX, 1)

_Static_assert(sizeof(struct pns_tally) == 7 * sizeof(uint64_t), "every counter has its line");

/* ---- writing ---- */

static char *put_name(char *at, const char *name) {
  size_t length = strlen(name);
  memcpy(at, name, length);
  return at + length;
}

/* Names of files may hold anything, and must stay one line. */
static char *put_text(char *at, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '\n' || *text == '\\') *at++ = '\\';
    *at++ = *text == '\n' ? 'n' : *text;
  }
  return at;
}

static char *put_number(char *at, uint64_t number) {
  char digits[20];
  size_t count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (count > 0) *at++ = digits[--count];
  return at;
}

size_t pns_head_write(const struct pns_checkpoint_head *head, char *text) {
  char *at = text;
#define PUT_TEXT(name, field)     \
  at = put_name(at, name " ");    \
  at = put_text(at, head->field); \
  *at++ = '\n';
#define PUT_NUMBER(name, field, most, since) \
  at = put_name(at, name " ");               \
  at = put_number(at, head->field);          \
  *at++ = '\n';
#define PUT_OPTIONAL(name, field) \
  if (head->field[0] != '\0') {   \
    PUT_TEXT(name, field)         \
  }
  TEXT_LINES(PUT_TEXT)
  OPTIONAL_LINES(PUT_OPTIONAL)
  NUMBER_LINES(PUT_NUMBER)
#undef PUT_OPTIONAL
#undef PUT_TEXT
#undef PUT_NUMBER
  memcpy(at, head->definition, head->definition_bytes);
  return (size_t)(at - text) + head->definition_bytes;
}

/* ---- reading ---- */

/* The value of the line at `*at` if it has this name; goes on to the next line. */
static bool take_line(const char **at, const char *name, const char **value, size_t *length) {
  size_t name_length = strlen(name);
  if (strncmp(*at, name, name_length) != 0 || (*at)[name_length] != ' ') return false;
  *value = *at + name_length + 1;
  *length = strcspn(*value, "\n");
  if ((*value)[*length] != '\n') return false;
  *at = *value + *length + 1;
  return true;
}

/* Version 1 wrote texts as they were. */
static bool take_text(const char **at, unsigned version, const char *name, char *text,
                      size_t size) {
  const char *value;
  size_t length, used = 0;
  if (!take_line(at, name, &value, &length)) return false;
  for (size_t i = 0; i < length; i++) {
    char letter = value[i];
    if (version > 1 && letter == '\\') {
      if (++i == length || (value[i] != 'n' && value[i] != '\\')) return false;
      letter = value[i] == 'n' ? '\n' : '\\';
    }
    if (used + 1 >= size) return false;
    text[used++] = letter;
  }
  text[used] = '\0';
  return true;
}

static bool take_number(const char **at, const char *name, uint64_t most, uint64_t *number) {
  const char *value;
  size_t length;
  if (!take_line(at, name, &value, &length) || length < 1 || length > 20) return false;
  *number = 0;
  for (size_t i = 0; i < length; i++) {
    if (value[i] < '0' || value[i] > '9') return false;
    uint64_t digit = (uint64_t)(value[i] - '0');
    if (*number > (UINT64_MAX - digit) / 10) return false;
    *number = *number * 10 + digit;
  }
  return *number <= most;
}

bool pns_head_read(struct pns_checkpoint_head *head, unsigned version, const char *text,
                   size_t size) {
  const char *at = text;
#define TAKE_TEXT(name, field) \
  if (!take_text(&at, version, name, head->field, sizeof head->field)) return false;
#define TAKE_NUMBER(name, field, most, since)                                     \
  {                                                                               \
    uint64_t number = PNS_HEAD_SAYS_NOTHING;                                      \
    if (version >= since && !take_number(&at, name, most, &number)) return false; \
    head->field = number;                                                         \
  }
#define TAKE_OPTIONAL(name, field)               \
  head->field[0] = '\0';                         \
  if (strncmp(at, name " ", sizeof name) == 0) { \
    TAKE_TEXT(name, field)                       \
    if (head->field[0] == '\0') return false;    \
  }
  TEXT_LINES(TAKE_TEXT)
  OPTIONAL_LINES(TAKE_OPTIONAL)
  NUMBER_LINES(TAKE_NUMBER)
#undef TAKE_OPTIONAL
#undef TAKE_TEXT
#undef TAKE_NUMBER
  head->definition = at;
  return head->definition_bytes == size - (size_t)(at - text) &&
         strlen(head->definition) == head->definition_bytes;
}
