/* pns trace: the textbook search, every expansion with the numbers it touched. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "command.h"
#include "report.h"
#include "signals.h"
#include "text.h"

#define ACCEPTS (PNS_CLI_POSITION | PNS_CLI_GAME | PNS_CLI_SOLVER)

struct job {
  struct pns_cli_arguments arguments;
  struct pns_cli_signals *signals;
  struct pns_position *position;
  char root[PNS_MOVE_TEXT_MAX]; /* what to call the root */
  uint64_t touched;
  struct pns_result result;
};

static int print_help(void) {
  printf(
      "pns trace GAME[:PARAMETERS] [MOVE...] [OPTION...]\n"
      "Runs the textbook search (one thread; the most-proving leaf from the root each time; ties\n"
      "to the first child; unit leaves; plain sum) and prints each expansion: its number, the way\n"
      "from the root, and every node touched with its (pn,dn). --goal and the limits count.\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

/* A short position text names the root (a node of a graph); a board is just "root". */
static void name_root(struct job *job) {
  const struct pns_rules *rules = pns_position_rules(job->position);
  char text[PNS_POSITION_TEXT_MAX];
  rules->game->format(rules, pns_position_bytes(job->position), text);
  bool fits = strcmp(rules->game->name, "andor") == 0 && strlen(text) < sizeof job->root;
  snprintf(job->root, sizeof job->root, "%.*s", (int)sizeof job->root - 1, fits ? text : "root");
}

static const char *node_name(const struct job *job, const struct pns_trace_node *node) {
  return node->depth == 0 ? job->root : node->move;
}

static void print_node(const struct job *job, const struct pns_trace_node *node) {
  char pn[PNS_CLI_NUMBER_MAX], dn[PNS_CLI_NUMBER_MAX];
  printf("   %*s%s %s (%s,%s)\n", 2 * (int)node->depth, "", node_name(job, node),
         node->is_or ? "or" : "and", pns_cli_number(node->pn, pn), pns_cli_number(node->dn, dn));
}

static void print_step(void *argument, const struct pns_trace_step *step) {
  struct job *job = argument;
  printf("%" PRIu64 ". expand", step->expansion);
  for (uint32_t i = 0; i < step->path_length; i++) printf(" %s", node_name(job, &step->path[i]));
  putchar('\n');
  for (uint32_t i = 0; i < step->path_length; i++) print_node(job, &step->path[i]);
  for (uint32_t i = 0; i < step->children_count; i++) print_node(job, &step->children[i]);
  job->touched = step->touched;
}

static enum pns_status answer(struct job *job, struct pns_error *error) {
  struct pns_solver *solver = NULL;
  enum pns_status status = pns_cli_arguments_position(&job->arguments, &job->position, error);
  if (status == PNS_OK) status = pns_cli_signals_new(&job->signals, NULL, error);
  if (status == PNS_OK)
    status = pns_solver_new(job->position, job->arguments.options, &solver, error);
  if (status != PNS_OK) return status;
  name_root(job);
  pns_cli_signals_watch(job->signals, solver);
  status = pns_solver_trace(solver, print_step, job, &job->result, error);
  pns_cli_signals_watch(job->signals, NULL);
  pns_solver_free(solver);
  return status;
}

static void print_result(const struct job *job) {
  pns_cli_report_verdict(&job->result);
  printf("expanded %" PRIu64 "\ntouched %" PRIu64 "\n", job->result.expansions, job->touched);
}

int pns_cli_trace(int argc, char **argv) {
  struct job job = {.position = NULL, .touched = 1};
  struct pns_error error;
  enum pns_status status = pns_cli_arguments_init(&job.arguments, ACCEPTS, argc, argv, &error);
  int exit_status = PNS_EXIT_DECIDED;
  if (status == PNS_OK && job.arguments.help) {
    exit_status = print_help();
  } else {
    if (status == PNS_OK) status = answer(&job, &error);
    if (status == PNS_OK) print_result(&job);
    exit_status = status == PNS_OK ? pns_cli_exit_of(&job.result, false) : pns_cli_fail(&error);
  }
  pns_cli_signals_free(job.signals);
  pns_position_free(job.position);
  pns_cli_arguments_done(&job.arguments);
  return exit_status;
}
