/* A session from inside, and its commands. */
#ifndef PNS_FRONT_GTP_INSIDE_H
#define PNS_FRONT_GTP_INSIDE_H

#include "front/gtp.h"
#include "front/gtp_clock.h"
#include "front/gtp_gfx.h"
#include "front/gtp_line.h"
#include "front/gtp_search.h"

struct pns_front_gtp {
  struct pns_options *options;
  double move_s; /* most time for a genmove; 0: no limit */
  enum pns_front_gtp_gfx gfx;
  bool by_number; /* undecided, genmove goes by the least number, not by most work */
  struct pns_front_gtp_board board;
  struct pns_front_gtp_search search;
  struct pns_front_gtp_clock clock;
  /* What the live numbers show of a command that tries one move after the other. */
  const struct pns_front_gtp_mark *tried;
  uint32_t tried_count;
  const char *trying; /* NULL: none does */
};

/* Answers a command whose count of arguments is right: writes what stands behind the '=', or
 * returns a failure with the sentence behind the '?'. */
typedef enum pns_status pns_front_gtp_command(struct pns_front_gtp *gtp,
                                              const struct pns_front_gtp_line *line, FILE *out,
                                              struct pns_error *error);

/* gtp_play.c: the game */
pns_front_gtp_command pns_front_gtp_boardsize, pns_front_gtp_clear_board, pns_front_gtp_play,
    pns_front_gtp_undo, pns_front_gtp_showboard, pns_front_gtp_final_score,
    pns_front_gtp_legal_moves, pns_front_gtp_position, pns_front_gtp_time_settings,
    pns_front_gtp_time_left;
/* gtp_think.c: what is searched */
pns_front_gtp_command pns_front_gtp_genmove, pns_front_gtp_reg_genmove, pns_front_gtp_solve_state,
    pns_front_gtp_find_winning, pns_front_gtp_clear_tt;
/* gtp_look.c: what a search has found */
pns_front_gtp_command pns_front_gtp_get_pv, pns_front_gtp_get_bounds, pns_front_gtp_get_work;
/* gtp_param.c: parameters */
pns_front_gtp_command pns_front_gtp_param;
enum pns_status pns_front_gtp_param_set(struct pns_front_gtp *gtp, const char *name,
                                        const char *value, struct pns_error *error);

/* A copy with `except` (NULL: none) at its default; NULL without memory. */
struct pns_options *pns_front_gtp_param_copy(const struct pns_options *options, const char *except);

/* Reads a colour, which must be that of the side to move when `to_move`. */
enum pns_status pns_front_gtp_read_player(const struct pns_front_gtp *gtp, const char *word,
                                          bool to_move, enum pns_player *player,
                                          struct pns_error *error);
/* The optional colour of a command that is about the side to move. */
enum pns_status pns_front_gtp_check_colour(const struct pns_front_gtp *gtp,
                                           const struct pns_front_gtp_line *line,
                                           struct pns_error *error);
/* Puts `words` in front of a failure's sentence. */
enum pns_status pns_front_gtp_prefix(const char *words, enum pns_status status,
                                     struct pns_error *error);

/* The moves of the board's position as the kept search sees them; to be given to free(). NULL when
 * it knows nothing of it, or without memory. */
struct pns_front_gtp_mark *pns_front_gtp_marks(const struct pns_front_gtp *gtp,
                                               const struct pns_front_gtp_slot *slot,
                                               uint32_t *count);
/* A pns_progress_function: the live numbers of a session. */
void pns_front_gtp_report(void *gtp, const struct pns_progress *now);

#endif
