/* The table of settled positions: what goes in comes out, verdicts stay, the least work gives way,
 * another size keeps all that fits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/resource.h>

#include "search/store.h"

enum { LINE_BYTES = 64, PLACES = 3 };

/* The k-th position of a made-up game; verdict or numbers, mover and move follow from k. */
static struct pns_key key_of(uint64_t k) { return (struct pns_key){{k * 7919 + 1, k ^ 0xabcd}}; }

static struct pns_known unsolved(uint64_t k, uint32_t pn, uint32_t dn, uint32_t work) {
  return (struct pns_known){.word = pns_word(pn, dn),
                            .side = k % 3 == 0 ? PNS_SIDE_AND : PNS_SIDE_OR,
                            .work = pns_work_log(work)};
}

static struct pns_known known_of(uint64_t k, uint32_t work) {
  if (k % 5 == 4) return unsolved(k, (uint32_t)(k % 4000) + 1, (uint32_t)(k % 97) + 1, work);
  return (struct pns_known){.word = k % 2 == 0 ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN,
                            .move = (pns_move)(k * 31),
                            .side = k % 3 == 0 ? PNS_SIDE_AND : PNS_SIDE_OR,
                            .work = pns_work_log(work)};
}

static bool put_known(struct pns_settled *table, uint64_t k, struct pns_known known, bool evict) {
  const struct pns_key key = key_of(k);
  return pns_settled_put(table, &key, pns_key_hash(&key), known, evict);
}

static bool put(struct pns_settled *table, uint64_t k, uint32_t work, bool evict) {
  return put_known(table, k, known_of(k, work), evict);
}

static struct pns_known find(const struct pns_settled *table, uint64_t k) {
  const struct pns_key key = key_of(k);
  return pns_settled_find(table, &key, pns_key_hash(&key));
}

static void check(const struct pns_settled *table, uint64_t k) {
  const struct pns_known found = find(table, k), put_in = known_of(k, 1);
  assert_int_equal(found.word, put_in.word);
  assert_int_equal(found.move, put_in.move);
  assert_int_equal(found.side, put_in.side);
}

static struct pns_settled new_table(uint64_t lines) {
  struct pns_settled table;
  assert_true(pns_settled_init(&table, lines * LINE_BYTES, PNS_HUGE_NEVER));
  return table;
}

static void logarithms(void **state) {
  (void)state;
  for (uint64_t work = 1; work <= UINT32_MAX; work += work / 7 + 1) {
    const uint8_t log = pns_work_log((uint32_t)work);
    assert_true(pns_work_of_log(log) <= work);
    assert_true(log + 4 > 127 || pns_work_of_log((uint8_t)(log + 4)) > work);
  }
  assert_int_equal(pns_work_log(0), pns_work_log(1));
}

static void no_room_no_table(void **state) {
  (void)state;
  struct pns_settled table = new_table(1);
  assert_false(put(&table, 1, 1, true));
  assert_int_equal(find(&table, 1).word, 0);
  assert_int_equal(pns_settled_bytes(&table), 0);
  pns_settled_done(&table);
}

/* Address space that is refused leaves a table without room, not one without lines. */
static void no_address_space_no_table(void **state) {
  (void)state;
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
  const struct rlimit none = {1 << 20, limit.rlim_max};
  struct pns_settled table;
  assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
  const bool made = pns_settled_init(&table, UINT64_C(1) << 40, PNS_HUGE_NEVER);
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
  assert_false(made);
  assert_int_equal(pns_settled_bytes(&table), 0);
  assert_false(put(&table, 1, 1, true));
  assert_int_equal(find(&table, 1).word, 0);
}

static void what_goes_in_comes_out(void **state) {
  (void)state;
  struct pns_settled table = new_table(1000);
  for (uint64_t k = 0; k < 1000; k++) assert_true(put(&table, k, 1, false));
  for (uint64_t k = 0; k < 1000; k++) check(&table, k);
  for (uint64_t k = 1000; k < 2000; k++) assert_int_equal(find(&table, k).word, 0);
  assert_true(put(&table, 5, 1, false)); /* once more is no second one */
  assert_int_equal(atomic_load(&table.count), 1000);
  pns_settled_done(&table);
}

static void expect_near(uint32_t found, uint32_t number) {
  assert_in_range(found, number < 4096 ? number : number - number / 2048, number);
}

/* Small numbers are exact, large ones a little less at most; all stay unsolved. */
static void numbers_of_the_unsolved(void **state) {
  (void)state;
  struct pns_settled table = new_table(10);
  for (uint32_t pn = 1; pn < PNS_INF - 1;
       pn = pn < UINT32_MAX / 2 ? pn + pn / 9 + 1 : PNS_INF - 1) {
    const uint32_t dn = PNS_INF - pn;
    assert_true(put_known(&table, 1, unsolved(1, pn, dn, 5), false));
    const struct pns_known found = find(&table, 1);
    assert_false(pns_known_settles(found));
    expect_near(pns_word_pn(found.word), pn);
    expect_near(pns_word_dn(found.word), dn);
    assert_int_equal(found.move, 0);
    assert_int_equal(found.side, PNS_SIDE_OR);
    assert_in_range(pns_work_of_log(found.work), 4, 5);
  }
  pns_settled_done(&table);
}

