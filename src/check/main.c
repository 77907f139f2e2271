/* pns-check FILE: is this certificate true? Shares no code with the solver. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check/check.h"

enum { EXIT_VERIFIED = 0, EXIT_INVALID = 1, EXIT_UNREADABLE = 2 };

struct arguments {
  const char *file;
  unsigned jobs;
  uint64_t budget_bytes;
  bool progress, quiet;
};

static const char help[] =
    "Usage: pns-check [OPTION]... FILE\n"
    "Checks a certificate written by 'pns solve --certificate FILE', with rules of its own.\n"
    "FILE '-' is standard input.\n"
    "\n"
    "      --jobs N       threads that check (default: the CPUs this process may use)\n"
    "      --memory SIZE  most memory for positions that the proof refers to, such as 512M or 16G\n"
    "                     (default: half of this machine's)\n"
    "      --progress     says every second on standard error how far it is\n"
    "      --quiet        prints the verdict's line only\n"
    "      --help         prints this text\n"
    "      --version      prints the version\n"
    "\n"
    "Prints 's VERIFIED ...' and exits with 0 when the claim is shown to be true, or\n"
    "'s INVALID offset=N reason=...' and exits with 1. Exits with 2 when FILE cannot be read or\n"
    "memory does not suffice.\n";

/* ---- the command line ---- */

/* Digits and one of K M G T; 0 when it is none. */
static uint64_t read_size(const char *text) {
  static const char units[] = "KMGT";
  char *end;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 10);
  if (errno != 0 || end == text || *text == '-') return 0;
  const char *unit = *end == '\0' ? NULL : strchr(units, *end & ~0x20);
  if ((unit == NULL && *end != '\0') || (unit != NULL && end[1] != '\0')) return 0;
  const unsigned shift = unit == NULL ? 0 : 10 * ((unsigned)(unit - units) + 1);
  return number > UINT64_MAX >> shift ? 0 : (uint64_t)number << shift;
}

static unsigned usable_cpus(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  const int count = CPU_COUNT(&set);
  return count < 1 ? 1 : count > (int)CHECK_JOBS_MAX ? CHECK_JOBS_MAX : (unsigned)count;
}

static uint64_t half_of_memory(void) {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return UINT64_C(1) << 30;
  return (uint64_t)pages * (uint64_t)page_bytes / 2;
}

static int refuse(const char *option, const char *value, const char *expected) {
  fprintf(stderr, "pns-check: %s '%s', expected %s\n", option, value, expected);
  return EXIT_UNREADABLE;
}

/* -1: go on; else the exit status. */
static int read_option(int option, const char *value, struct arguments *arguments) {
  uint64_t number;
  switch (option) {
    case 'j':
      number = strspn(value, "0123456789") == strlen(value) ? read_size(value) : 0;
      if (number < 1 || number > CHECK_JOBS_MAX) return refuse("--jobs", value, "1 to 256");
      arguments->jobs = (unsigned)number;
      return -1;
    case 'm':
      arguments->budget_bytes = read_size(value);
      if (arguments->budget_bytes == 0) return refuse("--memory", value, "a size such as 512M");
      return -1;
    case 'p':
      arguments->progress = true;
      return -1;
    case 'q':
      arguments->quiet = true;
      return -1;
    case 'h':
      fputs(help, stdout);
      return EXIT_VERIFIED;
    case 'v':
      puts("pns-check 1 (certificate formats 1 and 2)");
      return EXIT_VERIFIED;
    default:
      fputs("pns-check: 'pns-check --help' shows what can be asked\n", stderr);
  }
  return EXIT_UNREADABLE;
}

static int read_arguments(int count, char **values, struct arguments *arguments) {
  static const struct option options[] = {
      {"jobs", required_argument, NULL, 'j'},
      {"memory", required_argument, NULL, 'm'},
      {"progress", no_argument, NULL, 'p'},
      {"quiet", no_argument, NULL, 'q'},
      {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, 'v'},
      {NULL, 0, NULL, 0},
  };
  for (int option; (option = getopt_long(count, values, "", options, NULL)) != -1;) {
    const int status = read_option(option, optarg, arguments);
    if (status >= 0) return status;
  }
  if (count - optind == 1) {
    arguments->file = values[optind];
    return -1;
  }
  fprintf(stderr, "pns-check: %d files named, expected one; see 'pns-check --help'\n",
          count - optind);
  return EXIT_UNREADABLE;
}

/* ---- progress ---- */

