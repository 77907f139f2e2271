/* The text of a position: "GAME[:PARAMETERS]", a new line, the position. What is accepted must
 * come back as the same text. */
#include "fuzz/look.h"

static void read_again(struct pns_position *position) {
  const struct pns_rules *rules = pns_position_rules(position);
  char first[PNS_POSITION_TEXT_MAX], second[PNS_POSITION_TEXT_MAX];
  rules->game->format(rules, pns_position_bytes(position), first);
  fuzz_require(pns_position_parse(position, first, NULL) == PNS_OK);
  rules->game->format(rules, pns_position_bytes(position), second);
  fuzz_require(strcmp(first, second) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  char *rest = text;
  char *spec = strsep(&rest, "\n");
  struct pns_position *position = NULL;
  struct pns_error error;
  if (rest != NULL && strncmp(spec, "andor", 5) != 0 &&
      pns_position_new(spec, &position, NULL) == PNS_OK) {
    enum pns_status status = pns_position_parse(position, rest, &error);
    if (status == PNS_OK) {
      fuzz_look(position);
      read_again(position);
    } else {
      fuzz_check_refusal(status, &error);
    }
  }
  pns_position_free(position);
  free(text);
  return 0;
}
