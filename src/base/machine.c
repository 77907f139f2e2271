#include "base/machine.h"

#include <inttypes.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/cgroup.h"

static const struct pns_cgroup_places cgroup_places = {"/proc/self/cgroup", "/sys/fs/cgroup"};

/* More processors than any one machine has today; a larger mask fails and falls back. */
#define MOST_CPUS 16384

static uint32_t affinity_cpus(void) {
  cpu_set_t *set = CPU_ALLOC(MOST_CPUS);
  size_t size = CPU_ALLOC_SIZE(MOST_CPUS);
  int count = set != NULL && sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
  if (set != NULL) CPU_FREE(set);
  if (count <= 0) count = (int)sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (uint32_t)count : 1;
}

uint32_t pns_machine_cpus(void) {
  uint32_t affinity = affinity_cpus(), quota = pns_cgroup_cpus(&cgroup_places);
  return quota < affinity ? quota : affinity;
}

/* The bytes behind "NAME:" in a file of "NAME: NUMBER kB" lines; false when it is not there. */
static bool read_kilobytes(const char *path, const char *name, uint64_t *bytes) {
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  size_t length = strlen(name);
  char line[256];
  bool found = false;
  while (!found && fgets(line, sizeof line, file) != NULL)
    found = strncmp(line, name, length) == 0 && line[length] == ':' &&
            sscanf(line + length + 1, "%" SCNu64, bytes) == 1;
  fclose(file);
  if (found) *bytes *= 1024;
  return found;
}

/* What the address-space limit (ulimit -v) leaves. */
static uint64_t address_space_left(void) {
  struct rlimit limit;
  uint64_t used;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  if (!read_kilobytes("/proc/self/status", "VmSize", &used)) used = 0;
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

static uint64_t system_available(void) {
  uint64_t bytes;
  if (read_kilobytes("/proc/meminfo", "MemAvailable", &bytes)) return bytes;
  return (uint64_t)sysconf(_SC_AVPHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t pns_machine_available_bytes(void) {
  uint64_t bytes = system_available();
  uint64_t group = pns_cgroup_available_bytes(&cgroup_places), space = address_space_left();
  if (group < bytes) bytes = group;
  return space < bytes ? space : bytes;
}

uint64_t pns_machine_resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  uint64_t total, resident;
  if (fscanf(file, "%" SCNu64 " %" SCNu64, &total, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t pns_machine_peak_resident_bytes(void) {
  uint64_t bytes;
  return read_kilobytes("/proc/self/status", "VmHWM", &bytes) ? bytes
                                                              : pns_machine_resident_bytes();
}

uint64_t pns_machine_huge_page_bytes(void) {
  uint64_t bytes;
  return read_kilobytes("/proc/self/smaps_rollup", "AnonHugePages", &bytes) ? bytes : 0;
}
