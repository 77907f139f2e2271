/* Graphs as text: what is read, and every line that must be refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/andor_graph.h"
#include "support/playout.h"
#include "support/scratch.h"

extern const struct pns_game pns_game_andor;

/* ---- files ---- */

static void open_text(const char *text, struct pns_rules *rules) {
  char name[SCRATCH_MAX];
  scratch_file(name, text, strlen(text));
  playout_open(&pns_game_andor, name, rules);
  assert_string_equal(rules->parameters, name);
  unlink(name);
}

static void refuse_bytes(const char *text, size_t bytes, const char *part) {
  char name[SCRATCH_MAX];
  scratch_file(name, text, bytes);
  playout_open_refused(&pns_game_andor, name, part);
  unlink(name);
}

static void refuse(const char *text, const char *part) { refuse_bytes(text, strlen(text), part); }

/* ---- what is read ---- */

static const char demo[] =
    "# the demo tree\n"
    "0 or 1 2\n1 and 3 4\n2 and 5 6   # a comment behind a line\n\n"
    "3 or 7 8\r\n4 or 9 10\n\t5 or 11 12\n6 or 13 14\n"
    "7 win\n8 win\n9 win\n10 loss\n11 loss\n12 loss\n13 loss\n14 loss";

static void the_demo_tree(void **state) {
  struct pns_rules rules;
  union playout_position position;
  struct pns_error error;
  pns_move moves[4];
  char text[PNS_POSITION_TEXT_MAX];
  (void)state;
  open_text(demo, &rules);
  const struct pns_game *game = rules.game;
  assert_int_equal(rules.goal, PNS_GOAL_FIRST_WINS);
  assert_int_equal(rules.max_moves, 2);
  assert_string_equal(game->definition(&rules), demo);
  game->start(&rules, &position);
  assert_int_equal(game->mover(&rules, &position), PNS_FIRST);
  assert_int_equal(game->moves(&rules, &position, moves), 2);
  game->move_text(&rules, &position, moves[1], text);
  assert_string_equal(text, "2");
  playout_line(&rules, &position, "1 4 10");
  assert_int_equal(game->outcome(&rules, &position), PNS_SECOND_WINS);
  assert_int_equal(game->parse(&rules, "5", &position, &error), PNS_OK);
  assert_int_equal(game->outcome(&rules, &position), PNS_ONGOING);
  game->draw(&rules, &position, text);
  assert_string_equal(text, "5 or 11 12\n");
  playout_parse_refused(&rules, "15", "no node '15'");
  playout_parse_refused(&rules, "", "no node ''");
  playout_run(&rules, 200, 3, NULL);
  playout_close(&rules);
}

static void shared_doubled_and_odd_names(void **state) {
  struct pns_rules rules;
  union playout_position position;
  (void)state;
  open_text(
      "win and loss loss or win2 loss\nloss win\nor loss\nwin2 or or \xc3\xa4\n\xc3\xa4 win\n",
      &rules);
  rules.game->start(&rules, &position);
  assert_int_equal(rules.game->mobility(&rules, &position), 3);
  assert_int_equal(rules.game->mover(&rules, &position), PNS_SECOND);
  playout_line(&rules, &position, "win2 \xc3\xa4");
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_FIRST_WINS);
  playout_run(&rules, 50, 3, NULL);
  playout_close(&rules);
  open_text("a win", &rules);
  rules.game->start(&rules, &position);
  assert_int_equal(rules.game->outcome(&rules, &position), PNS_FIRST_WINS);
  playout_check(&rules, &position);
  playout_close(&rules);
}

/* A random DAG, written and played beside plain arrays. */
struct model {
  unsigned children[300][4], count[300];
  char kind[300];
  unsigned at;
};

static void model_started(void *user, const struct pns_rules *rules) {
  (void)rules;
  ((struct model *)user)->at = 0;
}

