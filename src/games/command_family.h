/* What a program has said about positions: one, or one with all its moves. */
#ifndef PNS_GAMES_COMMAND_FAMILY_H
#define PNS_GAMES_COMMAND_FAMILY_H

#include <pns/pns.h>
#include <pthread.h>

/* A position as the engine copies it: its text and what the program said with it. */
struct pns_told {
  uint32_t pn, dn; /* the first player's; 0: nothing was said */
  uint16_t length;
  uint8_t mover, outcome;
  char text[]; /* ended by a zero */
};

/* Fields of a line, which is cut up for it: TEXT, one of or, and, win, loss, draw, and perhaps two
 * numbers. What is wrong with it goes into `fault`. */
bool pns_told_read(struct pns_told *told, char *line, size_t text_most, char *fault,
                   size_t fault_size);
void pns_told_copy(struct pns_told *to, const struct pns_told *from);
uint64_t pns_told_hash(const char *text, size_t length);

/* All moves of a position, in one block of memory. */
struct pns_family {
  size_t bytes;
  uint64_t hash; /* of the parent's text */
  uint32_t count;
  uint32_t parent_at, kids_at;
};

struct pns_kid {
  pns_move move; /* a hash of its text, so that it does not depend on the order told */
  uint32_t text_at, told_at;
};

/* Grows while lines are read. */
struct pns_family_draft {
  struct pns_family *family;
  size_t used, room;
  uint32_t expected;
};

bool pns_draft_begin(struct pns_family_draft *draft, const struct pns_told *parent, uint32_t count);
/* MOVE and what pns_told_read takes. False with a fault; an empty one: no memory. */
bool pns_draft_add(struct pns_family_draft *draft, char *line, size_t text_most, char *fault,
                   size_t fault_size);
void pns_draft_drop(struct pns_family_draft *draft);

const struct pns_kid *pns_family_kids(const struct pns_family *family);
const char *pns_family_text(const struct pns_family *family, const struct pns_kid *kid);
const struct pns_told *pns_family_told(const struct pns_family *family, const struct pns_kid *kid);
/* NULL when there is no such move. */
const struct pns_kid *pns_family_find(const struct pns_family *family, pns_move move);

/* Families by their parents, as many as fit; the ones longest there go first. */
struct pns_memory {
  pthread_mutex_t lock;
  struct pns_family **slots;
  uint32_t slots_count, hand;
  size_t bytes, bytes_most;
};

bool pns_memory_init(struct pns_memory *memory, size_t bytes_most);
void pns_memory_done(struct pns_memory *memory);
/* Valid while the lock is held. */
const struct pns_family *pns_memory_find(const struct pns_memory *memory,
                                         const struct pns_told *parent);
/* Takes the family over. With the lock held. */
void pns_memory_keep(struct pns_memory *memory, struct pns_family *family);

#endif
