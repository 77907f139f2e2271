/* Breakthrough on boards up to 8x8; rank 1 is the lowest row of the frame of bits.h. */
#include "games/bits.h"
#include "games/grid.h"
#include "games/odds.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_A UINT64_C(0x0101010101010101)
#define RANK_1 UINT64_C(0xff)
#define RANK_8 (RANK_1 << 56)

/* A move is where the man goes, times four, plus how: the file changes by `how` - 1. */
enum { STRAIGHT = 1 };

struct board {
  struct pns_grid grid;
  uint64_t squares, far_rank; /* `far_rank`: where the first player wants to go */
};

struct position {
  uint64_t men[2];
  uint32_t mover;
};

static const struct board *board_of(const struct pns_rules *rules) { return rules->context; }

/* ---- moving ---- */

/* Squares that men of `side` reach with one step to the file `how` - 1 away. */
static inline uint64_t stepped(uint64_t men, uint32_t side, unsigned how) {
  const uint64_t aside = how == 0 ? men >> 1 & ~(FILE_A << 7) : how == 2 ? men << 1 & ~FILE_A : men;
  return side == PNS_FIRST ? aside << 8 : aside >> 8;
}

/* Where the mover can go each way. On boards of less than 8 files steps over the edge leave
 * `squares`. */
static inline void find_targets(const struct board *board, const struct position *position,
                                uint64_t targets[3]) {
  const uint32_t side = position->mover;
  const uint64_t own = position->men[side], other = position->men[side ^ 1];
  targets[0] = stepped(own, side, 0) & board->squares & ~own;
  targets[1] = stepped(own, side, 1) & board->squares & ~(own | other);
  targets[2] = stepped(own, side, 2) & board->squares & ~own;
}

static void play(const struct pns_rules *rules, void *data, pns_move move) {
  (void)rules;
  struct position *position = data;
  const uint32_t side = position->mover, to = move / 4;
  const uint32_t home = side == PNS_FIRST ? to - 8 : to + 8;
  const uint32_t from = home + 1 - move % 4;
  position->men[side] ^= UINT64_C(1) << to | UINT64_C(1) << from;
  position->men[side ^ 1] &= ~(UINT64_C(1) << to);
  position->mover = side ^ 1;
}

static enum pns_player mover(const struct pns_rules *rules, const void *data) {
  (void)rules;
  return (enum pns_player)((const struct position *)data)->mover;
}

/* A side to move always can: in front of its foremost man stand no own men, so on two files or
 * more at least one diagonal step is free or captures. */
static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  const struct position *position = data;
  if ((position->men[0] & board_of(rules)->far_rank) != 0 || position->men[1] == 0)
    return PNS_FIRST_WINS;
  if ((position->men[1] & RANK_1) != 0 || position->men[0] == 0) return PNS_SECOND_WINS;
  return PNS_ONGOING;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  uint64_t targets[3];
  uint32_t count = 0;
  find_targets(board_of(rules), data, targets);
  for (uint32_t how = 0; how < 3; how++)
    for (uint64_t left = targets[how]; left != 0; left &= left - 1)
      list[count++] = bits_first(left) * 4 + how;
  return count;
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  uint64_t targets[3];
  find_targets(board_of(rules), data, targets);
  return bits_count_three(targets[0], targets[1], targets[2]);
}

/* ---- leaf ---- */

/* Moves to the far rank of the foremost man, if nobody is in his way. */
static inline uint32_t way_of(const struct board *board, const uint64_t men[2], uint32_t side) {
  return side == PNS_FIRST ? board->grid.height - 8 + (uint32_t)__builtin_clzll(men[PNS_FIRST]) / 8
                           : bits_first(men[PNS_SECOND]) / 8;
}

