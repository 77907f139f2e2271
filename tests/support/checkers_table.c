#include "checkers_table.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SQUARES_MAX 32u
#define PIECES_MAX 4u
#define MOVES_MAX 64u
#define NOWHERE 0xffu
#define NOT_THERE UINT32_MAX

/* What stands on a square: black pieces are odd, kings above 2. Black is side 0. */
enum { NOTHING, BLACK_MAN, WHITE_MAN, BLACK_KING, WHITE_KING };

struct board {
  uint8_t at[SQUARES_MAX], side;
};

struct checkers_table {
  unsigned size, squares, pieces, a_side;
  uint8_t next[SQUARES_MAX][4]; /* up left, up right, down left, down right */
  uint32_t base, code_count;
  uint32_t *number; /* of a code: see code_of */
  uint32_t *code;   /* of a position */
  uint8_t *value;
  uint32_t count;
  /* The positions that a position leads to, one after the other, a move each. */
  uint32_t *child, *first_child;
  uint32_t child_count, child_room;
};

/* ---- squares ---- */

static void lay_out(struct checkers_table *t) {
  const int size = (int)t->size, half = size / 2;
  for (int square = 0; square < (int)t->squares; square++) {
    const int row = square / half, column = 2 * (square % half) + (row % 2 == 0);
    for (int way = 0; way < 4; way++) {
      const int to_row = row + (way < 2 ? -1 : 1), to_column = column + (way % 2 == 0 ? -1 : 1);
      const bool there = to_row >= 0 && to_row < size && to_column >= 0 && to_column < size;
      t->next[square][way] = (uint8_t)(there ? to_row * half + to_column / 2 : (int)NOWHERE);
    }
  }
}

static bool is_far(const struct checkers_table *t, uint8_t man, unsigned square) {
  return man == WHITE_MAN ? square < t->size / 2
                          : man == BLACK_MAN && square >= t->squares - t->size / 2;
}

static bool goes(uint8_t piece, int way) {
  return piece > WHITE_MAN || (piece == WHITE_MAN ? way < 2 : way >= 2);
}

static bool belongs(uint8_t piece, uint8_t side) { return piece != NOTHING && piece % 2 != side; }

/* ---- codes ---- */

/* Pieces from the last square on as digits, the side behind them. */
static uint32_t code_of(const struct checkers_table *t, const struct board *board) {
  uint32_t code = 0, digits = 0;
  for (unsigned square = t->squares; square-- > 0;) {
    if (board->at[square] == NOTHING) continue;
    code = code * t->base + 4 * square + board->at[square];
    digits++;
  }
  for (; digits < t->pieces; digits++) code *= t->base;
  return code * 2 + board->side;
}

/* False when the code stands for no position: squares in another order, a man on the row where he
 * is crowned, too many of a side. */
static bool decode(const struct checkers_table *t, uint32_t code, struct board *board) {
  unsigned before = 0, counts[2] = {0, 0};
  memset(board, 0, sizeof *board);
  board->side = code % 2;
  code /= 2;
  for (unsigned i = 0; i < t->pieces; i++, code /= t->base) {
    const uint32_t digit = code % t->base;
    if (digit == 0 && before == 0) continue;
    if (digit == 0) return false;
    const unsigned square = (digit - 1) / 4;
    const uint8_t piece = (uint8_t)((digit - 1) % 4 + 1);
    if (square + 1 <= before || is_far(t, piece, square)) return false;
    before = square + 1;
    board->at[square] = piece;
    counts[piece % 2]++;
  }
  return before > 0 && counts[0] <= t->a_side && counts[1] <= t->a_side;
}

/* ---- moves ---- */

struct moves {
  const struct checkers_table *table;
  uint32_t list[MOVES_MAX];
  unsigned count;
};

static void add(struct moves *moves, const struct board *board) {
  struct board after = *board;
  after.side = !board->side;
  moves->list[moves->count++] = moves->table->number[code_of(moves->table, &after)];
}

/* Puts the piece there; true when it was crowned by that. */
static bool put(const struct checkers_table *t, struct board *board, unsigned square,
                uint8_t piece) {
  const bool crowned = is_far(t, piece, square);
  board->at[square] = crowned ? piece + 2 : piece;
  return crowned;
}

