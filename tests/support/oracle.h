/* Rows of the tables in tests/oracles, and what it takes to ask the engine for the same. */
#ifndef PNS_TESTS_ORACLE_H
#define PNS_TESTS_ORACLE_H

#include <pns/pns.h>

enum { ORACLE_FIELDS = 6, ORACLE_ROWS_MOST = 256 };

struct oracle {
  size_t count;
  char *rows[ORACLE_ROWS_MOST][ORACLE_FIELDS]; /* "" where a row has fewer */
  char *text;
};

/* Reads a file of the folder; comments and empty lines are left out. Fails the test otherwise. */
void oracle_read(struct oracle *oracle, const char *file);
void oracle_free(struct oracle *oracle);

/* Options given as name, value, ..., NULL. Fails the test when one is refused. */
struct pns_options *options_with(const char *name, ...);

/* The position of a game spec after moves between blanks ("" for none). */
struct pns_position *position_after(const char *spec, const char *moves);

/* A solver of a game's start; a run of one. Both fail the test when they fail. */
struct pns_solver *solver_with(const char *spec, const struct pns_options *options);
struct pns_result solver_run(struct pns_solver *solver);

/* One proposition. */
struct pns_result solve_position(const struct pns_position *position,
                                 const struct pns_options *options);

#endif
