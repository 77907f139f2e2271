/* What is searched: moves, winners, all winning moves. */
#include <stdlib.h>
#include <string.h>

#include "front/gtp_inside.h"

/* ---- live numbers ---- */

struct pns_front_gtp_mark *pns_front_gtp_marks(const struct pns_front_gtp *gtp,
                                               const struct pns_front_gtp_slot *slot,
                                               uint32_t *count) {
  const uint32_t room = pns_position_rules(gtp->board.position)->max_moves;
  struct pns_child *children = malloc(room * sizeof *children);
  struct pns_front_gtp_mark *marks = calloc(room, sizeof *marks);
  struct pns_look here;
  *count = 0;
  const bool known = children != NULL && marks != NULL &&
                     pns_front_gtp_search_look(slot, &gtp->board, NULL, 0, &here, children);
  if (known) *count = here.children;
  for (uint32_t i = 0; i < *count; i++) {
    const struct pns_numbers numbers = children[i].numbers;
    strcpy(marks[i].move, children[i].move);
    marks[i].numbers = numbers;
    marks[i].work = children[i].work;
    marks[i].known = children[i].expanded || numbers.verdict != PNS_UNKNOWN || numbers.pn != 1 ||
                     numbers.dn != 1;
  }
  free(children);
  if (known) return marks;
  free(marks);
  return NULL;
}

void pns_front_gtp_report(void *argument, const struct pns_progress *now) {
  const struct pns_front_gtp *gtp = argument;
  const struct pns_front_gtp_slot *slot = gtp->search.asked;
  struct pns_front_gtp_picture picture = {
      .board = &gtp->board, .prover = slot->prover, .trying = gtp->trying, .now = now};
  if (gtp->gfx == PNS_FRONT_GTP_OFF) return;
  struct pns_front_gtp_mark *marks = NULL;
  picture.marks = gtp->tried;
  picture.count = gtp->tried_count;
  if (gtp->trying == NULL) picture.marks = marks = pns_front_gtp_marks(gtp, slot, &picture.count);
  pns_front_gtp_gfx_write(gtp->gfx, &picture);
  free(marks);
}

/* ---- genmove ---- */

static enum pns_status refuse_over(struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "the game is over, there is no move to find");
}

static enum pns_outcome won_by(enum pns_player player) {
  return player == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
}

/* The move that got most of the work, lost ones left out: that is where the search itself looked
 * for a win, while the numbers of moves that it has hardly touched are those of a first guess. */
static void choose_promising(const struct pns_front_gtp *gtp, char *move) {
  uint32_t count, most = 0;
  const struct pns_front_gtp_slot *slot = &gtp->search.kept;
  struct pns_front_gtp_mark *marks = pns_front_gtp_marks(gtp, slot, &count);
  for (uint32_t i = 0; marks != NULL && i < count; i++) {
    if (marks[i].work <= most || marks[i].numbers.verdict != PNS_UNKNOWN) continue;
    most = marks[i].work;
    strcpy(move, marks[i].move);
  }
  free(marks);
}

static double least_limit(double a, double b) { return a == 0 || (b > 0 && b < a) ? b : a; }

/* The move to make: one that keeps the result, "resign" where all moves lose, and where that is not
 * known the most promising one. */
static enum pns_status choose(struct pns_front_gtp *gtp, enum pns_player player, char *move,
                              struct pns_error *error) {
  const double began_s = pns_front_gtp_now();
  const double share_s = pns_front_gtp_clock_share(&gtp->clock, player);
  struct pns_front_gtp_budget budget =
      pns_front_gtp_search_budget(&gtp->search, least_limit(share_s, gtp->move_s));
  struct pns_front_gtp_value value;
  const enum pns_status status =
      pns_front_gtp_search_value(&gtp->search, &gtp->board, &budget, &value, error);
  pns_front_gtp_clock_spend(&gtp->clock, player, pns_front_gtp_now() - began_s);
  if (status != PNS_OK) return status;
  const bool decided = value.outcome != PNS_ONGOING;
  const bool lost = decided && value.outcome != PNS_DRAW && value.outcome != won_by(player);
  strcpy(move, lost ? "resign" : value.finding.best);
  if (!decided && !gtp->by_number) choose_promising(gtp, move);
  if (move[0] != '\0') return PNS_OK;
  const char *reason = pns_reason_name(value.finding.reason);
  return pns_error_set(error, PNS_ERROR_SYSTEM, "the search ended without a move: %s",
                       reason == NULL ? "it names none" : reason);
}

