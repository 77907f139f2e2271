/* Solvers that keep checkpoints, files as bytes, and a system that fails on purpose. Include the
 * cmocka headers first. */
#ifndef PNS_TESTS_CHECKPOINT_H
#define PNS_TESTS_CHECKPOINT_H

#include "checkpoint/save.h"

/* A folder of its own for the test, to be removed with everything in it. */
void folder_make(char folder[64]);
void folder_remove(const char *folder);

/* The whole file; NULL when it is not there. To be freed. */
uint8_t *file_read(const char *path, size_t *size);
void file_write(const char *path, const void *bytes, size_t size);

/* A solver of the start of `spec` that stops after so many expansions (0: no limit). */
struct pns_solver *solver_new(const char *spec, const char *threads, uint64_t expansions);
struct pns_result solver_run(struct pns_solver *solver);

/* What the n-th call to the system does from fault_plan on, opens and closes included. */
enum fault { FAULT_NONE, FAULT_ERROR, FAULT_SHORT, FAULT_KILL };
void fault_plan(enum fault fault, unsigned call);
/* Whether the file system has hard links, until told otherwise. */
void fault_links(bool exist);
/* How many calls there were since. */
unsigned fault_calls(void);
extern const struct pns_save_calls fault_system;

#endif
