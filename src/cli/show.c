/* pns show: a position drawn, with its moves and its key. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "command.h"
#include "json.h"
#include "perft.h"

#define ACCEPTS (PNS_CLI_POSITION | PNS_CLI_GAME | PNS_CLI_PERFT | PNS_CLI_JSON)

/* A position looked at. */
struct view {
  const struct pns_rules *rules;
  const void *bytes;
  enum pns_outcome outcome;
  uint32_t count;
  pns_move moves[PNS_MOVES_MAX];
  char text[PNS_POSITION_TEXT_MAX];
  char drawing[PNS_DRAWING_MAX];
  char key[40];
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

static void look(struct view *view, const struct pns_position *position) {
  const struct pns_rules *rules = pns_position_rules(position);
  view->rules = rules;
  view->bytes = pns_position_bytes(position);
  view->outcome = rules->game->outcome(rules, view->bytes);
  view->count =
      view->outcome == PNS_ONGOING ? rules->game->moves(rules, view->bytes, view->moves) : 0;
  rules->game->format(rules, view->bytes, view->text);
  rules->game->draw(rules, view->bytes, view->drawing);
  struct pns_key key;
  pns_position_key(position, &key);
  snprintf(view->key, sizeof view->key, "%016" PRIx64 "%016" PRIx64, key.word[1], key.word[0]);
}

static const char *outcome_name(enum pns_outcome outcome) {
  switch (outcome) {
    case PNS_FIRST_WINS:
      return "first wins";
    case PNS_SECOND_WINS:
      return "second wins";
    case PNS_DRAW:
      return "draw";
    case PNS_ONGOING:
      break;
  }
  return "ongoing";
}

static const char *mover_name(const struct view *view) {
  return view->rules->game->mover(view->rules, view->bytes) == PNS_FIRST ? "first" : "second";
}

static void print_text(const struct view *view) {
  printf("%s%s%s\n\n%s\n", view->rules->game->title, view->rules->parameters[0] == '\0' ? "" : " ",
         view->rules->parameters, view->drawing);
  printf("position %s\n", view->text);
  if (view->outcome == PNS_ONGOING)
    printf("to move  %s player\n", mover_name(view));
  else
    printf("over     %s\n", outcome_name(view->outcome));
  printf("moves   ");
  for (uint32_t i = 0; i < view->count; i++) {
    char move[PNS_MOVE_TEXT_MAX];
    view->rules->game->move_text(view->rules, view->bytes, view->moves[i], move);
    printf(" %s", move);
  }
  printf("%s\nkey      %s\n", view->count == 0 ? " none" : "", view->key);
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

static json_t *json_moves(const struct view *view) {
  json_t *moves = json_array();
  for (uint32_t i = 0; i < view->count; i++) {
    char move[PNS_MOVE_TEXT_MAX];
    view->rules->game->move_text(view->rules, view->bytes, view->moves[i], move);
    json_array_append_new(moves, pns_cli_json_text(move));
  }
  return moves;
}

static bool print_json(const struct view *view, const struct pns_position *position) {
  json_t *object = json_object();
  json_object_set_new(object, "game", pns_cli_json_game(position));
  json_object_set_new(object, "position", pns_cli_json_text(view->text));
  json_object_set_new(object, "outcome", json_string(outcome_name(view->outcome)));
  json_object_set_new(object, "mover",
                      view->outcome == PNS_ONGOING ? json_string(mover_name(view)) : json_null());
  json_object_set_new(object, "moves", json_moves(view));
  json_object_set_new(object, "key", json_string(view->key));
  json_object_set_new(object, "drawing", pns_cli_json_text(view->drawing));
  if (view->perft > 0) json_object_set_new(object, "perft", json_perft(view));
  return pns_cli_json_print(object);
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
  look(view, position);
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
