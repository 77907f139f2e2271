/* One process that answers lines with lines. One thread at a time. */
#ifndef PNS_GAMES_COMMAND_PROCESS_H
#define PNS_GAMES_COMMAND_PROCESS_H

#include <pns/pns.h>
#include <sys/types.h>

/* Longest line either side may send, its newline included. */
#define PNS_PROCESS_LINE_MAX 4096u

enum pns_process_fault {
  PNS_PROCESS_FINE,
  PNS_PROCESS_ENDED, /* or closed its output */
  PNS_PROCESS_LATE,
  PNS_PROCESS_LONG, /* a line beyond the maximum, or with a zero byte in it */
};

struct pns_process {
  pid_t pid;
  int socket; /* its standard input and output */
  enum pns_process_fault fault;
  int status; /* as waitpid gave it, after PNS_PROCESS_ENDED */
  size_t from, to;
  char buffer[2 * PNS_PROCESS_LINE_MAX];
};

/* Has /bin/sh run the command. NULL with an error. */
struct pns_process *pns_process_start(const char *command, struct pns_error *error);
/* Closes its input; one that does not end by itself soon is killed, with whatever it started. */
void pns_process_end(struct pns_process *process);
/* The same for several, which end at the same time. */
void pns_process_end_all(struct pns_process **processes, uint32_t count);

/* Sends a line, which ends with its newline. False with a fault. */
bool pns_process_say(struct pns_process *process, const char *line, double deadline_s);
/* The next line without its newline, valid until the next call; NULL with a fault. Deadlines are
 * moments of pns_clock_now. */
char *pns_process_hear(struct pns_process *process, double deadline_s);

#endif
