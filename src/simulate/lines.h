/*
 * Cache lines: which worker wrote one last, who has a copy, and when it is free.
 *
 * LINE-1  A read of a line that another worker wrote last costs a transfer once; the reader then
 *         has a copy until somebody writes again.
 * LINE-2  A write to a line that another worker wrote last, or has a copy of, costs a transfer and
 *         waits its turn: such writes to one line follow each other.
 *
 * Memory is bounded: the table holds so many lines and forgets those that were written longest ago
 * (of two that compete for a place), like caches do. A forgotten line is in memory, and what comes
 * from memory is in the measured costs of the steps. Nothing depends on addresses of this process,
 * only on the numbers given to lines.
 */
#ifndef PNS_SIMULATE_LINES_H
#define PNS_SIMULATE_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct pns_lines;

/* Times in picoseconds. What crossing costs, and how long a line is busy with a write beside it. */
struct pns_lines_costs {
  uint64_t transfer_ps;
  uint64_t atomic_ps;
};

struct pns_lines_tally {
  uint64_t transfers;
  uint64_t queue_ps; /* of writes */
};

/* NULL when out of memory. */
struct pns_lines *pns_lines_new(uint32_t workers, struct pns_lines_costs costs);
void pns_lines_free(struct pns_lines *lines);

/* Each takes the time now and gives the time when it is done. */
uint64_t pns_lines_read(struct pns_lines *lines, uint32_t worker, uint64_t line, uint64_t now);
uint64_t pns_lines_write(struct pns_lines *lines, uint32_t worker, uint64_t line, uint64_t now);
/* A line that nobody has seen before is this worker's. */
void pns_lines_own(struct pns_lines *lines, uint32_t worker, uint64_t line, uint64_t now);
/* After memory was moved: nobody has anything. */
void pns_lines_forget(struct pns_lines *lines);

const struct pns_lines_tally *pns_lines_tally(const struct pns_lines *lines);

#endif
