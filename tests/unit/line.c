/* The line that a report shows, where positions come back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/oracle.h"
#include "support/scratch.h"

/* The line after so many expansions from the node. */
static void expect_line(const char *graph, const char *from, const char *expansions,
                        const char *expected) {
  char path[SCRATCH_MAX], spec[SCRATCH_INSIDE_MAX];
  scratch_file(path, graph, strlen(graph));
  snprintf(spec, sizeof spec, "andor:%s", path);
  struct pns_options *options =
      options_with("threads", "1", "expansions", expansions, "goal", "first-wins", NULL);
  struct pns_position *position = position_after(spec, "");
  struct pns_solver *solver = NULL;
  struct pns_result result;
  struct pns_progress progress;
  unlink(path);
  assert_int_equal(pns_position_parse(position, from, NULL), PNS_OK);
  assert_int_equal(pns_solver_new(position, options, &solver, NULL), PNS_OK);
  assert_int_equal(pns_solver_run(solver, NULL, NULL, &result, NULL), PNS_OK);
  pns_solver_progress(solver, &progress);
  assert_string_equal(progress.line, expected);
  pns_solver_free(solver);
  pns_position_free(position);
  pns_options_free(options);
}

/* Whatever leads out costs more than going round. */
static const char rounds[] =
    "way or r\n"
    "r or a\n"
    "a and b\n"
    "b or r far\n"
    "far and x y z\n"
    "x or x1 x2\ny or x1 x2\nz or x1 x2\n"
    "x1 win\nx2 loss\n";

static void a_circle_is_shown_once(void **state) {
  (void)state;
  expect_line(rounds, "r", "3", "a b r (=0)");
  expect_line(rounds, "way", "4", "r a b r (=1)");
}

static void a_line_without_circles_ends_where_nothing_is_known(void **state) {
  (void)state;
  expect_line("r or a\na and b\nb or c d\nc win\nd loss\n", "r", "2", "a b");
  expect_line("r or a\na and b\nb or c d\nc win\nd or r\n", "r", "3", "a b c");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_circle_is_shown_once),
      cmocka_unit_test(a_line_without_circles_ends_where_nothing_is_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
