/* A position as people and programs are shown it. */
#ifndef PNS_FRONT_VIEW_H
#define PNS_FRONT_VIEW_H

#include <jansson.h>
#include <pns/pns.h>

struct pns_front_view {
  const struct pns_rules *rules;
  const void *bytes;
  enum pns_outcome outcome;
  uint32_t count; /* of moves; 0 when the game is over */
  pns_move moves[PNS_MOVES_MAX];
  char text[PNS_POSITION_TEXT_MAX];
  char drawing[PNS_DRAWING_MAX];
  char key[40];
};

/* The position is borrowed. */
void pns_front_view_look(struct pns_front_view *view, const struct pns_position *position);
/* "first wins", "ongoing", ... */
const char *pns_front_outcome_name(enum pns_outcome outcome);
/* "first" or "second" */
const char *pns_front_player_name(enum pns_player player);
enum pns_player pns_front_view_mover(const struct pns_front_view *view);
/* The legal moves as an array of texts. */
json_t *pns_front_view_moves(const struct pns_front_view *view);
/* The object of `pns show --json`. */
json_t *pns_front_view_json(const struct pns_front_view *view, const struct pns_position *position);

#endif
