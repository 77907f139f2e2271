/* Small true certificates are damaged in every way we can think of. Each mutant must be refused, or
 * what it claims must still be true, which is decided without the checker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/checked.h"
#include "support/proof.h"

#define BLOCK_HEAD 14u
#define TRAILER 53u
#define LEAST_MUTANTS 100000u

static const struct {
  const char *spec, *position;
  uint32_t block_tokens;
  bool looks; /* version 2 */
} problems[] = {
    {"mnk:3x3x3", "X.O/.X./..O", 0, false},
    {"mnk:3x3x3", "X../.O./..X", 5, false},
    {"connect4:4x4", "..../O.../XX.O/OXOX", 4, false},
    {"hex:3", "X../.O./...", 6, false},
    {"rex:3", "X../.O./...", 6, false},
    {"breakthrough:2x4", "", 4, false},
    {"domineering:3x3", "", 3, false},
    {"cram:3x3", "", 3, false},
    {"othello:4x4", "XXXXOXOOOXO--O-- X", 6, false},
    {"uttt",
     "O;@.XO.X.XO;XO...OXO./O..XXOOOX/XXX...OO./.OOX.O.OO/.XXO..XO./XXOX..X../O.OXOOX.X/"
     "XO.XXX.XX/.X....OOO",
     40, false},
    {"synth:seed=5,branching=1-3,depth=5", "", 4, false},
    {"andor:certificate/data/agree.graph", "", 3, false},
    {"mnk:4x3x3", "X.../.O../....", 9, false},
    {"domineering:4x4", "..../.#../..#./.... V", 3, false},
    {"mnk:3x3x3", "XO./.../...", 5, true},
    {"mnk:4x3x3", "X.../.O../....", 9, true},
    {"connect4:4x4", "..../O.../XX.O/OXOX", 4, true},
    {"connect4:4x4", "..../..../..../OXOX", 30, true},
    {"uttt",
     "X;XXO...O.O;X.O.XXX.X/XOO.X.OXX/.OXXOOXOX/OXXX.O.OX/.XOOXOXOX/.OXXOXO.O/O...O..XO/OXOOO..XX/"
     "O..OX.OXO",
     40, true},
    {"hex:3", "X../.O./...", 6, true},
    /* Random graphs, see open_problem. */
    {"acyclic", "1458", 3, false},
    {"acyclic", "891", 3, false},
    {"cyclic", "1201", 3, false},
    {"cyclic", "1033", 2, false},
};

/* ---- what a mutant claims, and whether it is true ---- */

struct claim {
  char line[9][1024]; /* of the header */
  char *definition;
};

static const char *value(const struct claim *claim, unsigned line) {
  const char *blank = strchr(claim->line[line], ' ');
  return blank == NULL ? "" : blank + 1;
}

/* An accepted file has a header of this form; no other is looked at. */
static void read_claim(const uint8_t *bytes, size_t count, struct claim *claim) {
  const char *at = (const char *)bytes;
  for (unsigned i = 0; i < 9; i++) {
    const char *end = memchr(at, '\n', count - (size_t)(at - (const char *)bytes));
    assert_non_null(end);
    snprintf(claim->line[i], sizeof claim->line[i], "%.*s", (int)(end - at), at);
    at = end + 1;
  }
  claim->definition = strndup(at + 1, strtoul(value(claim, 8), NULL, 10));
}

static void claimed_graph(const struct claim *claim, struct proof_graph *graph) {
  char spec[600];
  if (strcmp(value(claim, 2), "andor") == 0) {
    proof_graph_text(graph, claim->definition, value(claim, 4));
    return;
  }
  snprintf(spec, sizeof spec, "%s:%s", value(claim, 2), value(claim, 3));
  proof_graph_game(graph, *value(claim, 3) == '\0' ? value(claim, 2) : spec, value(claim, 4));
}

