/* Numbers that people write: what is read, and what is refused with which sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/text.h"

/* ---- one table for each kind ---- */

struct whole_row {
  const char *text;
  uint64_t value; /* when `refusal` is NULL */
  const char *refusal;
};

static void expect(enum pns_status status, const struct pns_error *error, const char *text,
                   const char *refusal) {
  if (refusal == NULL) {
    if (status != PNS_OK) fail_msg("'%s' was refused: %s", text, error->text);
    return;
  }
  if (status != PNS_ERROR_INPUT) fail_msg("'%s' was not refused", text);
  assert_int_equal(error->status, PNS_ERROR_INPUT);
  if (strstr(error->text, refusal) == NULL)
    fail_msg("'%s' was refused by '%s', not by '%s'", text, error->text, refusal);
}

static void counts(void **state) {
  (void)state;
  static const char range[] = "N is '", expected[] = "expected a whole number from 1 to 1024";
  const struct whole_row rows[] = {
      {"1", 1, NULL},       {"1024", 1024, NULL},  {"007", 7, NULL},
      {"0", 0, expected},   {"1025", 0, expected}, {"", 0, expected},
      {"-1", 0, expected},  {"+1", 0, expected},   {" 1", 0, expected},
      {"1 ", 0, expected},  {"1.5", 0, expected},  {"0x10", 0, expected},
      {"1e3", 0, expected}, {"zwei", 0, expected}, {"99999999999999999999999", 0, expected},
      {"1\n", 0, range},    {"1K", 0, expected},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct pns_error error;
    uint64_t value = 0;
    enum pns_status status = pns_text_count("N", rows[i].text, 1, 1024, &value, &error);
    expect(status, &error, rows[i].text, rows[i].refusal);
    if (rows[i].refusal == NULL) assert_int_equal(value, rows[i].value);
  }
}

static void sizes(void **state) {
  (void)state;
  static const char like[] = "expected a size like 512M or 16G";
  static const char range[] = "expected a size from 1024K to 1024G";
  const struct whole_row rows[] = {
      {"1048576", 1048576, NULL},
      {"1M", 1048576, NULL},
      {"1m", 1048576, NULL},
      {"512M", UINT64_C(512) << 20, NULL},
      {"512MB", UINT64_C(512) << 20, NULL},
      {"512MiB", UINT64_C(512) << 20, NULL},
      {"1024K", 1048576, NULL},
      {"16G", UINT64_C(16) << 30, NULL},
      {"1T", UINT64_C(1) << 40, NULL},
      {"2097152B", 2097152, NULL},
      {"1023K", 0, range},
      {"2T", 0, range},
      {"18446744073709551615T", 0, range},
      {"99999999999999999999", 0, like},
      {"1.5G", 0, like},
      {"-1G", 0, like},
      {"G", 0, like},
      {"", 0, like},
      {"1Gx", 0, like},
      {"1 G", 0, like},
      {"1GiBi", 0, like},
      {"0", 0, range},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct pns_error error;
    uint64_t value = 0;
    enum pns_status status =
        pns_text_size("memory", rows[i].text, UINT64_C(1) << 20, UINT64_C(1) << 40, &value, &error);
    expect(status, &error, rows[i].text, rows[i].refusal);
    if (rows[i].refusal == NULL) assert_int_equal(value, rows[i].value);
  }
}

struct real_row {
  const char *text;
  double value;
  const char *refusal;
};

static void reals(void **state) {
  (void)state;
  static const char expected[] = "expected a number from 0 to 16";
  const struct real_row rows[] = {
      {"0", 0, NULL},       {"0.125", 0.125, NULL}, {".5", 0.5, NULL},      {"16", 16, NULL},
      {"1e1", 10, NULL},    {"16.01", 0, expected}, {"-0.1", 0, expected},  {"nan", 0, expected},
      {"inf", 0, expected}, {"0x1p2", 0, expected}, {"1e999", 0, expected}, {"", 0, expected},
      {"1,5", 0, expected}, {"+1", 0, expected},    {".", 0, expected},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct pns_error error;
    double value = -1;
    enum pns_status status = pns_text_real("epsilon", rows[i].text, 0, 16, &value, &error);
    expect(status, &error, rows[i].text, rows[i].refusal);
    if (rows[i].refusal == NULL) assert_true(value == rows[i].value);
  }
}

static void durations(void **state) {
  (void)state;
  static const char like[] = "expected a duration like 250ms, 90s, 15m or 8h";
  static const char range[] = "expected 0.001s to 86400s";
  const struct real_row rows[] = {
      {"250ms", 0.25, NULL}, {"90s", 90, NULL},   {"90", 90, NULL},  {"1.5m", 90, NULL},
      {"8h", 28800, NULL},   {"1d", 86400, NULL}, {"0s", 0, range},  {"2d", 0, range},
      {"-1s", 0, like},      {"s", 0, like},      {"", 0, like},     {"1 s", 0, like},
      {"1w", 0, like},       {"1sec", 0, like},   {"infs", 0, like}, {"0x1s", 0, like},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct pns_error error;
    double value = -1;
    enum pns_status status = pns_text_duration("time", rows[i].text, 0.001, 86400, &value, &error);
    expect(status, &error, rows[i].text, rows[i].refusal);
    if (rows[i].refusal == NULL) assert_float_equal(value, rows[i].value, 1e-9);
  }
}

/* ---- the sentences ---- */

static void long_text_is_cut(void **state) {
  (void)state;
  char text[2000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  struct pns_error error;
  uint64_t value;
  assert_int_equal(pns_text_count("N", text, 0, 1, &value, &error), PNS_ERROR_INPUT);
  assert_true(strlen(error.text) < 200);
}

static void messages_stay_on_one_line(void **state) {
  (void)state;
  struct pns_error error;
  uint64_t value;
  pns_text_count("N", "1\n2\t\x01\x7f", 0, 1, &value, &error);
  assert_non_null(strstr(error.text, "'1?2?\?\?'"));
}

static void error_may_be_absent(void **state) {
  (void)state;
  uint64_t value;
  assert_int_equal(pns_text_count("N", "x", 0, 1, &value, NULL), PNS_ERROR_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts),
      cmocka_unit_test(sizes),
      cmocka_unit_test(reals),
      cmocka_unit_test(durations),
      cmocka_unit_test(long_text_is_cut),
      cmocka_unit_test(messages_stay_on_one_line),
      cmocka_unit_test(error_may_be_absent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
