/* The time that time_settings and time_left leave to each side. */
#ifndef PNS_FRONT_GTP_CLOCK_H
#define PNS_FRONT_GTP_CLOCK_H

#include <pns/pns.h>

struct pns_front_gtp_clock {
  bool limited;
  double main_s, period_s; /* a period of byo-yomi, for so many moves */
  long period_moves;
  struct {
    double left_s;
    long moves; /* to be made in that time; 0: the main time */
  } side[2];
};

enum pns_status pns_front_gtp_clock_set(struct pns_front_gtp_clock *clock, const char *const *words,
                                        struct pns_error *error);
enum pns_status pns_front_gtp_clock_left(struct pns_front_gtp_clock *clock, enum pns_player player,
                                         const char *time, const char *moves,
                                         struct pns_error *error);
/* Most time for the next move; 0: no limit. */
double pns_front_gtp_clock_share(const struct pns_front_gtp_clock *clock, enum pns_player player);
/* A move took so long. */
void pns_front_gtp_clock_spend(struct pns_front_gtp_clock *clock, enum pns_player player,
                               double used_s);

#endif
