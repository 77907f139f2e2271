/* What a figure was measured on. */
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "text.h"

/* The first line of a file without its end; "" when there is none. */
static void read_line(const char *path, char *line, int size) {
  FILE *stream = fopen(path, "r");
  line[0] = '\0';
  if (stream == NULL) return;
  if (fgets(line, size, stream) != NULL) line[strcspn(line, "\n")] = '\0';
  fclose(stream);
}

/* The processor as Linux names it; on some architectures it does not. */
static void read_processor(char *name, size_t size, const char *otherwise) {
  FILE *stream = fopen("/proc/cpuinfo", "r");
  char line[256];
  snprintf(name, size, "%s", otherwise);
  while (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
    const char *value = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || value == NULL) continue;
    snprintf(name, size, "%s", value + 2);
    name[strcspn(name, "\n")] = '\0';
    break;
  }
  if (stream != NULL) fclose(stream);
}

static void print_processors(FILE *stream, const char *machine) {
  char name[128], cache[32];
  cpu_set_t allowed;
  const int usable = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
  read_processor(name, sizeof name, machine);
  read_line("/sys/devices/system/cpu/cpu0/cache/index3/size", cache, sizeof cache);
  fprintf(stream, "# processor: %s, %ld CPUs, %d of them for this process%s%s\n", name,
          sysconf(_SC_NPROCESSORS_ONLN), usable, cache[0] == '\0' ? "" : ", L3 cache ", cache);
}

static void print_memory(FILE *stream) {
  struct sysinfo info;
  char total[PNS_CLI_NUMBER_MAX], mode[128];
  if (sysinfo(&info) == 0)
    fprintf(stream, "# memory: %s\n", pns_cli_size((uint64_t)info.totalram * info.mem_unit, total));
  read_line("/sys/kernel/mm/transparent_hugepage/enabled", mode, sizeof mode);
  fprintf(stream, "# huge pages: %s\n", mode[0] == '\0' ? "none" : mode);
}

void pns_bench_print_facts(FILE *stream) {
  struct utsname name;
  char load[128], date[32];
  const time_t now = time(NULL);
  struct tm parts;
  if (uname(&name) != 0) memset(&name, 0, sizeof name);
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
  read_line("/proc/loadavg", load, sizeof load);
  fprintf(stream, "# pns: %s, %s\n", pns_version(), pns_build_facts());
  print_processors(stream, name.machine);
  print_memory(stream);
  fprintf(stream, "# kernel: %s %s\n", name.sysname, name.release);
  fprintf(stream, "# begun: %s, load before %s\n", date, load);
}
