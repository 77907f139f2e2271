/* pns serve: answers other programs. */
#include <assert.h>
#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "arguments.h"
#include "command.h"
#include "front/server.h"

#define ACCEPTS (PNS_CLI_SERVE | PNS_CLI_GAME)

static_assert(PNS_CLI_LISTEN_MAX == PNS_FRONT_LISTENERS_MAX, "as many can be given as opened");

static int print_help(void) {
  printf(
      "pns serve [OPTION...]\n"
      "Answers requests, a JSON object a line, on standard input and output or to clients that\n"
      "connect. src/front/PROTOCOL.md describes every message; try\n"
      "  echo '{\"id\":1,\"type\":\"solve\",\"game\":\"hex:4\",\"moves\":[\"c2\"]}' | pns "
      "serve\n\n");
  pns_cli_arguments_help(ACCEPTS);
  return PNS_EXIT_DECIDED;
}

/* A number read as the solver's option of that name is; `text` NULL: 0. */
static enum pns_status read_option(const char *name, const char *text, uint64_t *number,
                                   struct pns_error *error) {
  struct pns_options *options = pns_options_new();
  char read[64] = "";
  enum pns_status status = PNS_OK;
  if (options == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for options");
  if (text != NULL) status = pns_options_set(options, name, text, error);
  if (text != NULL && status == PNS_OK)
    status = pns_options_get(options, name, read, sizeof read, error);
  pns_options_free(options);
  *number = strtoull(read, NULL, 10);
  return status;
}

static enum pns_status read_count(const char *name, const char *text, unsigned least, unsigned most,
                                  unsigned *count, struct pns_error *error) {
  char *end = NULL;
  if (text == NULL) return PNS_OK;
  const unsigned long number = strtoul(text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end != '\0' || number < least || number > most)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s is '%.60s', expected a whole number from %u to %u", name, text, least,
                         most);
  *count = (unsigned)number;
  return PNS_OK;
}

static enum pns_status configure(const struct pns_cli_arguments *arguments,
                                 struct pns_front_config *config, struct pns_error *error) {
  const struct pns_cli_serve_flags *flags = &arguments->serve;
  *config = (struct pns_front_config){.listen_count = flags->listen_count,
                                      .folder = flags->folder,
                                      .token_file = flags->token_file,
                                      .allow_remote = flags->allow_remote,
                                      .web = flags->web,
                                      .solves = 4,
                                      .kept = 16,
                                      .clients = 256,
                                      .game = arguments->game};
  for (unsigned i = 0; i < flags->listen_count; i++) config->listen[i] = flags->listen[i];
  enum pns_status status = read_option("threads", flags->threads, &config->threads, error);
  if (status == PNS_OK) status = read_option("memory", flags->memory, &config->memory_bytes, error);
  if (status == PNS_OK) status = read_count("solves", flags->solves, 1, 64, &config->solves, error);
  if (status == PNS_OK) status = read_count("keep", flags->keep, 0, 1000, &config->kept, error);
  if (status == PNS_OK)
    status = read_count("clients", flags->clients, 1, 10000, &config->clients, error);
  return status;
}

/* Each solve is a thread of its own for a short time, and each would leave a heap behind. The
 * search allocates none of its memory there. */
static void keep_heaps_few(void) { mallopt(M_ARENA_MAX, 4); }

/* Each client is a descriptor, and so is each of the pages; solves have some as well. */
static enum pns_status make_places(const struct pns_front_config *config, struct pns_error *error) {
  enum { OTHERS = 64, PAGES = 128 };
  struct rlimit limit;
  const rlim_t wanted = config->clients + OTHERS + (config->web ? PAGES : 0);
  if (config->listen_count == 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return PNS_OK;
  if (limit.rlim_cur >= wanted) return PNS_OK;
  const rlim_t most = limit.rlim_max;
  limit.rlim_cur = wanted;
  if (most >= wanted && setrlimit(RLIMIT_NOFILE, &limit) == 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "%u clients need %ju open files, and this process may have %ju, expected "
                       "fewer --clients or a higher 'ulimit -n'",
                       config->clients, (uintmax_t)wanted, (uintmax_t)most);
}

/* INT and TERM come as something to read, to the loop and to no other thread. */
static int take_signals(void) {
  sigset_t ends;
  signal(SIGPIPE, SIG_IGN);
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, NULL);
  return signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void tell_where(const struct pns_front_server *server) {
  for (unsigned i = 0; i < server->listener_count; i++) {
    const struct pns_front_listener *listener = &server->listeners[i];
    const bool page = server->web != NULL && listener->is_tcp;
    fprintf(stderr, "pns: listening on %s%s%s%s\n", listener->name, page ? ", page at http://" : "",
            page ? listener->name : "", page ? "/" : "");
  }
}

static enum pns_status serve(const struct pns_front_config *config, bool *to_the_end,
                             struct pns_error *error) {
  static const char no_memory[] = "out of memory for the server";
  struct pns_front_server *server = calloc(1, sizeof *server);
  if (server == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, no_memory);
  keep_heaps_few();
  const int signals = take_signals();
  enum pns_status status = pns_front_server_init(server, config, signals, error);
  if (status == PNS_OK && config->listen_count == 0 &&
      pns_front_server_add(server, STDIN_FILENO, STDOUT_FILENO) == NULL)
    status = pns_error_set(error, PNS_ERROR_SYSTEM, no_memory);
  if (status == PNS_OK) {
    tell_where(server);
    *to_the_end = pns_front_server_run(server);
  }
  pns_front_server_done(server);
  if (signals >= 0) close(signals);
  free(server);
  return status;
}

int pns_cli_serve(int argc, char **argv) {
  struct pns_cli_arguments arguments;
  struct pns_front_config config;
  struct pns_error error;
  bool to_the_end = true;
  enum pns_status status = pns_cli_arguments_init(&arguments, ACCEPTS, argc, argv, &error);
  if (status == PNS_OK && arguments.help) {
    pns_cli_arguments_done(&arguments);
    return print_help();
  }
  if (status == PNS_OK) status = configure(&arguments, &config, &error);
  if (status == PNS_OK) status = make_places(&config, &error);
  if (status == PNS_OK) status = serve(&config, &to_the_end, &error);
  pns_cli_arguments_done(&arguments);
  if (status != PNS_OK) return pns_cli_fail(&error);
  return to_the_end ? PNS_EXIT_DECIDED : PNS_EXIT_STOPPED;
}