static void model_reached(void *user, const struct pns_rules *rules, const void *position,
                          const pns_move *moves, uint32_t count) {
  const struct model *model = user;
  const unsigned at = model->at;
  const enum pns_outcome outcome = model->kind[at] == 'w'   ? PNS_FIRST_WINS
                                   : model->kind[at] == 'l' ? PNS_SECOND_WINS
                                                            : PNS_ONGOING;
  assert_int_equal(rules->game->outcome(rules, position), outcome);
  assert_int_equal(count, model->count[at]);
  if (count > 0)
    assert_int_equal(rules->game->mover(rules, position),
                     model->kind[at] == 'o' ? PNS_FIRST : PNS_SECOND);
  for (uint32_t i = 0; i < count; i++) {
    char text[PNS_MOVE_TEXT_MAX], expected[32];
    rules->game->move_text(rules, position, moves[i], text);
    snprintf(expected, sizeof expected, "n%u", model->children[at][i]);
    assert_string_equal(text, expected);
  }
}

static void model_played(void *user, const struct pns_rules *rules, const void *position,
                         pns_move move, const char *text) {
  (void)rules;
  (void)position;
  (void)move;
  assert_int_equal(sscanf(text, "n%u", &((struct model *)user)->at), 1);
}

static bool has_child(const struct model *model, unsigned node, unsigned child) {
  for (unsigned i = 0; i < model->count[node]; i++)
    if (model->children[node][i] == child) return true;
  return false;
}

static void random_graphs_agree(void **state) {
  static struct model model;
  const struct playout_hooks hooks = {&model, model_started, model_reached, model_played};
  uint64_t random = 11;
  (void)state;
  for (unsigned round = 0; round < 20; round++) {
    const unsigned count = 2 + (unsigned)(playout_random(&random) % 298);
    char *text = NULL;
    size_t bytes = 0;
    FILE *file = open_memstream(&text, &bytes);
    memset(&model, 0, sizeof model);
    for (unsigned i = 0; i < count; i++) {
      const bool leaf = i + 1 == count || (i > 0 && playout_random(&random) % 4 == 0);
      model.kind[i] = (leaf ? "wl" : "oa")[playout_random(&random) % 2];
      fprintf(file, "n%u %s", i,
              model.kind[i] == 'w'   ? "win"
              : model.kind[i] == 'l' ? "loss"
              : model.kind[i] == 'o' ? "or"
                                     : "and");
      for (unsigned j = leaf ? 4 : (unsigned)(playout_random(&random) % 4); j < 4; j++) {
        const unsigned child = i + 1 + (unsigned)(playout_random(&random) % (count - i - 1));
        fprintf(file, " n%u", child);
        if (!has_child(&model, i, child)) model.children[i][model.count[i]++] = child;
      }
      fprintf(file, "\n");
    }
    fclose(file);
    struct pns_rules rules;
    open_text(text, &rules);
    playout_run(&rules, 50, round + 1, &hooks);
    playout_close(&rules);
    free(text);
  }
}

static void many_children_and_nodes(void **state) {
  char *text = NULL;
  size_t bytes = 0;
  struct pns_rules rules;
  union playout_position position;
  (void)state;
  for (unsigned extra = 0; extra < 2; extra++) {
    FILE *file = open_memstream(&text, &bytes);
    fprintf(file, "root or");
    for (unsigned i = 0; i < PNS_MOVES_MAX + extra; i++) fprintf(file, " child-%u", i);
    for (unsigned i = 0; i < PNS_MOVES_MAX + extra; i++) fprintf(file, "\nchild-%u loss", i);
    fclose(file);
    if (extra == 1) {
      refuse(text, "line 1: more than 4096 children");
    } else {
      open_text(text, &rules);
      rules.game->start(&rules, &position);
      playout_check(&rules, &position);
      playout_close(&rules);
    }
    free(text);
  }
}

static void expect_cyclic(const char *text, bool cyclic) {
  struct pns_rules rules;
  open_text(text, &rules);
  if (rules.cyclic != cyclic) fail_msg("%s: %s", cyclic ? "not cyclic" : "cyclic", text);
  playout_run(&rules, 20, 3, NULL);
  playout_close(&rules);
}