static bool is_true(const uint8_t *bytes, size_t count) {
  struct claim claim;
  struct proof_graph graph;
  read_claim(bytes, count, &claim);
  claimed_graph(&claim, &graph);
  uint32_t *distance = proof_solve(&graph, strcmp(value(&claim, 5), "first") != 0);
  const bool won = distance[0] != UINT32_MAX;
  const bool proven = strcmp(value(&claim, 6), "proven") == 0;
  free(distance);
  free(claim.definition);
  proof_graph_done(&graph);
  return won == proven;
}

/* ---- trying one ---- */

struct trial {
  struct proof_bytes original;
  size_t header_bytes; /* header, definition and their checksum */
  struct checked_tally plain, sealed;
};

/* Wrong counts are noticed last of all: with the right ones, the rest decides. A file whose
 * checksums are wrong stays as it is. */
static bool correct_counts(uint8_t *bytes, size_t count, const struct check_counts *counts) {
  const uint64_t numbers[3] = {counts->records, counts->references, counts->marked};
  uint8_t *at = bytes + count - TRAILER + 1;
  for (unsigned i = 0; i < 24; i++) at[i] = (uint8_t)(numbers[i / 8] >> (8 * (i % 8)));
  return proof_reseal(bytes, count);
}

/* The same header claims the same, and that is true. */
static void judge(struct trial *trial, uint8_t *bytes, size_t count, struct checked_tally *tally) {
  struct check_counts counts;
  const struct proof_bytes *original = &trial->original;
  if (count == original->count && memcmp(bytes, original->bytes, count) == 0) return;
  struct check_failure failure = checked(bytes, count, 1, &counts);
  if (failure.reason == CHECK_BAD_COUNTS && correct_counts(bytes, count, &counts))
    failure = checked(bytes, count, 1, NULL);
  tally->total++;
  tally->reasons[failure.reason]++;
  if (failure.reason != CHECK_NONE) {
    assert_in_range(failure.offset, 0, count);
    return;
  }
  if (count >= trial->header_bytes &&
      memcmp(bytes, trial->original.bytes, trial->header_bytes) == 0)
    return;
  if (!is_true(bytes, count)) {
    fwrite(bytes, 1, count, stderr);
    fail_msg("a false claim was verified");
  }
}

/* As it is, and with all checksums made right. */
static void try_both(struct trial *trial, uint8_t *bytes, size_t count) {
  judge(trial, bytes, count, &trial->plain);
  if (proof_reseal(bytes, count)) judge(trial, bytes, count, &trial->sealed);
}

/* ---- bytes ---- */

static uint8_t *copy_of(const struct proof_bytes *file) {
  uint8_t *copy = malloc(file->count + 1);
  memcpy(copy, file->bytes, file->count);
  return copy;
}

static void change_bytes(struct trial *trial) {
  for (size_t i = 0; i < trial->original.count; i++)
    for (unsigned change = 0; change < 10; change++) {
      uint8_t *copy = copy_of(&trial->original);
      copy[i] = (uint8_t)(change < 8    ? copy[i] ^ 1u << change
                          : change == 8 ? copy[i] + 1u
                                        : copy[i] - 1u);
      try_both(trial, copy, trial->original.count);
      free(copy);
    }
}

static void cut_and_lengthen(struct trial *trial) {
  for (size_t length = 0; length < trial->original.count; length++) {
    uint8_t *copy = copy_of(&trial->original);
    try_both(trial, copy, length);
    free(copy);
  }
  uint8_t *copy = copy_of(&trial->original);
  copy[trial->original.count] = 0;
  try_both(trial, copy, trial->original.count + 1);
  free(copy);
}

/* ---- bits of the records ---- */

/* The payload of a block is changed as a string of bits: one bit left out or put in shifts all that
 * follow, which drops, doubles or exchanges records within the block. */
