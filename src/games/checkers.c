/*
 * Checkers, or English draughts, on boards of 4x4, 6x6 and 8x8.
 *
 * No symmetry is folded. A board whose lower left corner is dark has two turns that keep dark
 * squares dark and rows rows: none, and the half turn. (Left and right cannot be exchanged: that
 * puts dark squares on light ones.) The half turn leads each side's men the other way, so it
 * must exchange the colours too, and then FIRST would stand for SECOND: but the question is always
 * about one of them, and the two positions have different answers.
 */
#include "games/checkers_board.h"

#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/bits.h"
#include "games/grid.h"

#define DOWN 0u
#define UP 2u

/* ---- what the mover can do ---- */

static uint64_t occupied(const struct checkers_position *position) {
  return position->pieces[0] | position->pieces[1];
}

/* The mover's pieces that may go in this direction: kings go in all, men in two. */
static inline uint64_t going(const struct checkers_position *position, uint32_t direction) {
  const uint64_t own = position->pieces[position->mover];
  const uint32_t ahead = position->mover == PNS_FIRST ? DOWN : UP;
  return (direction & UP) == ahead ? own : own & position->kings;
}

static inline uint64_t steps(const struct checkers_board *board,
                             const struct checkers_position *position, uint32_t direction) {
  return checkers_step(board, going(position, direction), direction) & ~occupied(position);
}

/* The squares where jumps in this direction end. */
static inline uint64_t jumps(const struct checkers_board *board,
                             const struct checkers_position *position, uint32_t direction) {
  const uint64_t jumped = checkers_step(board, going(position, direction), direction) &
                          position->pieces[position->mover ^ 1];
  return checkers_step(board, jumped, direction) & ~occupied(position);
}

static bool must_jump(const struct checkers_board *board,
                      const struct checkers_position *position) {
  return (jumps(board, position, 0) | jumps(board, position, 1) | jumps(board, position, 2) |
          jumps(board, position, 3)) != 0;
}

static bool can_step(const struct checkers_board *board, const struct checkers_position *position) {
  return (steps(board, position, 0) | steps(board, position, 1) | steps(board, position, 2) |
          steps(board, position, 3)) != 0;
}

/* ---- jumping ---- */

/* One piece on its way. It goes all the way, so every path that cannot go on is one move. A piece
 * jumps over each enemy once: what it has jumped no longer counts as there. Its own square is free
 * for it. Landing squares are two rows apart, so jumped ones are never in its way. A man on the far
 * row has nothing ahead, and is no king before its move has ended: so it stops there.
 *
 * On 8x8 the squares that one piece can land on are 8 and there are 9 enemies to jump between
 * them, whatever square it starts from: hence at most 9 jumps. Counting all paths over those, there
 * are at most 16 from a square; fewer enemies make fewer paths, each is the beginning of one of
 * the 16. */
enum { PATHS_MAX = 16 };

struct jumper {
  const struct checkers_board *board;
  uint64_t empty;
  uint32_t first_direction, last_direction;
  uint32_t count;
  pns_move *list; /* NULL: they are only counted */
};

static void add_path(struct jumper *jumper, pns_move path) {
  if (jumper->list != NULL) jumper->list[jumper->count] = path;
  jumper->count++;
}

/* `path` is the move so far. At most CHECKERS_JUMPS_MAX deep. */
static void follow_jumps(struct jumper *jumper, uint64_t at, uint64_t enemies, pns_move path) {
  const uint32_t made = checkers_move_jumps(path);
  bool further = false;
  for (uint32_t d = jumper->first_direction; d <= jumper->last_direction; d++) {
    const uint64_t jumped = checkers_step(jumper->board, at, d) & enemies;
    const uint64_t landing = checkers_step(jumper->board, jumped, d) & jumper->empty;
    if (landing == 0) continue;
    further = true;
    const uint32_t place = CHECKERS_FROM_BITS + CHECKERS_JUMP_BITS + 2 * made;
    follow_jumps(jumper, landing, enemies & ~jumped,
                 path + (1u << CHECKERS_FROM_BITS) + (d << place));
  }
  if (!further && made > 0) add_path(jumper, path);
}

