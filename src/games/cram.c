/* Cram on boards up to 8x8. */
#include "games/domino.h"

#include <stdio.h>
#include <string.h>

static const char letters[] = "AB";

static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const struct domino_position *position = data;
  if ((domino_upright(position->free) | domino_flat(position->free)) != 0) return PNS_ONGOING;
  return position->mover == PNS_FIRST ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  (void)rules;
  const struct domino_position *position = data;
  const uint32_t count = domino_list(domino_upright(position->free), 0, list, 0);
  return domino_list(domino_flat(position->free), DOMINO_FLAT, list, count);
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const uint64_t free = ((const struct domino_position *)data)->free;
  return bits_count(domino_upright(free)) + bits_count(domino_flat(free));
}

static void canonical(const struct pns_rules *rules, void *data) {
  const struct domino_board *board = domino_board_of(rules);
  struct domino_position *position = data;
  const uint64_t free = domino_useful(position->free);
  uint64_t least = domino_least_reflection(board, free);
  if (board->grid.width == board->grid.height) {
    const uint64_t other = domino_least_reflection(board, bits_transpose(free));
    least = other < least ? other : least;
  }
  position->free = least;
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
  domino_draw(rules, position, text);
  sprintf(text + strlen(text), " %c to move: %u moves\n", letters[position->mover],
          mobility(rules, position));
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  const enum pns_status status = domino_open(rules, parameters, error);
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_MOBILITY;
  rules->epsilon = 0.125;
  return status;
}

const struct pns_game pns_game_cram = {
    .abi = PNS_GAME_ABI,
    .name = "cram",
    .title = "Cram",
    .parameters = "WIDTHxHEIGHT, 1x1 to 8x8; default 6x6",
    .notation =
        "A move is the two cells covered, upper or left one first, column letter and row number "
        "with row 1 on top (a1-b1). A position is the rows from the top with '/' between them "
        "(. free, # covered), a blank and the side to move, A or B: ../.#/.# A.",
    .rules =
        "The players, A first, cover two free neighbouring cells in turn, upright or flat as they "
        "like. Whoever cannot move loses.",
    .source = "Gardner, Scientific American, February 1974; Berlekamp, Conway, Guy: Winning Ways",
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
};
