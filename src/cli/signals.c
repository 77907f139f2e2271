/*
 * One thread waits for the signals; all threads have them blocked. So nothing ever runs inside a
 * signal handler, and a lock can promise that a solver is not freed while it is being told to stop.
 * What takes longer is left as a request to the thread that reports progress, and a report is asked
 * for at once.
 */
#include "signals.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  BEAT_MOST_S = 5,      /* between two words to systemd */
  EXTENSION_S = 60,     /* asked for while the run ends ... */
  EXTENSIONS_MOST = 720 /* ... so often: a run that cannot end within the hour hangs */
};

struct pns_cli_signals {
  sigset_t set;
  struct pns_cli_signals_plan plan;
  double beat_s; /* 0: nobody listens */
  pthread_t thread;
  _Atomic unsigned requests;
  _Atomic bool answered; /* a report was made since the last beat */
  bool promised;         /* one was to be; of the waiting thread alone */
  pthread_mutex_t lock;
  struct pns_solver *solver; /* under the lock */
  int stopped;               /* the signal; under the lock */
  int extensions;            /* of the waiting thread alone */
};

static void stop(struct pns_cli_signals *signals, int signal) {
  pthread_mutex_lock(&signals->lock);
  if (signals->stopped == 0) signals->stopped = signal;
  if (signals->solver != NULL) pns_solver_stop(signals->solver, PNS_REASON_SIGNAL);
  pthread_mutex_unlock(&signals->lock);
  if (signals->plan.notify != NULL)
    pns_cli_notify_send(signals->plan.notify,
                        "STOPPING=1\nEXTEND_TIMEOUT_USEC=%d000000\nSTATUS=stopping", EXTENSION_S);
}

/* False when no search is under way that will hear of it. */
static bool request(struct pns_cli_signals *signals, unsigned what) {
  atomic_fetch_or(&signals->requests, what);
  pthread_mutex_lock(&signals->lock);
  const bool heard = signals->solver != NULL && pns_solver_ask_progress(signals->solver);
  pthread_mutex_unlock(&signals->lock);
  return heard;
}

/* Says that the run is well, unless it searches and owes a report since the last beat. */
static void beat(struct pns_cli_signals *signals) {
  const bool answered = atomic_exchange(&signals->answered, false);
  const bool searching = request(signals, PNS_CLI_REQUEST_ALIVE);
  const bool hangs = searching && signals->promised && !answered;
  signals->promised = searching;
  if (!hangs && signals->plan.notify->watchdog_s > 0)
    pns_cli_notify_send(signals->plan.notify, "WATCHDOG=1");
  pthread_mutex_lock(&signals->lock);
  const bool stopped = signals->stopped != 0;
  pthread_mutex_unlock(&signals->lock);
  if (stopped && signals->extensions++ < EXTENSIONS_MOST)
    pns_cli_notify_send(signals->plan.notify, "EXTEND_TIMEOUT_USEC=%d000000", EXTENSION_S);
}

/* The next signal; 0 when a beat is due first. */
static int next_signal(const struct pns_cli_signals *signals) {
  const double whole = floor(signals->beat_s);
  const struct timespec beat = {.tv_sec = (time_t)whole,
                                .tv_nsec = (long)((signals->beat_s - whole) * 1e9)};
  const int signal = signals->beat_s > 0 ? sigtimedwait(&signals->set, NULL, &beat)
                                         : sigwaitinfo(&signals->set, NULL);
  return signal > 0 ? signal : 0;
}

static void act(struct pns_cli_signals *signals, int signal) {
  if (signal == SIGUSR1 && !signals->plan.usr1_stops)
    request(signals, PNS_CLI_REQUEST_STATUS);
  else if (signal == SIGUSR2)
    request(signals, PNS_CLI_REQUEST_CHECKPOINT);
  else if (signal == SIGHUP && signals->plan.has_log)
    request(signals, PNS_CLI_REQUEST_LOG);
  else
    stop(signals, signal);
}

static void *wait_for_signals(void *argument) {
  struct pns_cli_signals *signals = argument;
  bool interrupted = false;
  for (;;) {
    const int signal = next_signal(signals);
    if (signal == SIGINT && interrupted) _exit(128 + SIGINT);
    interrupted |= signal == SIGINT;
    if (signal != 0)
      act(signals, signal);
    else if (signals->beat_s > 0)
      beat(signals);
  }
  return NULL;
}

static bool is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Without a log, HUP means that the terminal has gone; nohup(1) has it ignored. */
static void choose_signals(struct pns_cli_signals *signals) {
  sigemptyset(&signals->set);
  sigaddset(&signals->set, SIGINT);
  sigaddset(&signals->set, SIGTERM);
  sigaddset(&signals->set, SIGXCPU);
  if (signals->plan.notify == NULL) return;
  sigaddset(&signals->set, SIGUSR1);
  sigaddset(&signals->set, SIGUSR2);
  if (signals->plan.has_log || !is_ignored(SIGHUP)) sigaddset(&signals->set, SIGHUP);
}

/* Four beats to a watchdog's time, so that a late one does no harm. */
static double choose_beat(const struct pns_cli_notify *notify) {
  if (notify == NULL || !pns_cli_notify_heard(notify)) return 0;
  if (notify->watchdog_s > 0) return fmin(notify->watchdog_s / 4, BEAT_MOST_S);
  return BEAT_MOST_S;
}

enum pns_status pns_cli_signals_new(struct pns_cli_signals **result,
                                    const struct pns_cli_signals_plan *plan,
                                    struct pns_error *error) {
  struct pns_cli_signals *signals = calloc(1, sizeof *signals);
  if (signals == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for signals");
  if (plan != NULL) signals->plan = *plan;
  signals->beat_s = choose_beat(signals->plan.notify);
  choose_signals(signals);
  pthread_sigmask(SIG_BLOCK, &signals->set, NULL);
  pthread_mutex_init(&signals->lock, NULL);
  if (pthread_create(&signals->thread, NULL, wait_for_signals, signals) != 0) {
    free(signals);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "no thread could be started for signals");
  }
  pthread_setname_np(signals->thread, "pns-signals");
  *result = signals;
  return PNS_OK;
}

void pns_cli_signals_free(struct pns_cli_signals *signals) {
  if (signals == NULL) return;
  pthread_cancel(signals->thread);
  pthread_join(signals->thread, NULL);
  pthread_mutex_destroy(&signals->lock);
  free(signals);
}

void pns_cli_signals_watch(void *argument, struct pns_solver *solver) {
  struct pns_cli_signals *signals = argument;
  pthread_mutex_lock(&signals->lock);
  signals->solver = solver;
  if (signals->stopped != 0 && solver != NULL) pns_solver_stop(solver, PNS_REASON_SIGNAL);
  if (atomic_load(&signals->requests) != 0 && solver != NULL) pns_solver_ask_progress(solver);
  pthread_mutex_unlock(&signals->lock);
}

unsigned pns_cli_signals_take(struct pns_cli_signals *signals) {
  atomic_store(&signals->answered, true);
  return atomic_exchange(&signals->requests, 0);
}

const char *pns_cli_signals_name(struct pns_cli_signals *signals) {
  pthread_mutex_lock(&signals->lock);
  const int signal = signals->stopped;
  pthread_mutex_unlock(&signals->lock);
  return signal == 0 ? NULL : sigabbrev_np(signal);
}
