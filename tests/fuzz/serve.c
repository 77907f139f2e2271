/* What clients send: any bytes to one server that lives on, a client for each input. The solves it
 * asks for are stopped by the `quit` behind it. */
#include <jansson.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "front/server.h"
#include "fuzz/driver/fuzz.h"

static struct pns_front_server server;
static const struct pns_front_config config = {
    .solves = 2, .kept = 4, .clients = 8, .threads = 1, .memory_bytes = 64u << 20};

static void start_once(void) {
  static bool started;
  struct pns_error error;
  if (started) return;
  started = true;
  if (pns_front_server_init(&server, &config, -1, &error) != PNS_OK) abort();
}

static bool send_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t put = send(fd, bytes, length, MSG_NOSIGNAL);
    if (put <= 0) return false;
    bytes += put;
    length -= (size_t)put;
  }
  return true;
}

/* Every line is an object with an id and a type; the first sentence that refuses is told. */
static void judge(const char *line, size_t length) {
  json_t *answer = json_loadb(line, length, 0, NULL);
  fuzz_require(json_is_object(answer));
  fuzz_require(json_object_get(answer, "id") != NULL);
  fuzz_require(json_is_string(json_object_get(answer, "type")));
  const json_t *message = json_object_get(json_object_get(answer, "error"), "message");
  if (message != NULL) fuzz_refused(json_string_value(message));
  json_decref(answer);
}

/* Reads while the server answers, so that neither waits for the other. */
static void *judge_all(void *argument) {
  const int fd = *(const int *)argument;
  size_t room = 1 << 16, used = 0;
  char *text = malloc(room);
  for (ssize_t got; text != NULL && (got = recv(fd, text + used, room - used, 0)) > 0;) {
    used += (size_t)got;
    if (room - used < 4096) text = realloc(text, room *= 2);
  }
  for (char *line = text, *end; line != NULL && line < text + used; line = end + 1) {
    end = memchr(line, '\n', (size_t)(text + used - line));
    fuzz_require(end != NULL);
    judge(line, (size_t)(end - line));
  }
  free(text);
  return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char quit[] = "\n{\"type\":\"quit\"}\n";
  int pair[2];
  start_once();
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) abort();
  pthread_t reader;
  if (pns_front_server_admit(&server, pair[1], pair[1], true) == NULL) abort();
  if (size > 65536) size = 65536; /* what the socket takes before the server runs */
  if (pthread_create(&reader, NULL, judge_all, &pair[0]) != 0) abort();
  if (send_all(pair[0], (const char *)data, size) && send_all(pair[0], quit, sizeof quit - 1))
    pns_front_server_run(&server);
  pthread_join(reader, NULL);
  close(pair[0]);
  return 0;
}
