#include "checkpoint/generations.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const pns_generation_suffixes[PNS_GENERATIONS] = {
    [PNS_NAMED] = "", [PNS_FRESH] = ".new", [PNS_FORMER] = ".prev"};

bool pns_generations_init(struct pns_generations *g, const char *path,
                          const struct pns_save_calls *calls) {
  *g = (struct pns_generations){.calls = calls};
  char *copy = strdup(path);
  if (copy == NULL) return false;
  g->folder = strdup(dirname(copy));
  free(copy);
  bool done = g->folder != NULL;
  for (int i = 0; i < PNS_GENERATIONS; i++) {
    if (asprintf(&g->names[i], "%s%s", path, pns_generation_suffixes[i]) < 0) g->names[i] = NULL;
    done &= g->names[i] != NULL;
  }
  return done;
}

void pns_generations_done(struct pns_generations *g) {
  for (int i = 0; i < PNS_GENERATIONS; i++) free(g->names[i]);
  free(g->folder);
}

void pns_generations_found(struct pns_generations *g, enum pns_generation found,
                           bool named_is_sound) {
  g->complete = found == PNS_FRESH;
  g->keep_former = !named_is_sound;
}

/* ---- naming ---- */

static bool no_hard_links(int reason) {
  return reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS || reason == EMLINK;
}

/* Steps 2 and 3. The very first generation has none before it. */
static void keep_named(struct pns_generations *g, struct pns_save_outcome *outcome) {
  const struct pns_save_calls *calls = g->calls;
  const char *named = g->names[PNS_NAMED], *former = g->names[PNS_FORMER];
  if (g->keep_former || outcome->failure != 0) return;
  if (calls->unlink(former) != 0 && errno != ENOENT) {
    pns_save_fail(outcome, PNS_SAVE_RENAME, errno);
    return;
  }
  int status = calls->link(named, former);
  if (status != 0 && no_hard_links(errno)) status = calls->rename(named, former);
  if (status != 0 && errno != ENOENT) pns_save_fail(outcome, PNS_SAVE_RENAME, errno);
}

/* Step 4. When NAME.new is gone (the folder is another one now), there is nothing to name. */
static void name_fresh(struct pns_generations *g, struct pns_save_outcome *outcome) {
  if (outcome->failure != 0) return;
  if (g->calls->rename(g->names[PNS_FRESH], g->names[PNS_NAMED]) != 0) {
    pns_save_fail(outcome, PNS_SAVE_RENAME, errno);
    g->complete = outcome->failure != ENOENT;
    return;
  }
  g->complete = false;
  g->keep_former = false;
}

void pns_generations_publish(struct pns_generations *g, struct pns_save_outcome *outcome) {
  if (!g->complete) return;
  int folder = g->calls->open(g->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (folder < 0) {
    pns_save_fail(outcome, PNS_SAVE_REACH, errno);
    return;
  }
  pns_save_synchronise(g->calls, folder, PNS_SAVE_FOLDER, outcome);
  keep_named(g, outcome);
  name_fresh(g, outcome);
  pns_save_synchronise(g->calls, folder, PNS_SAVE_FOLDER, outcome);
  g->calls->close(folder);
}
