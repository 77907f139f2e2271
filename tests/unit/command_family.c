/* Moves of games in other processes: told apart by a number made of their text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/command_family.h"

enum {
  NAMES = 1 << 18
}; /* among so many two have one 32-bit hash, but for a chance in thousands */

struct named {
  pns_move hash;
  uint32_t number;
};

static int by_hash(const void *a, const void *b) {
  const struct named *x = a, *y = b;
  return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static void write_name(char name[16], uint32_t number) { snprintf(name, 16, "m%u", number); }

/* Two names with the same hash, the first one in the alphabet first. */
static void find_pair(char first[16], char second[16]) {
  struct named *all = malloc(NAMES * sizeof *all);
  for (uint32_t i = 0; i < NAMES; i++) {
    write_name(first, i);
    all[i] = (struct named){(pns_move)pns_told_hash(first, strlen(first)), i};
  }
  qsort(all, NAMES, sizeof *all, by_hash);
  uint32_t at = 1;
  while (at < NAMES && all[at].hash != all[at - 1].hash) at++;
  assert_true(at < NAMES);
  write_name(first, all[at - 1].number);
  write_name(second, all[at].number);
  free(all);
  if (strcmp(first, second) < 0) return;
  char swapped[16];
  memcpy(swapped, first, sizeof swapped);
  memcpy(first, second, sizeof swapped);
  memcpy(second, swapped, sizeof swapped);
}

static bool add(struct pns_family_draft *draft, const char *move) {
  char line[64], fault[160];
  snprintf(line, sizeof line, "%s\tafter-%s\tor", move, move);
  return pns_draft_add(draft, line, 40, fault, sizeof fault);
}

static struct pns_family *family_of(const char *a, const char *b) {
  struct pns_told *parent = calloc(1, sizeof *parent + 2);
  struct pns_family_draft draft;
  parent->length = 1;
  parent->text[0] = 'p';
  assert_true(pns_draft_begin(&draft, parent, 4));
  free(parent);
  assert_true(add(&draft, "other"));
  assert_true(add(&draft, a));
  assert_true(add(&draft, b));
  assert_false(add(&draft, a)); /* twice is twice, whoever has the number */
  assert_false(add(&draft, b));
  return draft.family;
}

static pns_move number_of(const struct pns_family *family, const char *move) {
  const struct pns_kid *kids = pns_family_kids(family);
  for (uint32_t i = 0; i < family->count; i++) {
    if (strcmp(pns_family_text(family, &kids[i]), move) != 0) continue;
    assert_ptr_equal(pns_family_find(family, kids[i].move), &kids[i]);
    return kids[i].move;
  }
  fail_msg("the move '%s' is missing", move);
  return 0;
}

/* Whatever order they are told in, each has the same number every time. */
static void one_hash_two_numbers(void **state) {
  (void)state;
  char first[16], second[16];
  find_pair(first, second);
  struct pns_family *one = family_of(first, second), *other = family_of(second, first);
  assert_int_not_equal(number_of(one, first), number_of(one, second));
  assert_int_equal(number_of(one, first), number_of(other, first));
  assert_int_equal(number_of(one, second), number_of(other, second));
  assert_int_equal(number_of(one, first), (pns_move)pns_told_hash(first, strlen(first)));
  free(one);
  free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_hash_two_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
