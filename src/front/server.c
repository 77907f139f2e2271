#include "front/server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "front/verbs.h"
#include "front/web.h"

enum {
  GREETING_S = 10, /* for the token */
  ENDING_S = 5,    /* for clients to read their last answers after a signal */
  CROWDED_S = 1,   /* before somebody is let in again */
  PROBE_S = 5,     /* between signs of life to a client whose input has ended */
};

double pns_front_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- opening ---- */

static enum pns_status check_config(const struct pns_front_config *config,
                                    struct pns_error *error) {
  if (config->allow_remote && config->token_file == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "--allow-remote without --token-file, expected both: whoever reaches the "
                         "address could use this machine");
  if (config->web && config->listen_count == 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "--web without --listen, expected an address such as 127.0.0.1:8000");
  return PNS_OK;
}

static enum pns_status open_listeners(struct pns_front_server *server, struct pns_error *error) {
  const struct pns_front_config *config = server->config;
  for (unsigned i = 0; i < config->listen_count; i++) {
    struct pns_front_listener *listener = &server->listeners[i];
    server->listener_count++;
    enum pns_status status =
        pns_front_listener_open(listener, config->listen[i], config->allow_remote, error);
    if (status != PNS_OK) return status;
  }
  return PNS_OK;
}

static enum pns_status start_askers(struct pns_front_server *server, struct pns_error *error) {
  const struct pns_front_tools tools = {.mail = &server->mail,
                                        .folder = &server->folder,
                                        .game = &server->config->game,
                                        .checker = server->config->checker};
  enum pns_status status = pns_front_asker_init(&server->asker, 2, &tools, error);
  return status == PNS_OK ? pns_front_asker_init(&server->verifier, 1, &tools, error) : status;
}

enum pns_status pns_front_server_init(struct pns_front_server *server,
                                      const struct pns_front_config *config, int signal_fd,
                                      struct pns_error *error) {
  memset(server, 0, sizeof *server);
  server->config = config;
  server->signal_fd = signal_fd;
  server->folder.fd = -1;
  server->mail.fd = -1;
  json_object_seed(0); /* before there are threads */
  pns_front_solves_init(&server->solves, config, &server->asker);
  enum pns_status status = check_config(config, error);
  if (status == PNS_OK) status = pns_front_token_read(&server->token, config->token_file, error);
  if (status == PNS_OK) status = pns_front_mail_init(&server->mail, error);
  if (status == PNS_OK) status = open_listeners(server, error);
  if (status == PNS_OK) status = pns_front_folder_open(&server->folder, config->folder, error);
  if (status == PNS_OK) status = start_askers(server, error);
  if (status == PNS_OK && config->web) status = pns_front_web_new(server, &server->web, error);
  return status;
}

/* ---- closing ---- */

/* All threads of solves end and post a last letter, which nobody answers any more. */
static void end_solves(struct pns_front_server *server) {
  pns_front_solves_drop(&server->solves, 0, PNS_REASON_SIGNAL, true);
  while (server->solves.first != NULL) {
    struct pollfd mail = {.fd = server->mail.fd, .events = POLLIN};
    poll(&mail, 1, -1);
    pns_front_server_mail(server);
  }
}

void pns_front_server_done(struct pns_front_server *server) {
  for (unsigned i = 0; i < server->listener_count; i++)
    pns_front_listener_close(&server->listeners[i]);
  while (server->clients != NULL) pns_front_server_drop(server, server->clients);
  if (server->asker.count > 0) end_solves(server);
  pns_front_web_free(server->web);
  pns_front_asker_done(&server->verifier);
  pns_front_asker_done(&server->asker);
  pns_front_folder_close(&server->folder);
  if (server->mail.fd >= 0) pns_front_mail_done(&server->mail);
}

/* ---- clients ---- */

struct pns_front_client *pns_front_server_client(const struct pns_front_server *server,
                                                 uint64_t number) {
  struct pns_front_client *client = server->clients;
  while (client != NULL && client->number != number) client = client->next;
  return client;
}

struct pns_front_client *pns_front_server_admit(struct pns_front_server *server, int in, int out,
                                                bool is_socket) {
  struct pns_front_client *client = pns_front_client_new(in, out, is_socket);
  if (client == NULL) return NULL;
  client->number = ++server->numbered;
  client->greeted = server->token.length == 0 || (!is_socket && in >= 0);
  client->since_s = pns_front_now();
  client->next = server->clients;
  server->clients = client;
  server->client_count += in >= 0;
  return client;
}

struct pns_front_client *pns_front_server_add(struct pns_front_server *server, int in, int out) {
  return pns_front_server_admit(server, in, out, false);
}

