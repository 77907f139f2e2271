/*
 * What is sure in Hex without playing it out: included once for each width of the sets, after
 * hex_board.h and with its macros.
 *
 * Stones that meet the same two empty cells cannot be parted: whichever of the two the opponent
 * takes, the other one joins them (a bridge is the commonest form, and an edge is joined in the
 * same way). The cells that such a connection needs are its carrier. Connections hold together as
 * long as their carriers share no cell (V. Anshelevich, A hierarchical approach to computer Hex,
 * Artificial Intelligence 134, 2002).
 */

/* Stones that are joined to one edge for sure, and that edge: the empty cells beside them that the
 * connection does not need, those with two such neighbours, and those it needs. */
struct BOARD(anchor) {
  BITS meets, twice, carrier;
};

struct BOARD(anchors) {
  uint32_t count;
  struct BOARD(anchor) list[ANCHORS_MAX];
};

/* What the stones of one side hang together in: the empty cells beside each. */
struct BOARD(groups) {
  uint32_t count;
  BITS empty, stones[ANCHORS_MAX - 1], meets[ANCHORS_MAX - 1];
};

/* Both edges of one side. */
struct BOARD(hold) {
  BITS empty;
  struct BOARD(anchors) near, far;
};

static inline BITS BOARD(lowest)(BITS cells) { return cells & -cells; }

static inline bool BOARD(several)(BITS cells) { return (cells & (cells - 1)) != 0; }

static inline BITS BOARD(two_of)(BITS cells) {
  return BOARD(lowest)(cells) | BOARD(lowest)(cells & (cells - 1));
}

/* The cells that have two neighbours or more among these. */
static inline BITS BOARD(beside_two)(BITS cells) {
  const BITS step[6] = {BOARD(left)(cells),  BOARD(right)(cells),       BOARD(above)(cells),
                        BOARD(below)(cells), BOARD(above_right)(cells), BOARD(below_left)(cells)};
  BITS one = step[0], two = 0;
  for (int i = 1; i < 6; i++) {
    two |= one & step[i];
    one |= step[i];
  }
  return two;
}

/* What does not fit is left out: less is sure then. */
static inline void BOARD(group)(BITS own, BITS empty, struct BOARD(groups) * groups) {
  groups->count = 0;
  groups->empty = empty;
  for (BITS left = own; left != 0 && groups->count < ANCHORS_MAX - 1; groups->count++) {
    const BITS stones = BOARD(flood)(BOARD(lowest)(left), own);
    groups->stones[groups->count] = stones;
    groups->meets[groups->count] = BOARD(beside)(stones) & empty;
    left &= ~stones;
  }
}

static inline void BOARD(add_anchor)(struct BOARD(anchors) * anchors, BITS empty, BITS meets,
                                     BITS carrier) {
  struct BOARD(anchor) *anchor = &anchors->list[anchors->count++];
  anchor->meets = meets & ~carrier;
  anchor->twice = BOARD(beside_two)(anchor->meets) & empty & ~carrier;
  anchor->carrier = carrier;
}

/* The edge itself with the groups on it. The others are `open`, a bit each. */
static inline BITS BOARD(edge_meets)(const struct BOARD(groups) * groups, BITS edge,
                                     uint64_t *open) {
  BITS meets = edge & groups->empty;
  *open = 0;
  for (uint32_t i = 0; i < groups->count; i++) {
    if ((groups->stones[i] & edge) != 0)
      meets |= groups->meets[i];
    else
      *open |= UINT64_C(1) << i;
  }
  return meets;
}

/* From the edge on, every group that meets what is joined already in two cells. */
static inline void BOARD(anchor_edge)(const struct BOARD(groups) * groups, BITS edge,
                                      struct BOARD(anchors) * anchors) {
  uint64_t open;
  anchors->count = 0;
  BOARD(add_anchor)(anchors, groups->empty, BOARD(edge_meets)(groups, edge, &open), 0);
  for (uint32_t at = 0; at < anchors->count; at++) {
    const struct BOARD(anchor) from = anchors->list[at];
    for (uint64_t left = open; left != 0; left &= left - 1) {
      const BITS meets = groups->meets[__builtin_ctzll(left)];
      const BITS shared = from.meets & meets;
      if (!BOARD(several)(shared)) continue;
      const BITS carrier = from.carrier | BOARD(two_of)(shared);
      BOARD(add_anchor)(anchors, groups->empty, from.meets | meets, carrier);
      open &= ~(left & -left);
    }
  }
}

