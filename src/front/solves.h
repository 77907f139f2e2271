/*
 * All solves of a server, and how they share it. At most `config.solves` are at work; the others
 * wait, and whose client has fewest at work is next. Memory is budgeted strictly: what solves at
 * work may take and what kept ones hold never exceeds the server's; kept ones go first, the one
 * asked about longest ago before the others. Only the loop uses this.
 */
#ifndef PNS_FRONT_SOLVES_H
#define PNS_FRONT_SOLVES_H

#include "front/asker.h"
#include "front/config.h"
#include "front/solve.h"

/* Unfinished ones, of a client and of all together. */
#define PNS_FRONT_CLIENT_SOLVES_MAX 64u
#define PNS_FRONT_SOLVES_MAX 1024u

struct pns_front_solves {
  const struct pns_front_config *config;
  struct pns_front_asker *asker; /* frees what takes time to free */
  struct pns_front_solve *first;
  uint64_t numbered, touches;
  uint32_t threads; /* shared */
  uint64_t memory_bytes;
};

/* What they take now. */
struct pns_front_load {
  unsigned preparing, waiting, running, kept;
  uint64_t threads, memory_bytes, kept_bytes;
};

void pns_front_solves_init(struct pns_front_solves *solves, const struct pns_front_config *config,
                           struct pns_front_asker *asker);
struct pns_front_load pns_front_solves_load(const struct pns_front_solves *solves);
unsigned pns_front_solves_unfinished(const struct pns_front_solves *solves, uint64_t client);

void pns_front_solves_add(struct pns_front_solves *solves, struct pns_front_solve *solve);
/* By the id of its client (the newest one), or by number; NULL: none. */
struct pns_front_solve *pns_front_solves_find(const struct pns_front_solves *solves,
                                              uint64_t client, const json_t *id);
struct pns_front_solve *pns_front_solves_number(const struct pns_front_solves *solves,
                                                uint64_t number);
/* Takes it out of the list. It must not be at work. */
void pns_front_solves_forget(struct pns_front_solves *solves, struct pns_front_solve *solve);

/* Whether it can ever have its share; puts it into the queue. */
enum pns_status pns_front_solves_queue(struct pns_front_solves *solves,
                                       struct pns_front_solve *solve, struct pns_error *error);
/* Starts what can start; `failed` gets one that could not, with its sentence, else NULL. */
struct pns_front_solve *pns_front_solves_schedule(struct pns_front_solves *solves, double now,
                                                  struct pns_error *error);
/* Its thread is done. Keeps it to be asked about, if it can be. */
void pns_front_solves_ended(struct pns_front_solves *solves, struct pns_front_solve *solve,
                            double now);
/* Stops all of a client and lets go of what it has kept; 0: those of all clients. */
void pns_front_solves_drop(struct pns_front_solves *solves, uint64_t client, enum pns_reason reason,
                           bool forget);
void pns_front_solves_touch(struct pns_front_solves *solves, struct pns_front_solve *solve);
/* Its place in the queue from 1; 0 when it does not wait. */
unsigned pns_front_solves_place(const struct pns_front_solves *solves,
                                const struct pns_front_solve *solve);

#endif