static void change_payload(struct trial *trial, size_t payload, size_t size) {
  const struct proof_bytes *file = &trial->original;
  for (size_t from = 0; from < 8 * size; from++)
    for (unsigned way = 0; way < 3; way++) {
      uint8_t *copy = copy_of(file);
      memset(copy + payload, 0, size);
      for (size_t to = 0, bit = 0; to < 8 * size; to++) {
        if (way == 0 && to == from) bit++;             /* left out */
        const bool keep = !(way == 1 && to == from);   /* a zero put in */
        const bool twice = way == 2 && to == from + 1; /* doubled */
        if (twice) bit--;
        if (keep && bit < 8 * size && (file->bytes[payload + bit / 8] >> bit % 8 & 1))
          copy[payload + to / 8] |= (uint8_t)(1u << to % 8);
        bit += keep;
      }
      if (proof_reseal(copy, file->count)) judge(trial, copy, file->count, &trial->sealed);
      free(copy);
    }
}

/* ---- blocks ---- */

struct cut {
  size_t from, bytes;
};

static uint32_t number_at(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

static unsigned find_blocks(const struct trial *trial, struct cut *blocks, unsigned room) {
  unsigned count = 0;
  const uint8_t *bytes = trial->original.bytes;
  for (size_t at = trial->header_bytes; bytes[at] == 'B' && count < room; count++) {
    blocks[count].from = at;
    blocks[count].bytes =
        BLOCK_HEAD + number_at(bytes + at + 6) + (number_at(bytes + at + 10) + 7) / 8 + 4;
    at += blocks[count].bytes;
  }
  return count;
}

/* The file with its blocks in this order; the trailer's count of blocks is
 * made right. */
static void try_order(struct trial *trial, const struct cut *blocks, const unsigned *order,
                      unsigned count) {
  const uint8_t *from = trial->original.bytes;
  struct proof_bytes file = {.bytes = malloc(2 * trial->original.count + TRAILER)};
  memcpy(file.bytes, from, trial->header_bytes);
  file.count = trial->header_bytes;
  for (unsigned i = 0; i < count; i++) {
    memcpy(file.bytes + file.count, from + blocks[order[i]].from, blocks[order[i]].bytes);
    file.count += blocks[order[i]].bytes;
  }
  uint8_t *trailer = file.bytes + file.count;
  memcpy(trailer, from + trial->original.count - TRAILER, TRAILER);
  file.count += TRAILER;
  try_both(trial, file.bytes, file.count);
  for (unsigned i = 0; i < 8; i++) trailer[25 + i] = (uint8_t)((uint64_t)count >> (8 * i));
  try_both(trial, file.bytes, file.count);
  free(file.bytes);
}

static void move_blocks(struct trial *trial) {
  struct cut blocks[64];
  unsigned order[65];
  const unsigned count = find_blocks(trial, blocks, 64);
  for (unsigned i = 0; i < count; i++) {
    unsigned length = 0;
    for (unsigned k = 0; k < count; k++)
      if (k != i) order[length++] = k;
    try_order(trial, blocks, order, length); /* dropped */
    length = 0;
    for (unsigned k = 0; k < count; k++) {
      order[length++] = k;
      if (k == i) order[length++] = k;
    }
    try_order(trial, blocks, order, length); /* doubled */
    for (unsigned k = 0; k < i; k++) {       /* swapped */
      for (unsigned n = 0; n < count; n++) order[n] = n == i ? k : n == k ? i : n;
      try_order(trial, blocks, order, count);
    }
    const uint8_t *head = trial->original.bytes + blocks[i].from;
    change_payload(trial, blocks[i].from + BLOCK_HEAD + number_at(head + 6),
                   (number_at(head + 10) + 7) / 8);
  }
}

/* ---- other claims ---- */

static void replace_line(struct trial *trial, const char *name, const char *text) {
  const struct proof_bytes *file = &trial->original;
  const char *line = memmem(file->bytes, file->count, name, strlen(name));
  assert_non_null(line);
  const size_t from = (size_t)((const uint8_t *)line - file->bytes) + 1;
  const size_t old = (size_t)(strchr(line + 1, '\n') - line) - 1;
  uint8_t *copy = malloc(file->count + strlen(text));
  memcpy(copy, file->bytes, from);
  memcpy(copy + from, text, strlen(text));
  memcpy(copy + from + strlen(text), file->bytes + from + old, file->count - from - old);
  try_both(trial, copy, file->count - old + strlen(text));
  free(copy);
}

/* Another root: each position of the graph in turn is put into the header by its text. */
static void other_claims(struct trial *trial) {
  static const char *const games[] = {"andor",       "breakthrough", "connect4", "cram",
                                      "domineering", "hex",          "mnk",      "othello",
                                      "rex",         "synth",        "uttt",     "chess"};
  static const char *const lines[][2] = {
      {"\nprover ", "prover first"},
      {"\nprover ", "prover second"},
      {"\nclaim ", "claim proven"},
      {"\nclaim ", "claim disproven"},
      {"\nrepetition ", "repetition yes"},
      {"\nwriter ", "writer somebody else"},
      {"\nparameters ", "parameters 4x4"},
      {"\nparameters ", "parameters 3x3x2"},
      {"\nparameters ", "parameters "},
      {"\nposition ", "position n9"},
      {"\nposition ", "position root.1"},
      {"\nposition ", "position .../.../..."},
      {"\nposition ", "position .X./.../..."},
      {"\nposition ", "position .../.../... H"},
      {"\nposition ", "position #../#../... B"},
      {"\nposition ", "position BB/BB/WW/WW B"},
  };
  char text[64];
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    snprintf(text, sizeof text, "game %s", games[i]);
    replace_line(trial, "\ngame ", text);
  }
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    replace_line(trial, lines[i][0], lines[i][1]);
}

