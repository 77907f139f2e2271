#include "base/clock.h"

#include <time.h>

static double read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double pns_clock_now(void) { return read_clock(CLOCK_MONOTONIC); }

double pns_clock_cpu(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
