/* Guessing what a misspelt word was meant to be. */
#ifndef PNS_CLI_NEAREST_H
#define PNS_CLI_NEAREST_H

#include <stddef.h>

/* How many letters must be added, removed or replaced to turn one word into the other; words
 * longer than 32 letters count as entirely different. */
size_t pns_cli_distance(const char *a, const char *b);

#endif