static inline void BOARD(look)(const struct BOARD(edges) * edges, const BITS stones[2],
                               enum pns_player side, struct BOARD(hold) * hold) {
  struct BOARD(groups) groups;
  hold->empty = edges->board & ~(stones[0] | stones[1]);
  BOARD(group)(stones[side], hold->empty, &groups);
  BOARD(anchor_edge)(&groups, edges->near[side], &hold->near);
  BOARD(anchor_edge)(&groups, edges->far[side], &hold->far);
}

/* The cells that a stone on `cell` and its connections to both need, of which one meets the cells
 * `a` and the other `b`; none when it does not join them. A neighbour that meets both joins them by
 * itself, so what needs such a neighbour too tells nothing more. */
static inline BITS BOARD(need)(BITS cell, BITS a, BITS b) {
  const BITS around = BOARD(beside)(cell), by_a = around & a & ~b, by_b = around & b & ~a;
  BITS need = cell;
  if ((cell & a) == 0) {
    if (!BOARD(several)(by_a)) return 0;
    need |= BOARD(two_of)(by_a);
  }
  if ((cell & b) == 0) {
    if (!BOARD(several)(by_b)) return 0;
    need |= BOARD(two_of)(by_b);
  }
  return need;
}

/* The cells of which the opponent must take one now, lest a stone joins the edges for sure: what
 * all such stones need. None left: he cannot. All bits: there is no such stone. With `one`, of the
 * first such stone only. */
static inline BITS BOARD(must_play)(const struct BOARD(hold) * hold, bool one) {
  BITS must = ~(BITS)0;
  for (uint32_t i = 0; i < hold->near.count; i++)
    for (uint32_t j = 0; j < hold->far.count; j++) {
      const struct BOARD(anchor) *near = &hold->near.list[i], *far = &hold->far.list[j];
      const BITS carrier = near->carrier | far->carrier;
      if ((near->carrier & far->carrier) != 0) continue;
      BITS keys = (near->meets | near->twice) & (far->meets | far->twice) & ~carrier;
      for (; keys != 0; keys &= keys - 1) {
        const BITS need =
            BOARD(need)(BOARD(lowest)(keys), near->meets & ~carrier, far->meets & ~carrier);
        if (need == 0) continue;
        must &= need | carrier;
        if (one || must == 0) return must;
      }
    }
  return must;
}

/* Whether the side to move has a stone that joins its edges for sure. */
static inline bool BOARD(completes)(const struct BOARD(edges) * edges, const BITS stones[2],
                                    enum pns_player side) {
  struct BOARD(hold) hold;
  if (BOARD(count)(stones[side]) + 1 < edges->least) return false;
  BOARD(look)(edges, stones, side, &hold);
  return BOARD(must_play)(&hold, true) != ~(BITS)0;
}

/* Whether the side to move, which has no such stone, cannot keep the other one from joining: no
 * cell would stop all of its threats (must-play regions: R. Hayward et al., Solving 7x7 Hex with
 * domination, fill-in, and virtual connections, Theoretical Computer Science 349, 2005). */
static inline bool BOARD(succumbs)(const struct BOARD(edges) * edges, const BITS stones[2],
                                   enum pns_player side) {
  const enum pns_player waiting = (enum pns_player)(side ^ 1);
  struct BOARD(hold) hold;
  if (BOARD(count)(stones[waiting]) + 1 < edges->least) return false;
  BOARD(look)(edges, stones, waiting, &hold);
  return BOARD(must_play)(&hold, false) == 0;
}

/* Reverse Hex: the empty cells on which a stone joins its side's edges. */
static inline BITS BOARD(fatal)(const struct BOARD(edges) * edges, const BITS stones[2],
                                enum pns_player side, BITS empty) {
  const BITS own = stones[side], near = edges->near[side], far = edges->far[side];
  const BITS from_near = near | BOARD(beside)(BOARD(flood)(own & near, own));
  const BITS from_far = far | BOARD(beside)(BOARD(flood)(own & far, own));
  return from_near & from_far & empty;
}

/* Whether the side to move can make the other one join, played out. */
static bool BOARD(outlasts)(const struct BOARD(edges) * edges, const BITS stones[2],
                            enum pns_player side) {
  const BITS empty = edges->board & ~(stones[0] | stones[1]);
  const enum pns_player waiting = (enum pns_player)(side ^ 1);
  BITS safe = empty & ~BOARD(fatal)(edges, stones, side, empty);
  for (; safe != 0; safe &= safe - 1) {
    BITS after[2] = {stones[0], stones[1]};
    after[side] |= BOARD(lowest)(safe);
    if (!BOARD(outlasts)(edges, after, waiting)) return true;
  }
  return false;
}
