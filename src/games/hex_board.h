/*
 * Sets of Hex cells in one integer: included once for each width of it. The includer defines
 *   BITS    the integer, BOARD(name) a name for this width, STRIDE the bits a row takes.
 * Cell (row, column) is bit row * STRIDE + column. Its neighbours are the two in its row, the one
 * above and above right, the one below and below left.
 */

/* All cells, the edges each player joins, and the fewest stones that can join them for sure. */
struct BOARD(edges) {
  BITS board, near[2], far[2];
  uint32_t least;
};

/* Left out: what would wrap around into the next row. */
static inline BITS BOARD(left)(BITS cells) { return cells >> 1 & ~BOARD(last_column); }

static inline BITS BOARD(right)(BITS cells) { return cells << 1 & ~BOARD(first_column); }

static inline BITS BOARD(above)(BITS cells) { return cells >> STRIDE; }

static inline BITS BOARD(below)(BITS cells) { return cells << STRIDE; }

static inline BITS BOARD(above_right)(BITS cells) {
  return cells >> (STRIDE - 1) & ~BOARD(first_column);
}

static inline BITS BOARD(below_left)(BITS cells) {
  return cells << (STRIDE - 1) & ~BOARD(last_column);
}

/* The cells beside these ones. Two masks do for the four sideways steps. */
static inline BITS BOARD(beside)(BITS cells) {
  const BITS to_right = (cells << 1 | cells >> (STRIDE - 1)) & ~BOARD(first_column);
  const BITS to_left = (cells >> 1 | cells << (STRIDE - 1)) & ~BOARD(last_column);
  return cells << STRIDE | cells >> STRIDE | to_right | to_left;
}

/* Everything in `own` that hangs together with `seed`, which lies in it. */
static inline BITS BOARD(flood)(BITS seed, BITS own) {
  BITS reached = seed, before;
  do {
    before = reached;
    reached |= BOARD(beside)(reached) & own;
  } while (reached != before);
  return reached;
}

static inline uint32_t BOARD(count)(BITS cells) {
  uint32_t count = (uint32_t)__builtin_popcountll((uint64_t)cells);
  if (sizeof cells > 8) count += (uint32_t)__builtin_popcountll((uint64_t)(cells >> 32 >> 32));
  return count;
}

/* Whether stones join two edges. */
static inline bool BOARD(joined)(BITS own, BITS near_edge, BITS far_edge) {
  if ((own & near_edge) == 0 || (own & far_edge) == 0) return false;
  return (BOARD(flood)(own & near_edge, own) & far_edge) != 0;
}

/* ---- distances ---- */

/* Empty cells two steps away over two empty cells: the opponent cannot cut such a bridge, since
 * whichever of the two he takes, the other one closes it. */
static inline BITS BOARD(bridges)(BITS from, BITS empty) {
  const BITS up = BOARD(above)(from) & empty, up_right = BOARD(above_right)(from) & empty;
  const BITS right = BOARD(right)(from) & empty, down = BOARD(below)(from) & empty;
  const BITS down_left = BOARD(below_left)(from) & empty, left = BOARD(left)(from) & empty;
  return (BOARD(above_right)(up) & BOARD(above)(up_right)) |
         (BOARD(right)(up_right) & BOARD(above_right)(right)) |
         (BOARD(below)(right) & BOARD(right)(down)) |
         (BOARD(below_left)(down) & BOARD(below)(down_left)) |
         (BOARD(left)(down_left) & BOARD(below_left)(left)) |
         (BOARD(above)(left) & BOARD(left)(up));
}

/* The edges of one side with the cells of the second line that bridge to them. */
static inline BITS BOARD(near_bridges)(const struct BOARD(edges) * edges, enum pns_player side,
                                       BITS empty) {
  const BITS edge = edges->near[side] & empty;
  if (side == PNS_FIRST) return BOARD(below)(edge) & BOARD(below_left)(edge);
  return BOARD(right)(edge) & BOARD(above_right)(edge);
}

static inline BITS BOARD(far_bridges)(const struct BOARD(edges) * edges, enum pns_player side,
                                      BITS empty) {
  const BITS edge = edges->far[side] & empty;
  if (side == PNS_FIRST) return BOARD(above)(edge) & BOARD(above_right)(edge);
  return BOARD(left)(edge) & BOARD(below_left)(edge);
}

/* The fewest stones that `own` still needs to join the edges. As long as the
 * other side has not joined its own there is a way, no longer than the board. */
static inline uint32_t BOARD(distance)(BITS own, BITS empty, BITS near_edge, BITS far_edge) {
  BITS reached = 0, next = near_edge & (own | empty);
  for (uint32_t stones = 0; stones < STRIDE; stones++) {
    for (BITS joining = next & own & ~reached; joining != 0; joining = next & own & ~reached) {
      reached |= joining;
      next |= BOARD(beside)(joining);
    }
    if ((reached & far_edge) != 0) return stones;
    reached |= next & empty;
    if ((reached & far_edge) != 0) return stones + 1;
    next |= BOARD(beside)(reached);
  }
  return STRIDE;
}

/* The same when bridges count as joined already. */
static inline uint32_t BOARD(bridged_distance)(BITS own, BITS empty,
                                               const struct BOARD(edges) * edges,
                                               enum pns_player side) {
  const BITS far_edge = edges->far[side] | BOARD(far_bridges)(edges, side, empty);
  const BITS cells = own | empty;
  BITS reached = 0;
  BITS next = edges->near[side] | BOARD(near_bridges)(edges, side, empty);
  for (uint32_t stones = 0; stones < STRIDE; stones++) {
    for (BITS joining = next & own & ~reached; joining != 0; joining = next & own & ~reached) {
      reached |= joining;
      next |= BOARD(beside)(joining) | BOARD(bridges)(joining, empty);
    }
    if ((reached & far_edge) != 0) return stones;
    const BITS fresh = next & empty & ~reached;
    reached |= fresh;
    if ((fresh & far_edge) != 0) return stones + 1;
    next |= (BOARD(beside)(fresh) | BOARD(bridges)(fresh, empty)) & cells;
  }
  return STRIDE;
}

/* Both distances of one side as one number. */
static inline uint32_t BOARD(needs)(const BITS stones[2], const struct BOARD(edges) * edges,
                                    enum pns_player side) {
  const BITS empty = edges->board & ~(stones[0] | stones[1]);
  return PLAIN_WEIGHT * BOARD(distance)(stones[side], empty, edges->near[side], edges->far[side]) +
         BRIDGED_WEIGHT * BOARD(bridged_distance)(stones[side], empty, edges, side);
}
