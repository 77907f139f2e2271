/* Some of the positions that a search expands, spread evenly over its run. */
#ifndef PNS_PERF_SAMPLE_H
#define PNS_PERF_SAMPLE_H

#include <pns/pns.h>

enum { PNS_SAMPLE_MOST = 4096 };

struct pns_sample {
  size_t count;
  uint64_t seen, stride; /* one of so many is taken */
  char positions[PNS_SAMPLE_MOST * 64];
  size_t position_bytes; /* at most 64; of larger ones nothing is kept */
};

void pns_sample_init(struct pns_sample *sample);
void pns_sample_add(struct pns_sample *sample, const struct pns_rules *rules, const void *position);

/* What an expansion asks of the game beside its own moves. */
struct pns_each {
  double leaves; /* first numbers of children: of those the store knows none are asked */
  double steps;  /* down the tree: one move each, and the name of what comes of it */
};

/* Seconds of processor time that the game's own arithmetic takes for an expansion, with neither a
 * store nor numbers, at its best: everything is near and was done before. An expansion makes all
 * moves, judges, folds, names and hashes what comes of them. Negative when memory is short or
 * positions are too large. */
double pns_sample_game_s(const struct pns_sample *sample, const struct pns_rules *rules,
                         enum pns_player prover, const struct pns_each *each);

#endif
