/* The store: what is published is found, once, however many threads publish and however often the
 * index grows. */
#include "search/find.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, EACH = 20000 };

static struct pns_node *put(struct pns_store *store, struct pns_cursor *cursor, uint64_t name,
                            uint32_t edges) {
  struct pns_node *node = pns_store_room(store, cursor, edges);
  if (node == NULL) return NULL;
  node->key = (struct pns_key){{name, 77}};
  node->edge_count = (uint16_t)edges;
  atomic_init(&node->word, pns_word(1, 1));
  return pns_store_publish(store, cursor, node, pns_key_hash(&node->key));
}

static struct pns_node *find(const struct pns_store *store, uint64_t name) {
  struct pns_key key = {{name, 77}};
  return pns_store_find(store, &key, pns_key_hash(&key));
}

static struct pns_store *new_store(uint64_t bytes, uint32_t workers) {
  struct pns_error error;
  struct pns_store *store = pns_store_new(bytes, workers, PNS_MOVES_MAX, PNS_HUGE_AUTO, &error);
  if (store == NULL) fail_msg("%s", error.text);
  return store;
}

static void grow(struct pns_store *store) {
  assert_true(pns_store_grow_begin(store));
  pns_store_grow_share(store);
  pns_store_grow_end(store);
}

/* The first room of a store, written but not published, or left behind by a sweep, is nobody's
 * node, even where the piece of the hash that slots hold is all zeros as an empty slot is. */
static void finds_nothing_unpublished(void **state) {
  (void)state;
  struct pns_store *store = new_store(64 << 20, 1);
  struct pns_cursor cursor = {0};
  struct pns_key key = {{0, 77}};
  while (pns_key_hash(&key) << PNS_PLACE_BITS != 0) key.word[0]++;
  struct pns_node *node = pns_store_room(store, &cursor, 0);
  node->key = key;
  assert_null(pns_find(store, &key, pns_key_hash(&key)));
  assert_ptr_equal(put(store, &cursor, key.word[0], 0), node);
  assert_ptr_equal(pns_find(store, &key, pns_key_hash(&key)), node);
  pns_store_free(store);
}

static void finds_what_was_published(void **state) {
  (void)state;
  struct pns_store *store = new_store(64 << 20, 1);
  struct pns_cursor cursor = {0};
  for (uint64_t i = 0; i < 100000; i++) {
    assert_null(find(store, i));
    struct pns_node *node = put(store, &cursor, i, (uint32_t)(i % 7));
    assert_ptr_equal(find(store, i), node);
    if (pns_store_crowded(store)) grow(store);
  }
  for (uint64_t i = 0; i < 100000; i++) assert_int_equal(find(store, i)->key.word[0], i);
  assert_null(find(store, 100000));
  pns_store_settle(store, &cursor);
  assert_int_equal(pns_store_nodes(store), 100000);
  pns_store_free(store);
}

static void gives_the_first_of_two(void **state) {
  (void)state;
  struct pns_store *store = new_store(8 << 20, 1);
  struct pns_cursor cursor = {0};
  struct pns_node *first = put(store, &cursor, 5, 3);
  struct pns_node *room = pns_store_room(store, &cursor, 3);
  assert_ptr_equal(put(store, &cursor, 5, 3), first);
  assert_ptr_equal(pns_store_room(store, &cursor, 3), room);
  pns_store_free(store);
}

static void keeps_to_its_budget(void **state) {
  (void)state;
  struct pns_store *store = new_store(3 << 20, 1);
  struct pns_cursor cursor = {0};
  uint64_t nodes = 0;
  bool full = false;
  while (!full) {
    full = put(store, &cursor, nodes, 6) == NULL;
    if (!full) nodes++;
    if (pns_store_crowded(store) && !full) {
      full = !pns_store_grow_begin(store);
      if (!full) {
        pns_store_grow_share(store);
        pns_store_grow_end(store);
      }
    }
    assert_true(pns_store_bytes(store) <= 3 << 20);
  }
  assert_in_range(nodes, 15000, 24576);
  for (uint64_t i = 0; i < nodes; i++) assert_non_null(find(store, i));
  pns_store_free(store);
}

/* A node with six edges takes at most 144 bytes, index included, from the time the index first grew
 * on. */
