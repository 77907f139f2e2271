/* GAME[:PARAMETERS] as text. Files are left out: andor.c fuzzes what stands in them. */
#include "fuzz/look.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  struct pns_position *position = NULL;
  struct pns_error error;
  if (strncmp(text, "andor:", 6) != 0) {
    enum pns_status status = pns_position_new(text, &position, &error);
    if (status != PNS_OK)
      fuzz_check_refusal(status, &error);
    else
      fuzz_look(position);
  }
  pns_position_free(position);
  free(text);
  return 0;
}
