/* The game: sizes, moves, the board shown, the clock. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "front/gtp_inside.h"

enum pns_status pns_front_gtp_prefix(const char *words, enum pns_status status,
                                     struct pns_error *error) {
  if (status == PNS_OK) return PNS_OK;
  const struct pns_error inner = *error;
  return pns_error_set(error, status, "%s: %.460s", words, inner.text);
}

/* ---- colours ---- */

enum pns_status pns_front_gtp_read_player(const struct pns_front_gtp *gtp, const char *word,
                                          bool to_move, enum pns_player *player,
                                          struct pns_error *error) {
  const struct pns_front_gtp_board *board = &gtp->board;
  if (!pns_front_gtp_board_player(board, word, player))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "syntax error: the colour is '%.40s', expected black or white", word);
  const enum pns_player mover = pns_front_gtp_board_mover(board);
  if (!to_move || *player == mover || pns_front_gtp_board_outcome(board) != PNS_ONGOING)
    return PNS_OK;
  return pns_error_set(
      error, PNS_ERROR_INPUT, "it is %s's turn, not %s's: in %s the position says who moves",
      pns_front_gtp_board_colour(board, mover), pns_front_gtp_board_colour(board, *player),
      pns_position_rules(board->position)->game->title);
}

enum pns_status pns_front_gtp_check_colour(const struct pns_front_gtp *gtp,
                                           const struct pns_front_gtp_line *line,
                                           struct pns_error *error) {
  enum pns_player player;
  if (line->count == 0) return PNS_OK;
  return pns_front_gtp_read_player(gtp, line->words[0], true, &player, error);
}

/* ---- the board ---- */

enum pns_status pns_front_gtp_boardsize(struct pns_front_gtp *gtp,
                                        const struct pns_front_gtp_line *line, FILE *out,
                                        struct pns_error *error) {
  (void)out;
  const char *width = line->words[0];
  const char *height = line->count > 1 ? line->words[1] : width;
  return pns_front_gtp_prefix("unacceptable size",
                              pns_front_gtp_board_resize(&gtp->board, width, height, error), error);
}

enum pns_status pns_front_gtp_clear_board(struct pns_front_gtp *gtp,
                                          const struct pns_front_gtp_line *line, FILE *out,
                                          struct pns_error *error) {
  (void)line;
  (void)out;
  return pns_front_gtp_board_clear(&gtp->board, error);
}

/* Moves that front ends know and most games do not. */
static enum pns_status refuse_special(const struct pns_front_gtp_board *board, const char *move,
                                      struct pns_error *error) {
  static const char *const special[] = {"resign", "swap-pieces", "swap-sides", "swap", "pass"};
  for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
    if (strcasecmp(move, special[i]) == 0)
      return pns_error_set(error, PNS_ERROR_INPUT, "%s has no move '%s' here",
                           pns_position_rules(board->position)->game->title, special[i]);
  return PNS_OK;
}

enum pns_status pns_front_gtp_play(struct pns_front_gtp *gtp, const struct pns_front_gtp_line *line,
                                   FILE *out, struct pns_error *error) {
  enum pns_player player;
  (void)out;
  const bool named = pns_front_gtp_board_player(&gtp->board, line->words[0], &player);
  enum pns_status status = pns_front_gtp_read_player(gtp, line->words[0], true, &player, error);
  if (status == PNS_OK) {
    status = pns_front_gtp_board_play(&gtp->board, line->words[1], error);
    struct pns_error special;
    if (status == PNS_ERROR_INPUT &&
        refuse_special(&gtp->board, line->words[1], &special) != PNS_OK)
      *error = special;
  }
  return named ? pns_front_gtp_prefix("illegal move", status, error) : status;
}

enum pns_status pns_front_gtp_undo(struct pns_front_gtp *gtp, const struct pns_front_gtp_line *line,
                                   FILE *out, struct pns_error *error) {
  (void)line;
  (void)out;
  return pns_front_gtp_prefix("cannot undo", pns_front_gtp_board_undo(&gtp->board, error), error);
}

