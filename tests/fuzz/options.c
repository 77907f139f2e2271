/* Options as text: lines "NAME=VALUE". */
#include "fuzz/driver/fuzz.h"

static void set(struct pns_options *options, char *line) {
  struct pns_error error;
  char *value = strchr(line, '=');
  if (value != NULL) *value++ = '\0';
  enum pns_status status = pns_options_set(options, line, value == NULL ? "" : value, &error);
  if (status != PNS_OK) fuzz_check_refusal(status, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct pns_options *options = pns_options_new();
  char *text = fuzz_text(data, size);
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n")) != NULL;)
    if (line[0] != '\0') set(options, line);
  free(text);
  pns_options_free(options);
  return 0;
}
