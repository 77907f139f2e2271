/* What a checked game says about positions that nobody has searched yet. */
#include "games/checked_inside.h"

#include <string.h>

#define LEAF_MOST (1u << 24)

void pns_checked_leaf(struct pns_checked *c, const void *position, const void *folded) {
  for (int prover = PNS_FIRST; prover <= PNS_SECOND && c->inner_game->leaf != NULL; prover++) {
    uint32_t pn = 0, dn = 0, folded_pn = 0, folded_dn = 0;
    c->inner_game->leaf(&c->inner, position, (enum pns_player)prover, &pn, &dn);
    c->inner_game->leaf(&c->inner, folded, (enum pns_player)prover, &folded_pn, &folded_dn);
    if (pn < 1 || pn > LEAF_MOST || dn < 1 || dn > LEAF_MOST)
      pns_checked_fault(c, position, "leaf gives %u and %u, expected 1 to %u", pn, dn, LEAF_MOST);
    if (pn != folded_pn || dn != folded_dn)
      pns_checked_fault(c, position, "leaf gives other numbers for the symmetric position");
  }
}

static const char *name_of(enum pns_player player) {
  return player == PNS_FIRST ? "first" : "second";
}

/* Whoever has no hope has none after any move, and wins by none. */
static void check_given_up(struct pns_checked *c, const void *position, enum pns_player player,
                           const pns_move *moves, uint32_t count) {
  const enum pns_outcome win = player == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  for (uint32_t i = 0; i < count; i++) {
    union pns_check_position child;
    char text[PNS_MOVE_TEXT_MAX];
    pns_checked_copy(c, &child, position);
    c->inner_game->play(&c->inner, child.bytes, moves[i]);
    const enum pns_outcome outcome = c->inner_game->outcome(&c->inner, child.bytes);
    const bool given_up =
        outcome == PNS_ONGOING && c->inner_game->hopeless(&c->inner, child.bytes, player);
    if (outcome != win && (outcome != PNS_ONGOING || given_up)) continue;
    pns_checked_move_text(c, position, moves[i], text);
    pns_checked_fault(c, position,
                      outcome == win ? "hopeless gives up the %s player, who wins by %.60s"
                                     : "hopeless gives up the %s player, but not after %.60s",
                      name_of(player), text);
  }
}

void pns_checked_hopeless(struct pns_checked *c, const void *position, const void *folded,
                          const pns_move *moves, uint32_t count) {
  const struct pns_rules *inner = &c->inner;
  for (int i = PNS_FIRST; i <= PNS_SECOND && c->inner_game->hopeless != NULL; i++) {
    const enum pns_player player = (enum pns_player)i;
    const bool hopeless = c->inner_game->hopeless(inner, position, player);
    if (c->inner_game->hopeless(inner, position, player) != hopeless)
      pns_checked_fault(c, position,
                        "hopeless changes its mind about the %s player when it is asked twice",
                        name_of(player));
    if (c->inner_game->hopeless(inner, folded, player) != hopeless)
      pns_checked_fault(c, position,
                        "hopeless says something else about the %s player in the symmetric "
                        "position",
                        name_of(player));
    if (hopeless) check_given_up(c, position, player, moves, count);
  }
}

/* ---- decided ---- */

/* What the rules, or the game itself after the move, make of a child. */
static enum pns_decision decision_after(struct pns_checked *c, const void *position, pns_move move,
                                        enum pns_player player) {
  union pns_check_position child;
  pns_checked_copy(c, &child, position);
  c->inner_game->play(&c->inner, child.bytes, move);
  const enum pns_outcome outcome = c->inner_game->outcome(&c->inner, child.bytes);
  if (outcome == PNS_ONGOING) return c->inner_game->decided(&c->inner, child.bytes, player);
  const enum pns_outcome win = player == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  return outcome == win ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

/* Who moves needs one move to get what he wants, the other side needs all of them: how many the
 * moves must be after which a false decision shows, and the first of those that there are. */
struct denial {
  uint32_t count, needed;
  pns_move move;
};

static struct denial denial_of(struct pns_checked *c, const void *position, enum pns_player player,
                               enum pns_decision decision, const pns_move *moves, uint32_t count) {
  const bool moves_himself = c->inner_game->mover(&c->inner, position) == player;
  const enum pns_decision opposite =
      decision == PNS_FORCED_WIN ? PNS_NO_FORCED_WIN : PNS_FORCED_WIN;
  struct denial denial = {.needed = moves_himself == (decision == PNS_FORCED_WIN) ? count : 1};
  for (uint32_t i = 0; i < count && denial.count < denial.needed; i++) {
    if (decision_after(c, position, moves[i], player) != opposite) continue;
    if (denial.count++ == 0) denial.move = moves[i];
  }
  return denial;
}

static void check_decision(struct pns_checked *c, const void *position, enum pns_player player,
                           enum pns_decision decision, const pns_move *moves, uint32_t count) {
  const bool wins = decision == PNS_FORCED_WIN;
  char text[PNS_MOVE_TEXT_MAX];
  const struct denial denial = denial_of(c, position, player, decision, moves, count);
  if (denial.count < denial.needed) return;
  if (denial.needed == 1)
    pns_checked_move_text(c, position, denial.move, text);
  else
    strcpy(text, wins ? "any move" : "every move");
  pns_checked_fault(
      c, position,
      wins ? "decided says that the %s player can force a win, but he cannot after %.60s"
           : "decided says that the %s player cannot force a win, but he can after %.60s",
      name_of(player), text);
}

static enum pns_decision checked_decision(struct pns_checked *c, const void *position,
                                          const void *folded, enum pns_player player) {
  const struct pns_rules *inner = &c->inner;
  const enum pns_decision decision = c->inner_game->decided(inner, position, player);
  if ((int)decision < PNS_UNDECIDED || decision > PNS_NO_FORCED_WIN)
    pns_checked_fault(c, position, "decided gives %d, expected one of enum pns_decision",
                      (int)decision);
  if (c->inner_game->decided(inner, position, player) != decision)
    pns_checked_fault(c, position,
                      "decided changes its mind about the %s player when it is asked twice",
                      name_of(player));
  if (c->inner_game->decided(inner, folded, player) != decision)
    pns_checked_fault(c, position,
                      "decided says something else about the %s player in the symmetric position",
                      name_of(player));
  return decision;
}

void pns_checked_decided(struct pns_checked *c, const void *position, const void *folded,
                         const pns_move *moves, uint32_t count) {
  enum pns_decision decisions[2];
  if (c->inner_game->decided == NULL) return;
  for (int i = PNS_FIRST; i <= PNS_SECOND; i++) {
    const enum pns_player player = (enum pns_player)i;
    decisions[i] = checked_decision(c, position, folded, player);
    if (decisions[i] != PNS_UNDECIDED)
      check_decision(c, position, player, decisions[i], moves, count);
  }
  if (decisions[PNS_FIRST] == PNS_FORCED_WIN && decisions[PNS_SECOND] == PNS_FORCED_WIN)
    pns_checked_fault(c, position, "decided says that both players can force a win");
}
