#include "front/gtp_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/gtp_line.h"

/* How often somebody is looked for who still reads, after the end of the input. */
enum { LISTENING_MS = 200 };

struct entry {
  struct entry *next;
  size_t length;
  bool whole;
  char text[]; /* and one byte more */
};

struct pns_front_gtp_input {
  pns_front_gtp_signal *signal;
  void *user;
  pthread_t thread;
  int wake[2]; /* a pipe: closed at its end, the reading thread ends */
  /* Of the reading thread alone. */
  char *line;
  size_t length;
  bool whole;
  /* Under the lock. */
  pthread_mutex_t lock;
  pthread_cond_t change;
  struct entry *first, **last;
  unsigned long taken, queued; /* lines so far ... */
  unsigned long interrupted;   /* ... those up to this one were interrupted */
  bool busy;                   /* the line taken last is being answered */
  bool ended;                  /* no more lines will come */
  bool deserted;               /* nobody reads the answers */
};

/* ---- the reading thread ---- */

/* Everything sent before the interrupt is meant by it. */
static void interrupt(struct pns_front_gtp_input *input) {
  pthread_mutex_lock(&input->lock);
  input->interrupted = input->queued;
  if (input->busy) input->signal(input->user, true);
  pthread_mutex_unlock(&input->lock);
}

/* Without memory a line is lost rather than the session. */
static void queue(struct pns_front_gtp_input *input) {
  struct entry *entry = malloc(sizeof *entry + input->length + 1);
  if (entry == NULL) return;
  *entry = (struct entry){.length = input->length, .whole = input->whole};
  memcpy(entry->text, input->line, input->length);
  pthread_mutex_lock(&input->lock);
  *input->last = entry;
  input->last = &entry->next;
  input->queued++;
  pthread_cond_signal(&input->change);
  pthread_mutex_unlock(&input->lock);
}

static void end_line(struct pns_front_gtp_input *input) {
  if (pns_front_gtp_line_interrupts(input->line, input->length))
    interrupt(input);
  else
    queue(input);
  input->length = 0;
  input->whole = true;
}

static void take(struct pns_front_gtp_input *input, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] == '\n')
      end_line(input);
    else if (input->length < PNS_FRONT_GTP_LINE_MAX)
      input->line[input->length++] = bytes[i];
    else
      input->whole = false;
  }
}

/* Waits for something to happen to `fd`. Whether the thread shall go on. */
static bool wait_for(const struct pns_front_gtp_input *input, int fd, short events, int timeout_ms,
                     short *happened) {
  struct pollfd polled[2] = {{.fd = fd, .events = events},
                             {.fd = input->wake[0], .events = POLLIN}};
  const int count = poll(polled, 2, timeout_ms);
  *happened = count > 0 ? polled[0].revents : 0;
  return count <= 0 || polled[1].revents == 0;
}

/* A front end that died leaves a search without limits behind: it must not run for ever. */
static void watch_listener(struct pns_front_gtp_input *input) {
  short happened = 0;
  while ((happened & (POLLERR | POLLHUP | POLLNVAL)) == 0)
    if (!wait_for(input, STDOUT_FILENO, 0, LISTENING_MS, &happened)) return;
  pthread_mutex_lock(&input->lock);
  input->deserted = true;
  if (input->busy) input->signal(input->user, true);
  pthread_mutex_unlock(&input->lock);
}

/* False when the thread shall end; at the end of the input `more` becomes false. */
static bool read_some(struct pns_front_gtp_input *input, bool *more) {
  char bytes[4096];
  short happened;
  if (!wait_for(input, STDIN_FILENO, POLLIN, -1, &happened)) return false;
  if (happened == 0) return true;
  const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  if (count > 0) take(input, bytes, (size_t)count);
  *more = count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
  return true;
}

static void *read_lines(void *argument) {
  struct pns_front_gtp_input *input = argument;
  bool more = true;
  while (more)
    if (!read_some(input, &more)) return NULL;
  if (input->length > 0) end_line(input);
  pthread_mutex_lock(&input->lock);
  input->ended = true;
  pthread_cond_signal(&input->change);
  pthread_mutex_unlock(&input->lock);
  watch_listener(input);
  return NULL;
}

/* ---- the answering thread ---- */

enum pns_status pns_front_gtp_input_new(struct pns_front_gtp_input **result,
                                        pns_front_gtp_signal *signal, void *user,
                                        struct pns_error *error) {
  struct pns_front_gtp_input *input = calloc(1, sizeof *input);
  char *line = malloc(PNS_FRONT_GTP_LINE_MAX);
  if (input == NULL || line == NULL) {
    free(input);
    free(line);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for reading commands");
  }
  *input = (struct pns_front_gtp_input){
      .signal = signal, .user = user, .line = line, .whole = true, .last = &input->first};
  pthread_mutex_init(&input->lock, NULL);
  pthread_cond_init(&input->change, NULL);
  const bool piped = pipe2(input->wake, O_CLOEXEC) == 0;
  if (!piped || pthread_create(&input->thread, NULL, read_lines, input) != 0) {
    if (piped) close(input->wake[0]);
    if (piped) close(input->wake[1]);
    free(line);
    free(input);
    return pns_error_set(error, PNS_ERROR_SYSTEM, "no thread could be started for reading");
  }
  pthread_setname_np(input->thread, "pns-gtp-input");
  *result = input;
  return PNS_OK;
}

void pns_front_gtp_input_free(struct pns_front_gtp_input *input) {
  if (input == NULL) return;
  close(input->wake[1]);
  pthread_join(input->thread, NULL);
  close(input->wake[0]);
  while (input->first != NULL) {
    struct entry *next = input->first->next;
    free(input->first);
    input->first = next;
  }
  pthread_cond_destroy(&input->change);
  pthread_mutex_destroy(&input->lock);
  free(input->line);
  free(input);
}

static struct entry *pop(struct pns_front_gtp_input *input) {
  struct entry *entry = input->first;
  input->first = entry->next;
  if (input->first == NULL) input->last = &input->first;
  input->busy = true;
  input->taken++;
  input->signal(input->user, input->taken <= input->interrupted);
  return entry;
}

char *pns_front_gtp_input_next(struct pns_front_gtp_input *input, size_t *length, bool *whole) {
  pthread_mutex_lock(&input->lock);
  input->busy = false;
  while (input->first == NULL && !input->ended) pthread_cond_wait(&input->change, &input->lock);
  struct entry *entry = input->first == NULL || input->deserted ? NULL : pop(input);
  pthread_mutex_unlock(&input->lock);
  if (entry == NULL) return NULL;
  *length = entry->length;
  *whole = entry->whole;
  char *text = (char *)entry;
  memmove(text, entry->text, *length);
  return text;
}
