/* The game being played: where it began, the moves since, and the position they lead to. */
#ifndef PNS_FRONT_GTP_BOARD_H
#define PNS_FRONT_GTP_BOARD_H

#include <pns/pns.h>

struct pns_front_gtp_move {
  char text[PNS_MOVE_TEXT_MAX];
};

struct pns_front_gtp_board {
  struct pns_game_options game;
  char name[PNS_PATH_MAX]; /* GAME, without parameters */
  char parameters[PNS_PARAMETERS_MAX];
  char setup[PNS_POSITION_TEXT_MAX]; /* in the game's notation; "": the usual start */
  unsigned long beginnings;          /* counts them: clear_board, boardsize, another setup */
  struct pns_front_gtp_move *moves;
  size_t count, room;
  struct pns_position *position;
};

enum pns_status pns_front_gtp_board_init(struct pns_front_gtp_board *board, const char *spec,
                                         const struct pns_game_options *game,
                                         struct pns_error *error);
void pns_front_gtp_board_done(struct pns_front_gtp_board *board);

/* These leave the board as it was when they fail. */
enum pns_status pns_front_gtp_board_clear(struct pns_front_gtp_board *board,
                                          struct pns_error *error);
enum pns_status pns_front_gtp_board_resize(struct pns_front_gtp_board *board, const char *width,
                                           const char *height, struct pns_error *error);
enum pns_status pns_front_gtp_board_set(struct pns_front_gtp_board *board, const char *text,
                                        struct pns_error *error);
enum pns_status pns_front_gtp_board_play(struct pns_front_gtp_board *board, const char *move,
                                         struct pns_error *error);
enum pns_status pns_front_gtp_board_undo(struct pns_front_gtp_board *board,
                                         struct pns_error *error);

/* A position of its own: that of the board after one more move (NULL: none). */
enum pns_status pns_front_gtp_board_after(const struct pns_front_gtp_board *board, const char *move,
                                          struct pns_position **position, struct pns_error *error);

enum pns_player pns_front_gtp_board_mover(const struct pns_front_gtp_board *board);
enum pns_outcome pns_front_gtp_board_outcome(const struct pns_front_gtp_board *board);
/* The legal moves, none when the game is over; to be given to free(). NULL without memory. */
struct pns_front_gtp_move *pns_front_gtp_board_moves(const struct pns_front_gtp_board *board,
                                                     uint32_t *count);

/* "black" or "white". Black is the first player, except where white men begin. */
const char *pns_front_gtp_board_colour(const struct pns_front_gtp_board *board,
                                       enum pns_player player);
/* False when the word names no colour. */
bool pns_front_gtp_board_player(const struct pns_front_gtp_board *board, const char *word,
                                enum pns_player *player);

#endif
