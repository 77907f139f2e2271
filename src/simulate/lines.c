#include "simulate/lines.h"

#include <stdlib.h>
#include <string.h>

enum {
  SETS_LOG = 18, /* of two lines each */
  COPIES = 512,  /* that each worker may have at once; a power of two */
};

/* Version 0 is an empty place. */
struct line {
  uint64_t number;
  uint64_t version; /* which write it was, of all */
  uint64_t free_at;
  uint32_t owner;
  bool shared; /* somebody else has a copy */
};

struct pns_lines {
  struct pns_lines_costs costs;
  uint64_t writes;
  struct pns_lines_tally tally;
  size_t copies_bytes;
  uint64_t *copies; /* the versions each worker has, COPIES for each */
  struct line lines[];
};

static const size_t lines_bytes = ((size_t)2 << SETS_LOG) * sizeof(struct line);

struct pns_lines *pns_lines_new(uint32_t workers, struct pns_lines_costs costs) {
  struct pns_lines *lines = calloc(1, sizeof *lines + lines_bytes);
  size_t copies_bytes = (size_t)workers * COPIES * sizeof(uint64_t);
  uint64_t *copies = calloc(1, copies_bytes);
  if (lines == NULL || copies == NULL) {
    free(lines);
    free(copies);
    return NULL;
  }
  lines->costs = costs;
  lines->copies = copies;
  lines->copies_bytes = copies_bytes;
  return lines;
}

void pns_lines_free(struct pns_lines *lines) {
  if (lines == NULL) return;
  free(lines->copies);
  free(lines);
}

void pns_lines_forget(struct pns_lines *lines) {
  memset(lines->lines, 0, lines_bytes);
  memset(lines->copies, 0, lines->copies_bytes);
}

const struct pns_lines_tally *pns_lines_tally(const struct pns_lines *lines) {
  return &lines->tally;
}

static uint64_t scatter(uint64_t number) { return number * UINT64_C(0x9e3779b97f4a7c15); }

static struct line *set_of(struct pns_lines *lines, uint64_t number) {
  return &lines->lines[2 * (scatter(number) >> (64 - SETS_LOG))];
}

/* NULL: nobody wrote it lately. */
static struct line *find(struct pns_lines *lines, uint64_t number) {
  struct line *set = set_of(lines, number);
  for (unsigned i = 0; i < 2; i++)
    if (set[i].version != 0 && set[i].number == number) return &set[i];
  return NULL;
}

static uint64_t *copy_of(struct pns_lines *lines, uint32_t worker, uint64_t number) {
  return &lines->copies[(size_t)worker * COPIES + (scatter(number) >> 20) % COPIES];
}

static void take_over(struct pns_lines *lines, struct line *line, uint32_t worker,
                      uint64_t free_at) {
  line->owner = worker;
  line->shared = false;
  line->version = ++lines->writes;
  line->free_at = free_at;
}

void pns_lines_own(struct pns_lines *lines, uint32_t worker, uint64_t number, uint64_t now) {
  struct line *line = find(lines, number);
  if (line == NULL) {
    struct line *set = set_of(lines, number);
    line = set[0].version <= set[1].version ? &set[0] : &set[1];
    line->number = number;
  }
  take_over(lines, line, worker, now);
}

static uint64_t transfer(struct pns_lines *lines, const struct line *line, uint64_t now) {
  uint64_t start = now > line->free_at ? now : line->free_at;
  lines->tally.transfers++;
  return start + lines->costs.transfer_ps;
}

uint64_t pns_lines_read(struct pns_lines *lines, uint32_t worker, uint64_t number, uint64_t now) {
  struct line *line = find(lines, number);
  if (line == NULL || line->owner == worker) return now;
  uint64_t *copy = copy_of(lines, worker, number);
  if (*copy == line->version) return now;
  *copy = line->version;
  line->shared = true;
  return transfer(lines, line, now);
}

uint64_t pns_lines_write(struct pns_lines *lines, uint32_t worker, uint64_t number, uint64_t now) {
  struct line *line = find(lines, number);
  if (line == NULL) {
    pns_lines_own(lines, worker, number, now);
    return now;
  }
  if (line->owner == worker && !line->shared) {
    line->free_at = now + lines->costs.atomic_ps;
    return now;
  }
  if (line->free_at > now) lines->tally.queue_ps += line->free_at - now;
  uint64_t done = transfer(lines, line, now) + lines->costs.atomic_ps;
  take_over(lines, line, worker, done);
  return done;
}
