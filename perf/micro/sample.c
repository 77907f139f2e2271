#include "sample.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

enum {
  SERIES = 5, /* the best counts */
  ROUNDS = 8,
  POSITION_MOST = sizeof((struct pns_sample *)NULL)->positions / PNS_SAMPLE_MOST,
};

void pns_sample_init(struct pns_sample *sample) {
  sample->count = 0;
  sample->seen = 0;
  sample->stride = 1;
  sample->position_bytes = 0;
}

static char *position_at(const struct pns_sample *sample, size_t i) {
  return (char *)(uintptr_t)sample->positions + i * sample->position_bytes;
}

/* Full: every other one goes, and from now on half as many come. */
static void thin(struct pns_sample *sample) {
  for (size_t i = 1; i < PNS_SAMPLE_MOST / 2; i++)
    memcpy(position_at(sample, i), position_at(sample, 2 * i), sample->position_bytes);
  sample->count = PNS_SAMPLE_MOST / 2;
  sample->stride *= 2;
}

void pns_sample_add(struct pns_sample *sample, const struct pns_rules *rules,
                    const void *position) {
  if (rules->position_bytes > POSITION_MOST || sample->seen++ % sample->stride != 0) return;
  sample->position_bytes = rules->position_bytes;
  memcpy(position_at(sample, sample->count), position, sample->position_bytes);
  if (++sample->count == PNS_SAMPLE_MOST) thin(sample);
}

struct work {
  const struct pns_rules *rules;
  enum pns_player prover;
  pns_move *moves, *counted;
  bool leaves;         /* first numbers are asked for, too */
  uint64_t leaf_count; /* how often */
  uint64_t sum;        /* so that nothing is left out as unused */
};

static void name(struct work *w, void *position) {
  const struct pns_game *game = w->rules->game;
  struct pns_key key;
  if (game->canonical != NULL) game->canonical(w->rules, position);
  game->key(w->rules, position, &key);
  w->sum += XXH3_64bits(&key, sizeof key);
}

static void give_numbers(struct work *w, const void *position) {
  const struct pns_game *game = w->rules->game;
  uint32_t pn, dn;
  w->leaf_count++;
  if (w->rules->init == PNS_INIT_GAME && game->leaf != NULL) {
    game->leaf(w->rules, position, w->prover, &pn, &dn);
    w->sum += pn + dn;
  } else if (w->rules->init != PNS_INIT_UNIT) {
    w->sum += game->mobility != NULL ? game->mobility(w->rules, position)
                                     : game->moves(w->rules, position, w->counted);
    w->sum += game->mover(w->rules, position);
  }
}

/* What the search makes of a child at sight; what the prover cannot win counts as the other's win.
 */
static enum pns_outcome judge(const struct work *w, const void *child) {
  const struct pns_game *game = w->rules->game;
  const bool first = w->prover == PNS_FIRST;
  const enum pns_outcome outcome = game->outcome(w->rules, child);
  const enum pns_outcome win = first ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  const enum pns_outcome loss = first ? PNS_SECOND_WINS : PNS_FIRST_WINS;
  if (outcome != PNS_ONGOING || w->rules->init != PNS_INIT_GAME) return outcome;
  if (game->hopeless != NULL && game->hopeless(w->rules, child, w->prover)) return loss;
  if (game->decided == NULL) return PNS_ONGOING;
  const enum pns_decision decision = game->decided(w->rules, child, w->prover);
  return decision == PNS_UNDECIDED ? PNS_ONGOING : decision == PNS_FORCED_WIN ? win : loss;
}

/* A move that wins ends the expansion, as in the search. */
static void expand(struct work *w, const void *position) {
  const struct pns_game *game = w->rules->game;
  const enum pns_outcome won =
      game->mover(w->rules, position) == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  char child[POSITION_MOST];
  const uint32_t count = game->moves(w->rules, position, w->moves);
  for (uint32_t i = 0; i < count; i++) {
    memcpy(child, position, w->rules->position_bytes);
    game->play(w->rules, child, w->moves[i]);
    const enum pns_outcome outcome = judge(w, child);
    if (outcome == won) return;
    if (outcome != PNS_ONGOING) continue;
    name(w, child);
    if (w->leaves) give_numbers(w, child);
  }
}

/* One move, as a step down makes it; whichever comes first. */
static void step(struct work *w, const void *position, pns_move move) {
  char child[POSITION_MOST];
  memcpy(child, position, w->rules->position_bytes);
  w->rules->game->play(w->rules, child, move);
  name(w, child);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double expansions_s(struct work *w, const struct pns_sample *sample, bool leaves) {
  w->leaves = leaves;
  w->leaf_count = 0;
  const double started = now();
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < sample->count; i++) expand(w, position_at(sample, i));
  return (now() - started) / (double)(ROUNDS * sample->count);
}

static double steps_s(struct work *w, const struct pns_sample *sample, const pns_move *firsts) {
  const double started = now();
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < sample->count; i++) step(w, position_at(sample, i), firsts[i]);
  return (now() - started) / (double)(ROUNDS * sample->count);
}

static void keep_least(double *least, double value) {
  if (value < *least) *least = value;
}

static double measure(struct work *w, const struct pns_sample *sample, const pns_move *firsts,
                      const struct pns_each *each) {
  double bare = 1, full = 1, step_down = 1;
  for (int series = 0; series < SERIES; series++) {
    keep_least(&bare, expansions_s(w, sample, false));
    keep_least(&step_down, steps_s(w, sample, firsts));
    keep_least(&full, expansions_s(w, sample, true));
  }
  const double leaves = (double)w->leaf_count / (double)(ROUNDS * sample->count);
  const double leaf = leaves > 0 && full > bare ? (full - bare) / leaves : 0;
  return w->sum == 0 ? -1 : bare + each->leaves * leaf + each->steps * step_down;
}

double pns_sample_game_s(const struct pns_sample *sample, const struct pns_rules *rules,
                         enum pns_player prover, const struct pns_each *each) {
  struct work w = {.rules = rules, .prover = prover};
  double seconds = -1;
  w.moves = malloc(rules->max_moves * sizeof *w.moves);
  w.counted = malloc(rules->max_moves * sizeof *w.counted);
  pns_move *firsts = malloc(PNS_SAMPLE_MOST * sizeof *firsts);
  if (w.moves != NULL && w.counted != NULL && firsts != NULL && sample->count > 0) {
    for (size_t i = 0; i < sample->count; i++) {
      rules->game->moves(rules, position_at(sample, i), w.moves);
      firsts[i] = w.moves[0];
    }
    seconds = measure(&w, sample, firsts, each);
  }
  free(w.moves);
  free(w.counted);
  free(firsts);
  return seconds;
}
