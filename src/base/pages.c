#include "base/pages.h"

#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Kernels are built for at most 1024 memory nodes. */
enum { NODE_WORDS = 1024 / (8 * sizeof(unsigned long)) };

static size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/* Advice only: whatever the kernel makes of it, everything works. */
static void advise(void *pages, size_t bytes, enum pns_huge huge) {
  if (huge == PNS_HUGE_NEVER)
    madvise(pages, bytes, MADV_NOHUGEPAGE);
  else if (huge == PNS_HUGE_ALWAYS || bytes >= PNS_HUGE_FROM_BYTES)
    madvise(pages, bytes, MADV_HUGEPAGE);
}

/* Maps one huge page more than asked and cuts both ends off, which leaves an aligned piece. */
void *pns_pages_reserve(size_t bytes, enum pns_huge huge) {
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
  advise(start + head, wanted, huge);
  return start + head;
}

/* The memory nodes this process may use, as a mask; none where the kernel does not tell. */
static uint32_t allowed_nodes(unsigned long mask[NODE_WORDS]) {
  uint32_t count = 0;
  if (syscall(SYS_get_mempolicy, NULL, mask, 8 * NODE_WORDS * sizeof *mask, NULL,
              MPOL_F_MEMS_ALLOWED) != 0)
    return 0;
  for (size_t i = 0; i < NODE_WORDS; i++) count += (uint32_t)__builtin_popcountl(mask[i]);
  return count;
}

/* Straight by system call: libnuma would be one more library for one line. */
uint32_t pns_pages_interleave(void *pages, size_t bytes) {
  unsigned long mask[NODE_WORDS] = {0};
  uint32_t nodes = allowed_nodes(mask);
  if (nodes < 2) return 1;
  long failure = syscall(SYS_mbind, pages, round_up(bytes, PNS_HUGE_PAGE_BYTES), MPOL_INTERLEAVE,
                         mask, 8 * NODE_WORDS * sizeof *mask, 0);
  return failure == 0 ? nodes : 1;
}

void pns_pages_touch(void *start, size_t bytes) {
  const uintptr_t page = 4096;
  uintptr_t begin = (uintptr_t)start / page * page;
  uintptr_t end = round_up((uintptr_t)start + bytes, page);
#ifdef MADV_POPULATE_WRITE
  /* Linux 5.14; older kernels refuse, and the pages then come one by one as they are used. */
  madvise((char *)start - ((uintptr_t)start - begin), end - begin, MADV_POPULATE_WRITE);
#endif
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