struct reporter {
  struct timespec started;
  double reported_s;
  uint64_t file_bytes; /* 0 when unknown */
};

static double seconds_since(const struct timespec *then) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) * 1e-9;
}

static void report(void *user, uint64_t bytes, uint64_t positions) {
  struct reporter *reporter = user;
  const double elapsed_s = seconds_since(&reporter->started);
  if (elapsed_s - reporter->reported_s < 1) return;
  reporter->reported_s = elapsed_s;
  fprintf(stderr, "%.0f s  %" PRIu64 " positions, %.0f a second", elapsed_s, positions,
          (double)positions / elapsed_s);
  if (reporter->file_bytes > 0)
    fprintf(stderr, ", %.1f %% of the file read",
            100 * (double)bytes / (double)reporter->file_bytes);
  fputc('\n', stderr);
}

static void start_reporter(struct reporter *reporter, FILE *file) {
  struct stat status;
  clock_gettime(CLOCK_MONOTONIC, &reporter->started);
  if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    reporter->file_bytes = (uint64_t)status.st_size;
}

/* ---- the verdict ---- */

static void print_verified(const struct check_result *result, bool quiet, double elapsed_s) {
  const struct check_header *header = &result->header;
  const struct check_counts *counts = &result->counts;
  printf("s VERIFIED %s from %s in %s%s%s; %" PRIu64 " positions\n", check_claim_words(header),
         header->position, header->game, *header->parameters == '\0' ? "" : ":", header->parameters,
         counts->records);
  if (quiet) return;
  printf("c rules of %s: %s\n", header->game, result->rules);
  if (header->definition_bytes > 0)
    printf("c the definition has %zu bytes, xxh3 %016" PRIx64 "\n", header->definition_bytes,
           result->definition_hash);
  printf("c %" PRIu64 " positions, %" PRIu64 " references to %" PRIu64 " of them, %" PRIu64
         " ends of play, %" PRIu64 " bytes, %.2f s\n",
         counts->records, counts->references, counts->marked, counts->terminals, result->bytes,
         elapsed_s);
  printf("c written by %s\n", header->writer);
}

static int print_verdict(const struct arguments *arguments, const struct check_result *result,
                         double elapsed_s) {
  const struct check_failure *failure = &result->failure;
  if (failure->reason == CHECK_NONE) {
    print_verified(result, arguments->quiet, elapsed_s);
    return EXIT_VERIFIED;
  }
  if (!check_reason_is_invalid(failure->reason)) {
    fprintf(stderr, "pns-check: %s: at byte %" PRIu64 ": %s\n", arguments->file, failure->offset,
            check_reason_sentence(failure->reason));
    return EXIT_UNREADABLE;
  }
  printf("s INVALID offset=%" PRIu64 " reason=%s\n", failure->offset,
         check_reason_word(failure->reason));
  if (!arguments->quiet) printf("c %s\n", check_reason_sentence(failure->reason));
  return EXIT_INVALID;
}

/* ---- */

static int run(const struct arguments *arguments, FILE *file) {
  struct check_result *result = calloc(1, sizeof *result);
  struct reporter reporter = {.reported_s = 0};
  struct check_options options = {.jobs = arguments->jobs, .budget_bytes = arguments->budget_bytes};
  if (result == NULL || getrandom(&options.seed, sizeof options.seed, 0) < 0) {
    fputs("pns-check: no memory or no random numbers\n", stderr);
    free(result);
    return EXIT_UNREADABLE;
  }
  start_reporter(&reporter, file);
  if (arguments->progress) options.progress = (struct check_progress){report, &reporter};
  check_certificate(file, &options, result);
  const int status = print_verdict(arguments, result, seconds_since(&reporter.started));
  check_result_done(result);
  free(result);
  return fflush(stdout) == 0 ? status : EXIT_UNREADABLE;
}

int main(int count, char **values) {
  struct arguments arguments = {.jobs = usable_cpus(), .budget_bytes = half_of_memory()};
  const int status = read_arguments(count, values, &arguments);
  if (status >= 0) return status;
  const bool standard = strcmp(arguments.file, "-") == 0;
  FILE *file = standard ? stdin : fopen(arguments.file, "rb");
  if (file == NULL) {
    fprintf(stderr, "pns-check: cannot open '%s': %s\n", arguments.file, strerror(errno));
    return EXIT_UNREADABLE;
  }
  const int verdict = run(&arguments, file);
  if (!standard) fclose(file);
  return verdict;
}
