/* Limits that the control groups of Linux (version 1 or 2, nested) put on this process. */
#ifndef PNS_BASE_CGROUP_H
#define PNS_BASE_CGROUP_H

#include <stdint.h>

/* Where to look: "/proc/self/cgroup" and "/sys/fs/cgroup", or a test's copies of them. */
struct pns_cgroup_places {
  const char *membership, *mount;
};

/* Processors' worth of time allowed; UINT32_MAX without a limit. Rounded up, at least 1. */
uint32_t pns_cgroup_cpus(const struct pns_cgroup_places *places);
/* Bytes that the tightest group leaves, page cache that can go counted as free; UINT64_MAX without
 * a limit. */
uint64_t pns_cgroup_available_bytes(const struct pns_cgroup_places *places);

#endif
