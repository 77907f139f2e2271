/*
 * Runs in processes of their own. The parent has a single thread and waits for answers and signals
 * alike, so nothing runs inside a signal handler and a fork copies no lock.
 */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

/* What a child sends. */
struct answer {
  enum pns_status status;
  struct pns_error error;
  struct pns_result result;
};

struct child {
  pid_t process;
  int pipe; /* to read from; -1 once it was */
};

int pns_bench_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigprocmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_CLOEXEC);
}

/* ---- in the child ---- */

static enum pns_status apply(struct pns_options *options, const struct pns_bench_setting *setting,
                             struct pns_error *error) {
  const struct {
    const char *name, *text;
  } pairs[] = {
      {"threads", setting->threads},
      {"memory", setting->memory},
      {"backup", setting->backup},
      {"epsilon", setting->epsilon},
      {"seed", setting->seed},
      {"time", setting->time},
      {"pin", "true"},
  };
  enum pns_status status = PNS_OK;
  for (size_t i = 0; status == PNS_OK && i < sizeof pairs / sizeof pairs[0]; i++)
    if (pairs[i].text[0] != '\0')
      status = pns_options_set(options, pairs[i].name, pairs[i].text, error);
  return status;
}

/* Leaves this process the number-th of its CPUs alone, counted round. */
static void bind_to(uint32_t number) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  uint32_t skip = number % (uint32_t)CPU_COUNT(&allowed);
  for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || skip-- > 0) continue;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

static void search(const struct pns_bench_problem *problem, const struct pns_bench_setting *setting,
                   struct answer *answer) {
  struct pns_solver *solver = NULL;
  answer->status = apply(problem->options, setting, &answer->error);
  if (answer->status == PNS_OK)
    answer->status = pns_solver_new(problem->position, problem->options, &solver, &answer->error);
  if (answer->status == PNS_OK)
    answer->status = pns_solver_run(solver, NULL, NULL, &answer->result, &answer->error);
}

static bool send(int pipe, const struct answer *answer) {
  const char *bytes = (const char *)answer;
  for (size_t sent = 0; sent < sizeof *answer;) {
    const ssize_t more = write(pipe, bytes + sent, sizeof *answer - sent);
    if (more <= 0) return false;
    sent += (size_t)more;
  }
  return true;
}

/* ---- in the parent ---- */

static enum pns_status start(struct child *child, const struct pns_bench_problem *problem,
                             const struct pns_bench_setting *setting, int cpu,
                             struct pns_error *error) {
  int ends[2];
  if (pipe(ends) != 0)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "no pipe for a run: %s", strerror(errno));
  child->process = fork();
  if (child->process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (cpu >= 0) bind_to((uint32_t)cpu);
    struct answer answer = {.status = PNS_OK};
    search(problem, setting, &answer);
    _exit(send(ends[1], &answer) ? 0 : 1);
  }
  close(ends[1]);
  child->pipe = ends[0];
  if (child->process > 0) return PNS_OK;
  close(ends[0]);
  child->pipe = -1;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "no process for a run: %s", strerror(errno));
}

static bool receive(struct child *child, struct answer *answer) {
  char *bytes = (char *)answer;
  size_t got = 0;
  while (got < sizeof *answer) {
    const ssize_t more = read(child->pipe, bytes + got, sizeof *answer - got);
    if (more <= 0 && !(more < 0 && errno == EINTR)) break;
    if (more > 0) got += (size_t)more;
  }
  close(child->pipe);
  child->pipe = -1;
  return got == sizeof *answer;
}

static void end_all(struct child *children, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (children[i].process <= 0) continue;
    kill(children[i].process, SIGKILL);
    waitpid(children[i].process, NULL, 0);
    if (children[i].pipe >= 0) close(children[i].pipe);
  }
}

/* A child that ended without an answer. */
static enum pns_bench_end died(struct child *child, const struct pns_bench_problem *problem,
                               struct pns_error *error) {
  int status = 0;
  waitpid(child->process, &status, 0);
  child->process = 0;
  if (WIFSIGNALED(status))
    pns_error_set(error, PNS_ERROR_SYSTEM, "a run of '%s' was killed by SIG%s", problem->name,
                  sigabbrev_np(WTERMSIG(status)));
  else
    pns_error_set(error, PNS_ERROR_SYSTEM, "a run of '%s' ended without an answer", problem->name);
  return PNS_BENCH_FAILED;
}

/* Waits for the next one to answer; its number in `which`. */
static enum pns_bench_end next_answer(struct child *children, uint32_t count, int signals,
                                      const struct pns_bench_problem *problem,
                                      struct answer *answer, uint32_t *which,
                                      struct pns_error *error) {
  struct pollfd *files = calloc(count + 1, sizeof *files);
  if (files == NULL) {
    pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
    return PNS_BENCH_FAILED;
  }
  for (uint32_t i = 0; i < count; i++)
    files[i] = (struct pollfd){.fd = children[i].pipe, .events = POLLIN};
  files[count] = (struct pollfd){.fd = signals, .events = POLLIN};
  while (poll(files, count + 1, -1) < 0 && errno == EINTR) continue;
  const bool interrupted = files[count].revents != 0;
  *which = 0;
  while (*which < count && files[*which].revents == 0) ++*which;
  free(files);
  if (interrupted) return PNS_BENCH_INTERRUPTED;
  if (!receive(&children[*which], answer)) return died(&children[*which], problem, error);
  if (answer->status == PNS_OK) return PNS_BENCH_RAN;
  pns_error_set(error, answer->status, "'%s': %s", problem->name, answer->error.text);
  return PNS_BENCH_FAILED;
}

static enum pns_bench_end wait_for_first(struct child *children, uint32_t count, int signals,
                                         const struct pns_bench_problem *problem,
                                         struct pns_result *result, uint32_t *winner,
                                         struct pns_error *error) {
  struct answer answer = {.status = PNS_OK};
  for (uint32_t left = count; left > 0; left--) {
    const enum pns_bench_end end =
        next_answer(children, count, signals, problem, &answer, winner, error);
    if (end != PNS_BENCH_RAN) return end;
    *result = answer.result;
    if (answer.result.verdict != PNS_UNKNOWN) break;
  }
  return PNS_BENCH_RAN;
}

enum pns_bench_end pns_bench_race(const struct pns_bench_problem *problem,
                                  const struct pns_bench_setting *settings, uint32_t count,
                                  int signals, struct pns_result *result, uint32_t *winner,
                                  struct pns_error *error) {
  struct child *children = calloc(count, sizeof *children);
  if (children == NULL) {
    pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory");
    return PNS_BENCH_FAILED;
  }
  enum pns_status status = PNS_OK;
  uint32_t started = 0;
  while (status == PNS_OK && started < count) {
    status = start(&children[started], problem, &settings[started], count > 1 ? (int)started : -1,
                   error);
    if (status == PNS_OK) started++;
  }
  enum pns_bench_end end = PNS_BENCH_FAILED;
  if (status == PNS_OK)
    end = wait_for_first(children, count, signals, problem, result, winner, error);
  end_all(children, started);
  free(children);
  return end;
}
