/* The choice among edges: numbers, ties, virtual loss in both its parts, marks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "search/update.h"

enum { EDGES = 3 };

/* An OR node of much work whose edges have these proof numbers and workers below. */
static struct pns_node *node_of(const uint32_t pn[EDGES], const uint32_t below[EDGES]) {
  struct pns_node *node = calloc(1, pns_node_bytes(EDGES));
  assert_non_null(node);
  node->edge_count = EDGES;
  node->side = PNS_SIDE_OR;
  atomic_init(&node->word, pns_word(1, 1));
  atomic_init(&node->work, 1 << PNS_LOSS_WHOLE_BITS);
  for (uint32_t i = 0; i < EDGES; i++) {
    atomic_init(&node->edges[i].word, pns_word(pn[i], 1));
    atomic_init(&node->edges[i].below, below[i]);
  }
  return node;
}

static struct pns_choice choose(const uint32_t pn[EDGES], const uint32_t below[EDGES],
                                struct pns_loss loss, uint64_t *word) {
  struct pns_choice choice;
  struct pns_node *node = node_of(pn, below);
  *word = pns_update(node, false, loss, 0, &choice);
  free(node);
  return choice;
}

static const struct {
  uint32_t pn[EDGES], below[EDGES];
  struct pns_loss loss;
  uint32_t best, best_key, rival, rival_key;
} cases[] = {
    {{5, 3, 4}, {0, 0, 0}, {1, 128}, 1, 3, 2, 4},
    {{3, 3, 3}, {0, 0, 0}, {1, 128}, 0, 3, 1, 3},                    /* ties to the first */
    {{3, 3, 3}, {1, 0, 0}, {1, 0}, 1, 3, 2, 3},                      /* one loss is enough */
    {{3, 4, 9}, {2, 0, 0}, {1, 0}, 1, 4, 0, 5},                      /* two below, one each */
    {{3, 4, 9}, {2, 0, 0}, {0, 0}, 0, 3, 1, 4},                      /* switched off */
    {{800, 850, 990}, {1, 0, 0}, {1, 128}, 1, 850, 0, 901},          /* an eighth, and one */
    {{800, 850, 990}, {1, 0, 0}, {0, PNS_LOSS_ONE}, 1, 850, 2, 990}, /* the whole again */
    {{PNS_INF - 1, PNS_INF - 2, PNS_INF - 1},
     {1023, 1023, 1023},
     {1024, 16 * PNS_LOSS_ONE},
     0,
     PNS_INF - 1,
     1,
     PNS_INF - 1}, /* saturates */
    {{3, 4, 9}, {PNS_CLAIMED | 1, PNS_EXPANDED, 0}, {1, 0}, 1, 4, 2, 9},
};

static void the_choice_counts_workers_below(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    uint64_t word;
    struct pns_choice is = choose(cases[i].pn, cases[i].below, cases[i].loss, &word);
    assert_int_equal(pns_rank_index(is.best), cases[i].best);
    assert_int_equal(pns_rank_key(is.best), cases[i].best_key);
    assert_int_equal(pns_rank_index(is.rival), cases[i].rival);
    assert_int_equal(pns_rank_key(is.rival), cases[i].rival_key);
    assert_int_equal(pns_word_pn(is.best_word), cases[i].pn[cases[i].best]);
  }
}

/* It steers; the numbers stay what they are. */
static void the_word_does_not(void **state) {
  (void)state;
  static const uint32_t pn[EDGES] = {7, 5, 6}, nobody[EDGES] = {0, 0, 0}, many[EDGES] = {9, 8, 7};
  uint64_t alone, together;
  choose(pn, nobody, (struct pns_loss){1, 128}, &alone);
  choose(pn, many, (struct pns_loss){1, 128}, &together);
  assert_true(alone == together);
  assert_true(alone == pns_word(5, 3));
}

/* The loaded edge's number seen from a node of so much work, its own is 1600. */
static uint32_t loaded_key(uint32_t work, struct pns_loss loss) {
  static const uint32_t pn[EDGES] = {1600, 10000, 10000}, below[EDGES] = {1, 0, 0};
  struct pns_choice choice;
  struct pns_node *node = node_of(pn, below);
  atomic_init(&node->work, work);
  pns_update(node, false, loss, 0, &choice);
  free(node);
  assert_int_equal(pns_rank_index(choice.best), 0);
  return pns_rank_key(choice.best);
}

static void the_share_grows_with_the_root_of_the_work(void **state) {
  (void)state;
  const struct pns_loss quarter = {3, PNS_LOSS_ONE / 4};
  assert_int_equal(loaded_key(UINT32_MAX, quarter), 1603 + 400);
  assert_int_equal(loaded_key(128, quarter), 1603 + 400);
  assert_int_equal(loaded_key(127, quarter), 1603 + 200);
  assert_int_equal(loaded_key(32, quarter), 1603 + 200);
  assert_int_equal(loaded_key(31, quarter), 1603 + 100);
  assert_int_equal(loaded_key(1, quarter), 1603 + 25);
  assert_int_equal(loaded_key(0, quarter), 1603 + 25);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_choice_counts_workers_below),
      cmocka_unit_test(the_word_does_not),
      cmocka_unit_test(the_share_grows_with_the_root_of_the_work),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