/* All jumps of the piece to their ends; false when it has none. */
static bool jump(struct moves *moves, const struct board *board, unsigned from) {
  const struct checkers_table *t = moves->table;
  const uint8_t piece = board->at[from];
  bool any = false;
  for (int way = 0; way < 4; way++) {
    const unsigned over = t->next[from][way];
    if (!goes(piece, way) || over == NOWHERE || !belongs(board->at[over], !board->side)) continue;
    const unsigned to = t->next[over][way];
    if (to == NOWHERE || board->at[to] != NOTHING) continue;
    struct board after = *board;
    after.at[from] = after.at[over] = NOTHING;
    any = true;
    if (put(t, &after, to, piece) || !jump(moves, &after, to)) add(moves, &after);
  }
  return any;
}

static void step(struct moves *moves, const struct board *board, unsigned from) {
  const struct checkers_table *t = moves->table;
  for (int way = 0; way < 4; way++) {
    const unsigned to = t->next[from][way];
    if (to == NOWHERE || !goes(board->at[from], way) || board->at[to] != NOTHING) continue;
    struct board after = *board;
    after.at[from] = NOTHING;
    put(t, &after, to, board->at[from]);
    add(moves, &after);
  }
}

static void list_moves(struct moves *moves, const struct board *board) {
  bool jumps = false;
  moves->count = 0;
  for (unsigned i = 0; i < moves->table->squares; i++)
    if (belongs(board->at[i], board->side)) jumps |= jump(moves, board, i);
  for (unsigned i = 0; i < moves->table->squares && !jumps; i++)
    if (belongs(board->at[i], board->side)) step(moves, board, i);
}

static bool has_pieces(const struct checkers_table *t, const struct board *board, uint8_t side) {
  for (unsigned i = 0; i < t->squares; i++)
    if (belongs(board->at[i], side)) return true;
  return false;
}

/* ---- making the table ---- */

static bool number_positions(struct checkers_table *t) {
  struct board board;
  t->number = malloc(t->code_count * sizeof *t->number);
  t->code = malloc(t->code_count * sizeof *t->code);
  if (t->number == NULL || t->code == NULL) return false;
  for (uint32_t code = 0; code < t->code_count; code++) {
    t->number[code] = decode(t, code, &board) ? t->count : NOT_THERE;
    if (t->number[code] != NOT_THERE) t->code[t->count++] = code;
  }
  return true;
}

static bool keep_children(struct checkers_table *t, const struct moves *moves) {
  if (t->child_count + moves->count > t->child_room) {
    t->child_room = 2 * t->child_room + MOVES_MAX;
    uint32_t *grown = realloc(t->child, t->child_room * sizeof *grown);
    if (grown == NULL) return false;
    t->child = grown;
  }
  memcpy(t->child + t->child_count, moves->list, moves->count * sizeof *t->child);
  t->child_count += moves->count;
  return true;
}

/* Positions that are over have no children. */
static bool link_positions(struct checkers_table *t) {
  struct moves moves = {.table = t};
  struct board board;
  t->value = malloc(t->count);
  t->first_child = malloc((t->count + 1) * sizeof *t->first_child);
  if (t->value == NULL || t->first_child == NULL) return false;
  for (uint32_t i = 0; i < t->count; i++) {
    decode(t, t->code[i], &board);
    t->first_child[i] = t->child_count;
    t->value[i] = CHECKERS_DRAW;
    if (!has_pieces(t, &board, !board.side)) {
      t->value[i] = CHECKERS_WIN;
      continue;
    }
    list_moves(&moves, &board);
    if (moves.count == 0) t->value[i] = CHECKERS_LOSS;
    if (!keep_children(t, &moves)) return false;
  }
  t->first_child[t->count] = t->child_count;
  return true;
}

/* The children's lists the other way round. */
struct parents {
  uint32_t *list, *first, *open; /* `open`: children not yet known to be won for their mover */
  uint32_t *queue, queued;
};

static bool parents_init(struct parents *p, const struct checkers_table *t) {
  memset(p, 0, sizeof *p);
  p->list = malloc((t->child_count + 1) * sizeof *p->list);
  p->first = calloc(t->count + 2, sizeof *p->first);
  p->open = malloc(t->count * sizeof *p->open);
  p->queue = malloc(t->count * sizeof *p->queue);
  if (p->list == NULL || p->first == NULL || p->open == NULL || p->queue == NULL) return false;
  for (uint32_t i = 0; i < t->child_count; i++) p->first[t->child[i] + 2]++;
  for (uint32_t i = 1; i < t->count + 2; i++) p->first[i] += p->first[i - 1];
  for (uint32_t i = 0; i < t->count; i++) {
    p->open[i] = t->first_child[i + 1] - t->first_child[i];
    for (uint32_t c = t->first_child[i]; c < t->first_child[i + 1]; c++)
      p->list[p->first[t->child[c] + 1]++] = i;
  }
  return true;
}

