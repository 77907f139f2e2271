#include "front/gtp_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- positions ---- */

static enum pns_status begin(const struct pns_front_gtp_board *board, const char *parameters,
                             const char *setup, struct pns_position **position,
                             struct pns_error *error) {
  char spec[PNS_PATH_MAX + PNS_PARAMETERS_MAX];
  snprintf(spec, sizeof spec, "%s%s%s", board->name, parameters[0] == '\0' ? "" : ":", parameters);
  enum pns_status status = pns_position_new_with(spec, &board->game, position, error);
  if (status != PNS_OK || setup[0] == '\0') return status;
  status = pns_position_parse(*position, setup, error);
  if (status != PNS_OK) pns_position_free(*position);
  return status;
}

/* The position after the first `count` moves and then `more` (NULL: none). */
static enum pns_status replay(const struct pns_front_gtp_board *board, size_t count,
                              const char *more, struct pns_position **result,
                              struct pns_error *error) {
  struct pns_position *position = NULL;
  enum pns_status status = begin(board, board->parameters, board->setup, &position, error);
  if (status != PNS_OK) return status;
  for (size_t i = 0; i < count && status == PNS_OK; i++)
    status = pns_position_play(position, board->moves[i].text, error);
  if (status == PNS_OK && more != NULL) status = pns_position_play(position, more, error);
  if (status != PNS_OK) {
    pns_position_free(position);
    return status;
  }
  *result = position;
  return PNS_OK;
}

enum pns_status pns_front_gtp_board_after(const struct pns_front_gtp_board *board, const char *move,
                                          struct pns_position **position, struct pns_error *error) {
  return replay(board, board->count, move, position, error);
}

static void replace(struct pns_front_gtp_board *board, struct pns_position *position) {
  pns_position_free(board->position);
  board->position = position;
}

/* ---- beginnings ---- */

static enum pns_status begin_anew(struct pns_front_gtp_board *board, const char *parameters,
                                  const char *setup, struct pns_error *error) {
  struct pns_position *position = NULL;
  enum pns_status status = begin(board, parameters, setup, &position, error);
  if (status != PNS_OK) return status;
  replace(board, position);
  /* Parameters and setup may be the board's own. */
  memmove(board->setup, setup, strlen(setup) + 1);
  snprintf(board->parameters, sizeof board->parameters, "%s",
           pns_position_rules(position)->parameters);
  board->count = 0;
  board->beginnings++;
  return PNS_OK;
}

enum pns_status pns_front_gtp_board_init(struct pns_front_gtp_board *board, const char *spec,
                                         const struct pns_game_options *game,
                                         struct pns_error *error) {
  *board = (struct pns_front_gtp_board){.game = *game};
  const size_t length = strcspn(spec, ":");
  if (length >= sizeof board->name)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "the game's name is %zu characters long, expected at most %zu", length,
                         sizeof board->name - 1);
  memcpy(board->name, spec, length);
  return begin_anew(board, spec[length] == ':' ? spec + length + 1 : "", "", error);
}

void pns_front_gtp_board_done(struct pns_front_gtp_board *board) {
  pns_position_free(board->position);
  free(board->moves);
}

enum pns_status pns_front_gtp_board_clear(struct pns_front_gtp_board *board,
                                          struct pns_error *error) {
  return begin_anew(board, board->parameters, "", error);
}

enum pns_status pns_front_gtp_board_set(struct pns_front_gtp_board *board, const char *text,
                                        struct pns_error *error) {
  if (strlen(text) >= sizeof board->setup)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "the position is %zu characters long, expected at most %zu", strlen(text),
                         sizeof board->setup - 1);
  return begin_anew(board, board->parameters, text, error);
}

/* ---- sizes ---- */

static bool is_number(const char *word) {
  const size_t digits = strspn(word, "0123456789");
  return digits > 0 && digits <= 6 && word[digits] == '\0';
}

/* Parameters as the present ones, with other sizes: "5", "7x6" or "3x3x3", whose last number is no
 * size. False when they are of another form. */
static bool write_parameters(const struct pns_front_gtp_board *board, const char *width,
                             const char *height, char *text, size_t size) {
  unsigned numbers[3];
  char end;
  const int count =
      sscanf(board->parameters, "%6ux%6ux%6u%c", &numbers[0], &numbers[1], &numbers[2], &end);
  if (count < 1 || count > 3 || board->parameters[strspn(board->parameters, "0123456789x")] != '\0')
    return false;
  if (count == 1 && atoi(width) != atoi(height)) return false;
  if (count == 1) snprintf(text, size, "%s", width);
  if (count == 2) snprintf(text, size, "%sx%s", width, height);
  if (count == 3) snprintf(text, size, "%sx%sx%u", width, height, numbers[2]);
  return true;
}