/* Only graphs that need it pay for cycles. */
static void cycles_are_noticed(void **state) {
  (void)state;
  expect_cyclic("a or a\n", true);
  expect_cyclic("r or a x\nx win\na and b\nb or c a\nc win\n", true);
  expect_cyclic("r win\na and b\nb or a\n", true);
  expect_cyclic("a or b\nb or c\nc or d\nd or e\ne or f\nf or g\ng or a\n", true);
  expect_cyclic("a or b c\nb and d\nc and d\nd or e\ne win\n", false);
  expect_cyclic("a or b b c\nb and c\nc loss\n", false);
  expect_cyclic(demo, false);
}

/* ---- what is refused ---- */

static void bad_lines_are_refused(void **state) {
  (void)state;
  refuse("", "no nodes");
  refuse("# nothing\n\n", "no nodes in 2 lines");
  refuse("a or b\n", "line 1: 'b' is not defined");
  refuse("a or b\nb win\n# c\nb loss\n", "line 4: 'b' was defined in line 2");
  refuse("a or b\nb and # c\n", "line 2: 'b' has no children");
  refuse("a\n", "line 1: '' after the name 'a'");
  refuse("a xor b\n", "line 1: 'xor' after the name 'a', expected 'or'");
  refuse("a or b\nb win c\n", "line 2: 'c' after 'win'");
  refuse("a or aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
         "has 65 bytes, expected at most 64");
  refuse("a or b\nb win\nc\x01 win\n", "line 3: byte 0x01");
  refuse("a or \xff\n", "line 1: byte 0xff");
  refuse("a or \xed\xa0\x80\n", "line 1: byte 0xed");
  refuse_bytes("a win\n\0b win\n", 13, "line 2: byte 0x00");
  refuse_bytes(
      "\x7f"
      "ELF\x02\x01",
      6, "byte 0x7f");
}

static void bad_files_are_refused(void **state) {
  char name[300];
  (void)state;
  playout_open_refused(&pns_game_andor, "", "a file name of 0 bytes");
  playout_open_refused(&pns_game_andor, "/nonexistent\n/x", "cannot open '/nonexistent?/x'");
  playout_open_refused(&pns_game_andor, "/", "failed");
  playout_open_refused(&pns_game_andor, "/dev/zero", "byte 0x00");
  memset(name, 'a', sizeof name);
  name[sizeof name - 1] = '\0';
  playout_open_refused(&pns_game_andor, name, "of 299 bytes");
}

/* Spoilt graphs: read or refused, never worse. */
static void garbage_is_survived(void **state) {
  uint64_t random = 77;
  unsigned accepted = 0;
  (void)state;
  for (unsigned round = 0; round < 20000; round++) {
    char text[sizeof demo];
    struct pns_andor_graph graph;
    struct pns_error error;
    memcpy(text, demo, sizeof demo);
    for (uint64_t n = playout_random(&random) % 4; n > 0; n--)
      text[playout_random(&random) % sizeof text] = " \n\t#01aor\xff"[playout_random(&random) % 10];
    const size_t bytes =
        (size_t)(playout_random(&random) % 4 == 0 ? playout_random(&random) % sizeof text
                                                  : sizeof text - 1);
    if (pns_andor_graph_read(&graph, text, bytes, &error) != PNS_OK) {
      assert_null(strchr(error.text, '\n'));
      continue;
    }
    accepted++;
    bool cyclic;
    assert_int_equal(pns_andor_graph_find_cycle(&graph, &cyclic, &error), PNS_OK);
    pns_andor_graph_done(&graph);
  }
  assert_true(accepted > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_demo_tree),         cmocka_unit_test(shared_doubled_and_odd_names),
      cmocka_unit_test(random_graphs_agree),   cmocka_unit_test(many_children_and_nodes),
      cmocka_unit_test(bad_lines_are_refused), cmocka_unit_test(cycles_are_noticed),
      cmocka_unit_test(bad_files_are_refused), cmocka_unit_test(garbage_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
