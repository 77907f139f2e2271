/* Asking a program: a crew of processes, as many as threads ask at the same time. */
#ifndef PNS_GAMES_COMMAND_TALK_H
#define PNS_GAMES_COMMAND_TALK_H

#include "games/command_family.h"
#include "games/command_process.h"
#include "games/failure.h"

/* What the program says first. */
struct pns_hello {
  char name[64], title[128], parameters[PNS_PARAMETERS_MAX];
  char notation[512], rules[1024], source[256];
  uint64_t text_most, moves_most;
  bool cyclic, draws, leaf;
  enum pns_goal goal;
};

struct pns_crew {
  char *command;
  char greeting[PNS_PARAMETERS_MAX + 16]; /* the first line said to each process */
  double answer_s;
  struct pns_failure *failure;
  struct pns_hello hello; /* the first process's; all must say the same */
  bool greeted;
  pthread_mutex_t lock;
  struct pns_process **idle; /* under the lock, as is what follows */
  uint32_t idle_count, idle_room;
};

bool pns_crew_init(struct pns_crew *crew, const char *command, double answer_s,
                   struct pns_failure *failure);
void pns_crew_done(struct pns_crew *crew);
/* Starts the first process. */
enum pns_status pns_crew_greet(struct pns_crew *crew, const char *parameters,
                               struct pns_error *error);

/* "start" or "parse TEXT". PNS_ERROR_INPUT when the program refuses. */
enum pns_status pns_crew_position(struct pns_crew *crew, const char *question,
                                  struct pns_told *told, struct pns_error *error);
/* The moves of an unfinished position, to be freed; NULL with an error. */
struct pns_family *pns_crew_moves(struct pns_crew *crew, const struct pns_told *parent,
                                  struct pns_error *error);

#endif
