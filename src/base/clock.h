/* Time in seconds. */
#ifndef PNS_BASE_CLOCK_H
#define PNS_BASE_CLOCK_H

/* Monotonic, from an arbitrary start. */
double pns_clock_now(void);
/* Processor time of the whole process, user and system. */
double pns_clock_cpu(void);

#endif
