/*
 * The Go Text Protocol, version 2, for Hex front ends such as HexGui and GoGui, and for the other
 * board games of two players. GTP.md tells what each command does.
 */
#ifndef PNS_FRONT_GTP_H
#define PNS_FRONT_GTP_H

#include <pns/pns.h>
#include <stdio.h>

struct pns_front_gtp_plan {
  const char *spec;             /* GAME[:PARAMETERS] */
  struct pns_game_options game; /* where it comes from */
  const struct pns_options *options;
  const char *move_time; /* most time for a genmove: a duration or "none" */
  const char *gfx;       /* where live numbers go: "stderr", "stdout" or "off" */
};

struct pns_front_gtp;

/* A session that is fed line by line. */
enum pns_status pns_front_gtp_new(const struct pns_front_gtp_plan *plan, struct pns_front_gtp **gtp,
                                  struct pns_error *error);
void pns_front_gtp_free(struct pns_front_gtp *gtp);

/* Answers one line (without its newline; it is written over) on `out`. False after `quit`. */
bool pns_front_gtp_answer(struct pns_front_gtp *gtp, char *line, size_t length, FILE *out);

/* Ends the search of the command being answered, and all that this command would begin (true), or
 * lets searches begin again (false). Any thread, but not during pns_front_gtp_free. */
void pns_front_gtp_interrupt(struct pns_front_gtp *gtp, bool interrupted);

/* A whole session on standard input and output, until `quit`, the end of the input, or nobody
 * listens any more. Fails when the game cannot be played; that answers could not be written stays
 * to be seen on standard output. */
enum pns_status pns_front_gtp_run(const struct pns_front_gtp_plan *plan, struct pns_error *error);

#endif
