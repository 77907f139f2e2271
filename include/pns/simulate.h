/*
 * pns/simulate.h - a search on a machine that is not at hand.
 *
 * N workers run in one thread, each with a clock of its own. The worker whose clock is behind makes
 * the next step of the real search on the real store, and its clock moves on by what such a step
 * costs: a visit, an expansion, a retreat, and the cache lines that other workers wrote since. So
 * the search really happens, only its times are computed. The same seed gives the same run, to the
 * last step.
 *
 * A complete program:
 *
 *     #include <pns/simulate.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       struct pns_error error;
 *       struct pns_simulated one, many;
 *       struct pns_position *position = NULL;
 *       struct pns_options *options = pns_options_new();
 *       struct pns_costs *costs = pns_costs_new();
 *       struct pns_simulation machine = {.workers = 1, .costs = costs, .contention = true};
 *       if (pns_position_new("connect4:5x4", &position, &error) != PNS_OK ||
 *           pns_simulate(position, options, &machine, &one, &error) != PNS_OK) return 1;
 *       machine.workers = 64;
 *       if (pns_simulate(position, options, &machine, &many, &error) != PNS_OK) return 1;
 *       printf("64 workers are %.1f times as fast\n", one.virtual_s / many.virtual_s);
 *       pns_costs_free(costs);
 *       pns_position_free(position);
 *       pns_options_free(options);
 *     }
 *
 * Caveats: the simulated machine has one level of sharing: a line costs the same whatever core it
 * comes from. Memory bandwidth is not limited. Steps cost what they cost on average, and take
 * effect when they begin. Starting and joining threads is not counted.
 *
 * Threads: different costs and positions may be used by different threads at once; a call only
 * reads what it is given. Ownership and failures: as in pns/pns.h.
 */
#ifndef PNS_SIMULATE_H
#define PNS_SIMULATE_H

#include <pns/pns.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what steps cost ---- */

struct pns_costs;

/* Costs built in, as they were measured once (see pns_costs_machine). NULL when out of memory. */
PNS_API struct pns_costs *pns_costs_new(void);
PNS_API void pns_costs_free(struct pns_costs *costs);

/* Reads a file as pns_costs_text writes it. PNS_ERROR_INPUT with the line and what was expected
 * there, or why the file cannot be read. */
PNS_API enum pns_status pns_costs_read(const char *path, struct pns_costs **costs,
                                       struct pns_error *error);

/* Measures what all games share on the machine at hand: about half a second, on two CPUs if there
 * are two. `*warning` becomes NULL, or a sentence on what could not be measured. */
PNS_API void pns_costs_measure(struct pns_costs *costs, const char **warning);
/* Measures the steps of one problem, for about two seconds, by the worker that really searches, in
 * processor time, or where the game waits for something at each expansion in time altogether. The
 * options are the solver's. Replaces what was known about the same GAME[:PARAMETERS]. */
PNS_API enum pns_status pns_costs_measure_game(struct pns_costs *costs,
                                               const struct pns_position *position,
                                               const struct pns_options *options,
                                               struct pns_error *error);

/* What all games share, in nanoseconds; NULL past the last. */
struct pns_cost {
  const char *name, *help;
  double ns;
};
PNS_API const struct pns_cost *pns_costs_at(const struct pns_costs *costs, size_t index);

/* What steps cost in one game, in nanoseconds. */
struct pns_game_cost {
  char spec[PNS_PARAMETERS_MAX + 64]; /* GAME[:PARAMETERS] it was measured with; "" for the mean */
  double visit_ns, retreat_ns, expansion_ns;
};
/* NULL past the last. */
PNS_API const struct pns_game_cost *pns_costs_game_at(const struct pns_costs *costs, size_t index);
/* What a simulation of this position would go by: the same GAME:PARAMETERS, else the same game,
 * else the mean of all, whose spec is empty. */
PNS_API void pns_costs_game(const struct pns_costs *costs, const struct pns_position *position,
                            struct pns_game_cost *cost);
/* Where the costs were measured, in words. */
PNS_API const char *pns_costs_machine(const struct pns_costs *costs);
/* Forgets the games, to begin a measurement of one's own. */
PNS_API void pns_costs_forget_games(struct pns_costs *costs);
/* The whole as a file's text, to be freed by free(); NULL when out of memory. */
PNS_API char *pns_costs_text(const struct pns_costs *costs);

/* ---- the simulation ---- */

struct pns_simulation {
  uint32_t workers;              /* 1 to 1024 */
  uint64_t schedule;             /* seed of clocks and ties; any number */
  bool contention;               /* whether lines that others wrote cost anything */
  const struct pns_costs *costs; /* borrowed */
};

struct pns_simulated {
  enum pns_verdict verdict;
  enum pns_reason reason; /* why it is unknown */
  uint32_t workers;
  uint64_t expansions;
  uint64_t visits;
  uint64_t wasted;      /* expansions below nodes that others had solved, and made twice */
  uint64_t waits;       /* times a worker found nothing to do and paused */
  uint64_t transfers;   /* lines that came from another worker */
  uint64_t collections; /* sweeps of the store */
  uint64_t growths;     /* of the store's index */
  double virtual_s;     /* until the root was solved, or a limit */
  /* Shares of all workers' time, summing up to at most 1 with the steps themselves. */
  double transfer_share; /* lines under way */
  double queue_share;    /* standing in line for a line that others write */
  double pause_share;    /* pauses */
  double still_share;    /* safepoints */
};

/* Simulates one search. The solver's options count as in a real one, except that the option
 * `threads` is the simulation's `workers`, and `time` a limit of virtual time. A store that fills
 * up is swept like a real one's. PNS_ERROR_INPUT when the memory allowed is too small or `workers`
 * out of range. */
PNS_API enum pns_status pns_simulate(const struct pns_position *position,
                                     const struct pns_options *options,
                                     const struct pns_simulation *simulation,
                                     struct pns_simulated *simulated, struct pns_error *error);

#ifdef __cplusplus
}
#endif

#endif
