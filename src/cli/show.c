/* pns show: a position drawn, with its moves and its key. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "command.h"
#include "front/json.h"
#include "front/view.h"
#include "perft.h"

#define ACCEPTS (PNS_CLI_POSITION | PNS_CLI_GAME | PNS_CLI_PERFT | PNS_CLI_JSON)

/* A position looked at. */
struct view {
  struct pns_front_view seen;
  unsigned perft;
  struct pns_cli_perft *counts;
};

static int print_help(void) {
  printf(
      "pns show GAME[:PARAMETERS] [MOVE...] [OPTION...]\n"
      "Draws the position and lists the legal moves. The key is the one under which the solver\n"
      "knows the position; symmetric positions share it. --check-game plays games at random first\n"
      "and says which promise of game.h is broken, if one is.\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

static void print_moves(const struct pns_front_view *seen) {
  printf("moves   ");
  for (uint32_t i = 0; i < seen->count; i++) {
    char move[PNS_MOVE_TEXT_MAX];
    seen->rules->game->move_text(seen->rules, seen->bytes, seen->moves[i], move);
    printf(" %s", move);
  }
  printf("%s\n", seen->count == 0 ? " none" : "");
}

static void print_text(const struct view *view) {
  const struct pns_front_view *seen = &view->seen;
  printf("%s%s%s\n\n%s\n", seen->rules->game->title, seen->rules->parameters[0] == '\0' ? "" : " ",
         seen->rules->parameters, seen->drawing);
  printf("position %s\n", seen->text);
  if (seen->outcome == PNS_ONGOING)
    printf("to move  %s player\n", pns_front_player_name(pns_front_view_mover(seen)));
  else
    printf("over     %s\n", pns_front_outcome_name(seen->outcome));
  print_moves(seen);
  printf("key      %s\n", seen->key);
  for (unsigned i = 0; i < view->perft; i++)
    printf("%s%-3u %20" PRIu64 " lines, %" PRIu64 " of them ended\n",
           i == 0 ? "\nperft " : "      ", i + 1, view->counts[i].lines, view->counts[i].ends);
}

static json_t *json_perft(const struct view *view) {
  json_t *counts = json_array();
  for (unsigned i = 0; i < view->perft; i++)
    json_array_append_new(counts, json_pack("{s:i,s:I,s:I}", "plies", (int)i + 1, "lines",
                                            (json_int_t)view->counts[i].lines, "ends",
                                            (json_int_t)view->counts[i].ends));
  return counts;
}

static bool print_json(const struct view *view, const struct pns_position *position) {
  json_t *object = pns_front_view_json(&view->seen, position);
  if (view->perft > 0) json_object_set_new(object, "perft", json_perft(view));
  return pns_front_json_print(object);
}

static enum pns_status count(struct view *view, const struct pns_position *position,
                             struct pns_error *error) {
  if (view->perft == 0) return pns_position_check(position, error);
  view->counts = malloc(view->perft * sizeof *view->counts);
  if (view->counts == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for counting lines");
  return pns_cli_perft_count(position, view->perft, view->counts, error);
}

static enum pns_status print_view(const struct pns_cli_arguments *arguments,
                                  const struct pns_position *position, struct pns_error *error) {
  struct view *view = calloc(1, sizeof *view);
  if (view == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a view");
  view->perft = arguments->perft;
  pns_front_view_look(&view->seen, position);
  enum pns_status status = count(view, position, error);
  if (status == PNS_OK && !arguments->json) print_text(view);
  if (status == PNS_OK && arguments->json && !print_json(view, position))
    status = pns_error_set(error, PNS_ERROR_SYSTEM, "the JSON object could not be written");
  free(view->counts);
  free(view);
  return status;
}

int pns_cli_show(int argc, char **argv) {
  struct pns_cli_arguments arguments;
  struct pns_position *position = NULL;
  struct pns_error error;
  enum pns_status status = pns_cli_arguments_init(&arguments, ACCEPTS, argc, argv, &error);
  int exit_status = PNS_EXIT_DECIDED;
  if (status == PNS_OK && arguments.help) {
    exit_status = print_help();
  } else {
    if (status == PNS_OK) status = pns_cli_arguments_position(&arguments, &position, &error);
    if (status == PNS_OK) status = print_view(&arguments, position, &error);
    if (status != PNS_OK) exit_status = pns_cli_fail(&error);
  }
  pns_position_free(position);
  pns_cli_arguments_done(&arguments);
  return exit_status;
}