void pns_front_server_drop(struct pns_front_server *server, struct pns_front_client *client) {
  struct pns_front_client **at = &server->clients;
  while (*at != client) at = &(*at)->next;
  *at = client->next;
  server->client_count -= client->in >= 0;
  pns_front_solves_drop(&server->solves, client->number, PNS_REASON_STOP, true);
  pns_front_asker_cancel(&server->asker, client->number);
  pns_front_asker_cancel(&server->verifier, client->number);
  pns_front_client_free(client);
}

void pns_front_server_send(struct pns_front_server *server, struct pns_front_client *client,
                           uint64_t ticket, json_t *object, bool may_be_lost) {
  const size_t digits = client->exact ? 0 : JSON_REAL_PRECISION(9);
  char *line = json_dumps(object, JSON_COMPACT | digits);
  json_decref(object);
  if (line == NULL) return;
  if (client->in < 0)
    pns_front_web_send(server->web, ticket, line, may_be_lost);
  else
    pns_front_client_send(client, line, may_be_lost);
  free(line);
}

/* ---- requests ---- */

static void refuse(struct pns_front_server *server, struct pns_front_client *client,
                   uint64_t ticket, struct pns_front_request *request,
                   const struct pns_error *error) {
  json_t *answer = pns_front_error(request, error);
  if (request != NULL) pns_front_request_finish(request, answer);
  pns_front_server_send(server, client, ticket, answer, false);
}

void pns_front_server_take(struct pns_front_server *server, struct pns_front_client *client,
                           uint64_t ticket, const char *line, size_t length) {
  struct pns_error error;
  struct pns_front_call call = {.server = server, .client = client, .ticket = ticket};
  enum pns_status status = pns_front_request_new(line, length, &call.request, &error);
  client->exact |= call.request != NULL && json_is_real(call.request->id);
  if (status == PNS_OK) status = pns_front_verb(&call, &error);
  if (status != PNS_OK) refuse(server, client, ticket, call.request, &error);
  pns_front_request_free(call.request);
}

static void refuse_long(struct pns_front_server *server, struct pns_front_client *client,
                        size_t length) {
  struct pns_error error;
  struct pns_front_request request = {.fault = PNS_FRONT_LINE_MAX, .id = json_null()};
  pns_error_set(&error, PNS_ERROR_INPUT, "the line has %zu bytes, expected at most %u", length,
                PNS_FRONT_LINE_MAX);
  refuse(server, client, 0, &request, &error);
}

/* A web page can make a browser send a request here whose body is a line of ours; its first line
 * gives it away. */
static bool is_http(const char *line, size_t length) {
  size_t at = 0;
  while (at < length && line[at] >= 'A' && line[at] <= 'Z') at++;
  if (at == 0 || at == length || line[at] != ' ') return false;
  return memmem(line, length, " HTTP/", 6) != NULL;
}

static void refuse_http(struct pns_front_server *server, struct pns_front_client *client) {
  struct pns_error error;
  pns_error_set(&error, PNS_ERROR_INPUT,
                "this is HTTP, expected a JSON object a line; --web serves a page");
  refuse(server, client, 0, NULL, &error);
  client->quitting = true;
}

static bool is_blank(const char *line, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') return false;
  return true;
}

static void take_lines(struct pns_front_server *server, struct pns_front_client *client) {
  const char *line;
  size_t length;
  while (pns_front_client_reads(client) && pns_front_client_line(client, &line, &length)) {
    if (line == NULL) {
      refuse_long(server, client, length);
      continue;
    }
    if (client->is_tcp && is_http(line, length))
      refuse_http(server, client);
    else if (!is_blank(line, length))
      pns_front_server_take(server, client, 0, line, length);
    pns_front_client_shift(client, length + 1);
  }
}

/* ---- letters ---- */

static void answer_letter(struct pns_front_server *server, struct pns_front_letter *letter) {
  struct pns_front_client *client = pns_front_server_client(server, letter->client);
  if (client == NULL || letter->kind == PNS_FRONT_PREPARED) return;
  const bool looked_up = letter->kind == PNS_FRONT_ANSWERED;
  const bool over = letter->kind == PNS_FRONT_ENDED || letter->kind == PNS_FRONT_REFUSED;
  client->lookups -= looked_up;
  client->solves -= over;
  pns_front_server_send(server, client, looked_up || over ? letter->ticket : 0,
                        json_incref(letter->object), letter->kind == PNS_FRONT_PROGRESS);
}

/* One that never got to work. */
static void give_up(struct pns_front_server *server, struct pns_front_solve *solve,
                    const struct pns_error *error) {
  struct pns_front_client *client = pns_front_server_client(server, solve->client);
  if (client != NULL) {
    client->solves--;
    refuse(server, client, solve->ticket, solve->request, error);
  }
  pns_front_solves_forget(&server->solves, solve);
}

