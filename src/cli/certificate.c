#include "certificate.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "json.h"

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

enum pns_status pns_cli_certificate_write(struct pns_cli_certificate *certificate,
                                          struct pns_solver *solver,
                                          const struct pns_result *result,
                                          struct pns_error *error) {
  if (certificate->file == NULL || result->verdict == PNS_UNKNOWN ||
      certificate->written == PNS_CLI_CERTIFICATES_MAX)
    return PNS_OK;
  struct reporter reporter = {.next = time(NULL) + 2, .quiet = certificate->quiet};
  char *path = certificate->files[certificate->written].path;
  const int length = snprintf(path, sizeof certificate->files[0].path, "%s%s%s", certificate->file,
                              certificate->value_asked ? "." : "",
                              certificate->value_asked ? pns_goal_name(result->goal) : "");
  if (length < 0 || (size_t)length >= sizeof certificate->files[0].path)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "--certificate has %zu bytes, expected at most 4000", (size_t)length);
  pns_cli_progress_done(certificate->progress);
  const enum pns_status status = pns_solver_certificate(
      solver, path, report, &reporter, &certificate->files[certificate->written].figures, error);
  certificate->written += status == PNS_OK;
  return status;
}

void pns_cli_certificate_print(const struct pns_cli_certificate *certificate) {
  for (unsigned i = 0; i < certificate->written; i++) {
    const struct pns_certificate_figures *figures = &certificate->files[i].figures;
    printf("Certificate: %s (%" PRIu64 " positions, %" PRIu64 " bytes)\n",
           certificate->files[i].path, figures->positions, figures->bytes);
  }
}

json_t *pns_cli_certificate_json(const struct pns_cli_certificate *certificate) {
  json_t *list = json_array();
  for (unsigned i = 0; i < certificate->written; i++) {
    const struct pns_certificate_figures *figures = &certificate->files[i].figures;
    json_t *file = json_object();
    json_object_set_new(file, "file", pns_cli_json_text(certificate->files[i].path));
    json_object_set_new(file, "positions", json_integer((json_int_t)figures->positions));
    json_object_set_new(file, "references", json_integer((json_int_t)figures->references));
    json_object_set_new(file, "bytes", json_integer((json_int_t)figures->bytes));
    json_array_append_new(list, file);
  }
  return list;
}
