#include "front/gtp_clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the main time that is left, one move may take this part; of what a period gives, so much that
 * the answer is out in time. */
#define MAIN_PART 20.0
#define PERIOD_PART 0.9
/* With no time left a move must be made all the same. */
#define LEAST_S 0.01

static bool read_count(const char *word, long *count) {
  const size_t digits = strspn(word, "0123456789");
  *count = strtol(word, NULL, 10);
  return digits > 0 && digits <= 9 && word[digits] == '\0';
}

static enum pns_status refuse(const char *what, const char *word, struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT, "%s is '%.40s', expected a whole number up to %d",
                       what, word, 999999999);
}

enum pns_status pns_front_gtp_clock_set(struct pns_front_gtp_clock *clock, const char *const *words,
                                        struct pns_error *error) {
  long main_s, period_s, moves;
  if (!read_count(words[0], &main_s)) return refuse("the main time", words[0], error);
  if (!read_count(words[1], &period_s)) return refuse("the byo-yomi time", words[1], error);
  if (!read_count(words[2], &moves)) return refuse("the count of byo-yomi moves", words[2], error);
  *clock = (struct pns_front_gtp_clock){.limited = period_s == 0 || moves > 0,
                                        .main_s = (double)main_s,
                                        .period_s = (double)period_s,
                                        .period_moves = period_s == 0 ? 0 : moves};
  for (int side = 0; side < 2; side++) {
    clock->side[side].left_s = main_s > 0 ? clock->main_s : clock->period_s;
    clock->side[side].moves = main_s > 0 ? 0 : clock->period_moves;
  }
  return PNS_OK;
}

enum pns_status pns_front_gtp_clock_left(struct pns_front_gtp_clock *clock, enum pns_player player,
                                         const char *time, const char *moves,
                                         struct pns_error *error) {
  long left_s, count;
  if (!read_count(time, &left_s)) return refuse("the time left", time, error);
  if (!read_count(moves, &count)) return refuse("the count of moves left", moves, error);
  /* A front end that tells the time left plays with time, whether it sent the settings or not. */
  clock->limited = clock->limited || clock->period_s == 0;
  clock->side[player].left_s = (double)left_s;
  clock->side[player].moves = count;
  return PNS_OK;
}

double pns_front_gtp_clock_share(const struct pns_front_gtp_clock *clock, enum pns_player player) {
  if (!clock->limited) return 0;
  const double left_s = clock->side[player].left_s;
  const long moves = clock->side[player].moves;
  if (moves > 0) return fmax(PERIOD_PART * left_s / (double)moves, LEAST_S);
  double share_s = left_s / MAIN_PART;
  /* Main time may be used up where periods follow. */
  if (clock->period_moves > 0)
    share_s = fmax(share_s, PERIOD_PART * clock->period_s / (double)clock->period_moves);
  return fmax(share_s, LEAST_S);
}

static void begin_period(struct pns_front_gtp_clock *clock, enum pns_player player) {
  if (clock->period_moves == 0) return;
  clock->side[player].left_s = clock->period_s;
  clock->side[player].moves = clock->period_moves;
}

void pns_front_gtp_clock_spend(struct pns_front_gtp_clock *clock, enum pns_player player,
                               double used_s) {
  double *left_s = &clock->side[player].left_s;
  long *moves = &clock->side[player].moves;
  *left_s = fmax(*left_s - used_s, 0);
  const bool ended = *moves > 0 ? --*moves == 0 : *left_s == 0;
  if (ended) begin_period(clock, player);
}