static void take_letter(struct pns_front_server *server, struct pns_front_letter *letter) {
  struct pns_error error;
  answer_letter(server, letter);
  switch (letter->kind) {
    case PNS_FRONT_ENDED:
      pns_front_solves_ended(&server->solves, letter->solve, pns_front_now());
      break;
    case PNS_FRONT_REFUSED:
      pns_front_solves_forget(&server->solves, letter->solve);
      break;
    case PNS_FRONT_PREPARED:
      if (letter->solve->orphan)
        pns_front_solves_forget(&server->solves, letter->solve);
      else if (pns_front_solves_queue(&server->solves, letter->solve, &error) != PNS_OK)
        give_up(server, letter->solve, &error);
      break;
    case PNS_FRONT_ANSWERED:
    case PNS_FRONT_PROGRESS:
      break;
  }
  pns_front_solve_release(letter->solve);
}

void pns_front_server_mail(struct pns_front_server *server) {
  struct pns_error error;
  for (struct pns_front_letter *letter = pns_front_mail_take(&server->mail), *next; letter != NULL;
       letter = next) {
    next = letter->next;
    take_letter(server, letter);
    json_decref(letter->object);
    free(letter);
  }
  for (struct pns_front_solve *failed;
       (failed = pns_front_solves_schedule(&server->solves, pns_front_now(), &error)) != NULL;)
    give_up(server, failed, &error);
}

/* ---- the loop: what is waited for ---- */

/* Behind what every server waits for come the places of each client. They are few: poll takes no
 * more of them than there may be open descriptors. */
enum { AT_MAIL, AT_SIGNAL, AT_WEB, AT_LISTENERS };

static nfds_t first_place(const struct pns_front_server *server) {
  return AT_LISTENERS + server->listener_count;
}

static bool has_place(const struct pns_front_server *server) {
  return server->client_count < server->config->clients;
}

static bool lets_in(const struct pns_front_server *server) {
  return has_place(server) && !server->ending && pns_front_now() >= server->crowded_until_s;
}

static nfds_t places_of(const struct pns_front_client *client) { return client->is_socket ? 1 : 2; }

static void wait_for_client(const struct pns_front_client *client, struct pollfd *in) {
  const bool writes = pns_front_client_waits(client) > 0;
  const bool reads = client->undecided || pns_front_client_reads(client);
  *in = (struct pollfd){.fd = client->in};
  if (reads && !client->ended) in->events |= POLLIN;
  if (writes && client->is_socket) in->events |= POLLOUT;
  if (client->is_socket) return;
  in[1] = (struct pollfd){.fd = client->out, .events = writes ? POLLOUT : 0};
  /* A pipe that was hung up would wake us all the time. */
  if (in->events == 0) in->fd = -1;
}

static struct pollfd *gather(const struct pns_front_server *server, nfds_t *count) {
  const nfds_t first = first_place(server);
  nfds_t places = first;
  for (const struct pns_front_client *at = server->clients; at != NULL; at = at->next)
    places += places_of(at);
  struct pollfd *fds = calloc(places, sizeof *fds);
  if (fds == NULL) return NULL;
  for (nfds_t i = 0; i < first; i++) fds[i] = (struct pollfd){.fd = -1, .events = POLLIN};
  fds[AT_MAIL].fd = server->mail.fd;
  fds[AT_SIGNAL].fd = server->signal_fd;
  fds[AT_WEB].fd = pns_front_web_fd(server->web);
  for (unsigned i = 0; i < server->listener_count && lets_in(server); i++)
    fds[AT_LISTENERS + i].fd = server->listeners[i].fd;
  *count = first;
  for (const struct pns_front_client *at = server->clients; at != NULL; at = at->next) {
    wait_for_client(at, &fds[*count]);
    *count += places_of(at);
  }
  return fds;
}

/* ---- the loop: what is done ---- */

/* A client that cannot be let in goes on knocking and would wake us all the time. */
static bool is_lack(int failure) {
  return failure == EMFILE || failure == ENFILE || failure == ENOMEM || failure == ENOBUFS;
}

static void let_in(struct pns_front_server *server, const struct pns_front_listener *listener) {
  while (has_place(server)) {
    const int fd = pns_front_listener_accept(listener);
    if (fd < 0 && is_lack(errno)) server->crowded_until_s = pns_front_now() + CROWDED_S;
    if (fd < 0) return;
    struct pns_front_client *client = pns_front_server_admit(server, fd, fd, true);
    if (client == NULL) {
      close(fd);
      return;
    }
    client->is_tcp = listener->is_tcp;
    client->undecided = server->web != NULL && listener->is_tcp;
  }
}

/* HTTP begins with a letter, a request of ours never does. True when the client is not ours. */
static bool is_handed_to_web(struct pns_front_server *server, struct pns_front_client *client) {
  char first;
  const ssize_t got = recv(client->in, &first, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got < 0) return false;
  client->undecided = false;
  if (got == 0 || first < 'A' || first > 'Z') return false;
  client->handed_on = true;
  pns_front_web_take(server->web, fcntl(client->in, F_DUPFD_CLOEXEC, 0));
  return true;
}