static uint32_t list_jumps(const struct checkers_board *board,
                           const struct checkers_position *position, pns_move *list) {
  const uint32_t side = position->mover, ahead = side == PNS_FIRST ? DOWN : UP;
  struct jumper jumper = {.board = board, .list = list};
  for (uint64_t left = position->pieces[side]; left != 0; left &= left - 1) {
    const uint64_t piece = left & -left;
    const bool king = (piece & position->kings) != 0;
    jumper.empty = ~occupied(position) | piece;
    jumper.first_direction = king ? 0 : ahead;
    jumper.last_direction = king ? 3 : ahead + 1;
    follow_jumps(&jumper, piece, position->pieces[side ^ 1], bits_first(piece));
  }
  return jumper.count;
}

static uint32_t list_steps(const struct checkers_board *board,
                           const struct checkers_position *position, pns_move *list) {
  uint32_t count = 0;
  for (uint32_t d = 0; d < 4; d++) {
    const uint32_t shift = board->half + (d & 1);
    for (uint64_t left = steps(board, position, d); left != 0; left &= left - 1) {
      const uint32_t to = bits_first(left), from = d < UP ? to - shift : to + shift;
      list[count++] = from | d << (CHECKERS_FROM_BITS + CHECKERS_JUMP_BITS);
    }
  }
  return count;
}

/* ---- the game ---- */

static enum pns_player mover(const struct pns_rules *rules, const void *data) {
  (void)rules;
  return (enum pns_player)((const struct checkers_position *)data)->mover;
}

/* A side without pieces has lost, and so has one that is to move and cannot. */
static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  const struct checkers_board *board = checkers_board_of(rules);
  const struct checkers_position *position = data;
  if (position->pieces[PNS_FIRST] == 0) return PNS_SECOND_WINS;
  if (position->pieces[PNS_SECOND] == 0) return PNS_FIRST_WINS;
  if (can_step(board, position) || must_jump(board, position)) return PNS_ONGOING;
  return position->mover == PNS_FIRST ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  const struct checkers_board *board = checkers_board_of(rules);
  return must_jump(board, data) ? list_jumps(board, data, list) : list_steps(board, data, list);
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  const struct checkers_board *board = checkers_board_of(rules);
  uint32_t count = 0;
  if (must_jump(board, data)) return list_jumps(board, data, NULL);
  for (uint32_t d = 0; d < 4; d++) count += bits_count(steps(board, data, d));
  return count;
}

static void play(const struct pns_rules *rules, void *data, pns_move move) {
  const struct checkers_board *board = checkers_board_of(rules);
  struct checkers_position *position = data;
  const uint32_t side = position->mover, jumps_made = checkers_move_jumps(move);
  const uint64_t from = UINT64_C(1) << checkers_move_from(move);
  uint64_t at = from, taken = 0;
  for (uint32_t i = 0; i < jumps_made; i++) {
    const uint32_t direction = checkers_move_direction(move, i);
    const uint64_t jumped = checkers_step(board, at, direction);
    at = checkers_step(board, jumped, direction);
    taken |= jumped;
  }
  if (jumps_made == 0) at = checkers_step(board, from, checkers_move_direction(move, 0));
  const bool king = (position->kings & from) != 0 || (at & board->far_rows[side]) != 0;
  position->pieces[side] = (position->pieces[side] & ~from) | at;
  position->pieces[side ^ 1] &= ~taken;
  position->kings = (position->kings & ~(from | taken)) | (king ? at : 0);
  position->mover = side ^ 1;
}

/* 35 bits for each side's pieces, 35 for the kings and one for the mover. */
static void key(const struct pns_rules *rules, const void *data, struct pns_key *result) {
  (void)rules;
  const struct checkers_position *position = data;
  result->word[0] = position->pieces[0] | position->kings << 35;
  result->word[1] =
      position->pieces[1] | position->kings >> 29 << 35 | (uint64_t)position->mover << 63;
}

/* ---- opening ---- */

