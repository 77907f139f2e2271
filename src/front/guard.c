#include "front/guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The host without its port and brackets; false when it does not fit. */
static bool split_host(const char *text, char *host, size_t size) {
  const bool bracket = text[0] == '[';
  const char *start = text + bracket;
  const size_t length = strcspn(start, bracket ? "]" : ":");
  if (length == 0 || length >= size) return false;
  memcpy(host, start, length);
  host[length] = '\0';
  const char *rest = start + length + bracket;
  return rest[0] == '\0' || (rest[0] == ':' && strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

bool pns_front_guard_host(const struct pns_front_headers *headers, bool has_token) {
  char host[256];
  unsigned char address[16];
  if (headers->host == NULL || !split_host(headers->host, host, sizeof host)) return false;
  return has_token || strcasecmp(host, "localhost") == 0 ||
         inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1;
}

bool pns_front_guard_origin(const struct pns_front_headers *headers) {
  if (headers->origin == NULL) return true;
  if (headers->host == NULL || strncmp(headers->origin, "http", 4) != 0) return false;
  const char *after = strstr(headers->origin, "://");
  return after != NULL && strcasecmp(after + 3, headers->host) == 0;
}

bool pns_front_guard_type(const struct pns_front_headers *headers) {
  const char wanted[] = "application/json";
  const char *type = headers->content_type;
  if (type == NULL || strncasecmp(type, wanted, strlen(wanted)) != 0) return false;
  return type[strlen(wanted)] == '\0' || type[strlen(wanted)] == ';';
}

bool pns_front_guard_token(const struct pns_front_headers *headers,
                           const struct pns_front_token *token) {
  const char scheme[] = "Bearer ";
  const char *text = headers->authorization;
  if (token->length == 0) return true;
  if (text == NULL || strncmp(text, scheme, strlen(scheme)) != 0) return false;
  return pns_front_token_is(token, text + strlen(scheme));
}
