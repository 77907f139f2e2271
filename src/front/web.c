#include "front/web.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "front/events.h"
#include "front/guard.h"
#include "front/page.h"

enum {
  EVENTS_S = 20,         /* a request for events waits so long for one */
  UNAWAITED_MAX = 64,    /* being looked up, beyond which nobody may ask without waiting */
  CONNECTIONS_MAX = 128, /* at once */
  IDLE_S = 60,
};

/* One HTTP request. */
struct exchange {
  struct exchange *next;
  struct MHD_Connection *connection;
  char *body;
  size_t length;
  bool stranger; /* without the token: its body is not kept */
  bool too_long;
  uint64_t ticket; /* of the request it waits for; 0: none */
  bool for_events; /* it waits for one */
  uint64_t after;
  bool suspended;
  char *answer; /* what it waited for */
  double since_s;
};

struct pns_front_web {
  struct pns_front_server *server;
  struct pns_front_client *client; /* all pages */
  struct MHD_Daemon *daemon;
  struct pns_front_events events;
  struct exchange *exchanges;
  uint64_t tickets;
  bool ending; /* nothing is begun any more */
};

/* ---- answers ---- */

static const char policy[] =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src "
    "'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, const char *type,
                              const char *text, size_t length) {
  struct MHD_Response *response =
      MHD_create_response_from_buffer(length, (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);
  if (response == NULL) return MHD_NO;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
  MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
  MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
  MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
  MHD_add_response_header(response, "Content-Security-Policy", policy);
  if (status == MHD_HTTP_UNAUTHORIZED)
    MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
  const enum MHD_Result queued = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return queued;
}

static enum MHD_Result answer_json(struct MHD_Connection *connection, unsigned status,
                                   const char *text) {
  return answer(connection, status, "application/json", text, strlen(text));
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status,
                              const char *sentence) {
  struct pns_error error;
  pns_error_set(&error, PNS_ERROR_INPUT, "%s", sentence);
  json_t *object = pns_front_error(NULL, &error);
  char *text = json_dumps(object, JSON_COMPACT);
  json_decref(object);
  const enum MHD_Result queued = text == NULL ? MHD_NO : answer_json(connection, status, text);
  free(text);
  return queued;
}

/* ---- waiting ---- */

static void suspend(struct exchange *exchange) {
  exchange->suspended = true;
  exchange->since_s = pns_front_now();
  MHD_suspend_connection(exchange->connection);
}

static void resume(struct exchange *exchange) {
  if (!exchange->suspended) return;
  exchange->suspended = false;
  MHD_resume_connection(exchange->connection);
}

static void wake_listeners(struct pns_front_web *web) {
  for (struct exchange *at = web->exchanges; at != NULL; at = at->next)
    if (at->for_events) resume(at);
}

void pns_front_web_send(struct pns_front_web *web, uint64_t ticket, const char *line,
                        bool may_be_lost) {
  (void)may_be_lost; /* the oldest events are lost in any case */
  if (web == NULL) return;
  struct exchange *waiting = web->exchanges;
  while (waiting != NULL && (ticket == 0 || waiting->ticket != ticket)) waiting = waiting->next;
  if (waiting == NULL) {
    pns_front_events_add(&web->events, line);
    wake_listeners(web);
    return;
  }
  waiting->answer = strdup(line);
  waiting->ticket = 0;
  resume(waiting);
}

/* ---- requests ---- */

static const char *header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static struct pns_front_headers headers_of(struct MHD_Connection *connection) {
  return (struct pns_front_headers){
      .host = header(connection, MHD_HTTP_HEADER_HOST),
      .origin = header(connection, MHD_HTTP_HEADER_ORIGIN),
      .content_type = header(connection, MHD_HTTP_HEADER_CONTENT_TYPE),
      .authorization = header(connection, MHD_HTTP_HEADER_AUTHORIZATION),
  };
}

/* What was asked with `?wait=0` is answered among the events alone. */
static bool wants_to_wait(struct MHD_Connection *connection) {
  const char *wait = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "wait");
  return wait == NULL || strcmp(wait, "0") != 0;
}

