/* Files and folders that a test needs for a while, under TMPDIR if that is set. Include the cmocka
 * headers first. */
#ifndef PNS_TESTS_SCRATCH_H
#define PNS_TESTS_SCRATCH_H

#include <stddef.h>

enum {
  SCRATCH_MAX = 160,                    /* a path given out here, its end included */
  SCRATCH_INSIDE_MAX = SCRATCH_MAX + 32 /* one of a file in a folder given out here */
};

/* A new empty folder; the test removes it. */
void scratch_folder(char path[SCRATCH_MAX]);
/* The same in memory, where nothing else was asked for and there is such a place: for thousands of
 * files that are brought to the disk. */
void scratch_folder_in_memory(char path[SCRATCH_MAX]);
/* A new file with these bytes; the test unlinks it. */
void scratch_file(char path[SCRATCH_MAX], const void *bytes, size_t size);
/* The path of a file in a folder given out here, which need not exist. The next call overwrites
 * it. */
const char *scratch_path(const char *folder, const char *name);

#endif
