/* Memory by the page, straight from the kernel. */
#ifndef PNS_BASE_PAGES_H
#define PNS_BASE_PAGES_H

#include <stddef.h>
#include <stdint.h>

#define PNS_HUGE_PAGE_BYTES ((size_t)2 << 20)

/* Smaller pieces stay with small pages: a huge one would be a large part of them. */
#define PNS_HUGE_FROM_BYTES ((size_t)4 << 20)

/* When a piece gets huge pages. In the order of the option's words. */
enum pns_huge {
  PNS_HUGE_AUTO, /* from PNS_HUGE_FROM_BYTES */
  PNS_HUGE_ALWAYS,
  PNS_HUGE_NEVER,
};

/* Address space of `bytes`, aligned to huge pages, zero when read. A page becomes resident when it
 * is first touched, on the memory node of the thread that touches it; with `huge` it is then a huge
 * one where the kernel agrees. NULL when there is no room. */
void *pns_pages_reserve(size_t bytes, enum pns_huge huge);
/* Spreads the pages still untouched evenly over the memory nodes that this process may use, for
 * what all threads read alike. Says how many nodes that are; with 1 there was nothing to do. */
uint32_t pns_pages_interleave(void *pages, size_t bytes);
/* Makes the pages of a piece resident and writable now, zero where they were never written. Memory
 * that is read before it is written costs twice: the shared zero page comes first, and taking it
 * away again interrupts every processor that may have it in its translation buffer. */
void pns_pages_touch(void *start, size_t bytes);
/* Gives the memory of whole pages in between back but keeps the address space. */
void pns_pages_drop(void *start, size_t bytes);
/* Gives address space and memory back. `bytes` as reserved. */
void pns_pages_release(void *pages, size_t bytes);

#endif
