/* Files made to hurt the checker end in a refusal, soon and with little memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "support/checked.h"
#include "support/proof.h"

#define SECONDS_MOST 10.0
#define MEGABYTES_MOST 96

/* ---- making files ---- */

static void put(struct proof_bytes *file, const void *bytes, size_t count) {
  if (file->count + count > file->room) {
    file->room = 2 * (file->count + count);
    file->bytes = realloc(file->bytes, file->room);
    assert_non_null(file->bytes);
  }
  if (count > 0) memcpy(file->bytes + file->count, bytes, count);
  file->count += count;
}

static void put_number(struct proof_bytes *file, uint64_t number, unsigned size) {
  for (unsigned i = 0; i < size; i++) {
    const uint8_t byte = (uint8_t)(i < 8 ? number >> (8 * i) : 0);
    put(file, &byte, 1);
  }
}

static void put_header(struct proof_bytes *file, const char *game, const char *parameters,
                       const char *position, const char *claim, const char *definition) {
  char text[8192];
  const int length =
      snprintf(text, sizeof text,
               "pns certificate 1\nwriter hostile\ngame %s\nparameters %s\nposition %s\nprover "
               "first\n%s\ndefinition %zu\n\n",
               game, parameters, position, claim, strlen(definition));
  put(file, text, (size_t)length);
  put(file, definition, strlen(definition));
  put_number(file, 0, 4);
}

#define PROVEN "claim proven\nrepetition no"
#define DISPROVEN "claim disproven\nrepetition no"
#define CLOSED "claim disproven\nrepetition yes"

static void put_block(struct proof_bytes *file, const void *payload, uint32_t bits) {
  put(file, "B\1", 2);
  put_number(file, 0, 8); /* depth and path */
  put_number(file, bits, 4);
  put(file, payload, (bits + 7) / 8);
  put_number(file, 0, 4);
}

static void put_trailer(struct proof_bytes *file, uint64_t records, uint64_t blocks) {
  put(file, "E", 1);
  put_number(file, records, 8);
  put_number(file, 0, 16);
  put_number(file, blocks, 8);
  put_number(file, 0, 4);
  put_number(file, 0, 16);
}

/* ---- judging ---- */

static void expect(struct proof_bytes *file, enum check_reason reason) {
  struct rusage before, after;
  struct timespec from, to;
  proof_reseal(file->bytes, file->count);
  for (unsigned jobs = 1; jobs <= 2; jobs++) {
    getrusage(RUSAGE_SELF, &before);
    clock_gettime(CLOCK_MONOTONIC, &from);
    const struct check_failure failure = checked(file->bytes, file->count, jobs, NULL);
    clock_gettime(CLOCK_MONOTONIC, &to);
    getrusage(RUSAGE_SELF, &after);
    if (failure.reason != reason)
      fail_msg("refused with %s, expected %s", check_reason_word(failure.reason),
               check_reason_word(reason));
    const double seconds =
        (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
    if (seconds > SECONDS_MOST) fail_msg("%s took %.1f s", check_reason_word(reason), seconds);
    assert_in_range(after.ru_maxrss - before.ru_maxrss, 0, MEGABYTES_MOST * 1024);
  }
  free(file->bytes);
  *file = (struct proof_bytes){0};
}

/* ---- lengths and counts ---- */

static void test_lengths(void **state) {
  (void)state;
  struct proof_bytes file = {0};
  const uint8_t zeros[64] = {0};
  put_header(&file, "mnk", "3x3x3", ".../.../...", PROVEN, "");
  const struct proof_bytes header = {.bytes = file.bytes, .count = file.count};
  static const uint32_t heads[][4] = {
      {2, 0, 0, 8},   {1, 0, 0, 0}, {1, 0, 0, 524289},     {1, 0, 0, UINT32_MAX},
      {0, 0, 0, 8},   {1, 1, 0, 8}, {1, 65537, 65537, 8},  {1, UINT32_MAX, UINT32_MAX, 8},
      {255, 0, 0, 8}, {1, 2, 5, 8}, {1, 0, UINT32_MAX, 8},
  };
  for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
    struct proof_bytes copy = {0};
    put(&copy, header.bytes, header.count);
    proof_reseal(copy.bytes, copy.count);
    put(&copy, "B", 1);
    for (unsigned k = 0; k < 4; k++) put_number(&copy, heads[i][k], k == 0 ? 1 : 4);
    put(&copy, zeros, sizeof zeros);
    expect(&copy, CHECK_BAD_BLOCK);
  }
  free(file.bytes);
}

/* A definition of a gigabyte in a file of some bytes takes no gigabyte. */
static void test_missing_definition(void **state) {
  (void)state;
  static const char text[] =
      "pns certificate 1\nwriter w\ngame andor\nparameters x\nposition a\nprover first\n"
      "claim proven\nrepetition no\ndefinition 1073741824\n\na win\n";
  struct proof_bytes file = {0};
  put(&file, text, sizeof text - 1);
  expect(&file, CHECK_TRUNCATED);
}

