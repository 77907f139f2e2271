/* pns export: a certificate to look at. */
#include "export.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

#define DEPTH_DEFAULT 4

enum form { FORM_TEXT, FORM_DOT, FORM_JSON };

struct request {
  const char *file;
  enum form form;
  uint32_t depth;
  bool help;
};

static int print_help(void) {
  printf(
      "pns export FILE [OPTION...]\n"
      "Shows a certificate as a tree of moves with the count of positions below each. Nothing is\n"
      "checked: that is what pns-check is for.\n\n"
      "  --format FORM          text (default), dot (for Graphviz) or json\n"
      "  --depth N              plies to show, 0 to %u (default %u)\n"
      "  --help                 this text\n",
      PNS_CLI_EXPORT_DEPTH_MAX, DEPTH_DEFAULT);
  return PNS_EXIT_DECIDED;
}

static enum pns_status read_form(const char *text, enum form *form, struct pns_error *error) {
  static const char *const names[] = {"text", "dot", "json"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    *form = (enum form)i;
    return PNS_OK;
  }
  return pns_error_set(error, PNS_ERROR_INPUT, "--format '%.40s', expected text, dot or json",
                       text);
}

static enum pns_status read_depth(const char *text, uint32_t *depth, struct pns_error *error) {
  char *end;
  const unsigned long number = strtoul(text, &end, 10);
  *depth = (uint32_t)number;
  if (*text >= '0' && *text <= '9' && *end == '\0' && number <= PNS_CLI_EXPORT_DEPTH_MAX)
    return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "--depth '%.40s', expected a whole number from 0 to %u", text,
                       PNS_CLI_EXPORT_DEPTH_MAX);
}

static enum pns_status take_option(int option, char **argv, struct request *request,
                                   struct pns_error *error) {
  switch (option) {
    case 'f':
      return read_form(optarg, &request->form, error);
    case 'd':
      return read_depth(optarg, &request->depth, error);
    case 'h':
      request->help = true;
      return PNS_OK;
    case ':':
      return pns_error_set(error, PNS_ERROR_INPUT, "option '%.60s' lacks its value",
                           argv[optind - 1]);
    default:
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "unknown option '%.60s', expected one that 'pns export --help' lists",
                           argv[optind - 1]);
  }
}

static enum pns_status read_request(int argc, char **argv, struct request *request,
                                    struct pns_error *error) {
  static const struct option options[] = {
      {"format", required_argument, NULL, 'f'},
      {"depth", required_argument, NULL, 'd'},
      {"help", no_argument, NULL, 'h'},
      {NULL, 0, NULL, 0},
  };
  optind = 0;
  opterr = 0;
  for (int option; (option = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
    const enum pns_status status = take_option(option, argv, request, error);
    if (status != PNS_OK || request->help) return status;
  }
  if (argc - optind != 1)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%d files, expected one certificate after 'export'", argc - optind);
  request->file = argv[optind];
  return PNS_OK;
}

static enum pns_status show(const struct request *request, struct pns_error *error) {
  struct pns_certificate *certificate = NULL;
  const enum pns_status status =
      pns_certificate_read(request->file, request->depth, &certificate, error);
  if (status != PNS_OK) return status;
  bool printed = true;
  if (request->form == FORM_TEXT)
    pns_cli_export_text(certificate, request->depth);
  else if (request->form == FORM_DOT)
    printed = pns_cli_export_dot(certificate);
  else
    printed = pns_cli_export_json(certificate, request->depth);
  pns_certificate_free(certificate);
  if (printed) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_SYSTEM, "the certificate could not be printed");
}

int pns_cli_export(int argc, char **argv) {
  struct request request = {.depth = DEPTH_DEFAULT};
  struct pns_error error;
  enum pns_status status = read_request(argc, argv, &request, &error);
  if (status == PNS_OK && request.help) return print_help();
  if (status == PNS_OK) status = show(&request, &error);
  return status == PNS_OK ? PNS_EXIT_DECIDED : pns_cli_fail(&error);
}

const char *pns_cli_export_end(const struct pns_certificate_info *info,
                               const struct pns_certificate_node *node) {
  static const char *const names[] = {"", "first wins", "second wins", "draw"};
  if (node->outcome != PNS_ONGOING) return names[node->outcome];
  return info->prover == PNS_FIRST ? "first can no longer win" : "second can no longer win";
}

bool pns_cli_export_returns(const struct pns_certificate_node *node) {
  return node->shown == PNS_SHOWN_BEFORE && node->positions == 0;
}

bool pns_cli_export_chooses(const struct pns_certificate_info *info,
                            const struct pns_certificate_node *node) {
  return (node->mover == info->prover) == info->proven;
}
