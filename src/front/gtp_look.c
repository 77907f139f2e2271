/* What the kept search has found: lines, numbers and work. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "front/gtp_inside.h"

/* Longer lines end here. */
#define LINE_MAX_PLIES 256u

static enum pns_status refuse_nothing(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "nothing is known about this position, expected a genmove or "
                       "dfpn-solve-state before");
}

/* ---- the line ---- */

/* Whoever wins follows the proof, whoever loses goes where it took most to beat him; where nothing
 * is settled both follow the most promising moves. */
static uint32_t choose(const struct pns_look *here, const struct pns_child *children,
                       enum pns_player prover) {
  const bool settled = here->numbers.verdict != PNS_UNKNOWN;
  const bool mover_wins = (here->numbers.verdict == PNS_PROVEN) == (here->mover == prover);
  if (!settled || here->best == here->children) return here->best;
  if (mover_wins) /* a sweep may have dropped what the verdict rests on */
    return children[here->best].numbers.verdict == here->numbers.verdict ? here->best
                                                                         : here->children;
  uint32_t most = 0;
  for (uint32_t i = 1; i < here->children; i++)
    if (children[i].work > children[most].work) most = i;
  return most;
}

/* Writes the line move by move; whether anything was known. */
static bool write_line(const struct pns_front_gtp *gtp, struct pns_front_gtp_move *line,
                       struct pns_child *children, FILE *out) {
  const struct pns_front_gtp_slot *slot = &gtp->search.kept;
  struct pns_look here;
  for (size_t length = 0; length < LINE_MAX_PLIES; length++) {
    if (!pns_front_gtp_search_look(slot, &gtp->board, line, length, &here, children) ||
        (length == 0 && !here.expanded && here.numbers.verdict == PNS_UNKNOWN))
      return length > 0;
    const uint32_t next = choose(&here, children, slot->prover);
    if (here.outcome != PNS_ONGOING || next >= here.children) break;
    strcpy(line[length].text, children[next].move);
    fprintf(out, "%s%s", length == 0 ? "" : " ", children[next].move);
  }
  return true;
}

enum pns_status pns_front_gtp_get_pv(struct pns_front_gtp *gtp,
                                     const struct pns_front_gtp_line *line, FILE *out,
                                     struct pns_error *error) {
  enum pns_status status = pns_front_gtp_check_colour(gtp, line, error);
  if (status != PNS_OK) return status;
  struct pns_front_gtp_move *moves = malloc(LINE_MAX_PLIES * sizeof *moves);
  struct pns_child *children =
      malloc(pns_position_rules(gtp->board.position)->max_moves * sizeof *children);
  if (moves == NULL || children == NULL)
    status = pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a line");
  else if (!write_line(gtp, moves, children, out))
    status = refuse_nothing(error);
  free(moves);
  free(children);
  return status;
}

/* ---- the moves ---- */

enum pns_status pns_front_gtp_get_bounds(struct pns_front_gtp *gtp,
                                         const struct pns_front_gtp_line *line, FILE *out,
                                         struct pns_error *error) {
  uint32_t count;
  const enum pns_status status = pns_front_gtp_check_colour(gtp, line, error);
  if (status != PNS_OK) return status;
  const struct pns_front_gtp_slot *slot = &gtp->search.kept;
  const bool mover_proves = pns_front_gtp_board_mover(&gtp->board) == slot->prover;
  struct pns_front_gtp_mark *marks = pns_front_gtp_marks(gtp, slot, &count);
  if (marks == NULL) return refuse_nothing(error);
  const char *blank = "";
  for (uint32_t i = 0; i < count; i++) {
    const struct pns_numbers *numbers = &marks[i].numbers;
    char text[16];
    if (!marks[i].known) continue;
    pns_front_gtp_mark_text(&marks[i], mover_proves, text, sizeof text);
    if (numbers->verdict != PNS_UNKNOWN)
      fprintf(out, "%s%s %s", blank, marks[i].move, text);
    else
      fprintf(out, "%s%s %" PRIu32 ":%" PRIu32, blank, marks[i].move,
              mover_proves ? numbers->pn : numbers->dn, mover_proves ? numbers->dn : numbers->pn);
    blank = " ";
  }
  free(marks);
  return PNS_OK;
}

enum pns_status pns_front_gtp_get_work(struct pns_front_gtp *gtp,
                                       const struct pns_front_gtp_line *line, FILE *out,
                                       struct pns_error *error) {
  uint32_t count;
  const enum pns_status status = pns_front_gtp_check_colour(gtp, line, error);
  if (status != PNS_OK) return status;
  struct pns_front_gtp_mark *marks = pns_front_gtp_marks(gtp, &gtp->search.kept, &count);
  if (marks == NULL) return refuse_nothing(error);
  const char *blank = "";
  for (uint32_t i = 0; i < count; i++) {
    if (marks[i].work == 0) continue;
    fprintf(out, "%s%s %" PRIu32, blank, marks[i].move, marks[i].work);
    blank = " ";
  }
  free(marks);
  return PNS_OK;
}