static enum pns_status find_move(struct pns_front_gtp *gtp, const struct pns_front_gtp_line *line,
                                 char *move, struct pns_error *error) {
  enum pns_player player;
  const enum pns_status status =
      pns_front_gtp_read_player(gtp, line->words[0], true, &player, error);
  if (status != PNS_OK) return status;
  if (pns_front_gtp_board_outcome(&gtp->board) != PNS_ONGOING) return refuse_over(error);
  return choose(gtp, player, move, error);
}

enum pns_status pns_front_gtp_reg_genmove(struct pns_front_gtp *gtp,
                                          const struct pns_front_gtp_line *line, FILE *out,
                                          struct pns_error *error) {
  char move[PNS_MOVE_TEXT_MAX];
  const struct pns_front_gtp_clock clock = gtp->clock;
  const enum pns_status status = find_move(gtp, line, move, error);
  gtp->clock = clock; /* it is no move of the game */
  if (status == PNS_OK) fprintf(out, "%s", move);
  return status;
}

enum pns_status pns_front_gtp_genmove(struct pns_front_gtp *gtp,
                                      const struct pns_front_gtp_line *line, FILE *out,
                                      struct pns_error *error) {
  char move[PNS_MOVE_TEXT_MAX];
  enum pns_status status = find_move(gtp, line, move, error);
  if (status == PNS_OK && strcmp(move, "resign") != 0)
    status = pns_front_gtp_board_play(&gtp->board, move, error);
  if (status == PNS_OK) fprintf(out, "%s", move);
  return status;
}

/* ---- solving ---- */

/* A number of the search; infinity has no digits. */
static void write_number(uint32_t number, char *text, size_t size) {
  if (number == PNS_INFINITY)
    snprintf(text, size, "inf");
  else
    snprintf(text, size, "%u", number);
}

static void write_value(const struct pns_front_gtp *gtp, const struct pns_front_gtp_value *value,
                        FILE *out) {
  char pn[16], dn[16];
  if (value->outcome == PNS_DRAW) {
    fprintf(out, "draw");
  } else if (value->outcome != PNS_ONGOING) {
    const enum pns_player winner = value->outcome == PNS_FIRST_WINS ? PNS_FIRST : PNS_SECOND;
    fprintf(out, "%s", pns_front_gtp_board_colour(&gtp->board, winner));
  } else {
    write_number(value->finding.pn, pn, sizeof pn);
    write_number(value->finding.dn, dn, sizeof dn);
    fprintf(out, "unknown (%s; %s to win: proof number %s, disproof number %s)",
            pns_reason_name(value->finding.reason),
            pns_front_gtp_board_colour(&gtp->board, value->prover), pn, dn);
  }
}

enum pns_status pns_front_gtp_solve_state(struct pns_front_gtp *gtp,
                                          const struct pns_front_gtp_line *line, FILE *out,
                                          struct pns_error *error) {
  struct pns_front_gtp_value value;
  enum pns_status status = pns_front_gtp_check_colour(gtp, line, error);
  if (status != PNS_OK) return status;
  struct pns_front_gtp_budget budget = pns_front_gtp_search_budget(&gtp->search, 0);
  status = pns_front_gtp_search_value(&gtp->search, &gtp->board, &budget, &value, error);
  if (status == PNS_OK) write_value(gtp, &value, out);
  return status;
}

/* ---- all winning moves ---- */

/* The moves of a position being tried; those that lead to the same position share the answer. */
struct trials {
  struct pns_front_gtp_mark *marks;
  struct pns_key *keys;
  uint32_t count;
  enum pns_player prover, mover;
  enum pns_reason reason; /* why one stayed open; PNS_REASON_NONE: none did */
};

static void trials_done(struct trials *trials) {
  free(trials->marks);
  free(trials->keys);
}

static enum pns_status trials_init(struct trials *trials, const struct pns_front_gtp_board *board,
                                   struct pns_error *error) {
  *trials = (struct trials){.prover = pns_front_gtp_search_prover(board),
                            .mover = pns_front_gtp_board_mover(board)};
  struct pns_front_gtp_move *moves = pns_front_gtp_board_moves(board, &trials->count);
  trials->marks = calloc(trials->count + 1, sizeof *trials->marks);
  trials->keys = calloc(trials->count + 1, sizeof *trials->keys);
  enum pns_status status = PNS_OK;
  if (moves == NULL || trials->marks == NULL || trials->keys == NULL)
    status = pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for moves");
  for (uint32_t i = 0; i < trials->count && status == PNS_OK; i++) {
    struct pns_position *after = NULL;
    strcpy(trials->marks[i].move, moves[i].text);
    status = pns_front_gtp_board_after(board, moves[i].text, &after, error);
    if (status == PNS_OK) pns_position_key(after, &trials->keys[i]);
    pns_position_free(after);
  }
  free(moves);
  return status;
}

