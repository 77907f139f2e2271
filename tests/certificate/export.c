/* Certificates read back as trees: counts agree with the checker's, sizes add up, damage is
 * noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/checked.h"
#include "support/proof.h"

static const struct {
  const char *spec, *position;
  bool looks; /* version 2 */
} problems[] = {
    {"mnk:3x3x3", "", false},
    {"connect4:4x4", "..../..../..../OXOX", false},
    {"hex:3", "", false},
    {"rex:3", "", false},
    {"breakthrough:2x4", "", false},
    {"breakthrough:3x5", "W.B/..B/.../W../..W B", false},
    {"domineering:4x4", "", false},
    {"cram:4x3", "", false},
    {"othello:4x4", "XXXXOXOOOXO--O-- X", false},
    {"uttt",
     "O;@.XO.X.XO;XO...OXO./O..XXOOOX/XXX...OO./.OOX.O.OO/.XXO..XO./XXOX..X../O.OXOOX.X/"
     "XO.XXX.XX/.X....OOO",
     false},
    {"synth:seed=5,branching=1-4,depth=7", "", false},
    {"andor:certificate/data/agree.graph", "", false},
    {"mnk:3x3x3", "", true},
    {"mnk:4x3x3", "X.../.O../....", true},
    {"connect4:4x4", "..../..../..../OXOX", true},
    {"uttt",
     "X;XXO...O.O;X.O.XXX.X/XOO.X.OXX/.OXXOOXOX/OXXX.O.OX/.XOOXOXOX/.OXXOXO.O/O...O..XO/OXOOO..XX/"
     "O..OX.OXO",
     true},
    {"hex:3", "", true},
};

/* The bytes as a file without a name. */
static enum pns_status read_bytes(const uint8_t *bytes, size_t count, uint32_t depth,
                                  struct pns_certificate **certificate, struct pns_error *error) {
  char path[64];
  const int file = memfd_create("certificate", 0);
  assert_true(file >= 0);
  assert_int_equal(write(file, bytes, count), count);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const enum pns_status status = pns_certificate_read(path, depth, certificate, error);
  close(file);
  return status;
}

/* What is kept below adds up where everything is kept; siblings come in order of size. */
static void look_at_node(const struct pns_certificate *certificate, uint32_t index,
                         uint32_t depth) {
  const struct pns_certificate_node *node = pns_certificate_node(certificate, index);
  uint64_t sum = 1, before = UINT64_MAX;
  uint32_t children = 0;
  for (uint32_t i = node->first_child; i != PNS_NO_NODE; children++) {
    const struct pns_certificate_node *child = pns_certificate_node(certificate, i);
    assert_true(child->positions <= before);
    assert_int_equal(child->depth, node->depth + 1);
    assert_true(child->shown != PNS_SHOWN_BEFORE || child->number > 0);
    before = child->positions;
    if (child->shown == PNS_SHOWN_HERE) sum += child->positions;
    i = child->next_sibling;
  }
  assert_int_equal(children, node->children);
  if (node->shown == PNS_SHOWN_HERE && node->depth < depth) assert_int_equal(node->positions, sum);
  assert_true(node->shown == PNS_SHOWN_END || node->outcome == PNS_ONGOING);
}

/* Returns how many ends are no ends of play. */
static uint64_t look_at(const struct proof_bytes *file, uint32_t depth) {
  struct pns_certificate *certificate = NULL;
  struct pns_error error;
  struct check_counts counts;
  if (read_bytes(file->bytes, file->count, depth, &certificate, &error) != PNS_OK)
    fail_msg("%s", error.text);
  assert_int_equal(checked(file->bytes, file->count, 1, &counts).reason, CHECK_NONE);
  const struct pns_certificate_info *info = pns_certificate_about(certificate);
  assert_int_equal(info->positions, counts.records);
  assert_int_equal(info->references, counts.references);
  const struct pns_certificate_node *root = pns_certificate_node(certificate, 0);
  assert_int_equal(root->positions, counts.records);
  uint64_t ends = 0, hopeless = 0;
  for (uint32_t i = 0; pns_certificate_node(certificate, i) != NULL; i++) {
    const struct pns_certificate_node *node = pns_certificate_node(certificate, i);
    look_at_node(certificate, i, depth);
    ends += node->shown == PNS_SHOWN_END;
    hopeless += node->shown == PNS_SHOWN_END && node->outcome == PNS_ONGOING;
  }
  if (depth == UINT32_MAX) assert_int_equal(ends, counts.terminals);
  assert_true(hopeless == 0 || !info->proven);
  pns_certificate_free(certificate);
  return hopeless;
}

static void write_problem(size_t i, uint8_t prover, struct proof_bytes *file) {
  struct proof_graph graph;
  *file = (struct proof_bytes){0};
  proof_graph_game(&graph, problems[i].spec, problems[i].position);
  uint32_t *distance = proof_solve(&graph, prover);
  const struct proof_options options = {.prover = prover,
                                        .proven = distance[0] != UINT32_MAX,
                                        .looks = problems[i].looks,
                                        .block_tokens = (uint32_t)i * 5};
  proof_write(&graph, &options, file);
  free(distance);
  proof_graph_done(&graph);
}

static void test_trees(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
    uint64_t hopeless = 0;
    for (uint8_t prover = 0; prover < 2; prover++) {
      struct proof_bytes file;
      write_problem(i, prover, &file);
      look_at(&file, 0);
      look_at(&file, 3);
      hopeless += look_at(&file, UINT32_MAX);
      free(file.bytes);
    }
    const bool expected = problems[i].looks && strncmp(problems[i].spec, "hex", 3) != 0;
    if ((hopeless > 0) != expected)
      fail_msg("%s %s: %llu hopeless ends", problems[i].spec, problems[i].position,
               (unsigned long long)hopeless);
  }
}

/* Every byte changed and every length: refused, but for the digest's bytes. */
static void test_damage(void **state) {
  (void)state;
  unsigned refused = 0, total = 0;
  for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
    struct proof_bytes file;
    write_problem(i, 0, &file);
    for (size_t at = 0; at < 2 * file.count && file.count < 1000; at++, total++) {
      struct pns_certificate *certificate = NULL;
      struct pns_error error;
      uint8_t *copy = malloc(file.count);
      memcpy(copy, file.bytes, file.count);
      if (at < file.count) copy[at] ^= (uint8_t)(1u << at % 8);
      const size_t length = at < file.count ? file.count : at - file.count;
      if (read_bytes(copy, length, 9, &certificate, &error) == PNS_OK)
        pns_certificate_free(certificate);
      else
        refused++;
      free(copy);
    }
    free(file.bytes);
  }
  print_message("%u of %u damaged files refused\n", refused, total);
  assert_true(refused > total * 9 / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees),
      cmocka_unit_test(test_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
