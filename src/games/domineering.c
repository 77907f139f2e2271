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

/* ---- leaves ---- */

/* What both sides can still do, and what no move of the other can spoil. */
struct outlook {
  uint64_t moves[2]; /* placements by player */
  uint64_t safe[2];  /* those on cells where the other has none */
};

static inline struct outlook look_out(uint64_t free) {
  const uint64_t upright = domino_upright(free), flat = domino_flat(free);
  const uint64_t tall = upright | upright << 8, wide = flat | flat << 1;
  return (struct outlook){.moves = {upright, flat},
                          .safe = {domino_upright(tall & ~wide), domino_flat(wide & ~tall)}};
}

/* How many dominoes these placements allow beside one another: the first of each run, then the
 * first of what it leaves, and so on. */
static inline uint32_t most_dominoes(uint64_t placements, enum pns_player player) {
  const unsigned step = player == PNS_FIRST ? 8 : 1;
  uint64_t taken = 0;
  for (uint64_t left = placements, first; left != 0; left &= ~(first | first << step)) {
    first = left & ~(left << step);
    taken |= first;
  }
  return bits_count(taken);
}

enum {
  EVEN = 6,       /* odds.h */
  MORE_MOVES = 4, /* exponents: for each placement more than the other side has */
  MORE_SAFE = 7,  /* and for each domino more that is safe */
  TO_MOVE = 4,    /* and for the move */
  KNOWN = 4       /* the number of what counting alone decides */
};

/* Whether so many safe dominoes are more than these placements allow, or as many if `tied` is true.
 * Half of them at least can be laid, which is enough to say no nearly always. */
static inline bool outlasts(uint32_t safe, bool tied, uint64_t placements, enum pns_player player) {
  if (safe + tied <= (bits_count(placements) + 1) / 2) return false;
  return safe + tied > most_dominoes(placements, player);
}

/* What counting decides: the mover wins, or the other side does. */
enum count { OPEN, MOVER_WINS, MOVER_LOSES };

static inline enum count count_out(const struct outlook *outlook, enum pns_player mover,
                                   const uint32_t safe[2]) {
  const enum pns_player other = mover == PNS_FIRST ? PNS_SECOND : PNS_FIRST;
  if (outlasts(safe[mover], false, outlook->moves[other], other)) return MOVER_WINS;
  return outlasts(safe[other], true, outlook->moves[mover], mover) ? MOVER_LOSES : OPEN;
}

static enum pns_decision decided(const struct pns_rules *rules, const void *data,
                                 enum pns_player player) {
  (void)rules;
  const struct domino_position *position = data;
  const enum pns_player mover = (enum pns_player)position->mover;
  const struct outlook outlook = look_out(position->free);
  const uint32_t safe[2] = {most_dominoes(outlook.safe[PNS_FIRST], PNS_FIRST),
                            most_dominoes(outlook.safe[PNS_SECOND], PNS_SECOND)};
  const enum count count = count_out(&outlook, mover, safe);
  if (count == OPEN) return PNS_UNDECIDED;
  return (mover == player) == (count == MOVER_WINS) ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

static void leaf(const struct pns_rules *rules, const void *data, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  (void)rules;
  const struct domino_position *position = data;
  const enum pns_player mover = (enum pns_player)position->mover;
  const enum pns_player other = mover == PNS_FIRST ? PNS_SECOND : PNS_FIRST;
  const struct outlook outlook = look_out(position->free);
  const uint32_t moves = bits_count(outlook.moves[mover]);
  const uint32_t safe[2] = {most_dominoes(outlook.safe[PNS_FIRST], PNS_FIRST),
                            most_dominoes(outlook.safe[PNS_SECOND], PNS_SECOND)};
  const int32_t more_moves = (int32_t)moves - (int32_t)bits_count(outlook.moves[other]);
  const int32_t more_safe = (int32_t)safe[mover] - (int32_t)safe[other];
  odds_leaf(EVEN, MORE_MOVES * more_moves + MORE_SAFE * more_safe + TO_MOVE, moves, mover == prover,
            pn, dn);
  const enum count count = count_out(&outlook, mover, safe);
  if (count == OPEN) return;
  const bool wins = count == MOVER_WINS;
  odds_sides(wins ? KNOWN : DOMINO_UNLIKELY, wins ? DOMINO_UNLIKELY : KNOWN * moves,
             mover == prover, pn, dn);
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
    .decided = decided,
};
