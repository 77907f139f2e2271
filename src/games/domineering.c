/* Domineering on boards up to 8x8. */
#include "games/domino.h"
#include "games/odds.h"

#include <stdio.h>
#include <string.h>

static const char letters[] = "VH";

static inline uint64_t placements(const struct domino_position *position) {
  return position->mover == PNS_FIRST ? domino_upright(position->free)
                                      : domino_flat(position->free);
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const struct domino_position *position = data;
  if (placements(position) != 0) return PNS_ONGOING;
  return position->mover == PNS_FIRST ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  (void)rules;
  const struct domino_position *position = data;
  return domino_list(placements(position), position->mover == PNS_FIRST ? 0 : DOMINO_FLAT, list, 0);
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  (void)rules;
  return bits_count(placements(data));
}

/* Moves that the other side cannot spoil: on cells where he has none himself. */
static inline uint32_t safe_upright(uint64_t upright, uint64_t flat) {
  return bits_count(domino_upright((upright | upright << 8) & ~(flat | flat << 1)));
}

static inline uint32_t safe_flat(uint64_t upright, uint64_t flat) {
  return bits_count(domino_flat((flat | flat << 1) & ~(upright | upright << 8)));
}

/* The odds by moves, safe ones counting half as much again. */
static void leaf(const struct pns_rules *rules, const void *data, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct domino_position *position = data;
  const uint64_t upright = domino_upright(position->free), flat = domino_flat(position->free);
  const int32_t more = (int32_t)(2 * bits_count(upright) + safe_upright(upright, flat)) -
                       (int32_t)(2 * bits_count(flat) + safe_flat(upright, flat));
  odds_leaf(5, position->mover == PNS_FIRST ? 2 * more : -2 * more, mobility(rules, data),
            position->mover == (uint32_t)prover, pn, dn);
}

/* A quarter turn would exchange the roles, so only the reflections count. */
static void canonical(const struct pns_rules *rules, void *data) {
  struct domino_position *position = data;
  position->free = domino_least_reflection(domino_board_of(rules), domino_useful(position->free));
}

static void format(const struct pns_rules *rules, const void *data, char *text) {
  domino_format(rules, data, letters, text);
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *data,
                             struct pns_error *error) {
  return domino_parse(rules, text, letters, data, error);
}

static void draw(const struct pns_rules *rules, const void *data, char *text) {
  const struct domino_position *position = data;
  const char *side = position->mover == PNS_FIRST ? "V (upright)" : "H (flat)";
  domino_draw(rules, position, text);
  sprintf(text + strlen(text), " %s to move: V has %u moves, H %u\n", side,
          bits_count(domino_upright(position->free)), bits_count(domino_flat(position->free)));
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  const enum pns_status status = domino_open(rules, parameters, error);
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_GAME;
  rules->epsilon = 0.5;
  return status;
}

const struct pns_game pns_game_domineering = {
    .abi = PNS_GAME_ABI,
    .name = "domineering",
    .title = "Domineering",
    .parameters = "WIDTHxHEIGHT, 1x1 to 8x8; default 6x6",
    .notation =
        "A move is the two cells covered, upper or left one first, column letter and row number "
        "with row 1 on top (a1-a2). A position is the rows from the top with '/' between them "
        "(. free, # covered), a blank and the side to move, V or H: ../.#/.# V.",
    .rules =
        "The players cover two free neighbouring cells in turn. V, who begins, lays upright "
        "dominoes, H flat ones. Whoever cannot move loses.",
    .source = "Goran Andersson; Gardner, Scientific American, February 1974",
    .open = open,
    .close = domino_close,
    .start = domino_start,
    .parse = parse,
    .format = format,
    .draw = draw,
    .move_text = domino_move_text,
    .mover = domino_mover,
    .outcome = outcome,
    .moves = moves,
    .play = domino_play,
    .canonical = canonical,
    .key = domino_key,
    .mobility = mobility,
    .leaf = leaf,
};
