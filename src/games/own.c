#include "games/own.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define SHOWN 200

/* What dlopen says, without the path that the sentence has already. */
static const char *loader_says(const char *path) {
  const char *text = dlerror();
  const size_t length = strlen(path);
  if (text == NULL) return "no reason given";
  return strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0
             ? text + length + 2
             : text;
}

enum pns_status pns_own_open(const char *path, void **library, const struct pns_game **game,
                             struct pns_error *error) {
  *library = NULL;
  if (access(path, R_OK) != 0)
    return pns_error_set(error, PNS_ERROR_INPUT, "own game '%.*s': %s", SHOWN, path,
                         strerror(errno));
  void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (opened == NULL)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "own game '%.*s' cannot be loaded, expected a shared object: %.200s",
                         SHOWN, path, loader_says(path));
  const struct pns_game *found = dlsym(opened, PNS_OWN_GAME_SYMBOL);
  if (found == NULL) {
    dlclose(opened);
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "own game '%.*s' exports no '" PNS_OWN_GAME_SYMBOL
                         "', expected a struct pns_game of that name",
                         SHOWN, path);
  }
  *library = opened;
  *game = found;
  return PNS_OK;
}

void pns_own_close(void *library) {
  if (library != NULL) dlclose(library);
}