static void test_endless_header(void **state) {
  (void)state;
  struct proof_bytes file = {0};
  put(&file, "pns certificate 1\nwriter ", 25);
  for (unsigned i = 0; i < 100000; i++) put(&file, "w", 1);
  expect(&file, CHECK_BAD_HEADER);
}

static void test_parameters(void **state) {
  (void)state;
  static const char *const bad[][2] = {
      {"mnk", "16x16x5"},
      {"mnk", "3x3x0"},
      {"mnk", "3x3"},
      {"mnk", "3x3x3x3"},
      {"mnk", "99999999999x3x3"},
      {"hex", "16"},
      {"hex", "3x4"},
      {"hex", "-3"},
      {"connect4", "13x6"},
      {"connect4", "1x1"},
      {"othello", "5x5"},
      {"othello", "10x10"},
      {"breakthrough", "3x3"},
      {"domineering", "0x3"},
      {"cram", "9x9"},
      {"uttt", "3"},
      {"synth", ""},
      {"synth", "seed=1,branching=2-1,depth=3,wins=0.500000,cost=0,sleep=0"},
      {"synth", "seed=1,branching=2,depth=121,wins=0.500000,cost=0,sleep=0"},
      {"synth", "seed=1,branching=5000,depth=2,wins=0.500000,cost=0,sleep=0"},
      {"synth", "seed=1,branching=2,depth=2,wins=1.500000,cost=0,sleep=0"},
      {"synth", "seed=18446744073709551616,branching=2,depth=2,wins=0.5,cost=0,sleep=0"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct proof_bytes file = {0};
    put_header(&file, bad[i][0], bad[i][1], "", PROVEN, "");
    put_trailer(&file, 0, 0);
    expect(&file, CHECK_BAD_PARAMETERS);
  }
}

static void test_definitions(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",
      "a",
      "a or",
      "a win b",
      "a or b",
      "a or a a b\nb maybe\n",
      "a win\na win\n",
      "a xor b\nb win\n",
      "# only a comment",
  };
  char long_name[128];
  memset(long_name, 'n', sizeof long_name);
  strcpy(long_name + 70, " win\n");
  for (size_t i = 0; i <= sizeof bad / sizeof bad[0]; i++) {
    struct proof_bytes file = {0};
    put_header(&file, "andor", "x", "a", PROVEN,
               i < sizeof bad / sizeof bad[0] ? bad[i] : long_name);
    put_trailer(&file, 0, 0);
    expect(&file, CHECK_BAD_DEFINITION);
  }
}

/* ---- depth and breadth ---- */

/* Two nodes that lead to each other, shown again and again: each record is new and opens one more.
 */
static void test_depth(void **state) {
  (void)state;
  uint8_t *zeros = calloc(65536, 1);
  static const char *const claims[] = {DISPROVEN, PROVEN, CLOSED};
  for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
    struct proof_bytes file = {0};
    put_header(&file, "andor", "x", "a", claims[i], "a or b\nb or a\n");
    put_block(&file, zeros, 524288);
    put_trailer(&file, 262144, 1);
    expect(&file, CHECK_TOO_DEEP);
  }
  free(zeros);
}

/* a leads to b and c, which both lead to w, and w to many won ends. */
static char *wide_graph(unsigned ends) {
  char *text;
  size_t bytes;
  FILE *stream = open_memstream(&text, &bytes);
  fprintf(stream, "a and b c\nb and w\nc and w\nw and");
  for (unsigned i = 0; i < ends; i++) fprintf(stream, " e%u", i);
  for (unsigned i = 0; i < ends; i++) fprintf(stream, "\ne%u win", i);
  fclose(stream);
  return text;
}

static void try_wide(unsigned ends, uint8_t bits, uint32_t bit_count, enum check_reason reason) {
  struct proof_bytes file = {0};
  char *graph = wide_graph(ends);
  file.room = strlen(graph) + 4096;
  file.bytes = malloc(file.room);
  put_header(&file, "andor", "x", "a", PROVEN, graph);
  put_block(&file, &bits, bit_count);
  put_trailer(&file, 4, 1);
  if (reason == CHECK_NONE) file.bytes[file.count - 44] = 1; /* one reference */
  if (reason == CHECK_NONE) file.bytes[file.count - 36] = 1; /* one mark */
  expect(&file, reason);
  free(graph);
}

/* The bits, from the lowest: a's mark, b new, b's mark, w new, w's mark, c new, c's mark, w. */
static void test_breadth(void **state) {
  (void)state;
  try_wide(4096, 0x90, 8, CHECK_NONE);
  try_wide(256, 0x90, 8, CHECK_NONE);
  try_wide(4096, 0x80, 8, CHECK_NOT_MARKED);
  try_wide(255, 0x80, 8, CHECK_BAD_REFERENCE);
  try_wide(4097, 0x90, 8, CHECK_BAD_DEFINITION);
  try_wide(4096, 0x10, 8, CHECK_UNFINISHED);
}