enum pns_status pns_front_gtp_board_resize(struct pns_front_gtp_board *board, const char *width,
                                           const char *height, struct pns_error *error) {
  const struct pns_game *game = pns_position_rules(board->position)->game;
  char parameters[64];
  if (!is_number(width) || !is_number(height) ||
      !write_parameters(board, width, height, parameters, sizeof parameters))
    return pns_error_set(error, PNS_ERROR_INPUT, "%.20s by %.20s, expected what %s can have: %s",
                         width, height, game->title,
                         game->parameters == NULL ? "no sizes" : game->parameters);
  return begin_anew(board, parameters, "", error);
}

/* ---- moves ---- */

static bool make_room(struct pns_front_gtp_board *board) {
  if (board->count < board->room) return true;
  const size_t room = board->room == 0 ? 64 : 2 * board->room;
  struct pns_front_gtp_move *moves = realloc(board->moves, room * sizeof *moves);
  if (moves == NULL) return false;
  board->moves = moves;
  board->room = room;
  return true;
}

/* The move is kept as the game writes it, so that the same game is the same texts. */
static void note(struct pns_front_gtp_board *board, const char *move) {
  uint32_t count = 0;
  struct pns_front_gtp_move *legal = pns_front_gtp_board_moves(board, &count);
  const char *text = move;
  for (uint32_t i = 0; legal != NULL && i < count; i++)
    if (strcasecmp(legal[i].text, move) == 0) text = legal[i].text;
  for (uint32_t i = 0; legal != NULL && i < count; i++)
    if (strcmp(legal[i].text, move) == 0) text = move;
  snprintf(board->moves[board->count].text, sizeof board->moves[0].text, "%s", text);
  free(legal);
}

enum pns_status pns_front_gtp_board_play(struct pns_front_gtp_board *board, const char *move,
                                         struct pns_error *error) {
  if (!make_room(board))
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for the moves of the game");
  note(board, move);
  const enum pns_status status = pns_position_play(board->position, move, error);
  if (status == PNS_OK) board->count++;
  return status;
}

enum pns_status pns_front_gtp_board_undo(struct pns_front_gtp_board *board,
                                         struct pns_error *error) {
  if (board->count == 0) return pns_error_set(error, PNS_ERROR_INPUT, "no move has been played");
  struct pns_position *position = NULL;
  enum pns_status status = replay(board, board->count - 1, NULL, &position, error);
  if (status != PNS_OK) return status;
  replace(board, position);
  board->count--;
  return PNS_OK;
}

/* ---- asking ---- */

enum pns_player pns_front_gtp_board_mover(const struct pns_front_gtp_board *board) {
  const struct pns_rules *rules = pns_position_rules(board->position);
  return rules->game->mover(rules, pns_position_bytes(board->position));
}

enum pns_outcome pns_front_gtp_board_outcome(const struct pns_front_gtp_board *board) {
  const struct pns_rules *rules = pns_position_rules(board->position);
  return rules->game->outcome(rules, pns_position_bytes(board->position));
}

struct pns_front_gtp_move *pns_front_gtp_board_moves(const struct pns_front_gtp_board *board,
                                                     uint32_t *count) {
  const struct pns_rules *rules = pns_position_rules(board->position);
  const void *bytes = pns_position_bytes(board->position);
  pns_move *moves = malloc(rules->max_moves * sizeof *moves);
  struct pns_front_gtp_move *texts = malloc(rules->max_moves * sizeof *texts);
  *count = 0;
  if (moves == NULL || texts == NULL) {
    free(moves);
    free(texts);
    return NULL;
  }
  if (rules->game->outcome(rules, bytes) == PNS_ONGOING)
    *count = rules->game->moves(rules, bytes, moves);
  for (uint32_t i = 0; i < *count; i++)
    rules->game->move_text(rules, bytes, moves[i], texts[i].text);
  free(moves);
  return texts;
}

/* ---- colours ---- */

static bool white_begins(const struct pns_front_gtp_board *board) {
  return strcmp(board->name, "breakthrough") == 0;
}

const char *pns_front_gtp_board_colour(const struct pns_front_gtp_board *board,
                                       enum pns_player player) {
  return (player == PNS_FIRST) != white_begins(board) ? "black" : "white";
}

bool pns_front_gtp_board_player(const struct pns_front_gtp_board *board, const char *word,
                                enum pns_player *player) {
  const bool black = strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0;
  const bool white = strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0;
  *player = black != white_begins(board) ? PNS_FIRST : PNS_SECOND;
  return black || white;
}
