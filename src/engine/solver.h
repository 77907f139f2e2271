/* A solver from inside: what trace, certificates and values look at. */
#ifndef PNS_ENGINE_SOLVER_H
#define PNS_ENGINE_SOLVER_H

#include "checkpoint/generations.h"
#include <pthread.h>

#include "config/options.h"
#include "engine/goal.h"
#include "engine/identity.h"
#include "engine/position.h"
#include "search/pool.h"

struct pns_keeper;

/* Which file a path led to; all zero: to none. */
struct pns_stamp {
  uint64_t device, inode, bytes, modified_ns;
};

struct pns_solver {
  struct pns_options options;
  struct pns_position *position; /* as asked */
  void *root;                    /* the same, canonical; NULL when the game is over */
  enum pns_goal goal;
  struct pns_question question;
  struct pns_search search;
  struct pns_pool *pool; /* NULL when the game is over */
  uint32_t threads;
  uint64_t memory_bytes;
  double wall_s, cpu_s; /* of all runs so far */
  /* For who asks from another thread how a run stands; under the lock, as is `wall_s` in a run. */
  pthread_mutex_t clock;
  double since_s; /* the run under way began; 0: none is */
  uint64_t since_expansions;
  bool ran;
  char identity[PNS_IDENTITY_MAX]; /* of the game, for checkpoints; "" before any is wanted */
  struct pns_keeper *keeper;       /* of checkpoints; NULL: none are wanted */
  /* What a checkpoint brought along. */
  struct pns_tally before;
  uint64_t collections_before;
  double wall_before_s;
  /* Which file of which path that was. */
  char found_path[PNS_PATH_MAX]; /* "": nobody looked */
  struct pns_stamp found_stamp;
  enum pns_generation found;
  bool named_is_sound;
};

/* Sums with what a checkpoint brought along. */
struct pns_tally pns_solver_tally(const struct pns_solver *solver);
uint64_t pns_solver_collections(const struct pns_solver *solver);

/* An empty store in place of the present one, without workers; these are started again once nodes
 * were loaded. */
enum pns_status pns_solver_renew_store(struct pns_solver *solver, struct pns_error *error);
enum pns_status pns_solver_start_workers(struct pns_solver *solver, struct pns_error *error);

/* The status, unless the game behind is broken: then nothing else counts. */
enum pns_status pns_solver_trust(const struct pns_solver *solver, enum pns_status status,
                                 struct pns_error *error);

/* Whether the store may go into a checkpoint. What a process said before it fell silent is good;
 * what a game said before it was caught breaking a promise need not be. */
bool pns_solver_keeps(const struct pns_solver *solver);

/* The root's numbers for the player of the question: turned round where the search proves that the
 * opponent wins. */
uint64_t pns_solver_root_word(const struct pns_solver *solver);

/* Fills everything of a result that the solver's state tells. */
void pns_solver_report(const struct pns_solver *solver, enum pns_reason reason,
                       struct pns_result *result);

#endif