static const char *outcome_words(const struct pns_front_gtp_board *board) {
  const enum pns_outcome outcome = pns_front_gtp_board_outcome(board);
  if (outcome == PNS_DRAW) return "draw";
  if (outcome == PNS_ONGOING) return NULL;
  return pns_front_gtp_board_colour(board, outcome == PNS_FIRST_WINS ? PNS_FIRST : PNS_SECOND);
}

enum pns_status pns_front_gtp_showboard(struct pns_front_gtp *gtp,
                                        const struct pns_front_gtp_line *line, FILE *out,
                                        struct pns_error *error) {
  const struct pns_front_gtp_board *board = &gtp->board;
  const struct pns_rules *rules = pns_position_rules(board->position);
  char drawing[PNS_DRAWING_MAX];
  (void)line;
  (void)error;
  rules->game->draw(rules, pns_position_bytes(board->position), drawing);
  fprintf(out, "\n%s", drawing);
  const char *outcome = outcome_words(board);
  if (outcome == NULL)
    fprintf(out, "%s to move\n",
            pns_front_gtp_board_colour(board, pns_front_gtp_board_mover(board)));
  else
    fprintf(out, "the game is over: %s%s\n", outcome, outcome[0] == 'd' ? "" : " has won");
  return PNS_OK;
}

enum pns_status pns_front_gtp_final_score(struct pns_front_gtp *gtp,
                                          const struct pns_front_gtp_line *line, FILE *out,
                                          struct pns_error *error) {
  (void)line;
  const char *outcome = outcome_words(&gtp->board);
  if (outcome == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "cannot score: the game is not over; dfpn-solve-state tells who wins it");
  fprintf(out, "%s", outcome[0] == 'd' ? "0" : outcome[0] == 'b' ? "B+" : "W+");
  return PNS_OK;
}

enum pns_status pns_front_gtp_legal_moves(struct pns_front_gtp *gtp,
                                          const struct pns_front_gtp_line *line, FILE *out,
                                          struct pns_error *error) {
  uint32_t count;
  struct pns_front_gtp_move *moves = pns_front_gtp_board_moves(&gtp->board, &count);
  (void)line;
  if (moves == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for moves");
  for (uint32_t i = 0; i < count; i++) fprintf(out, "%s%s", i == 0 ? "" : " ", moves[i].text);
  free(moves);
  return PNS_OK;
}

enum pns_status pns_front_gtp_position(struct pns_front_gtp *gtp,
                                       const struct pns_front_gtp_line *line, FILE *out,
                                       struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(gtp->board.position);
  char text[PNS_POSITION_TEXT_MAX] = "";
  if (line->count == 0) {
    rules->game->format(rules, pns_position_bytes(gtp->board.position), text);
    fprintf(out, "%s", text);
    return PNS_OK;
  }
  for (size_t i = 0; i < line->count; i++) {
    if (strlen(text) + strlen(line->words[i]) + 2 > sizeof text)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "the position is too long, expected at most %u characters",
                           PNS_POSITION_TEXT_MAX - 1);
    if (i > 0) strcat(text, " ");
    strcat(text, line->words[i]);
  }
  return pns_front_gtp_board_set(&gtp->board, text, error);
}

/* ---- the clock ---- */

enum pns_status pns_front_gtp_time_settings(struct pns_front_gtp *gtp,
                                            const struct pns_front_gtp_line *line, FILE *out,
                                            struct pns_error *error) {
  (void)out;
  return pns_front_gtp_prefix("syntax error",
                              pns_front_gtp_clock_set(&gtp->clock, line->words, error), error);
}

enum pns_status pns_front_gtp_time_left(struct pns_front_gtp *gtp,
                                        const struct pns_front_gtp_line *line, FILE *out,
                                        struct pns_error *error) {
  enum pns_player player;
  (void)out;
  const enum pns_status status =
      pns_front_gtp_read_player(gtp, line->words[0], false, &player, error);
  if (status != PNS_OK) return status;
  return pns_front_gtp_prefix(
      "syntax error",
      pns_front_gtp_clock_left(&gtp->clock, player, line->words[1], line->words[2], error), error);
}
