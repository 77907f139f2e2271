/*
 * `pns serve`: one thread talks to all clients and to the pages behind HTTP, others search and look
 * things up. See README.md in this room for who owns what.
 */
#ifndef PNS_FRONT_SERVER_H
#define PNS_FRONT_SERVER_H

#include "front/asker.h"
#include "front/client.h"
#include "front/config.h"
#include "front/folder.h"
#include "front/listen.h"
#include "front/mail.h"
#include "front/solves.h"
#include "front/token.h"

/* Of the protocol; grows when something changes its meaning. */
#define PNS_FRONT_PROTOCOL 1

struct pns_front_web;

struct pns_front_server {
  const struct pns_front_config *config;
  struct pns_front_folder folder;
  struct pns_front_token token;
  struct pns_front_mail mail;
  struct pns_front_asker asker, verifier;
  struct pns_front_solves solves;
  struct pns_front_listener listeners[PNS_FRONT_LISTENERS_MAX];
  unsigned listener_count;
  struct pns_front_client *clients;
  unsigned client_count;
  uint64_t numbered; /* clients so far */
  struct pns_front_web *web;
  int signal_fd; /* that tells of INT and TERM; -1: none */
  bool ending;   /* a signal came */
  double end_by_s;
  double crowded_until_s; /* nobody is let in before: descriptors or memory lacked */
};

/* Opens everything; says where it listens on standard error. Freed by _done in any case. */
enum pns_status pns_front_server_init(struct pns_front_server *server,
                                      const struct pns_front_config *config, int signal_fd,
                                      struct pns_error *error);
void pns_front_server_done(struct pns_front_server *server);
/* A client of two descriptors that stay the caller's. */
struct pns_front_client *pns_front_server_add(struct pns_front_server *server, int in, int out);
/* Serves until a signal, or until no client is left where nobody can come in. False when a signal
 * ended it. */
bool pns_front_server_run(struct pns_front_server *server);

/* ---- for the parts of the server ---- */

double pns_front_now(void);
/* Lets a socket in as a client of the line protocol. */
struct pns_front_client *pns_front_server_admit(struct pns_front_server *server, int in, int out,
                                                bool is_socket);
struct pns_front_client *pns_front_server_client(const struct pns_front_server *server,
                                                 uint64_t number);
/* One line of a client; `ticket` tells a page's requests apart. */
void pns_front_server_take(struct pns_front_server *server, struct pns_front_client *client,
                           uint64_t ticket, const char *line, size_t length);
/* Sends an object and gives it back. */
void pns_front_server_send(struct pns_front_server *server, struct pns_front_client *client,
                           uint64_t ticket, json_t *object, bool may_be_lost);
/* Ends a client: stops its solves, forgets the kept ones. */
void pns_front_server_drop(struct pns_front_server *server, struct pns_front_client *client);
/* Does what letters ask for, and starts solves that can start. */
void pns_front_server_mail(struct pns_front_server *server);

#endif
