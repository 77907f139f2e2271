#include "front/gtp_gfx.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a move that is not settled can count at most; a settled one counts 1. */
#define OPEN_INFLUENCE_MAX 0.9

const char *pns_front_gtp_gfx_name(unsigned index) {
  static const char *const names[] = {"off", "stderr", "stdout"};
  return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

/* Front ends can show a letter and a number, nothing else. */
static bool is_point(const char *move) {
  const size_t digits = strspn(move + (move[0] != '\0'), "0123456789");
  return islower((unsigned char)move[0]) && digits > 0 && move[1 + digits] == '\0';
}

/* ---- labels ---- */

static void write_short(uint32_t number, char *text, size_t size) {
  if (number < 10000)
    snprintf(text, size, "%" PRIu32, number);
  else if (number < 10000000)
    snprintf(text, size, "%" PRIu32 "k", number / 1000);
  else
    snprintf(text, size, "%" PRIu32 "M", number / 1000000);
}

static bool wins(const struct pns_front_gtp_mark *mark, bool mover_proves) {
  return mark->numbers.verdict == (mover_proves ? PNS_PROVEN : PNS_DISPROVEN);
}

void pns_front_gtp_mark_text(const struct pns_front_gtp_mark *mark, bool mover_proves, char *text,
                             size_t size) {
  if (mark->numbers.verdict != PNS_UNKNOWN)
    snprintf(text, size, "%s", wins(mark, mover_proves) ? "W" : "L");
  else
    write_short(mover_proves ? mark->numbers.pn : mark->numbers.dn, text, size);
}

static bool shown(const struct pns_front_gtp_mark *mark) {
  return mark->known && is_point(mark->move);
}

static void write_labels(FILE *file, const struct pns_front_gtp_picture *picture,
                         bool mover_proves) {
  fprintf(file, "LABEL");
  for (uint32_t i = 0; i < picture->count; i++) {
    char text[16];
    if (!shown(&picture->marks[i])) continue;
    pns_front_gtp_mark_text(&picture->marks[i], mover_proves, text, sizeof text);
    fprintf(file, " %s %s", picture->marks[i].move, text);
  }
  fprintf(file, "\n");
}

/* 1 where the move wins for black, -1 for white; else the share of the work that it has got, with
 * the sign of the side that thinks about it. */
static double influence(const struct pns_front_gtp_picture *picture, uint32_t i, uint32_t most,
                        bool mover_proves) {
  const struct pns_front_gtp_mark *mark = &picture->marks[i];
  const enum pns_player mover = pns_front_gtp_board_mover(picture->board);
  const double sign = pns_front_gtp_board_colour(picture->board, mover)[0] == 'b' ? 1 : -1;
  if (mark->numbers.verdict != PNS_UNKNOWN) return wins(mark, mover_proves) ? sign : -sign;
  return most == 0 ? 0 : sign * OPEN_INFLUENCE_MAX * (double)mark->work / (double)most;
}

static void write_influence(FILE *file, const struct pns_front_gtp_picture *picture,
                            bool mover_proves) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < picture->count; i++)
    if (picture->marks[i].work > most) most = picture->marks[i].work;
  fprintf(file, "INFLUENCE");
  for (uint32_t i = 0; i < picture->count; i++)
    if (shown(&picture->marks[i]))
      fprintf(file, " %s %.2f", picture->marks[i].move, influence(picture, i, most, mover_proves));
  fprintf(file, "\n");
}

/* ---- the line ---- */

/* A position that walks along a line. */
struct walker {
  const struct pns_rules *rules;
  char *bytes;
  pns_move *moves;
};

/* Writes a move with its colour and makes it; false where the line cannot be shown. */
static bool step(FILE *file, const struct pns_front_gtp_board *board, struct walker *walker,
                 const char *move) {
  const struct pns_rules *rules = walker->rules;
  if (!is_point(move) || rules->game->outcome(rules, walker->bytes) != PNS_ONGOING) return false;
  const uint32_t count = rules->game->moves(rules, walker->bytes, walker->moves);
  for (uint32_t i = 0; i < count; i++) {
    char text[PNS_MOVE_TEXT_MAX];
    rules->game->move_text(rules, walker->bytes, walker->moves[i], text);
    if (strcmp(text, move) != 0) continue;
    const enum pns_player mover = rules->game->mover(rules, walker->bytes);
    fprintf(file, " %c %s", toupper(pns_front_gtp_board_colour(board, mover)[0]), move);
    rules->game->play(rules, walker->bytes, walker->moves[i]);
    return true;
  }
  return false;
}

static void walk(FILE *file, const struct pns_front_gtp_picture *picture, struct walker *walker) {
  char line[PNS_LINE_TEXT_MAX], *rest = NULL;
  memcpy(walker->bytes, pns_position_bytes(picture->board->position),
         walker->rules->position_bytes);
  if (picture->trying != NULL && !step(file, picture->board, walker, picture->trying)) return;
  snprintf(line, sizeof line, "%s", picture->now->line);
  for (char *move = strtok_r(line, " ", &rest); move != NULL; move = strtok_r(NULL, " ", &rest))
    if (!step(file, picture->board, walker, move)) return;
}

static void write_line(FILE *file, const struct pns_front_gtp_picture *picture) {
  struct walker walker = {.rules = pns_position_rules(picture->board->position)};
  walker.bytes = malloc(walker.rules->position_bytes);
  walker.moves = malloc(walker.rules->max_moves * sizeof *walker.moves);
  fprintf(file, "VAR");
  if (walker.bytes != NULL && walker.moves != NULL) walk(file, picture, &walker);
  fprintf(file, "\n");
  free(walker.bytes);
  free(walker.moves);
}

/* ---- the whole ---- */

static void write_text(FILE *file, const struct pns_front_gtp_picture *picture) {
  const struct pns_progress *now = picture->now;
  char pn[16] = "inf", dn[16] = "inf";
  if (now->pn != PNS_INFINITY) write_short(now->pn, pn, sizeof pn);
  if (now->dn != PNS_INFINITY) write_short(now->dn, dn, sizeof dn);
  fprintf(file, "TEXT ");
  if (picture->trying != NULL) fprintf(file, "trying %s: ", picture->trying);
  fprintf(file, "%.1f s, %" PRIu64 " expansions, %.2f M/s, proof %s, disproof %s, %s to win\n",
          now->elapsed_s, now->expansions, now->expansions_per_s / 1e6, pn, dn,
          pns_front_gtp_board_colour(picture->board, picture->prover));
}

void pns_front_gtp_gfx_write(enum pns_front_gtp_gfx where,
                             const struct pns_front_gtp_picture *picture) {
  if (where == PNS_FRONT_GTP_OFF) return;
  const bool mover_proves = pns_front_gtp_board_mover(picture->board) == picture->prover;
  FILE *file = where == PNS_FRONT_GTP_STDERR ? stderr : stdout;
  fprintf(file, "gogui-gfx:\n");
  /* HexGui finds out by this line how to read the rest, and knows no INFLUENCE there. */
  if (where == PNS_FRONT_GTP_STDOUT) fprintf(file, "dfpn\n");
  write_line(file, picture);
  write_labels(file, picture, mover_proves);
  if (where == PNS_FRONT_GTP_STDERR) write_influence(file, picture, mover_proves);
  write_text(file, picture);
  fprintf(file, "\n");
  fflush(file);
}
