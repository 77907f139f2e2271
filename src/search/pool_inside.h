/* The pool from inside: for pool.c (threads and limits) and safepoint.c (what they meet for). */
#ifndef PNS_SEARCH_POOL_INSIDE_H
#define PNS_SEARCH_POOL_INSIDE_H

#include <pthread.h>
#include <semaphore.h>

#include "base/affinity.h"
#include "search/patience.h"
#include "search/pool.h"

/* What a safepoint is for. */
enum pns_job { PNS_JOB_NONE, PNS_JOB_GROW, PNS_JOB_SWEEP, PNS_JOB_STAND };

/* A worker with its thread. Padded, so that two threads never write one cache line. */
struct pns_member {
  _Alignas(128) struct pns_worker worker;
  struct pns_pool *pool;
  pthread_t thread;
  uint32_t number;
  uint64_t grant;       /* expansions left before asking again */
  uint64_t paid;        /* expansions taken from it or from those before */
  uint64_t expanded_at; /* visits at the last expansion */
  uint32_t pauses;      /* in a row */
  uint32_t steps;       /* since the last report */
  _Atomic uint64_t reported[sizeof(struct pns_tally) / sizeof(uint64_t)];
};

struct pns_pool {
  const struct pns_search *search;
  uint32_t threads;
  struct pns_member *members;
  struct pns_affinity *affinity; /* to bind the workers to; NULL: the system places them */
  uint32_t pinned;
  _Alignas(64) _Atomic int stop;
  _Atomic bool hold;                  /* set under `lock`: come to the safepoint */
  _Alignas(64) _Atomic uint64_t left; /* expansions not yet granted */
  bool counted;                       /* whether `left` limits anything */
  /* Under `lock`. */
  pthread_mutex_t lock;
  pthread_cond_t changed; /* `generation` or `live` */
  uint32_t live;          /* threads that will come to a safepoint */
  uint32_t arrived;
  uint64_t generation;
  enum pns_job job; /* at this safepoint */
  bool want_sweep;  /* a worker found no room */
  bool sweeping;    /* the index and the nodes are being moved */
  bool want_tick;
  bool want_stand;         /* somebody outside needs the store to stand still ... */
  bool stands;             /* ... and it does */
  bool read;               /* somebody outside reads nodes: no sweep may move them */
  pns_help_function *help; /* with it */
  void *helped;
  double waiting_since_s; /* a sweep is, for that; 0: none */
  sem_t *swept;           /* posted after each sweep; may be NULL */
  struct pns_sweeps sweeps;
  double sweep_started_s; /* the one at work */
  uint64_t sweep_nodes;   /* there were before it */
  struct pns_patience patience;
};

/* Off its path, cursor settled, work counted. */
void pns_member_come_home(struct pns_member *member);

/* To be called by every thread that finds `hold` set, between two steps. */
void pns_safepoint(struct pns_member *member);

/* Has all threads come to a safepoint, for a larger index or for a sweep. */
void pns_safepoint_ask(struct pns_pool *pool, bool sweep);

#endif
