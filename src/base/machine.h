/* What this process may use, and what it uses. */
#ifndef PNS_BASE_MACHINE_H
#define PNS_BASE_MACHINE_H

#include <stdint.h>

/* CPUs this process may run on, at least 1: affinity mask and cgroup quota (rounded up) count. */
uint32_t pns_machine_cpus(void);
/* Bytes that could be taken now without swapping: MemAvailable, and what cgroup (v1 or v2, nested)
 * and address-space limits leave. */
uint64_t pns_machine_available_bytes(void);
/* Resident bytes of this process now, and at most so far (VmHWM). */
uint64_t pns_machine_resident_bytes(void);
uint64_t pns_machine_peak_resident_bytes(void);
/* Resident bytes that lie in huge pages; takes the longer the more is resident. */
uint64_t pns_machine_huge_page_bytes(void);

#endif
