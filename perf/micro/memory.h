/* How fast this machine reads cache lines that lie anywhere in a large piece of memory. */
#ifndef PNS_PERF_MEMORY_H
#define PNS_PERF_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds for one line, by each of `threads` threads bound to a CPU each, in an arena of huge
 * pages. Independent reads are prefetched in batches, as an expansion does with its children's
 * buckets; dependent ones each need the line before to know where to go, as a walk down the tree
 * does. Negative when memory is short. */
double pns_memory_read_s(size_t bytes, unsigned threads, bool dependent);

#endif
