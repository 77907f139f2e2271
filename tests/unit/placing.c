/* Where memory and threads are placed: huge pages, memory nodes, processors. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/affinity.h"
#include "base/machine.h"
#include "base/pages.h"

/* Whatever is wished, the memory is there, aligned and zero. */
static void every_wish_gives_memory(void **state) {
  (void)state;
  const enum pns_huge wishes[] = {PNS_HUGE_AUTO, PNS_HUGE_ALWAYS, PNS_HUGE_NEVER};
  for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
    const size_t bytes = 3 * PNS_HUGE_PAGE_BYTES + 1;
    char *pages = pns_pages_reserve(bytes, wishes[i]);
    assert_non_null(pages);
    assert_int_equal((uintptr_t)pages % PNS_HUGE_PAGE_BYTES, 0);
    assert_true(pns_pages_interleave(pages, bytes) >= 1);
    for (size_t k = 0; k < bytes; k += 4096) assert_int_equal(pages[k], 0);
    memset(pages, 1, bytes);
    pns_pages_release(pages, bytes);
  }
}

/* "Never" is a promise, also where the system gives huge pages to everybody. */
static void never_is_kept(void **state) {
  (void)state;
  const size_t bytes = 2 * PNS_HUGE_FROM_BYTES;
  const uint64_t before = pns_machine_huge_page_bytes();
  char *pages = pns_pages_reserve(bytes, PNS_HUGE_NEVER);
  assert_non_null(pages);
  memset(pages, 1, bytes);
  assert_true(pns_machine_huge_page_bytes() < before + PNS_HUGE_FROM_BYTES);
  pns_pages_release(pages, bytes);
}

static void *count_cpus(void *argument) {
  cpu_set_t set;
  *(int *)argument = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
  return NULL;
}

/* Also the hundredth thread gets a CPU, round and round. */
static void threads_are_bound_to_one(void **state) {
  (void)state;
  struct pns_affinity *affinity = pns_affinity_new();
  if (affinity == NULL) skip();
  for (uint32_t number = 0; number < 100; number += 33) {
    pthread_attr_t attributes;
    pthread_t thread;
    int cpus = 0;
    pthread_attr_init(&attributes);
    assert_true(pns_affinity_bind(affinity, number, &attributes));
    assert_int_equal(pthread_create(&thread, &attributes, count_cpus, &cpus), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    assert_int_equal(cpus, 1);
  }
  pns_affinity_free(affinity);
}

static void no_set_binds_nothing(void **state) {
  (void)state;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  assert_false(pns_affinity_bind(NULL, 0, &attributes));
  pthread_attr_destroy(&attributes);
  pns_affinity_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_wish_gives_memory),
      cmocka_unit_test(never_is_kept),
      cmocka_unit_test(threads_are_bound_to_one),
      cmocka_unit_test(no_set_binds_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