static void six_edges_take_144_bytes(void **state) {
  (void)state;
  struct pns_store *store = new_store(256 << 20, 1);
  struct pns_cursor cursor = {0};
  for (uint64_t nodes = 1; nodes <= 1000000; nodes++) {
    assert_non_null(put(store, &cursor, nodes, 6));
    if (pns_store_crowded(store)) grow(store);
    if (nodes > 120000 && nodes % 1000 == 0)
      assert_true((double)pns_store_bytes(store) / (double)nodes <= 144);
  }
  pns_store_free(store);
}

/* Whoever has to bring many workers together does it less often, unless memory is short. */
static uint32_t times_grown(uint64_t bytes, uint32_t workers) {
  struct pns_store *store = new_store(bytes, workers);
  struct pns_cursor cursor = {0};
  uint32_t times = 0;
  for (uint64_t nodes = 1; nodes <= 400000; nodes++) {
    assert_non_null(put(store, &cursor, nodes, 1));
    if (!pns_store_crowded(store)) continue;
    grow(store);
    times++;
  }
  for (uint64_t nodes = 1; nodes <= 400000; nodes++) assert_non_null(find(store, nodes));
  pns_store_free(store);
  return times;
}

static void many_workers_grow_seldom(void **state) {
  (void)state;
  assert_int_equal(times_grown(UINT64_C(1) << 30, 2), 4);
  assert_int_equal(times_grown(UINT64_C(1) << 30, 16), 1);
  assert_int_equal(times_grown(UINT64_C(64) << 20, 16), 4);
}

static void refuses_a_tiny_budget(void **state) {
  (void)state;
  struct pns_error error;
  assert_null(pns_store_new(100000, 1, PNS_MOVES_MAX, PNS_HUGE_AUTO, &error));
  assert_int_equal(error.status, PNS_ERROR_INPUT);
}

/* ---- several threads put the same names ---- */

struct job {
  struct pns_store *store;
  struct pns_cursor cursor;
  uint32_t number;
  struct pns_node **got;
};

/* Each thread starts elsewhere in the same names, so that all orders meet. */
static void *put_all(void *argument) {
  struct job *job = argument;
  for (uint32_t i = 0; i < EACH; i++) {
    uint32_t name = (i * 7919 + job->number * 13) % EACH;
    job->got[name] = put(job->store, &job->cursor, name, 2);
  }
  pns_store_settle(job->store, &job->cursor);
  return NULL;
}

static void all_threads_agree(void **state) {
  (void)state;
  struct pns_store *store = new_store(64 << 20, THREADS);
  while (pns_store_bytes(store) < 2 * 8 * EACH) grow(store);
  struct job jobs[THREADS];
  pthread_t threads[THREADS];
  for (uint32_t t = 0; t < THREADS; t++) {
    jobs[t] = (struct job){.store = store, .number = t, .got = calloc(EACH, sizeof(void *))};
    assert_int_equal(pthread_create(&threads[t], NULL, put_all, &jobs[t]), 0);
  }
  for (uint32_t t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (uint32_t i = 0; i < EACH; i++)
    for (uint32_t t = 0; t < THREADS; t++) assert_ptr_equal(jobs[t].got[i], jobs[0].got[i]);
  assert_int_equal(pns_store_nodes(store), EACH);
  for (uint32_t t = 0; t < THREADS; t++) free(jobs[t].got);
  pns_store_free(store);
}

static void *share_growth(void *argument) {
  pns_store_grow_share(argument);
  return NULL;
}

static void grows_with_all_hands(void **state) {
  (void)state;
  struct pns_store *store = new_store(64 << 20, 1);
  struct pns_cursor cursor = {0};
  for (uint64_t i = 0; i < 200000; i++) {
    put(store, &cursor, i, 1);
    if (pns_store_crowded(store)) grow(store);
  }
  assert_true(pns_store_grow_begin(store));
  pthread_t threads[THREADS];
  for (uint32_t t = 0; t < THREADS; t++)
    assert_int_equal(pthread_create(&threads[t], NULL, share_growth, store), 0);
  for (uint32_t t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  pns_store_grow_end(store);
  for (uint64_t i = 0; i < 200000; i++) assert_non_null(find(store, i));
  pns_store_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_nothing_unpublished), cmocka_unit_test(finds_what_was_published),
      cmocka_unit_test(gives_the_first_of_two),    cmocka_unit_test(keeps_to_its_budget),
      cmocka_unit_test(refuses_a_tiny_budget),     cmocka_unit_test(all_threads_agree),
      cmocka_unit_test(grows_with_all_hands),      cmocka_unit_test(six_edges_take_144_bytes),
      cmocka_unit_test(many_workers_grow_seldom),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