/* ---- */

/* Random graphs are named by a seed instead of a position. */
static void open_problem(size_t problem, struct proof_graph *graph) {
  const char *spec = problems[problem].spec, *position = problems[problem].position;
  const bool cyclic = strcmp(spec, "cyclic") == 0;
  if (cyclic || strcmp(spec, "acyclic") == 0)
    proof_graph_random(graph, strtoul(position, NULL, 10), 25, cyclic);
  else
    proof_graph_game(graph, spec, position);
}

static void write_original(struct trial *trial, size_t problem, uint8_t prover) {
  struct proof_graph graph;
  open_problem(problem, &graph);
  uint32_t *distance = proof_solve(&graph, prover);
  const struct proof_options options = {.prover = prover,
                                        .proven = distance[0] != UINT32_MAX,
                                        .repetition = graph.cyclic && distance[0] == UINT32_MAX,
                                        .looks = problems[problem].looks,
                                        .block_tokens = problems[problem].block_tokens};
  trial->original = (struct proof_bytes){0};
  proof_write(&graph, &options, &trial->original);
  free(distance);
  proof_graph_done(&graph);
  struct claim claim;
  read_claim(trial->original.bytes, trial->original.count, &claim);
  const uint8_t *end = memmem(trial->original.bytes, trial->original.count, "\n\n", 2);
  trial->header_bytes = (size_t)(end - trial->original.bytes) + 2 + strlen(claim.definition) + 4;
  free(claim.definition);
}

static void test_mutants(void **state) {
  (void)state;
  struct trial trial = {.header_bytes = 0};
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++)
    for (uint8_t prover = 0; prover < 2; prover++) {
      write_original(&trial, i, prover);
      printf("%s: %zu bytes, %llu records\n", problems[i].spec, trial.original.count,
             (unsigned long long)trial.original.records);
      assert_int_equal(checked(trial.original.bytes, trial.original.count, 1, NULL).reason,
                       CHECK_NONE);
      change_bytes(&trial);
      cut_and_lengthen(&trial);
      move_blocks(&trial);
      other_claims(&trial);
      free(trial.original.bytes);
    }
  checked_print("as they are", &trial.plain);
  checked_print("with checksums made right", &trial.sealed);
  assert_int_equal(trial.plain.reasons[CHECK_NONE], 0);
  assert_true(trial.sealed.total >= LEAST_MUTANTS);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutants)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
