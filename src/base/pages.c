#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

static size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/* Maps one huge page more than asked and cuts both ends off, which leaves an aligned piece. */
void *pns_pages_reserve(size_t bytes) {
  size_t wanted = round_up(bytes, PNS_HUGE_PAGE_BYTES);
  size_t mapped = wanted + PNS_HUGE_PAGE_BYTES;
  if (mapped < bytes) return NULL;
  char *start = mmap(NULL, mapped, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return NULL;
  size_t head = round_up((uintptr_t)start, PNS_HUGE_PAGE_BYTES) - (uintptr_t)start;
  size_t tail = mapped - head - wanted;
  if (head > 0) munmap(start, head);
  if (tail > 0) munmap(start + head + wanted, tail);
  /* Advice only: without huge pages everything works, somewhat slower. */
  if (wanted >= PNS_HUGE_FROM_BYTES) madvise(start + head, wanted, MADV_HUGEPAGE);
  return start + head;
}

void pns_pages_drop(void *start, size_t bytes) {
  const uintptr_t page = 4096;
  uintptr_t begin = round_up((uintptr_t)start, page);
  uintptr_t end = ((uintptr_t)start + bytes) / page * page;
  if (end > begin) madvise((char *)start + (begin - (uintptr_t)start), end - begin, MADV_DONTNEED);
}

void pns_pages_release(void *pages, size_t bytes) {
  if (pages != NULL) munmap(pages, round_up(bytes, PNS_HUGE_PAGE_BYTES));
}