static void test_written_twice(void **state) {
  (void)state;
  struct proof_bytes file = {0};
  char *graph = wide_graph(300);
  const uint8_t bits[2] = {0x10, 0x01};
  put_header(&file, "andor", "x", "a", PROVEN, graph);
  put_block(&file, bits, 9);
  put_trailer(&file, 5, 1);
  expect(&file, CHECK_WRITTEN_TWICE);
  free(graph);
}

/* ---- versions ---- */

/* A certificate of this problem whose header then says another version. */
static struct proof_bytes of_version(const char *spec, const char *position, uint8_t prover,
                                     bool looks, char version) {
  struct proof_graph graph;
  struct proof_bytes file = {0};
  proof_graph_game(&graph, spec, position);
  uint32_t *distance = proof_solve(&graph, prover);
  const struct proof_options proof = {
      .prover = prover, .proven = distance[0] != UINT32_MAX, .looks = looks};
  proof_write(&graph, &proof, &file);
  file.bytes[strlen("pns certificate ")] = (uint8_t)version;
  free(distance);
  proof_graph_done(&graph);
  return file;
}

static void try_version(const char *spec, const char *position, uint8_t prover, bool looks,
                        char version, enum check_reason reason) {
  struct proof_bytes file = of_version(spec, position, prover, looks, version);
  expect(&file, reason);
}

/* What a version counts as an end decides how all bits after it are read. */
static void test_versions(void **state) {
  (void)state;
  try_version("mnk:3x3x3", "", PNS_FIRST, false, '1', CHECK_NONE);
  try_version("mnk:3x3x3", "", PNS_FIRST, true, '2', CHECK_NONE);
  try_version("mnk:3x3x3", "", PNS_FIRST, true, '1', CHECK_BAD_REFERENCE);
  try_version("mnk:3x3x3", "", PNS_FIRST, false, '2', CHECK_BAD_REFERENCE);
  try_version("mnk:3x3x3", "", PNS_FIRST, true, '3', CHECK_UNKNOWN_VERSION);
  try_version("mnk:3x3x3", "", PNS_FIRST, true, '0', CHECK_UNKNOWN_VERSION);
  /* Nothing is hopeless in a proof, and in most games: both versions say the same. */
  try_version("mnk:4x3x3", "", PNS_FIRST, false, '2', CHECK_NONE);
  try_version("hex:3", "", PNS_SECOND, false, '2', CHECK_NONE);
  try_version("hex:3", "", PNS_SECOND, true, '1', CHECK_NONE);
}

/* The second player may win yet, the first one has no free line left: that ends a version 2, and
 * cannot be called a proof. */
static void try_root(const char *claim, char version, enum check_reason reason) {
  struct proof_bytes file = {0};
  put_header(&file, "mnk", "3x3x3", "OXX/XOO/XO.", claim, "");
  file.bytes[strlen("pns certificate ")] = (uint8_t)version;
  put_trailer(&file, 0, 0);
  expect(&file, reason);
}

static void test_hopeless_root(void **state) {
  (void)state;
  try_root(DISPROVEN, '2', CHECK_NONE);
  try_root(PROVEN, '2', CHECK_WRONG_RESULT);
  try_root(DISPROVEN, '1', CHECK_UNFINISHED);
  try_root(PROVEN, '1', CHECK_UNFINISHED);
}

/* ---- memory ---- */

/* More marked positions than the memory that is allowed. */
static void test_memory(void **state) {
  (void)state;
  struct proof_graph graph;
  struct proof_bytes file = {0};
  struct check_result result;
  proof_graph_game(&graph, "connect4:4x4", "");
  const struct proof_options proof = {.prover = PNS_FIRST};
  proof_write(&graph, &proof, &file);
  for (unsigned jobs = 1; jobs < 4; jobs++) {
    const struct check_options options = {.jobs = jobs, .budget_bytes = 1000, .seed = 1};
    FILE *stream = fmemopen(file.bytes, file.count, "rb");
    check_certificate(stream, &options, &result);
    fclose(stream);
    assert_int_equal(result.failure.reason, CHECK_NO_MEMORY);
    check_result_done(&result);
  }
  free(file.bytes);
  proof_graph_done(&graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths),        cmocka_unit_test(test_missing_definition),
      cmocka_unit_test(test_endless_header), cmocka_unit_test(test_parameters),
      cmocka_unit_test(test_definitions),    cmocka_unit_test(test_depth),
      cmocka_unit_test(test_breadth),        cmocka_unit_test(test_written_twice),
      cmocka_unit_test(test_versions),       cmocka_unit_test(test_hopeless_root),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
