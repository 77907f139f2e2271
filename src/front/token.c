#include "front/token.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum pns_status refuse(const char *path, const char *why, struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "token-file '%.200s' %s, expected a file that only you can read, with a "
                       "line of %u to %u characters without blanks",
                       path, why, PNS_FRONT_TOKEN_LEAST, PNS_FRONT_TOKEN_MAX);
}

static enum pns_status take_line(struct pns_front_token *token, FILE *file, const char *path,
                                 struct pns_error *error) {
  char line[PNS_FRONT_TOKEN_MAX + 3] = "";
  struct stat found;
  if (fstat(fileno(file), &found) != 0) return refuse(path, strerror(errno), error);
  if (found.st_mode & 077) return refuse(path, "can be read by others (chmod 600)", error);
  if (fgets(line, sizeof line, file) == NULL) return refuse(path, "is empty", error);
  const size_t length = strcspn(line, "\r\n");
  if (length < PNS_FRONT_TOKEN_LEAST) return refuse(path, "holds too short a token", error);
  if (length > PNS_FRONT_TOKEN_MAX) return refuse(path, "holds too long a token", error);
  for (size_t i = 0; i < length; i++)
    if (line[i] <= ' ' || line[i] > '~') return refuse(path, "holds other characters", error);
  memcpy(token->text, line, length);
  token->text[length] = '\0';
  token->length = length;
  return PNS_OK;
}

enum pns_status pns_front_token_read(struct pns_front_token *token, const char *path,
                                     struct pns_error *error) {
  memset(token, 0, sizeof *token);
  if (path == NULL) return PNS_OK;
  FILE *file = fopen(path, "re");
  if (file == NULL) return refuse(path, strerror(errno), error);
  const enum pns_status status = take_line(token, file, path, error);
  fclose(file);
  return status;
}

/* Every byte of the longest token is compared, whatever was sent. */
bool pns_front_token_is(const struct pns_front_token *token, const char *text) {
  char given[sizeof token->text] = "";
  const size_t length = strlen(text);
  memcpy(given, text, length < sizeof given ? length : sizeof given);
  unsigned differs = length != token->length;
  for (size_t i = 0; i < sizeof given; i++)
    differs |= (unsigned char)given[i] ^ (unsigned char)token->text[i];
  return differs == 0;
}
