/* pns games: what can be solved, and how it is written. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "nearest.h"

static int print_help(void) {
  printf(
      "pns games [NAME]\n"
      "Lists the games with their parameters; with a name, its rules, notation and source.\n"
      "A NAME with a '/' is a shared object with a game of your own (see pns/game.h).\n");
  return PNS_EXIT_DECIDED;
}

static int print_list(void) {
  const struct pns_game *game;
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++)
    printf("%-14s %-26s %s\n", game->name, game->title, game->parameters);
  return PNS_EXIT_DECIDED;
}

/* Built-in games have all their texts, others need not. */
static const char *text(const char *given) { return given == NULL ? "not told" : given; }

static int print_game(const struct pns_game *game) {
  printf("%s: %s\n\nParameters: %s\n\nNotation: %s\n\nRules: %s\n\nSource: %s\n", game->name,
         game->title, text(game->parameters), text(game->notation), text(game->rules),
         text(game->source));
  return PNS_EXIT_DECIDED;
}

static int refuse(const char *name) {
  const struct pns_game *game, *best = pns_game_at(0);
  for (size_t i = 1; (game = pns_game_at(i)) != NULL; i++)
    if (pns_cli_distance(name, game->name) < pns_cli_distance(name, best->name)) best = game;
  struct pns_error error;
  if (best != NULL && pns_cli_distance(name, best->name) <= 3)
    pns_error_set(&error, PNS_ERROR_INPUT, "unknown game '%.60s', did you mean '%s'?", name,
                  best->name);
  else
    pns_error_set(&error, PNS_ERROR_INPUT,
                  "unknown game '%.60s', expected one that 'pns games' lists", name);
  return pns_cli_fail(&error);
}

static int print_own(const char *path) {
  const struct pns_game_options how = {.own = true};
  struct pns_position *position = NULL;
  struct pns_error error;
  if (pns_position_new_with(path, &how, &position, &error) != PNS_OK) return pns_cli_fail(&error);
  print_game(pns_position_rules(position)->game);
  pns_position_free(position);
  return PNS_EXIT_DECIDED;
}

int pns_cli_games(int argc, char **argv) {
  if (argc == 1) return print_list();
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return print_help();
  struct pns_error error;
  if (argc > 2 || argv[1][0] == '-') {
    pns_error_set(&error, PNS_ERROR_INPUT,
                  "unexpected '%.60s', expected at most the name of a game",
                  argv[1][0] == '-' ? argv[1] : argv[2]);
    return pns_cli_fail(&error);
  }
  const struct pns_game *game;
  if (strchr(argv[1], '/') != NULL) return print_own(argv[1]);
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++)
    if (strcmp(game->name, argv[1]) == 0) return print_game(game);
  return refuse(argv[1]);
}
