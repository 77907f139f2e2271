/* Solvers that keep checkpoints, files as bytes, and a system that fails on purpose. Include the
 * cmocka headers first. */
#ifndef PNS_TESTS_CHECKPOINT_H
#define PNS_TESTS_CHECKPOINT_H

#include "checkpoint/save.h"
#include "scratch.h"

/* The folder of the test that runs, a checkpoint in it and the one before: made and taken away by
 * these two, for cmocka. Whatever else lies in it at the end fails the test. */
extern char folder[SCRATCH_MAX], path[SCRATCH_INSIDE_MAX], former[SCRATCH_INSIDE_MAX];
int folder_make(void **state);
int folder_remove(void **state);

/* The whole file; NULL when it is not there. To be freed. */
uint8_t *file_read(const char *name, size_t *size);
void file_write(const char *name, const void *bytes, size_t size);

/* A solver of the start of `spec` that stops after so many expansions (0: no limit). */
struct pns_solver *solver_new(const char *spec, const char *threads, uint64_t expansions);

/* What the n-th call to the system does from fault_plan on, opens and closes included. */
enum fault { FAULT_NONE, FAULT_ERROR, FAULT_SHORT, FAULT_KILL };
void fault_plan(enum fault fault, unsigned call);
/* Whether the file system has hard links, until told otherwise. */
void fault_links(bool exist);
/* How many calls there were since. */
unsigned fault_calls(void);
extern const struct pns_save_calls fault_system;

#endif
