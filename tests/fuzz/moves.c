/* The text of moves: "GAME[:PARAMETERS]", then one move a line. A digit 0 to 9 after a '#' plays
 * the legal move of that number instead, so that the fuzzer gets deep into games. */
#include "fuzz/look.h"

/* Writes the text of a legal move over `word`; false when the game is over. */
static bool choose(const struct pns_position *position, unsigned number, char *word) {
  const struct pns_rules *rules = pns_position_rules(position);
  const void *bytes = pns_position_bytes(position);
  static pns_move moves[PNS_MOVES_MAX];
  if (rules->game->outcome(rules, bytes) != PNS_ONGOING) return false;
  uint32_t count = rules->game->moves(rules, bytes, moves);
  rules->game->move_text(rules, bytes, moves[number * (count - 1) / 9], word);
  return true;
}

static void play(struct pns_position *position, const char *line) {
  struct pns_error error;
  char word[PNS_MOVE_TEXT_MAX];
  bool numbered = line[0] == '#' && line[1] >= '0' && line[1] <= '9';
  bool legal = numbered && choose(position, (unsigned)(line[1] - '0'), word);
  enum pns_status status = pns_position_play(position, legal ? word : line, &error);
  fuzz_require(!legal || status == PNS_OK);
  if (status == PNS_OK)
    fuzz_look(position);
  else
    fuzz_check_refusal(status, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  char *rest = text;
  char *spec = strsep(&rest, "\n");
  struct pns_position *position = NULL;
  if (strncmp(spec, "andor", 5) != 0 && pns_position_new(spec, &position, NULL) == PNS_OK)
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) play(position, line);
  pns_position_free(position);
  free(text);
  return 0;
}