static void start(const struct pns_rules *rules, void *data) {
  const struct checkers_board *board = checkers_board_of(rules);
  struct checkers_position position = {.mover = PNS_FIRST};
  for (uint32_t i = 1; i <= board->men; i++) {
    position.pieces[PNS_FIRST] |= UINT64_C(1) << checkers_bit(board, i);
    position.pieces[PNS_SECOND] |= UINT64_C(1) << checkers_bit(board, board->count + 1 - i);
  }
  memcpy(data, &position, sizeof position);
}

/* All rows but the two in the middle are full at the start. */
static void lay_out(struct checkers_board *board, uint32_t size) {
  board->size = size;
  board->half = size / 2;
  board->count = size * board->half;
  board->men = board->half * (board->half - 1);
  for (uint32_t number = 1; number <= board->count; number++) {
    const uint64_t bit = UINT64_C(1) << checkers_bit(board, number);
    board->squares |= bit;
    if (number <= board->half) board->far_rows[PNS_SECOND] |= bit;
    if (number > board->count - board->half) board->far_rows[PNS_FIRST] |= bit;
  }
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  static const struct pns_grid_limits limits = {4, 8, 4, 8, 64, true};
  struct pns_grid grid = {8, 8};
  enum pns_status status = PNS_OK;
  if (*parameters != '\0')
    status = pns_grid_read("checkers", parameters, NULL, &limits, &grid, error);
  if (status == PNS_OK && grid.width % 2 != 0)
    status = pns_error_set(error, PNS_ERROR_INPUT,
                           "checkers: a board of %ux%u, expected an even size: 4x4, 6x6 or 8x8",
                           grid.width, grid.width);
  if (status != PNS_OK) return status;
  struct checkers_board *board = calloc(1, sizeof *board);
  if (board == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "checkers: out of memory");
  lay_out(board, grid.width);
  rules->context = board;
  snprintf(rules->parameters, sizeof rules->parameters, "%ux%u", grid.width, grid.height);
  rules->position_bytes = sizeof(struct checkers_position);
  rules->max_moves = board->men * PATHS_MAX;
  rules->exact_key = true;
  rules->cyclic = true;
  rules->backup = PNS_BACKUP_WEAK; /* sums run over in circles */
  rules->init = PNS_INIT_MOBILITY;
  rules->epsilon = 0.125;
  return PNS_OK;
}

static void close(struct pns_rules *rules) { free(rules->context); }

const struct pns_game pns_game_checkers = {
    .abi = PNS_GAME_ABI,
    .name = "checkers",
    .title = "Checkers",
    .parameters = "SIZExSIZE, 4x4, 6x6 or 8x8; default 8x8",
    .notation =
        "Squares have the numbers of PDN: the dark ones from 1 at the top left, row by row (8x8: "
        "1 to 32). A move is the square left and the square entered, 11-15, or all squares of a "
        "jump, 22x15x8. A position is a FEN of PDN: the side to move, then each side's squares, K "
        "before kings, and ranges: W:WK1,K2:BK29, B:W21-32:B1-12.",
    .rules =
        "English draughts. Black begins and moves down; at the start all rows but the two in the "
        "middle are full (12 men each on 8x8, 6 on 6x6, 2 on 4x4). Men go one step ahead, kings "
        "one step in any direction, diagonally. A piece jumps over an enemy beside it to the free "
        "square behind, which takes it. Who can jump must, with any piece and any way, and on with "
        "the same piece as long as it can; a man that reaches the far row becomes a king, and "
        "its move ends there. Who cannot move or has no piece left loses. Play without end, "
        "positions coming back again and again, is a draw.",
    .source =
        "World Checkers/Draughts Federation, rules of English draughts; the smaller boards as in "
        "computer studies of the game",
    .open = open,
    .close = close,
    .start = start,
    .parse = pns_checkers_parse,
    .format = pns_checkers_format,
    .draw = pns_checkers_draw,
    .move_text = pns_checkers_move_text,
    .mover = mover,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .key = key,
    .mobility = mobility,
};
