/*
 * One thread waits for the signals; all threads have them blocked. So nothing ever runs inside a
 * signal handler, and a lock can promise that a solver is not freed while it is being told to stop.
 */
#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct pns_cli_signals {
  sigset_t set;
  pthread_t thread;
  pthread_mutex_t lock;
  struct pns_solver *solver; /* under the lock */
  bool stopped;              /* under the lock */
};

static void stop(struct pns_cli_signals *signals) {
  pthread_mutex_lock(&signals->lock);
  signals->stopped = true;
  if (signals->solver != NULL) pns_solver_stop(signals->solver, PNS_REASON_SIGNAL);
  pthread_mutex_unlock(&signals->lock);
}

static void *wait_for_signals(void *argument) {
  struct pns_cli_signals *signals = argument;
  bool interrupted = false;
  for (;;) {
    int signal;
    if (sigwait(&signals->set, &signal) != 0) continue;
    if (signal == SIGINT && interrupted) _exit(128 + SIGINT);
    interrupted |= signal == SIGINT;
    stop(signals);
  }
  return NULL;
}

enum pns_status pns_cli_signals_new(struct pns_cli_signals **result, struct pns_error *error) {
  struct pns_cli_signals *signals = calloc(1, sizeof *signals);
  if (signals == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for signals");
  sigemptyset(&signals->set);
  sigaddset(&signals->set, SIGINT);
  sigaddset(&signals->set, SIGTERM);
  sigaddset(&signals->set, SIGXCPU);
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
  if (signals->stopped && solver != NULL) pns_solver_stop(solver, PNS_REASON_SIGNAL);
  pthread_mutex_unlock(&signals->lock);
}