static void parents_done(struct parents *p) {
  free(p->list);
  free(p->first);
  free(p->open);
  free(p->queue);
}

/* What the value of one position decides about those before it. */
static void carry_back(struct checkers_table *t, struct parents *p, uint32_t position) {
  for (uint32_t i = p->first[position]; i < p->first[position + 1]; i++) {
    const uint32_t parent = p->list[i];
    if (t->value[parent] != CHECKERS_DRAW) continue;
    if (t->value[position] == CHECKERS_LOSS)
      t->value[parent] = CHECKERS_WIN;
    else if (--p->open[parent] == 0)
      t->value[parent] = CHECKERS_LOSS;
    if (t->value[parent] != CHECKERS_DRAW) p->queue[p->queued++] = parent;
  }
}

/* What no end of play ever reaches is a draw. */
static bool decide(struct checkers_table *t) {
  struct parents p;
  const bool made = parents_init(&p, t);
  for (uint32_t i = 0; made && i < t->count; i++)
    if (t->value[i] != CHECKERS_DRAW) p.queue[p.queued++] = i;
  for (uint32_t i = 0; made && i < p.queued; i++) carry_back(t, &p, p.queue[i]);
  parents_done(&p);
  return made;
}

struct checkers_table *checkers_table_new(unsigned size, unsigned pieces, unsigned a_side) {
  struct checkers_table *t = calloc(1, sizeof *t);
  if (t == NULL) return NULL;
  t->size = size;
  t->squares = size * size / 2;
  t->pieces = pieces;
  t->a_side = a_side;
  t->base = 4 * t->squares + 1;
  t->code_count = 2;
  for (unsigned i = 0; i < pieces; i++) t->code_count *= t->base;
  lay_out(t);
  if (number_positions(t) && link_positions(t) && decide(t)) return t;
  checkers_table_free(t);
  return NULL;
}

void checkers_table_free(struct checkers_table *t) {
  free(t->number);
  free(t->code);
  free(t->value);
  free(t->child);
  free(t->first_child);
  free(t);
}

/* ---- looking at it ---- */

uint32_t checkers_table_count(const struct checkers_table *t) { return t->count; }

enum checkers_value checkers_table_value(const struct checkers_table *t, uint32_t position) {
  return (enum checkers_value)t->value[position];
}

unsigned checkers_table_pieces(const struct checkers_table *t, uint32_t position) {
  struct board board;
  unsigned count = 0;
  decode(t, t->code[position], &board);
  for (unsigned i = 0; i < t->squares; i++) count += board.at[i] != NOTHING;
  return count;
}

static char *write_side(const struct checkers_table *t, const struct board *board, uint8_t side,
                        char *text) {
  const char *between = "";
  text += sprintf(text, ":%c", side == 0 ? 'B' : 'W');
  for (unsigned i = 0; i < t->squares; i++) {
    if (!belongs(board->at[i], side)) continue;
    text += sprintf(text, "%s%s%u", between, board->at[i] > WHITE_MAN ? "K" : "", i + 1);
    between = ",";
  }
  return text;
}

void checkers_table_fen(const struct checkers_table *t, uint32_t position,
                        char fen[CHECKERS_FEN_MAX]) {
  struct board board;
  decode(t, t->code[position], &board);
  *fen = board.side == 0 ? 'B' : 'W';
  char *end = write_side(t, &board, 1, fen + 1);
  write_side(t, &board, 0, end);
}

uint32_t checkers_table_turned(const struct checkers_table *t, uint32_t position) {
  struct board board, turned = {.side = 0};
  decode(t, t->code[position], &board);
  for (unsigned i = 0; i < t->squares; i++) {
    const uint8_t piece = board.at[i];
    turned.at[t->squares - 1 - i] =
        piece == NOTHING ? NOTHING : (uint8_t)(((piece - 1u) ^ 1u) + 1u);
  }
  turned.side = !board.side;
  return t->number[code_of(t, &turned)];
}

uint32_t checkers_table_find(const struct checkers_table *t, const char *fen) {
  char text[CHECKERS_FEN_MAX];
  for (uint32_t i = 0; i < t->count; i++) {
    checkers_table_fen(t, i, text);
    if (strcmp(text, fen) == 0) return i;
  }
  return t->count;
}
