#include "front/client.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_BYTES 65536u

struct pns_front_client *pns_front_client_new(int in, int out, bool is_socket) {
  struct pns_front_client *client = calloc(1, sizeof *client);
  if (client == NULL) return NULL;
  client->in = in;
  client->out = out;
  client->is_socket = is_socket;
  return client;
}

void pns_front_client_free(struct pns_front_client *client) {
  /* A child that writes a checkpoint has this socket too: closing it alone would tell nobody. */
  if (client->is_socket && client->in >= 0 && !client->handed_on) shutdown(client->in, SHUT_RDWR);
  if (client->is_socket && client->in >= 0) close(client->in);
  pns_front_request_free(client->quit);
  free(client->input);
  free(client->output);
  free(client);
}

/* ---- lines that come in ---- */

size_t pns_front_client_waits(const struct pns_front_client *client) {
  return client->output_end - client->output_start;
}

size_t pns_front_client_unread(const struct pns_front_client *client) {
  return client->input_end - client->input_start;
}

bool pns_front_client_reads(const struct pns_front_client *client) {
  return !client->gone && !client->quitting && client->lookups < PNS_FRONT_LOOKUPS_MAX &&
         pns_front_client_waits(client) < PNS_FRONT_ANSWERS_WAIT;
}

/* Moves what is used to the front. */
static void pack(char *bytes, size_t *start, size_t *end) {
  if (*start == 0) return;
  memmove(bytes, bytes + *start, *end - *start);
  *end -= *start;
  *start = 0;
}

/* Makes room behind what is used. */
static bool grow(char **bytes, size_t *room, size_t used, size_t more) {
  size_t wanted = *room == 0 ? 4096 : *room;
  while (wanted < used + more) wanted *= 2;
  if (wanted == *room) return true;
  char *grown = realloc(*bytes, wanted);
  if (grown == NULL) return false;
  *bytes = grown;
  *room = wanted;
  return true;
}

void pns_front_client_read(struct pns_front_client *client) {
  pack(client->input, &client->input_start, &client->input_end);
  if (!grow(&client->input, &client->input_room, client->input_end, READ_BYTES)) {
    client->gone = true;
    return;
  }
  char *at = client->input + client->input_end;
  const ssize_t got = client->is_socket ? recv(client->in, at, READ_BYTES, MSG_DONTWAIT)
                                        : read(client->in, at, READ_BYTES);
  if (got > 0) client->input_end += (size_t)got;
  if (got == 0) client->ended = true;
  if (got >= 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return;
  if (client->is_socket)
    client->gone = true;
  else
    client->ended = true;
}

/* Drops the beginning of a line that is too long, or its rest. */
static bool skip(struct pns_front_client *client, const char *newline, size_t *length) {
  const char *line = client->input + client->input_start;
  const size_t unread = pns_front_client_unread(client);
  const size_t part = newline == NULL ? unread : (size_t)(newline - line);
  client->skipping += part;
  const bool over = newline != NULL || client->ended;
  const uint64_t whole = client->skipping;
  pns_front_client_shift(client, part + (newline != NULL));
  if (!over) return false;
  client->skipping = 0;
  *length = whole > SIZE_MAX ? SIZE_MAX : (size_t)whole;
  return true;
}

bool pns_front_client_line(struct pns_front_client *client, const char **line, size_t *length) {
  const size_t unread = pns_front_client_unread(client);
  const char *start = unread == 0 ? NULL : client->input + client->input_start;
  const char *newline = unread == 0 ? NULL : memchr(start, '\n', unread);
  const size_t most = newline == NULL ? unread : (size_t)(newline - start);
  *line = NULL;
  if (client->skipping > 0 || most > PNS_FRONT_LINE_MAX) return skip(client, newline, length);
  if (newline == NULL && (!client->ended || unread == 0)) return false;
  *line = start;
  *length = most;
  return true;
}

void pns_front_client_shift(struct pns_front_client *client, size_t length) {
  const size_t unread = pns_front_client_unread(client);
  client->input_start += length < unread ? length : unread;
  if (length < unread) return;
  client->input_start = client->input_end = 0;
  if (client->input_room <= READ_BYTES * 2) return;
  free(client->input);
  client->input = NULL;
  client->input_room = 0;
}

/* ---- lines that go out ---- */

void pns_front_client_send(struct pns_front_client *client, const char *line, bool may_be_lost) {
  const size_t length = strlen(line), waits = pns_front_client_waits(client);
  if (client->gone) return;
  if (may_be_lost && waits > PNS_FRONT_PROGRESS_WAITS) {
    client->dropped++;
    return;
  }
  pack(client->output, &client->output_start, &client->output_end);
  if (waits + length > PNS_FRONT_WAITS_MAX ||
      !grow(&client->output, &client->output_room, waits, length + 1)) {
    client->gone = true;
    return;
  }
  memcpy(client->output + waits, line, length);
  client->output[waits + length] = '\n';
  client->output_end = waits + length + 1;
}

/* So much goes into a pipe that is ready without waiting (pipe(7)). */
static ssize_t write_some(const struct pns_front_client *client, const char *at, size_t length) {
  if (client->is_socket) return send(client->out, at, length, MSG_DONTWAIT | MSG_NOSIGNAL);
  return write(client->out, at, length < PIPE_BUF ? length : PIPE_BUF);
}

void pns_front_client_write(struct pns_front_client *client) {
  const size_t waits = pns_front_client_waits(client);
  if (client->gone || waits == 0) return;
  const ssize_t put = write_some(client, client->output + client->output_start, waits);
  if (put > 0) client->output_start += (size_t)put;
  if (put < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) client->gone = true;
  if (pns_front_client_waits(client) > 0) return;
  client->output_start = client->output_end = 0;
  if (client->output_room <= PNS_FRONT_PROGRESS_WAITS) return;
  free(client->output);
  client->output = NULL;
  client->output_room = 0;
}
