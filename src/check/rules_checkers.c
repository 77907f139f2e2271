/* Checkers (English draughts). Row 0 is the top row; its dark squares, and with them number 1,
 * begin at column 1. The first player is Black, whose men go down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"

enum { EMPTY, BLACK_MAN, WHITE_MAN, BLACK_KING, WHITE_KING };
#define KINGS 2 /* a king is its man and this */

static bool open(struct check_rules *rules, const char *parameters) {
  return check_read_size(rules, parameters, 4, 8, NULL) && rules->width == rules->height &&
         rules->width % 2 == 0;
}

/* ---- squares ---- */

static bool is_dark(const struct check_rules *rules, uint32_t cell) {
  const uint32_t width = (uint32_t)rules->width;
  return (cell / width + cell % width) % 2 == 1;
}

static uint32_t number_of(const struct check_rules *rules, uint32_t cell) {
  uint32_t number = 0;
  for (uint32_t i = 0; i <= cell; i++) number += is_dark(rules, i);
  return number;
}

/* rules->cells when there is no such square. */
static uint32_t cell_of(const struct check_rules *rules, unsigned long number) {
  uint32_t cell = 0;
  while (cell < rules->cells && !(is_dark(rules, cell) && number_of(rules, cell) == number)) cell++;
  return cell;
}

/* The cell that lies `far` steps away; -1 off the board. Ways 0 to 3 lead to ever greater numbers:
 * up left, up right, down left, down right. */
static int away(const struct check_rules *rules, int cell, int way, int far) {
  const int x = cell % rules->width + (way % 2 == 0 ? -far : far);
  const int y = cell / rules->width + (way < 2 ? -far : far);
  if (x < 0 || x >= rules->width || y < 0 || y >= rules->height) return -1;
  return y * rules->width + x;
}

/* ---- positions ---- */

static bool read_piece(const struct check_rules *rules, const char **text, uint8_t man,
                       struct check_position *position) {
  const bool king = **text == 'K';
  *text += king;
  if (**text < '1' || **text > '9') return false;
  char *end;
  const uint32_t cell = cell_of(rules, strtoul(*text, &end, 10));
  *text = end;
  if (cell == rules->cells || position->cell[cell] != EMPTY) return false;
  position->cell[cell] = (uint8_t)(king ? man + KINGS : man);
  return true;
}

/* ":W1,K2" */
static bool read_pieces(const struct check_rules *rules, const char **text, char colour,
                        uint8_t man, struct check_position *position) {
  if ((*text)[0] != ':' || (*text)[1] != colour) return false;
  *text += 2;
  if (**text == ':' || **text == '\0') return true;
  while (read_piece(rules, text, man, position)) {
    if (**text != ',') return true;
    ++*text;
  }
  return false;
}

static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  if (*text != 'B' && *text != 'W') return false;
  position->side = *text++ == 'B' ? CHECK_FIRST : CHECK_SECOND;
  return read_pieces(rules, &text, 'W', WHITE_MAN, position) &&
         read_pieces(rules, &text, 'B', BLACK_MAN, position) && *text == '\0';
}

/* ---- moves ---- */

static bool is_side(uint8_t piece, uint8_t side) {
  return piece != EMPTY && (piece % 2 == 1) == (side == CHECK_FIRST);
}

static bool goes(uint8_t piece, int way) {
  return piece >= BLACK_KING || (way < 2) == (piece == WHITE_MAN);
}

/* Where the piece on the cell lands when it jumps that way; -1 when it cannot. */
static int landing(const struct check_rules *rules, const struct check_position *position, int cell,
                   int way) {
  const uint8_t piece = position->cell[cell];
  const int over = away(rules, cell, way, 1), to = away(rules, cell, way, 2);
  if (to < 0 || !goes(piece, way) || position->cell[to] != EMPTY) return -1;
  return is_side(position->cell[over], !position->side) ? to : -1;
}

static int stepped(const struct check_rules *rules, const struct check_position *position, int cell,
                   int way) {
  const int to = away(rules, cell, way, 1);
  return to >= 0 && goes(position->cell[cell], way) && position->cell[to] == EMPTY ? to : -1;
}

static bool can_jump(const struct check_rules *rules, const struct check_position *position) {
  for (int cell = 0; cell < (int)rules->cells; cell++)
    for (int way = 0; way < 4; way++)
      if (is_side(position->cell[cell], position->side) && landing(rules, position, cell, way) >= 0)
        return true;
  return false;
}

static bool is_crowned(const struct check_rules *rules, uint8_t piece, int cell) {
  const int row = cell / rules->width;
  return (piece == BLACK_MAN && row == rules->height - 1) || (piece == WHITE_MAN && row == 0);
}

