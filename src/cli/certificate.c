#include "certificate.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "front/json.h"

/* Of the file asked for, in bytes; its parts get longer names. */
#define PATH_MOST 4000u

/* When the next line about a long file is due. */
struct reporter {
  time_t next;
  bool quiet;
};

static bool report(void *user, const struct pns_certificate_figures *now) {
  struct reporter *reporter = user;
  const time_t moment = time(NULL);
  if (reporter->quiet || moment < reporter->next) return true;
  reporter->next = moment + 2;
  if (now->positions == 0)
    fprintf(stderr, "certificate: %" PRIu64 " positions found\n", now->found);
  else
    fprintf(stderr, "certificate: %" PRIu64 " of %" PRIu64 " positions written\n", now->positions,
            now->found);
  return true;
}

enum pns_status pns_cli_certificate_check(const struct pns_cli_certificate *certificate,
                                          struct pns_error *error) {
  if (certificate->file == NULL) return PNS_OK;
  const size_t length = strlen(certificate->file);
  if (length == 0 || length > PATH_MOST)
    return pns_error_set(error, PNS_ERROR_INPUT, "--certificate has %zu bytes, expected 1 to %u",
                         length, PATH_MOST);
  char folder[PATH_MOST + 1];
  memcpy(folder, certificate->file, length + 1);
  if (access(dirname(folder), W_OK | X_OK) == 0) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "--certificate '%.200s': %s, expected a place where a file can be made",
                       certificate->file, strerror(errno));
}

void pns_cli_certificate_write(struct pns_cli_certificate *certificate, struct pns_solver *solver,
                               const struct pns_result *result) {
  if (certificate->file == NULL || result->verdict == PNS_UNKNOWN || certificate->failed ||
      certificate->written == PNS_CLI_CERTIFICATES_MAX)
    return;
  struct reporter reporter = {.next = time(NULL) + 2, .quiet = certificate->quiet};
  char *path = certificate->files[certificate->written].path;
  snprintf(path, sizeof certificate->files[0].path, "%s%s%s", certificate->file,
           certificate->value_asked ? "." : "",
           certificate->value_asked ? pns_goal_name(result->goal) : "");
  pns_cli_progress_done(certificate->progress);
  const enum pns_status status = pns_solver_certificate(
      solver, path, report, &reporter, &certificate->files[certificate->written].figures,
      &certificate->error);
  certificate->failed = status != PNS_OK;
  certificate->written += status == PNS_OK;
}

static bool is_built_in(const char *name) {
  const struct pns_game *game;
  for (size_t i = 0; (game = pns_game_at(i)) != NULL; i++)
    if (strcmp(game->name, name) == 0) return true;
  return false;
}

void pns_cli_certificate_print(const struct pns_cli_certificate *certificate, const char *game) {
  for (unsigned i = 0; i < certificate->written; i++) {
    const struct pns_certificate_figures *figures = &certificate->files[i].figures;
    printf("Certificate: %s (%" PRIu64 " positions, %" PRIu64 " bytes)\n",
           certificate->files[i].path, figures->positions, figures->bytes);
  }
  if (certificate->written > 0 && !is_built_in(game))
    printf("pns-check has no rules of its own for %s, so it cannot verify this\n", game);
  if (certificate->file != NULL && certificate->written == 0 && !certificate->failed)
    printf("Certificate: none, since nothing was decided\n");
}

json_t *pns_cli_certificate_json(const struct pns_cli_certificate *certificate) {
  json_t *list = json_array();
  for (unsigned i = 0; i < certificate->written; i++)
    json_array_append_new(list, pns_front_json_certificate(certificate->files[i].path,
                                                           &certificate->files[i].figures));
  return list;
}
