/* A game that breaks the promise its parameter names: a race to 12 by steps of 1, 2 or 3. "deep"
 * breaks none, it uses most of the stack it is promised. */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct race {
  uint8_t at, turn, spare, noise;
};

#define BREAKS(name) (strcmp(rules->parameters, name) == 0)

#ifdef WITHOUT_OPEN
#define race_open NULL
#else
static enum pns_status race_open(struct pns_rules *rules, const char *parameters,
                                 struct pns_error *error) {
  (void)error;
  snprintf(rules->parameters, sizeof rules->parameters, "%s", parameters);
  rules->position_bytes = sizeof(struct race);
  rules->max_moves = 3;
  rules->exact_key = true;
  if (BREAKS("leaf")) rules->init = PNS_INIT_GAME;
  return PNS_OK;
}
#endif

static void race_start(const struct pns_rules *rules, void *position) {
  struct race *race = position;
  race->at = race->turn = race->noise = 0;
  if (!BREAKS("unwritten")) race->spare = 0;
}

static void race_format(const struct pns_rules *rules, const void *position, char *text) {
  const struct race *race = position;
  if (BREAKS("long-text") && race->at == 5) memset(text, 'x', PNS_POSITION_TEXT_MAX);
  snprintf(text + (BREAKS("long-text") && race->at == 5 ? PNS_POSITION_TEXT_MAX : 0), 20, "%u %u",
           race->at, race->turn);
}

static enum pns_status race_parse(const struct pns_rules *rules, const char *text, void *position,
                                  struct pns_error *error) {
  struct race *race = position;
  unsigned at, turn;
  if (sscanf(text, "%u %u", &at, &turn) != 2 || (BREAKS("parse") && at == 6))
    return pns_error_set(error, PNS_ERROR_INPUT, "race: '%s'", text);
  *race = (struct race){.at = (uint8_t)at, .turn = (uint8_t)turn};
  if (BREAKS("parse-other") && at == 6) race->turn ^= 1;
  return PNS_OK;
}

static void race_draw(const struct pns_rules *rules, const void *position, char *text) {
  race_format(rules, position, text);
  if (!BREAKS("draw")) strcat(text, "\n");
}

static void race_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                           char *text) {
  (void)position;
  snprintf(text, PNS_MOVE_TEXT_MAX, BREAKS("blank") ? "by %u" : "%u",
           BREAKS("same-text") && move > 1 ? 2 : move);
}

static enum pns_player race_mover(const struct pns_rules *rules, const void *position) {
  const struct race *race = position;
  if (BREAKS("mover") && race->at == 7) return (enum pns_player)7;
  return (enum pns_player)race->turn;
}

static enum pns_outcome race_outcome(const struct pns_rules *rules, const void *position) {
  const struct race *race = position;
  if (BREAKS("outcome") && race->at == 9) return (enum pns_outcome)9;
  if (BREAKS("a-draw") && race->at == 10) return PNS_DRAW;
  if (race->at < 12) return PNS_ONGOING;
  return race->turn == PNS_FIRST ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

static uint32_t use_stack(void) {
  volatile char room[900 << 10];
  for (size_t i = 0; i < sizeof room; i += 1024) room[i] = 1;
  return room[0];
}

static uint32_t race_moves(const struct pns_rules *rules, const void *position, pns_move *moves) {
  static uint32_t asked;
  const struct race *race = position;
  for (uint32_t i = 0; i < 3; i++) moves[i] = i + 1;
  if (BREAKS("deep") && use_stack() == 0) return 0;
  if (BREAKS("no-moves") && race->at == 8) return 0;
  if (BREAKS("many-moves") && race->at == 8) return 4;
  if (BREAKS("overrun") && race->at == 8) moves[3] = 1;
  if (BREAKS("same-move") && race->at == 8) moves[1] = 1;
  if (BREAKS("order") && race->at == 8 && asked++ % 2 == 0) moves[0] = 2, moves[1] = 1;
  return 3;
}

static void race_play(const struct pns_rules *rules, void *position, pns_move move) {
  static uint8_t played;
  struct race *race = position;
  race->at = (uint8_t)(race->at + move);
  race->turn ^= 1;
  if (BREAKS("random") && race->at > 3) race->noise = ++played;
  if (BREAKS("hopeless-fold") || BREAKS("decided-fold") || BREAKS("unfold-child")) race->noise = 1;
  if (BREAKS("cycle") && race->at == 11) *race = (struct race){.at = 3, .turn = 1};
  if (BREAKS("behind")) race[1].at = 1;
}

/* The seven and the six are "the same". */
static void race_canonical(const struct pns_rules *rules, void *position) {
  struct race *race = position;
  if (BREAKS("canonical") && race->at > 4) race->at = (uint8_t)(race->at ^ 1);
  if (BREAKS("hopeless-fold") || BREAKS("decided-fold") || BREAKS("unfold-child")) race->noise = 0;
  if (BREAKS("canonical-mover") && race->at == 6) race->turn = 0;
}

static pns_move race_unfold(const struct pns_rules *rules, const void *position, pns_move move) {
  const struct race *race = position;
  if (BREAKS("unfold-moves") && race->at == 8 && move == 1) return 4;
  if (BREAKS("unfold-still") && race->at == 8) return 4 - move;
  if (BREAKS("unfold-child") && race->noise == 1) return 4 - move;
  return move;
}

static void race_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  static uint64_t asked;
  const struct race *race = position;
  key->word[0] = race->at | (uint64_t)race->turn << 8 | (uint64_t)race->spare << 16;
  if (!BREAKS("half-key") || race->at != 4) key->word[1] = BREAKS("key") ? ++asked : 0;
  if (BREAKS("same-key")) key->word[0] = race->at;
}

