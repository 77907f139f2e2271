/* The secret that clients must know, where one is asked for. */
#ifndef PNS_FRONT_TOKEN_H
#define PNS_FRONT_TOKEN_H

#include <pns/pns.h>

#define PNS_FRONT_TOKEN_LEAST 16u
#define PNS_FRONT_TOKEN_MAX 256u

struct pns_front_token {
  size_t length; /* 0: none is asked for */
  char text[PNS_FRONT_TOKEN_MAX + 1];
};

/* The first line of the file, which others may not be able to read; NULL: no token. */
enum pns_status pns_front_token_read(struct pns_front_token *token, const char *path,
                                     struct pns_error *error);
/* Takes the same time wherever the texts differ. */
bool pns_front_token_is(const struct pns_front_token *token, const char *text);

#endif
