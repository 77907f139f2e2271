#include "base/cgroup.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Version 1 says "no limit" by a huge number instead of a word. */
#define UNLIMITED_BYTES (UINT64_C(1) << 60)

/* A folder of one group: the place where the hierarchy is mounted, and the way from there. */
struct group {
  char mount[PATH_MAX];
  char path[PATH_MAX];
};

static FILE *open_file(const struct group *group, const char *name) {
  char path[3 * PATH_MAX];
  snprintf(path, sizeof path, "%s%s/%s", group->mount, group->path, name);
  return fopen(path, "re");
}

/* The first word of a file as a number; `absent` for "max", for nonsense and without the file. */
static uint64_t read_number(const struct group *group, const char *name, uint64_t absent) {
  FILE *file = open_file(group, name);
  if (file == NULL) return absent;
  uint64_t number;
  if (fscanf(file, "%" SCNu64, &number) != 1) number = absent;
  fclose(file);
  return number;
}

/* The number behind a word in a file of "WORD NUMBER" lines; 0 when it is not there. */
static uint64_t read_field(const struct group *group, const char *name, const char *field) {
  FILE *file = open_file(group, name);
  if (file == NULL) return 0;
  char word[64];
  uint64_t number, found = 0;
  while (fscanf(file, "%63s %" SCNu64, word, &number) == 2)
    if (strcmp(word, field) == 0) found = number;
  fclose(file);
  return found;
}

/* ---- finding the groups ---- */

/* Whether `list`, words between commas, has this word. */
static bool list_has(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0')) return true;
  return false;
}

/* Looks up the path of this process under a version 1 controller, or under version 2 for "". */
static bool find_path(const struct pns_cgroup_places *places, const char *controller, char *path) {
  FILE *file = fopen(places->membership, "re");
  if (file == NULL) return false;
  bool found = false;
  char line[PATH_MAX + 256];
  while (!found && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *way = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (way == NULL) continue;
    *way++ = '\0';
    controllers++;
    found = controller[0] == '\0' ? controllers[0] == '\0' : list_has(controllers, controller);
    if (found) snprintf(path, PATH_MAX, "%s", way);
  }
  fclose(file);
  return found;
}

/* Goes to the group above; false at the top. The path of the top is "". */
static bool leave_group(struct group *group) {
  char *last = strrchr(group->path, '/');
  if (last == NULL) return false;
  *last = '\0';
  return true;
}

/* The tightest limit of one hierarchy, from the process's own group to the top. Inside a container
 * the path may not exist below the mount: those levels read as unlimited and the top counts. */
static uint64_t tightest(const struct pns_cgroup_places *places, const char *controller,
                         const char *folder, uint64_t (*limit)(const struct group *)) {
  struct group group;
  if (!find_path(places, controller, group.path)) return UINT64_MAX;
  snprintf(group.mount, sizeof group.mount, "%s%s", places->mount, folder);
  uint64_t least = UINT64_MAX;
  do {
    uint64_t here = limit(&group);
    if (here < least) least = here;
  } while (leave_group(&group));
  return least;
}

/* ---- processors, in thousandths ---- */

static uint64_t share(uint64_t quota_us, uint64_t period_us) {
  return quota_us == UINT64_MAX || period_us == 0 ? UINT64_MAX : quota_us * 1000 / period_us;
}

static uint64_t cpu_limit_2(const struct group *group) {
  FILE *file = open_file(group, "cpu.max");
  if (file == NULL) return UINT64_MAX;
  uint64_t quota_us, period_us;
  bool limited = fscanf(file, "%" SCNu64 " %" SCNu64, &quota_us, &period_us) == 2;
  fclose(file);
  return limited ? share(quota_us, period_us) : UINT64_MAX;
}

static uint64_t cpu_limit_1(const struct group *group) {
  FILE *file = open_file(group, "cpu.cfs_quota_us");
  if (file == NULL) return UINT64_MAX;
  int64_t quota_us;
  bool limited = fscanf(file, "%" SCNd64, &quota_us) == 1 && quota_us > 0;
  fclose(file);
  return limited ? share((uint64_t)quota_us, read_number(group, "cpu.cfs_period_us", 0))
                 : UINT64_MAX;
}

/* ---- memory ---- */

static uint64_t left(uint64_t limit, uint64_t used, uint64_t reclaimable) {
  if (limit >= UNLIMITED_BYTES) return UINT64_MAX;
  used -= reclaimable < used ? reclaimable : used;
  return limit > used ? limit - used : 0;
}

static uint64_t memory_limit_2(const struct group *group) {
  uint64_t most = read_number(group, "memory.max", UINT64_MAX);
  uint64_t high = read_number(group, "memory.high", UINT64_MAX);
  return left(most < high ? most : high, read_number(group, "memory.current", 0),
              read_field(group, "memory.stat", "inactive_file"));
}

static uint64_t memory_limit_1(const struct group *group) {
  return left(read_number(group, "memory.limit_in_bytes", UINT64_MAX),
              read_number(group, "memory.usage_in_bytes", 0),
              read_field(group, "memory.stat", "total_inactive_file"));
}

/* ---- both versions together ---- */

static uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

uint32_t pns_cgroup_cpus(const struct pns_cgroup_places *places) {
  uint64_t allowed = tightest(places, "", "", cpu_limit_2);
  allowed = least_of(allowed, tightest(places, "", "/unified", cpu_limit_2));
  allowed = least_of(allowed, tightest(places, "cpu", "/cpu", cpu_limit_1));
  allowed = least_of(allowed, tightest(places, "cpu", "/cpu,cpuacct", cpu_limit_1));
  if (allowed > UINT32_MAX) return UINT32_MAX;
  return allowed <= 1000 ? 1 : (uint32_t)((allowed + 999) / 1000);
}

uint64_t pns_cgroup_available_bytes(const struct pns_cgroup_places *places) {
  uint64_t bytes = tightest(places, "", "", memory_limit_2);
  bytes = least_of(bytes, tightest(places, "", "/unified", memory_limit_2));
  return least_of(bytes, tightest(places, "memory", "/memory", memory_limit_1));
}
