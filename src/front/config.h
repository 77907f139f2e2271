/* What a server is told when it starts. */
#ifndef PNS_FRONT_CONFIG_H
#define PNS_FRONT_CONFIG_H

#include <pns/pns.h>

#define PNS_FRONT_LISTENERS_MAX 8u

struct pns_front_config {
  const char *listen[PNS_FRONT_LISTENERS_MAX]; /* unix:PATH or ADDRESS:PORT */
  unsigned listen_count;                       /* 0: standard input and output */
  const char *folder;                          /* that requests may name files in; NULL: none */
  const char *token_file;                      /* NULL: no token is asked for */
  const char *checker;                         /* the command pns-check; NULL: beside this one */
  bool allow_remote, web;
  uint64_t threads;             /* that solves share; 0: the CPUs this process may use */
  uint64_t memory_bytes;        /* 0: half of what is available */
  unsigned solves;              /* at work at once, at least 1 */
  unsigned kept;                /* finished ones that can still be asked */
  unsigned clients;             /* at once */
  struct pns_game_options game; /* games that are not built in: by the command given here alone */
};

#endif
