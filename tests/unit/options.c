/* Every row of options.def: its default, its bounds, and text on both sides of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/pages.h"
#include "config/options.h"

static const struct pns_option_info *find(const char *name) {
  const struct pns_option_info *info;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++)
    if (strcmp(info->name, name) == 0) return info;
  fail_msg("no option %s", name);
  return NULL;
}

static void accept(struct pns_options *options, const char *name, const char *text) {
  struct pns_error error;
  if (pns_options_set(options, name, text, &error) != PNS_OK)
    fail_msg("%s %s was refused: %s", name, text, error.text);
}

static void refuse(struct pns_options *options, const char *name, const char *text) {
  struct pns_options before = *options;
  struct pns_error error;
  if (pns_options_set(options, name, text, &error) != PNS_ERROR_INPUT)
    fail_msg("%s %s was not refused", name, text);
  assert_non_null(strstr(error.text, "expected"));
  assert_memory_equal(&before, options, sizeof before);
}

/* ---- one row ---- */

static void write_number(const struct pns_option_info *info, double number, char *text,
                         size_t size) {
  bool whole = info->kind == PNS_OPTION_COUNT || info->kind == PNS_OPTION_SIZE;
  snprintf(text, size, "%.*f", whole ? 0 : 3, number);
}

/* Both bounds are accepted, what lies outside and what is no number is not. */
static void check_number(struct pns_options *options, const struct pns_option_info *info) {
  char text[64];
  write_number(info, info->least, text, sizeof text);
  accept(options, info->name, text);
  write_number(info, info->most, text, sizeof text);
  accept(options, info->name, text);
  write_number(info, info->most + (info->most >= 1e15 ? info->most : 1), text, sizeof text);
  refuse(options, info->name, text);
  refuse(options, info->name, "");
  refuse(options, info->name, "x");
  refuse(options, info->name, "-1");
  if (info->least >= 1) refuse(options, info->name, "0");
}

static void check_choice(struct pns_options *options, const struct pns_option_info *info) {
  char words[256];
  double count = 0;
  snprintf(words, sizeof words, "%s", info->choices);
  for (char *word = strtok(words, "|"); word != NULL; word = strtok(NULL, "|"), count++)
    accept(options, info->name, word);
  assert_true(info->least == 0 && info->most == count - 1);
  refuse(options, info->name, "");
  refuse(options, info->name, "|");
  refuse(options, info->name, info->choices);
}

static void check_texts(const struct pns_option_info *info) {
  assert_true(strlen(info->name) > 0 && strlen(info->name) < 24);
  assert_null(strchr(info->name, '_'));
  assert_true(strlen(info->value) > 0);
  assert_true(strlen(info->help) > 10);
  assert_int_equal(info->choices != NULL, info->kind == PNS_OPTION_CHOICE);
}

static void rows(void **state) {
  (void)state;
  const struct pns_option_info *info;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++) {
    struct pns_options *options = pns_options_new();
    assert_non_null(options);
    check_texts(info);
    if (info->kind == PNS_OPTION_CHOICE)
      check_choice(options, info);
    else if (info->kind != PNS_OPTION_FLAG)
      check_number(options, info);
    pns_options_free(options);
  }
}

/* ---- and back ---- */

/* What _get writes, _set reads; "" stands for what has no text. That it was set is remembered, even
 * where that changes nothing else. */
static void check_get(const struct pns_options *options) {
  const struct pns_option_info *info;
  struct pns_error error;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++) {
    char text[64] = "?";
    struct pns_options again = *options;
    assert_int_equal(pns_options_get(options, info->name, text, sizeof text, &error), PNS_OK);
    if (text[0] != '\0') accept(&again, info->name, text);
    if (text[0] != '\0') assert_true(pns_options_given(&again, (enum pns_option_row)i));
    again.given = options->given;
    assert_memory_equal(&again, options, sizeof again);
  }
}