/* Moves the piece one jump on; true when its move ends by that. */
static bool jump(const struct check_rules *rules, struct check_position *position, int from,
                 int way) {
  const int to = away(rules, from, way, 2);
  const uint8_t piece = position->cell[from];
  const bool crowned = is_crowned(rules, piece, to);
  position->cell[from] = position->cell[away(rules, from, way, 1)] = EMPTY;
  position->cell[to] = (uint8_t)(crowned ? piece + KINGS : piece);
  for (int next = 0; !crowned && next < 4; next++)
    if (landing(rules, position, to, next) >= 0) return false;
  return true;
}

/* A move is the cell it begins on plus `cells` times its ways, written in base 4 behind a 1. */
struct list {
  uint32_t *moves, count;
};

static void add_jumps(const struct check_rules *rules, const struct check_position *position,
                      int from, int at, uint32_t ways, struct list *list) {
  for (int way = 0; way < 4; way++) {
    if (landing(rules, position, at, way) < 0) continue;
    struct check_position after = *position;
    const uint32_t longer = ways * 4 + (uint32_t)way;
    if (jump(rules, &after, at, way))
      list->moves[list->count++] = (uint32_t)from + rules->cells * longer;
    else
      add_jumps(rules, &after, from, away(rules, at, way, 2), longer, list);
  }
}

static void add_steps(const struct check_rules *rules, const struct check_position *position,
                      int from, struct list *list) {
  for (int way = 0; way < 4; way++)
    if (stepped(rules, position, from, way) >= 0)
      list->moves[list->count++] = (uint32_t)from + rules->cells * (4 + (uint32_t)way);
}

static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *into) {
  struct list list = {into, 0};
  const bool jumps = can_jump(rules, position);
  for (int cell = 0; cell < (int)rules->cells; cell++) {
    if (!is_side(position->cell[cell], position->side)) continue;
    if (jumps)
      add_jumps(rules, position, cell, cell, 1, &list);
    else
      add_steps(rules, position, cell, &list);
  }
  return list.count;
}

/* The way of a move's number `i`; -1 behind its last. */
static int way_of(const struct check_rules *rules, uint32_t move, int i) {
  const uint32_t ways = move / rules->cells;
  int count = 0;
  while (ways >> 2 * count > 3) count++;
  return i < count ? (int)(ways >> 2 * (count - 1 - i) & 3) : -1;
}

static void step(const struct check_rules *rules, struct check_position *position, int from,
                 int way) {
  const int to = away(rules, from, way, 1);
  const uint8_t piece = position->cell[from];
  position->cell[from] = EMPTY;
  position->cell[to] = (uint8_t)(is_crowned(rules, piece, to) ? piece + KINGS : piece);
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  int at = (int)(move % rules->cells);
  if (!can_jump(rules, position)) {
    step(rules, position, at, way_of(rules, move, 0));
  } else {
    for (int i = 0; way_of(rules, move, i) >= 0; i++) {
      jump(rules, position, at, way_of(rules, move, i));
      at = away(rules, at, way_of(rules, move, i), 2);
    }
  }
  position->side = !position->side;
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  const bool jumps = can_jump(rules, position);
  int at = (int)(move % rules->cells);
  text += sprintf(text, "%u", number_of(rules, (uint32_t)at));
  for (int i = 0; way_of(rules, move, i) >= 0; i++) {
    at = away(rules, at, way_of(rules, move, i), jumps ? 2 : 1);
    text += sprintf(text, "%c%u", jumps ? 'x' : '-', number_of(rules, (uint32_t)at));
  }
}

/* A side without pieces has lost, and so has the side to move if it cannot. */
static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  bool there[2] = {false, false}, can_move = can_jump(rules, position);
  for (int cell = 0; cell < (int)rules->cells; cell++) {
    const uint8_t piece = position->cell[cell];
    for (uint8_t side = 0; side < 2; side++) there[side] |= is_side(piece, side);
    for (int way = 0; way < 4; way++)
      can_move |= is_side(piece, position->side) && stepped(rules, position, cell, way) >= 0;
  }
  if (!there[CHECK_FIRST]) return CHECK_SECOND_WINS;
  if (!there[CHECK_SECOND]) return CHECK_FIRST_WINS;
  if (can_move) return CHECK_ONGOING;
  return position->side == CHECK_FIRST ? CHECK_SECOND_WINS : CHECK_FIRST_WINS;
}

const struct check_game check_game_checkers = {
    .name = "checkers",
    .rules =
        "English draughts: men step ahead, kings any way; whoever can jump must, to the end; a man "
        "crowned by a jump stops; who cannot move or has no piece loses; endless play is no win",
    .bits_per_cell = 3,
    .repeats = true,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
