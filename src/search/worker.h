/*
 * A worker: one step machine that walks the shared store. One step is one visit, one expansion or
 * one retreat. It takes no time, thread or random number from outside, so the same code runs under
 * a thread, under the simulator and under the trace.
 */
#ifndef PNS_SEARCH_WORKER_H
#define PNS_SEARCH_WORKER_H

#include "search/expand.h"
#include "search/repeat.h"
#include "search/trail.h"

/* What a step did. */
enum pns_did {
  PNS_DID_VISIT,      /* looked at a node and went down or decided to leave it */
  PNS_DID_EXPAND,     /* made a node of a leaf */
  PNS_DID_RETREAT,    /* carried numbers to the parent */
  PNS_DID_NOTHING,    /* at the root: every way down is claimed by others */
  PNS_DID_SOLVE,      /* the root is solved */
  PNS_FOUND_NO_ROOM,  /* the store is full; the worker let its leaf go */
  PNS_FOUND_NO_MEMORY /* for a longer path */
};

enum pns_phase { PNS_PHASE_VISIT, PNS_PHASE_EXPAND, PNS_PHASE_RETREAT };

/* One node of the worker's path. */
struct pns_frame {
  struct pns_node *node; /* NULL while the position waits for its expansion */
  struct pns_edge *edge; /* taken from here ... */
  uint32_t mark;         /* ... and what this worker added to its `below` */
  uint64_t limits;       /* as a word: leave at pn or dn beyond them */
  uint64_t blocked;      /* edges (the first 64) below which all was claimed, bit by bit */
  uint64_t entered_at;   /* the worker's expansions on entry */
  struct pns_key key;
  uint64_t hash;
  /* For games whose positions can come back (repeat.h). */
  uint32_t readings; /* of this frame begin here */
  uint32_t
      depends;    /* `value` on a position above; PNS_DEPENDS_ON_NOTHING: the node's word counts */
  uint64_t value; /* what the last visit made of the node */
};

struct pns_worker {
  const struct pns_search *search;
  enum pns_phase phase;
  bool came_blocked; /* the retreat under way brings "everything was claimed" */
  bool cyclic;       /* the rules', close at hand */
  uint32_t depth;    /* of the top frame */
  uint32_t capacity; /* frames and positions allocated */
  struct pns_frame *frames;
  char *positions;
  struct pns_litter litter;
  struct pns_cursor cursor;
  struct pns_tally tally;
  uint64_t milestone_work; /* what a solved node must have cost to count as one */
  uint64_t looked_up_at;   /* expansions when the path was last checked for solved nodes */
  /* For games whose positions can come back: */
  struct pns_trail trail;
  struct pns_readings readings;
  uint64_t moved_at;    /* visits at the last sign of progress ... */
  uint32_t stuck_after; /* ... and how many more of them call for a look round (stuck.h) */
};

/* Expands the root if the store does not know it yet; the worker then stands on it. */
enum pns_status pns_worker_init(struct pns_worker *worker, const struct pns_search *search,
                                struct pns_error *error);
/* The worker must have unwound. */
void pns_worker_done(struct pns_worker *worker);

/* Stands on the search's root, which may have become another one since; expands it if the store
 * does not know it. The worker must have unwound. */
enum pns_status pns_worker_stand(struct pns_worker *worker);

/* After the store was swept: forgets places in memory and stands on the root again. The worker must
 * have unwound. */
void pns_worker_restart(struct pns_worker *worker);

enum pns_did pns_worker_step(struct pns_worker *worker);

/* Leaves the path up to this depth (0: the root), carrying numbers along and taking its marks off
 * the edges. */
void pns_worker_unwind(struct pns_worker *worker, uint32_t depth);

/* Bytes a worker takes beside the store, roughly, before its path grows. */
size_t pns_worker_bytes(const struct pns_rules *rules);

#endif