static enum MHD_Result take_request(struct pns_front_web *web, struct exchange *exchange) {
  struct MHD_Connection *connection = exchange->connection;
  const bool waits = wants_to_wait(connection);
  if (exchange->too_long)
    return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE, "the request is too long");
  if (!waits && web->client->lookups >= UNAWAITED_MAX)
    return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                  "too many requests are being looked up, expected a wait for answers");
  if (waits) exchange->ticket = ++web->tickets;
  pns_front_server_take(web->server, web->client, exchange->ticket,
                        exchange->body == NULL ? "" : exchange->body, exchange->length);
  if (!waits) return answer_json(connection, MHD_HTTP_ACCEPTED, "{}");
  if (exchange->answer != NULL) return answer_json(connection, MHD_HTTP_OK, exchange->answer);
  suspend(exchange);
  return MHD_YES;
}

static enum MHD_Result give_events(struct pns_front_web *web, struct exchange *exchange) {
  char *text = pns_front_events_after(&web->events, exchange->after);
  if (text == NULL) return MHD_NO;
  const enum MHD_Result queued = answer_json(exchange->connection, MHD_HTTP_OK, text);
  free(text);
  return queued;
}

static enum MHD_Result take_events(struct pns_front_web *web, struct exchange *exchange) {
  const char *after =
      MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, "after");
  exchange->after = after == NULL ? 0 : strtoull(after, NULL, 10);
  if (exchange->after != web->events.last || after == NULL) return give_events(web, exchange);
  exchange->for_events = true;
  suspend(exchange);
  return MHD_YES;
}

static const char the_end[] = "the server ends";

/* Comes again when a suspended exchange goes on. */
static enum MHD_Result go_on(struct pns_front_web *web, struct exchange *exchange) {
  if (exchange->for_events) return give_events(web, exchange);
  if (exchange->answer != NULL)
    return answer_json(exchange->connection, MHD_HTTP_OK, exchange->answer);
  return refuse(exchange->connection, MHD_HTTP_SERVICE_UNAVAILABLE, the_end);
}

static enum MHD_Result route(struct pns_front_web *web, struct exchange *exchange,
                             const char *method, const char *url) {
  struct MHD_Connection *connection = exchange->connection;
  const struct pns_front_headers headers = headers_of(connection);
  const bool get = strcmp(method, MHD_HTTP_METHOD_GET) == 0;
  const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
  if (!pns_front_guard_host(&headers, web->server->token.length > 0))
    return refuse(connection, MHD_HTTP_FORBIDDEN,
                  "the Host is a name, expected localhost or an address in figures");
  if (!pns_front_guard_origin(&headers))
    return refuse(connection, MHD_HTTP_FORBIDDEN, "another page's Origin, expected this one's");
  if (get && strcmp(url, "/") == 0)
    return answer(connection, MHD_HTTP_OK, "text/html; charset=utf-8", pns_front_page,
                  pns_front_page_bytes);
  const bool request = strcmp(url, "/request") == 0, events = strcmp(url, "/events") == 0;
  if (!request && !events)
    return refuse(connection, MHD_HTTP_NOT_FOUND, "expected /, /request or /events");
  if (!pns_front_guard_token(&headers, &web->server->token))
    return refuse(connection, MHD_HTTP_UNAUTHORIZED, "the token is missing or wrong");
  if ((request && !post) || (events && !get))
    return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "expected POST /request or GET /events");
  if (events) return take_events(web, exchange);
  if (!pns_front_guard_type(&headers))
    return refuse(connection, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                  "expected the Content-Type application/json");
  return take_request(web, exchange);
}