static uint32_t race_mobility(const struct pns_rules *rules, const void *position) {
  return BREAKS("mobility") && ((const struct race *)position)->at == 4 ? 2 : 3;
}

static void race_leaf(const struct pns_rules *rules, const void *position, enum pns_player prover,
                      uint32_t *pn, uint32_t *dn) {
  (void)position;
  (void)prover;
  *pn = BREAKS("leaf") ? 0 : 1;
  *dn = 1;
}

/* From eleven, whoever moves wins. */
static bool race_hopeless(const struct pns_rules *rules, const void *position,
                          enum pns_player player) {
  static uint32_t asked;
  const struct race *race = position;
  const bool moves = race->turn == (uint8_t)player;
  if (BREAKS("hopeless-child") && race->at == 8) return true;
  if (BREAKS("hopeless-win") && moves) return race->at == 11;
  if (BREAKS("hopeless-twice") && race->at == 11) return ++asked % 2 == 0;
  if (BREAKS("hopeless-fold") && race->noise == 0) return false;
  return race->at == 11 && !moves;
}

/* From eight, whoever moves loses; not told where other promises are broken. The breaks know no
 * position before the one they lie about: else that would be caught already. */
static enum pns_decision race_decided(const struct pns_rules *rules, const void *position,
                                      enum pns_player player) {
  static uint32_t asked;
  const struct race *race = position;
  const bool moves = race->turn == (uint8_t)player, first = player == PNS_FIRST;
  if (*rules->parameters != '\0' && strncmp(rules->parameters, "decided", 7) != 0)
    return PNS_UNDECIDED;
  if (race->at < (BREAKS("decided-move") || BREAKS("decided-answer") ? 11 : 8))
    return BREAKS("decided-both") && race->at == 5 ? PNS_FORCED_WIN : PNS_UNDECIDED;
  if (BREAKS("decided-both")) return PNS_UNDECIDED;
  if (BREAKS("decided-value") && race->at == 8) return (enum pns_decision)7;
  if (BREAKS("decided-twice") && ++asked % 2 == 0) return PNS_UNDECIDED;
  if (BREAKS("decided-fold") && race->noise == 0) return PNS_UNDECIDED;
  if (BREAKS("decided-no-move") && race->at == 8 && first && moves) return PNS_FORCED_WIN;
  if (BREAKS("decided-all-moves") && race->at == 8 && first && !moves) return PNS_NO_FORCED_WIN;
  if (BREAKS("decided-move") && first && moves) return PNS_NO_FORCED_WIN;
  if (BREAKS("decided-answer") && first && !moves) return PNS_FORCED_WIN;
  return (race->at == 8) != moves ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

#ifndef NAME
#define NAME "race"
#endif
#ifndef ABI
#define ABI PNS_GAME_ABI
#endif
#ifdef WITHOUT_SYMBOL
extern const struct pns_game other_name;
const struct pns_game other_name = {
#else
PNS_OWN_GAME = {
#endif
    .abi = ABI,
    .name = NAME,
    .title = "Race",
    .open = race_open,
    .start = race_start,
    .parse = race_parse,
    .format = race_format,
    .draw = race_draw,
    .move_text = race_move_text,
    .mover = race_mover,
    .outcome = race_outcome,
    .moves = race_moves,
    .play = race_play,
    .canonical = race_canonical,
    .unfold = race_unfold,
    .key = race_key,
    .mobility = race_mobility,
    .leaf = race_leaf,
    .hopeless = race_hopeless,
    .decided = race_decided,
};