/* A step of the foremost man and a man more count alike: the odds by 1.35. */
static void leaf(const struct pns_rules *rules, const void *data, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct position *position = data;
  const int32_t first_way = (int32_t)way_of(board_of(rules), position->men, PNS_FIRST);
  const int32_t second_way = (int32_t)way_of(board_of(rules), position->men, PNS_SECOND);
  const int32_t more =
      (int32_t)bits_count(position->men[0]) - (int32_t)bits_count(position->men[1]);
  const int32_t odds = 14 * (second_way - first_way + more);
  odds_leaf(5, position->mover == PNS_FIRST ? odds : -odds, mobility(rules, data),
            position->mover == (uint32_t)prover, pn, dn);
}

/* ---- races ---- */

/* The squares that lie ahead of any of these men: where he can ever come to. */
static inline uint64_t ahead_of(const struct board *board, uint64_t men, uint32_t side) {
  uint64_t front = men, ahead = 0;
  for (uint32_t rank = 1; rank < board->grid.height; rank++) {
    front = (stepped(front, side, 0) | stepped(front, side, 1) | stepped(front, side, 2)) &
            board->squares;
    ahead |= front;
  }
  return ahead;
}

/* Moves that the nearest man needs whom nobody can stop; more than any board has ranks: none.
 * Nobody can stop a man who does not lie ahead of an enemy. An enemy who does not have him within
 * his cone of squares ahead never will: each step takes him one file nearer at most, and the cone
 * shrinks by as much. A man of one's own ahead is nearer himself, so before the nearest one all is
 * empty. */
static inline uint32_t runner_way(const struct board *board, const uint64_t men[2], uint32_t side) {
  const uint64_t free = men[side] & ~ahead_of(board, men[side ^ 1], side ^ 1);
  const uint64_t runners[2] = {free, free};
  return free != 0 ? way_of(board, runners, side) : UINT32_MAX;
}

/* Whether the mover, who cannot end the game at once, lets a man through who is one step from his
 * goal: there are two, or nobody can take the one. */
static bool lets_through(const struct board *board, const struct position *position) {
  const uint32_t mover = position->mover;
  const uint64_t rank = mover == PNS_FIRST ? RANK_1 << 8 : board->far_rank >> 8;
  const uint64_t men = position->men[mover ^ 1] & rank, own = position->men[mover];
  const uint64_t taken = stepped(own, mover, 0) | stepped(own, mover, 2);
  return (men & ~taken) != 0 || (men & (men - 1)) != 0;
}

/* Races (after Saffidine, Jouandeau and Cazenave, Solving Breakthrough with race patterns, 2011):
 * who has an unstoppable man that comes first wins. The other side's foremost man may be stopped,
 * so his way is the least it can take. */