/* Answered and read, or beyond help. */
static bool is_over(const struct pns_front_client *client) {
  const bool answered = client->lookups == 0 && client->solves == 0 && client->quit == NULL &&
                        pns_front_client_waits(client) == 0;
  const bool read = client->quitting || (client->ended && pns_front_client_unread(client) == 0);
  return client->gone || (answered && read);
}

static void answer_quit(struct pns_front_server *server, struct pns_front_client *client) {
  if (client->quit == NULL || client->lookups > 0 || client->solves > 0) return;
  json_t *answer = pns_front_answer(client->quit->id, "ok", NULL);
  pns_front_request_finish(client->quit, answer);
  pns_front_server_send(server, client, 0, answer, false);
  pns_front_request_free(client->quit);
  client->quit = NULL;
}

/* Lines that wait for room are taken as soon as there is some. A socket that hangs up wants no
 * answers; a pipe that does may still hold requests. */
static void attend(struct pns_front_server *server, struct pns_front_client *client, short in,
                   short out) {
  if (client->is_socket && (in & (POLLHUP | POLLERR)) != 0) client->gone = true;
  if ((out & POLLERR) != 0) client->gone = true;
  if (client->undecided && (in & POLLIN) != 0 && is_handed_to_web(server, client))
    client->gone = true;
  if (client->gone || client->undecided) return;
  const bool writes = client->is_socket || (out & POLLOUT) != 0;
  if ((in & (POLLIN | POLLHUP)) != 0 && pns_front_client_reads(client) && !client->ended)
    pns_front_client_read(client);
  if (writes) pns_front_client_write(client);
  take_lines(server, client);
  answer_quit(server, client);
  if (client->is_socket) pns_front_client_write(client);
}

/* Over TCP a client that is gone looks like one that has ended its input, until it is sent
 * something: then its machine says that nobody is there. */
static void probe(struct pns_front_server *server, struct pns_front_client *client, double now) {
  const bool waits = client->solves > 0 || client->lookups > 0;
  if (!client->is_tcp || !client->ended || !waits) return;
  if (client->probed_s > 0 && now < client->probed_s + PROBE_S) return;
  if (client->probed_s > 0)
    pns_front_server_send(server, client, 0, pns_front_answer(json_null(), "alive", NULL), true);
  client->probed_s = now;
}

static void attend_all(struct pns_front_server *server, const struct pollfd *fds) {
  nfds_t place = first_place(server);
  const double now = pns_front_now();
  for (struct pns_front_client *client = server->clients, *next; client != NULL; client = next) {
    next = client->next;
    const short in = fds[place].revents, out = client->is_socket ? 0 : fds[place + 1].revents;
    place += places_of(client);
    if (client->in < 0) continue;
    attend(server, client, in, out);
    probe(server, client, now);
    const bool late = !client->greeted && now > client->since_s + GREETING_S;
    if (late || is_over(client)) pns_front_server_drop(server, client);
  }
}

/* Every solve ends and is answered, then the clients are let go. */
static void take_signal(struct pns_front_server *server) {
  struct signalfd_siginfo signal;
  if (read(server->signal_fd, &signal, sizeof signal) != sizeof signal) return;
  if (server->ending) server->end_by_s = 0;
  if (server->ending) return;
  server->ending = true;
  server->end_by_s = pns_front_now() + ENDING_S;
  pns_front_solves_drop(&server->solves, 0, PNS_REASON_SIGNAL, false);
  for (struct pns_front_client *client = server->clients; client != NULL; client = client->next)
    client->quitting = true;
}

static bool is_finished(const struct pns_front_server *server) {
  if (server->ending)
    return pns_front_now() >= server->end_by_s ||
           (server->client_count == 0 && pns_front_solves_unfinished(&server->solves, 0) == 0);
  return server->listener_count == 0 && server->client_count == 0;
}

/* Deadlines are looked at so often. */
#define WAKE_MS 1000

bool pns_front_server_run(struct pns_front_server *server) {
  while (!is_finished(server)) {
    nfds_t count = 0;
    struct pollfd *fds = gather(server, &count);
    if (fds == NULL) break;
    const int ready = poll(fds, count, pns_front_web_wait_ms(server->web, WAKE_MS));
    if (ready >= 0) {
      if (fds[AT_SIGNAL].revents != 0) take_signal(server);
      pns_front_server_mail(server);
      attend_all(server, fds);
      pns_front_web_run(server->web);
      for (unsigned i = 0; i < server->listener_count; i++)
        if (fds[AT_LISTENERS + i].revents != 0) let_in(server, &server->listeners[i]);
    }
    free(fds);
  }
  return !server->ending;
}