/* Numbers follow numbers, and a verdict follows them; nothing follows a verdict. */
static void verdicts_stay(void **state) {
  (void)state;
  struct pns_settled table = new_table(10);
  for (uint64_t k = 0; k < 3; k++) {
    for (uint32_t pn = 7; pn > 4; pn--) {
      assert_true(put_known(&table, k, unsolved(k, pn, 9, 100), false));
      assert_int_equal(find(&table, k).word, pns_word(pn, 9));
    }
    assert_true(put(&table, k, 1, false));
    check(&table, k);
    assert_true(put_known(&table, k, unsolved(k, 7, 9, 1000), true));
    check(&table, k);
  }
  assert_int_equal(atomic_load(&table.count), 3);
  pns_settled_done(&table);
}

/* Hardly any of those that took more has given way to one that took less. */
static void the_least_work_gives_way(void **state) {
  (void)state;
  struct pns_settled table = new_table(3); /* two homes, nine places */
  for (uint64_t k = 0; k < 200; k++) (void)put(&table, k, 1u << (k % 20), true);
  unsigned heavy = 0;
  for (uint64_t k = 0; k < 200; k++) {
    const struct pns_known found = find(&table, k);
    if (found.word == 0) continue;
    check(&table, k);
    heavy += found.work >= pns_work_log(1u << 15);
  }
  assert_in_range(heavy, 3 * PLACES - 2, 3 * PLACES);
  assert_false(put(&table, 999, 1u << 30, false));
  assert_int_equal(find(&table, 999).word, 0);
  pns_settled_done(&table);
}

/* But for as many turned away as its work has factors of two: nothing stays for ever. */
static void large_ones_give_way_in_the_end(void **state) {
  (void)state;
  struct pns_settled table = new_table(2); /* one home, six places */
  for (uint64_t k = 0; k < 2 * PLACES; k++) assert_true(put(&table, k, 1u << 20, true));
  unsigned turned_away = 0;
  while (!put(&table, 100 + turned_away, 1, true)) turned_away++;
  assert_in_range(turned_away, 20, 20 * 2 * PLACES);
  check(&table, 100 + turned_away);
  pns_settled_done(&table);
}

static void count_one(void *user, const struct pns_key *key, struct pns_known known) {
  (void)key;
  *(unsigned *)user += known.word != 0;
}

/* Moves what 500 lines hold of 1000 positions; at least so many must be found again. */
static void move_to(uint64_t lines, uint64_t least_found) {
  struct pns_settled from = new_table(500), to = new_table(lines);
  for (uint64_t k = 0; k < 1000; k++) (void)put(&from, k, 1, true);
  assert_true(atomic_load(&from.count) > 900);
  _Atomic uint64_t next = 0;
  pns_settled_move(&from, &to, &next, 64);
  uint64_t found = 0;
  for (uint64_t k = 0; k < 1000; k++) {
    if (find(&to, k).word == 0) continue;
    check(&to, k);
    found++;
  }
  unsigned counted = 0;
  pns_settled_each(&to, 0, pns_settled_lines(&to), count_one, &counted);
  assert_in_range(found, least_found, 1000);
  assert_int_equal(found, atomic_load(&to.count));
  assert_int_equal(found, counted);
  pns_settled_done(&from);
  pns_settled_done(&to);
}

static void another_size(void **state) {
  (void)state;
  move_to(900, 900);
  move_to(500, 900);
  move_to(100, 280);
}

/* The last lines of the largest table: a piece taken behind them is none of the first ones. */
static void the_largest_table_moves_once(void **state) {
  (void)state;
  struct pns_settled from = {.homes = 0}, to = new_table(3);
  if (!pns_settled_init(&from, (uint64_t)UINT32_MAX * LINE_BYTES, PNS_HUGE_NEVER)) {
    pns_settled_done(&to);
    skip(); /* no address space for it here */
  }
  assert_int_equal(pns_settled_lines(&from), UINT32_MAX);
  const struct pns_key key = key_of(1);
  assert_true(pns_settled_put(&from, &key, UINT64_MAX, known_of(1, 1), false));
  const uint64_t begin = (uint64_t)UINT32_MAX - 96;
  _Atomic uint64_t next = begin;
  pns_settled_move(&from, &to, &next, 64);
  check(&to, 1);
  assert_int_equal(atomic_load(&next), begin + 3 * 64);
  pns_settled_done(&from);
  pns_settled_done(&to);
}

enum { THREADS = 8, EACH = 2000 };

static struct pns_settled shared;

static void *put_many(void *argument) {
  const uint64_t first = (uint64_t)(uintptr_t)argument;
  for (uint64_t i = 0; i < EACH; i++)
    (void)put(&shared, (first + i * 3) % (THREADS * EACH), 1, true);
  return NULL;
}

/* Several threads, also with the same positions. */
static void many_threads(void **state) {
  (void)state;
  shared = new_table(THREADS * EACH);
  pthread_t threads[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, put_many, (void *)(i * EACH)), 0);
  for (unsigned i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  uint64_t found = 0;
  for (uint64_t k = 0; k < THREADS * EACH; k++) {
    if (find(&shared, k).word == 0) continue;
    check(&shared, k);
    found++;
  }
  assert_int_equal(found, atomic_load(&shared.count));
  assert_true(found > EACH);
  pns_settled_done(&shared);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(logarithms),
      cmocka_unit_test(no_room_no_table),
      cmocka_unit_test(no_address_space_no_table),
      cmocka_unit_test(what_goes_in_comes_out),
      cmocka_unit_test(numbers_of_the_unsolved),
      cmocka_unit_test(verdicts_stay),
      cmocka_unit_test(the_least_work_gives_way),
      cmocka_unit_test(large_ones_give_way_in_the_end),
      cmocka_unit_test(another_size),
      cmocka_unit_test(the_largest_table_moves_once),
      cmocka_unit_test(many_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