/* The verdict of an earlier move that leads to the same position. */
static bool share(struct trials *trials, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (trials->keys[k].word[0] == trials->keys[i].word[0] &&
        trials->keys[k].word[1] == trials->keys[i].word[1]) {
      trials->marks[i].known = trials->marks[k].known;
      trials->marks[i].numbers = trials->marks[k].numbers;
      return true;
    }
  return false;
}

static enum pns_status try(struct pns_front_gtp *gtp, struct trials *trials, uint32_t i,
                           struct pns_front_gtp_budget *budget, struct pns_error *error) {
  struct pns_front_gtp_mark *mark = &trials->marks[i];
  struct pns_front_gtp_finding finding;
  if (share(trials, i)) return PNS_OK;
  gtp->trying = mark->move;
  const enum pns_status status = pns_front_gtp_search_ask(&gtp->search, &gtp->board, trials->prover,
                                                          mark->move, budget, &finding, error);
  if (status != PNS_OK) return status;
  mark->known = true;
  mark->numbers = (struct pns_numbers){finding.verdict, finding.pn, finding.dn};
  if (finding.verdict == PNS_UNKNOWN) trials->reason = finding.reason;
  return PNS_OK;
}

/* Whether the others need not be tried: what ended this one would end them at once. */
static bool ended(const struct trials *trials) {
  return trials->reason != PNS_REASON_NONE && trials->reason != PNS_REASON_MEMORY;
}

static enum pns_status try_all(struct pns_front_gtp *gtp, struct trials *trials,
                               struct pns_error *error) {
  struct pns_front_gtp_budget budget = pns_front_gtp_search_budget(&gtp->search, 0);
  enum pns_status status = PNS_OK;
  gtp->tried = trials->marks;
  gtp->tried_count = trials->count;
  for (uint32_t i = 0; i < trials->count && status == PNS_OK && !ended(trials); i++)
    status = try(gtp, trials, i, &budget, error);
  gtp->tried = NULL;
  gtp->tried_count = 0;
  gtp->trying = NULL;
  return status;
}

/* Those moves whose mark reads so: "W", or open ones for NULL. */
static void list(const struct trials *trials, bool open, FILE *out) {
  const char *blank = "";
  for (uint32_t i = 0; i < trials->count; i++) {
    char text[16];
    const struct pns_front_gtp_mark *mark = &trials->marks[i];
    pns_front_gtp_mark_text(mark, trials->mover == trials->prover, text, sizeof text);
    const bool unknown = mark->numbers.verdict == PNS_UNKNOWN;
    if (open != unknown || (!open && text[0] != 'W')) continue;
    fprintf(out, "%s%s", blank, mark->move);
    blank = " ";
  }
}

/* A part of the list would pass for the whole: it goes into the sentence. */
static enum pns_status refuse_part(const struct trials *trials, struct pns_error *error) {
  char winning[200] = "", open[200] = "";
  FILE *file = fmemopen(winning, sizeof winning, "w");
  if (file != NULL) {
    list(trials, false, file);
    fclose(file);
  }
  file = fmemopen(open, sizeof open, "w");
  if (file != NULL) {
    list(trials, true, file);
    fclose(file);
  }
  return pns_error_set(
      error, PNS_ERROR_SYSTEM, "stopped (%s) before all moves were decided; winning: %s; open: %s",
      pns_reason_name(trials->reason), winning[0] == '\0' ? "none yet" : winning, open);
}

enum pns_status pns_front_gtp_find_winning(struct pns_front_gtp *gtp,
                                           const struct pns_front_gtp_line *line, FILE *out,
                                           struct pns_error *error) {
  struct trials trials;
  enum pns_status status = pns_front_gtp_check_colour(gtp, line, error);
  if (status != PNS_OK) return status;
  if (pns_front_gtp_board_outcome(&gtp->board) != PNS_ONGOING) return refuse_over(error);
  status = trials_init(&trials, &gtp->board, error);
  if (status == PNS_OK) status = try_all(gtp, &trials, error);
  if (status == PNS_OK && trials.reason != PNS_REASON_NONE) status = refuse_part(&trials, error);
  if (status == PNS_OK) list(&trials, false, out);
  trials_done(&trials);
  return status;
}

enum pns_status pns_front_gtp_clear_tt(struct pns_front_gtp *gtp,
                                       const struct pns_front_gtp_line *line, FILE *out,
                                       struct pns_error *error) {
  (void)line;
  (void)out;
  (void)error;
  pns_front_gtp_search_clear(&gtp->search);
  return PNS_OK;
}