static enum pns_decision decided(const struct pns_rules *rules, const void *data,
                                 enum pns_player player) {
  const struct board *board = board_of(rules);
  const struct position *position = data;
  const uint32_t mover = position->mover, other = mover ^ 1;
  const uint32_t way = way_of(board, position->men, mover);
  const bool wins =
      way == 1 || runner_way(board, position->men, mover) <= way_of(board, position->men, other);
  if (!wins && !lets_through(board, position) && runner_way(board, position->men, other) >= way)
    return PNS_UNDECIDED;
  return wins == (mover == (uint32_t)player) ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

/* ---- keys ---- */

static void canonical(const struct pns_rules *rules, void *data) {
  struct position *position = data;
  const uint32_t shift = 8 - board_of(rules)->grid.width;
  const uint64_t first = bits_mirror(position->men[0]) >> shift;
  const uint64_t second = bits_mirror(position->men[1]) >> shift;
  const bool swap =
      first < position->men[0] || (first == position->men[0] && second < position->men[1]);
  position->men[0] = swap ? first : position->men[0];
  position->men[1] = swap ? second : position->men[1];
}

/* The mirror exchanges the two diagonal steps as well. */
static pns_move unfold(const struct pns_rules *rules, const void *data, pns_move move) {
  const struct position *position = data;
  struct position folded = *position;
  canonical(rules, &folded);
  if (memcmp(folded.men, position->men, sizeof folded.men) == 0) return move;
  const uint32_t to = move / 4, file = to % 8;
  return (to - file + board_of(rules)->grid.width - 1 - file) * 4 + 2 - move % 4;
}

/* Only one side can have reached its goal, so a bit on both goal ranks at once is free to tell
 * that the second player moves. Whoever would move when the game is over does not matter. */
static void key(const struct pns_rules *rules, const void *data, struct pns_key *result) {
  (void)rules;
  const struct position *position = data;
  const bool over = ((position->men[0] & RANK_8) | (position->men[1] & RANK_1)) != 0;
  const uint64_t tell = position->mover & (uint32_t)!over;
  result->word[0] = position->men[0] | tell << 63;
  result->word[1] = position->men[1] | tell;
}

/* ---- texts ---- */

static const char letters[] = ".WB";

static void to_cells(const struct board *board, const struct position *position,
                     unsigned char *cells) {
  for (uint32_t row = 0; row < board->grid.height; row++)
    for (uint32_t file = 0; file < board->grid.width; file++) {
      const uint32_t bit = 8 * (board->grid.height - 1 - row) + file;
      *cells++ = (unsigned char)((position->men[0] >> bit & 1) + 2 * (position->men[1] >> bit & 1));
    }
}

static void format(const struct pns_rules *rules, const void *data, char *text) {
  const struct board *board = board_of(rules);
  unsigned char cells[64];
  to_cells(board, data, cells);
  pns_grid_write_cells(&board->grid, letters, cells, text);
  strcat(text, mover(rules, data) == PNS_FIRST ? " W" : " B");
}

static void move_text(const struct pns_rules *rules, const void *data, pns_move move, char *text) {
  const uint32_t file = move / 4 % 8, rank = move / 4 / 8;
  const uint32_t home = mover(rules, data) == PNS_FIRST ? rank - 1 : rank + 1;
  pns_grid_square(file + 1 - move % 4, home, text);
  pns_grid_square(file, rank, text + strlen(text));
}

static void draw(const struct pns_rules *rules, const void *data, char *text) {
  const struct board *board = board_of(rules);
  const uint32_t width = board->grid.width, height = board->grid.height;
  unsigned char cells[64];
  to_cells(board, data, cells);
  for (uint32_t row = 0; row < height; row++) {
    text += sprintf(text, " %u", height - row);
    for (uint32_t file = 0; file < width; file++)
      text += sprintf(text, " %c", letters[cells[row * width + file]]);
    *text++ = '\n';
  }
  text += sprintf(text, "  ");
  for (uint32_t file = 0; file < width; file++) text += sprintf(text, " %c", (char)('a' + file));
  sprintf(text, "\n %s to move\n",
          mover(rules, data) == PNS_FIRST ? "W (going up)" : "B (going down)");
}

static enum pns_status parse_men(const struct board *board, const char *text, size_t length,
                                 struct position *position, struct pns_error *error) {
  char rows[80]; /* 8 rows of 8 with separators take 71 */
  unsigned char cells[64];
  snprintf(rows, sizeof rows, "%.*s", (int)(length < sizeof rows ? length : sizeof rows), text);
  const enum pns_status status =
      pns_grid_read_cells("breakthrough", rows, &board->grid, letters, cells, error);
  if (status != PNS_OK) return status;
  for (uint32_t i = 0; i < board->grid.width * board->grid.height; i++) {
    const uint32_t row = i / board->grid.width, file = i % board->grid.width;
    const uint64_t bit = UINT64_C(1) << (8 * (board->grid.height - 1 - row) + file);
    if (cells[i] != 0) position->men[cells[i] - 1] |= bit;
  }
  return PNS_OK;
}

/* At most one side can have reached its goal, with one man, by the move just made. */
static enum pns_status check_men(const struct board *board, const struct position *position,
                                 struct pns_error *error) {
  for (unsigned side = 0; side < 2; side++)
    if (bits_count(position->men[side]) > 2 * board->grid.width)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "breakthrough: the position has %u men of %c, expected at most %u",
                           bits_count(position->men[side]), letters[side + 1],
                           2 * board->grid.width);
  const uint32_t firsts = bits_count(position->men[0] & board->far_rank);
  const uint32_t seconds = bits_count(position->men[1] & RANK_1);
  if (firsts + seconds > 1 || (position->men[0] | position->men[1]) == 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "breakthrough: the position has %u men on their far rank and %u men in "
                         "all, expected at most 1 and at least 1",
                         firsts + seconds, bits_count(position->men[0] | position->men[1]));
  return PNS_OK;
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *data,
                             struct pns_error *error) {
  const struct board *board = board_of(rules);
  struct position position = {0};
  const size_t length = strcspn(text, " ");
  enum pns_status status = parse_men(board, text, length, &position, error);
  if (status == PNS_OK) status = check_men(board, &position, error);
  if (status != PNS_OK) return status;
  const char side = text[length] == ' ' ? (char)toupper((unsigned char)text[length + 1]) : '\0';
  if ((side != 'W' && side != 'B') || text[length + 2] != '\0') {
    char quoted[PNS_GRID_QUOTED];
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "breakthrough: the position has '%s' from character %zu on, expected a "
                         "blank and the side to move, W or B, after the rows",
                         pns_grid_quote(text + length, quoted), length + 1);
  }
  position.mover = side == 'W' ? PNS_FIRST : PNS_SECOND;
  memcpy(data, &position, sizeof position);
  return PNS_OK;
}