static enum MHD_Result begin(struct pns_front_web *web, struct MHD_Connection *connection,
                             void **context) {
  struct exchange *exchange = calloc(1, sizeof *exchange);
  if (exchange == NULL) return MHD_NO;
  const struct pns_front_headers headers = headers_of(connection);
  exchange->connection = connection;
  exchange->stranger = !pns_front_guard_token(&headers, &web->server->token);
  exchange->next = web->exchanges;
  web->exchanges = exchange;
  *context = exchange;
  return MHD_YES;
}

static void take_body(struct exchange *exchange, const char *data, size_t size) {
  char *grown = NULL;
  if (exchange->stranger) return;
  if (exchange->length + size <= PNS_FRONT_LINE_MAX)
    grown = realloc(exchange->body, exchange->length + size);
  if (grown == NULL) {
    exchange->too_long = true;
    return;
  }
  memcpy(grown + exchange->length, data, size);
  exchange->body = grown;
  exchange->length += size;
}

/* First with the headers, then with each part of the body, then with none. */
static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **context) {
  struct pns_front_web *web = user;
  struct exchange *exchange = *context;
  (void)version;
  if (exchange == NULL) return begin(web, connection, context);
  if (*size > 0) {
    take_body(exchange, data, *size);
    *size = 0;
    return MHD_YES;
  }
  if (exchange->since_s > 0) return go_on(web, exchange);
  if (web->ending) return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, the_end);
  return route(web, exchange, method, url);
}

static void complete(void *user, struct MHD_Connection *connection, void **context,
                     enum MHD_RequestTerminationCode code) {
  struct pns_front_web *web = user;
  struct exchange **at = &web->exchanges, *exchange = *context;
  (void)connection;
  (void)code;
  if (exchange == NULL) return;
  while (*at != exchange) at = &(*at)->next;
  *at = exchange->next;
  free(exchange->body);
  free(exchange->answer);
  free(exchange);
  *context = NULL;
}

/* ---- the loop's side ---- */

enum pns_status pns_front_web_new(struct pns_front_server *server, struct pns_front_web **made,
                                  struct pns_error *error) {
  struct pns_front_web *web = calloc(1, sizeof *web);
  *made = web;
  if (web == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for the page");
  web->server = server;
  web->client = pns_front_server_admit(server, -1, -1, true);
  if (web->client != NULL) web->client->greeted = true;
  web->daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle,
      web, MHD_OPTION_NOTIFY_COMPLETED, complete, web, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_END);
  if (web->client != NULL && web->daemon != NULL) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "the HTTP side could not be started");
}

void pns_front_web_free(struct pns_front_web *web) {
  if (web == NULL) return;
  web->ending = true; /* by now the client of all pages is gone, and nobody may be left waiting */
  for (struct exchange *at = web->exchanges; at != NULL; at = at->next) resume(at);
  if (web->daemon != NULL) {
    MHD_run(web->daemon);
    MHD_stop_daemon(web->daemon);
  }
  pns_front_events_done(&web->events);
  free(web);
}

int pns_front_web_fd(const struct pns_front_web *web) {
  if (web == NULL) return -1;
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

int pns_front_web_wait_ms(struct pns_front_web *web, int most) {
  MHD_UNSIGNED_LONG_LONG wait;
  if (web == NULL || MHD_get_timeout(web->daemon, &wait) != MHD_YES) return most;
  return wait < (unsigned)most ? (int)wait : most;
}

void pns_front_web_run(struct pns_front_web *web) {
  if (web == NULL) return;
  const double now = pns_front_now();
  for (struct exchange *at = web->exchanges; at != NULL; at = at->next)
    if (at->for_events && now > at->since_s + EVENTS_S) resume(at);
  MHD_run(web->daemon);
}

void pns_front_web_take(struct pns_front_web *web, int fd) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (fd < 0) return;
  if (getpeername(fd, (struct sockaddr *)&address, &size) != 0 ||
      MHD_add_connection(web->daemon, fd, (struct sockaddr *)&address, size) != MHD_YES)
    close(fd);
}
