/* What a checked game says about positions that nobody has searched yet. */
#include "games/checked_inside.h"

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