/* ---- opening ---- */

static void start(const struct pns_rules *rules, void *data) {
  const struct board *board = board_of(rules);
  const uint64_t rows = bits_rectangle(board->grid.width, 2);
  const struct position position = {.men = {rows, rows << 8 * (board->grid.height - 2)}};
  memcpy(data, &position, sizeof position);
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  static const struct pns_grid_limits limits = {2, 8, 4, 8, 64, false};
  struct pns_grid grid = {8, 8};
  if (*parameters != '\0') {
    const enum pns_status status =
        pns_grid_read("breakthrough", parameters, NULL, &limits, &grid, error);
    if (status != PNS_OK) return status;
  }
  struct board *board = calloc(1, sizeof *board);
  if (board == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "breakthrough: out of memory");
  board->grid = grid;
  board->squares = bits_rectangle(grid.width, grid.height);
  board->far_rank = RANK_1 << 8 * (grid.height - 1);
  rules->context = board;
  snprintf(rules->parameters, sizeof rules->parameters, "%ux%u", grid.width, grid.height);
  rules->position_bytes = sizeof(struct position);
  rules->max_moves = 3 * 2 * grid.width;
  rules->exact_key = true;
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_GAME;
  rules->epsilon = 0.7;
  return PNS_OK;
}

static void close(struct pns_rules *rules) { free(rules->context); }

const struct pns_game pns_game_breakthrough = {
    .abi = PNS_GAME_ABI,
    .name = "breakthrough",
    .title = "Breakthrough",
    .parameters = "WIDTHxHEIGHT (files x ranks), 2x4 to 8x8; default 8x8",
    .notation =
        "A move is the square left and the square entered (a2b3), files and ranks as in chess. A "
        "position is the ranks from the top with '/' between them (W the first player, B the "
        "second, . empty), a blank and the side to move: BBB/BBB/.../WWW/WWW W.",
    .rules =
        "Each side starts with two full ranks; W begins and goes up, B goes down. A man goes one "
        "step ahead, straight or diagonally, to an empty square, or diagonally onto an enemy man, "
        "which is captured. Reaching the far rank or taking the last enemy man wins.",
    .source = "Dan Troyka, 2000",
    .open = open,
    .close = close,
    .start = start,
    .parse = parse,
    .format = format,
    .draw = draw,
    .move_text = move_text,
    .mover = mover,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .canonical = canonical,
    .unfold = unfold,
    .key = key,
    .mobility = mobility,
    .leaf = leaf,
    .decided = decided,
};