static void texts_come_back(void **state) {
  (void)state;
  struct pns_options options;
  struct pns_error error;
  char text[8];
  memset(&options, 0, sizeof options);
  pns_options_init(&options);
  assert_int_equal(options.given, 0);
  check_get(&options);
  accept(&options, "goal", "first-wins");
  accept(&options, "memory", "3G");
  accept(&options, "time", "8h");
  accept(&options, "epsilon", "0.25");
  accept(&options, "huge_pages", "always");
  accept(&options, "pin", "true");
  check_get(&options);
  assert_int_equal(pns_options_get(&options, "memory", text, sizeof text, &error), PNS_OK);
  assert_string_equal(text, "3221225");
  assert_int_equal(pns_options_get(&options, "memroy", text, sizeof text, &error), PNS_ERROR_INPUT);
}

/* ---- where the values go ---- */

static void values_reach_their_fields(void **state) {
  (void)state;
  struct pns_options options;
  pns_options_init(&options);
  accept(&options, "goal", "second-not-loses");
  accept(&options, "threads", "7");
  accept(&options, "memory", "512M");
  accept(&options, "time", "90s");
  accept(&options, "expansions", "123456789012");
  accept(&options, "epsilon", "0.125");
  accept(&options, "backup", "weak");
  accept(&options, "init", "mobility");
  accept(&options, "virtual-loss", "3");
  accept(&options, "seed", "99");
  accept(&options, "progress", "250ms");
  accept(&options, "huge-pages", "never");
  accept(&options, "pin", "true");
  assert_int_equal(options.goal, PNS_GOAL_SECOND_NOT_LOSES + 1);
  assert_int_equal(options.threads, 7);
  assert_int_equal(options.memory_bytes, UINT64_C(512) << 20);
  assert_true(options.time_s == 90);
  assert_int_equal(options.expansions, UINT64_C(123456789012));
  assert_true(options.epsilon == 0.125);
  assert_int_equal(options.backup, PNS_BACKUP_WEAK + 1);
  assert_int_equal(options.init, PNS_INIT_MOBILITY + 1);
  assert_int_equal(options.virtual_loss, 3);
  assert_int_equal(options.seed, 99);
  assert_true(options.progress_s == 0.25);
  assert_int_equal(options.huge_pages, PNS_HUGE_NEVER);
  assert_true(options.pin);
}

static void defaults(void **state) {
  (void)state;
  struct pns_options options;
  pns_options_init(&options);
  assert_int_equal(options.goal, 0);
  assert_int_equal(options.threads, 0);
  assert_int_equal(options.memory_bytes, 0);
  assert_true(options.time_s == 0);
  assert_int_equal(options.expansions, 0);
  assert_true(options.epsilon < 0);
  assert_int_equal(options.backup, 0);
  assert_int_equal(options.init, 0);
  assert_int_equal(options.seed, 0);
  assert_true(options.progress_s == 0);
}

/* The words of the goals are those of pns_goal_name, in its order, after "default". */
static void goals_are_named_as_elsewhere(void **state) {
  (void)state;
  struct pns_options options;
  pns_options_init(&options);
  for (enum pns_goal goal = PNS_GOAL_MOVER_WINS; goal <= PNS_GOAL_SECOND_NOT_LOSES; goal++) {
    accept(&options, "goal", pns_goal_name(goal));
    assert_int_equal(options.goal, goal + 1);
  }
  assert_true(find("goal")->most == PNS_GOAL_SECOND_NOT_LOSES + 1);
}

static void names(void **state) {
  (void)state;
  struct pns_options options;
  pns_options_init(&options);
  accept(&options, "virtual_loss", "5");
  assert_int_equal(options.virtual_loss, 5);
  struct pns_error error;
  assert_int_equal(pns_options_set(&options, "virtual", "5", &error), PNS_ERROR_INPUT);
  assert_non_null(strstr(error.text, "unknown option 'virtual', expected one of goal, threads"));
  refuse(&options, "", "5");
  refuse(&options, "Threads", "5");
  pns_options_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(texts_come_back),
      cmocka_unit_test(values_reach_their_fields),
      cmocka_unit_test(defaults),
      cmocka_unit_test(goals_are_named_as_elsewhere),
      cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
