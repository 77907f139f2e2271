/*
 * The searches behind the commands. The last one is kept: asked about the same position it goes on,
 * and asked about a position below it says what it knows already, so that a proven win is played to
 * its end without another search.
 */
#ifndef PNS_FRONT_GTP_SEARCH_H
#define PNS_FRONT_GTP_SEARCH_H

#include <pthread.h>

#include "front/gtp_board.h"

/* A solver and the position it began at. */
struct pns_front_gtp_slot {
  struct pns_solver *solver; /* NULL: none */
  enum pns_player prover;
  unsigned long beginnings;
  struct pns_front_gtp_move *moves;
  size_t count;
};

struct pns_front_gtp_search {
  struct pns_options *options;      /* borrowed */
  pns_progress_function *report;    /* live numbers, with `user` */
  void *user;                       /* borrowed */
  struct pns_front_gtp_slot kept;   /* of the position asked about last */
  struct pns_front_gtp_slot trial;  /* of a move that is being tried */
  struct pns_front_gtp_slot *asked; /* the one at work; of the answering thread alone */
  pthread_mutex_t lock;
  struct pns_solver *running; /* under the lock, as is the next */
  bool interrupted;
};

/* What one command may spend, on all its searches together. */
struct pns_front_gtp_budget {
  double ends_s;       /* on the clock of pns_front_gtp_now; 0: no limit */
  uint64_t expansions; /* UINT64_MAX: no limit */
};

/* Can `prover` force a win? Numbers are the prover's. */
struct pns_front_gtp_finding {
  enum pns_verdict verdict;
  enum pns_reason reason;
  char best[PNS_MOVE_TEXT_MAX]; /* a move that keeps the result, or the most promising one */
  uint32_t pn, dn;
};

/* Who wins when both play their best. */
struct pns_front_gtp_value {
  enum pns_outcome outcome; /* PNS_ONGOING: not found out */
  enum pns_player prover;   /* of the last question, which the finding answers */
  struct pns_front_gtp_finding finding;
};

/* Seconds since some moment. */
double pns_front_gtp_now(void);

void pns_front_gtp_search_init(struct pns_front_gtp_search *search, struct pns_options *options,
                               pns_progress_function *report, void *user);
void pns_front_gtp_search_done(struct pns_front_gtp_search *search);
/* Forgets everything found. */
void pns_front_gtp_search_clear(struct pns_front_gtp_search *search);
/* See pns_front_gtp_interrupt. Any thread. */
void pns_front_gtp_search_interrupt(struct pns_front_gtp_search *search, bool interrupted);

/* The budget by the options, and by `most_s` unless that is 0. */
struct pns_front_gtp_budget pns_front_gtp_search_budget(const struct pns_front_gtp_search *search,
                                                        double most_s);

/* The player whose win is asked about first: without draws one question settles both. */
enum pns_player pns_front_gtp_search_prover(const struct pns_front_gtp_board *board);
/* Asks about the board's position, or about the one after `move`. */
enum pns_status pns_front_gtp_search_ask(struct pns_front_gtp_search *search,
                                         const struct pns_front_gtp_board *board,
                                         enum pns_player prover, const char *move,
                                         struct pns_front_gtp_budget *budget,
                                         struct pns_front_gtp_finding *finding,
                                         struct pns_error *error);
enum pns_status pns_front_gtp_search_value(struct pns_front_gtp_search *search,
                                           const struct pns_front_gtp_board *board,
                                           struct pns_front_gtp_budget *budget,
                                           struct pns_front_gtp_value *value,
                                           struct pns_error *error);

/* What a slot says about a line from the board's position on; as pns_solver_children. False when it
 * knows nothing of that position. */
bool pns_front_gtp_search_look(const struct pns_front_gtp_slot *slot,
                               const struct pns_front_gtp_board *board,
                               const struct pns_front_gtp_move *line, size_t length,
                               struct pns_look *here, struct pns_child *children);

#endif
