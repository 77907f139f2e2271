#include <stdio.h>

#include "command.h"

int pns_cli_fail(const struct pns_error *error) {
  fprintf(stderr, "pns: %s\n", error->text);
  return error->status == PNS_ERROR_INPUT ? PNS_EXIT_INPUT : PNS_EXIT_INTERNAL;
}

int pns_cli_exit_of(const struct pns_result *result, bool value_asked) {
  bool decided = value_asked ? result->value != PNS_VALUE_UNKNOWN : result->verdict != PNS_UNKNOWN;
  if (decided) return PNS_EXIT_DECIDED;
  return result->reason == PNS_REASON_SIGNAL ? PNS_EXIT_STOPPED : PNS_EXIT_UNDECIDED;
}
