/* Ultimate tic-tac-toe: nine boards of nine cells; the cell taken names the board of the next move.
 *
 * Nobody ever plays on a closed board (won or full) again, so its cells change neither moves nor
 * values any more: `canonical` wipes them, and many games that differ only there become one. That
 * also makes room for an exact key. An open board without a line is one of 11093 patterns; with the
 * three closed states that is 11096 codes, and nine boards, ten answers to "where must the mover
 * play" and two movers need log2(11096^9 * 20) = 125.2 bits. */
#include "games/grid.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARDS 9u
#define FULL 0x1ffu
#define ANYWHERE BOARDS
#define OPEN_CODES 11093u
#define CODES (OPEN_CODES + 3u)
/* Four boards fill the low part of a key word; above them fit SPARE values. */
#define FOUR_BOARDS (UINT64_C(1) * CODES * CODES * CODES * CODES)
#define SPARE 1216u
_Static_assert(UINT64_MAX / FOUR_BOARDS == SPARE, "what is left of a key word");
_Static_assert((CODES * 20u - 1) / SPARE < SPARE,
               "the ninth board, target and mover fit both rests");
/* From here on symmetric siblings hardly ever meet in one search. */
#define FOLD_MARKS 7u

static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

struct tables {
  uint16_t code[19683];       /* of a board by ternary value (X 1, O 2); closed ones unused */
  uint16_t ternary[FULL + 1]; /* a mask's bits as ternary digits */
  uint8_t won[FULL + 1];      /* whether a mask holds a line */
  uint16_t turned[8][FULL + 1];
  uint8_t hope[19683]; /* of X in an open board by ternary value; see `hope_of` */
};

struct position {
  uint64_t packed[2]; /* codes of boards 0 to 3 and 4 to 7 */
  uint32_t last;      /* code of board 8 */
  uint16_t cells[2][BOARDS];
  uint16_t won[2], closed; /* boards */
  uint8_t target;          /* the board to play on, or ANYWHERE */
  uint8_t mover, marks;
};

static const struct tables *tables_of(const struct pns_rules *rules) { return rules->context; }

/* ---- codes ---- */

/* Codes of closed boards follow those of the open ones: won by X, won by O, full. */
static uint32_t board_code(const struct tables *tables, const struct position *position,
                           uint32_t board) {
  if (position->closed >> board & 1)
    return OPEN_CODES + (position->won[0] >> board & 1   ? 0u
                         : position->won[1] >> board & 1 ? 1u
                                                         : 2u);
  return tables->code[tables->ternary[position->cells[0][board]] +
                      2u * tables->ternary[position->cells[1][board]]];
}

/* Replaces one code of one board by another; the difference wraps around as it should. */
static inline void change_code(struct position *position, uint32_t board, uint32_t from,
                               uint32_t to) {
  static const uint64_t weight[4] = {1, CODES, CODES * CODES, UINT64_C(1) * CODES * CODES * CODES};
  if (board == 8)
    position->last = to;
  else
    position->packed[board / 4] += ((uint64_t)to - from) * weight[board % 4];
}

/* Finds closed boards and codes from the cells. */
static void complete(const struct tables *tables, struct position *position) {
  position->won[0] = position->won[1] = position->closed = position->marks = 0;
  position->packed[0] = position->packed[1] = 0;
  for (uint32_t board = 0; board < BOARDS; board++) {
    const uint32_t x = position->cells[0][board], o = position->cells[1][board];
    const uint32_t bit = 1u << board;
    if (tables->won[x]) position->won[0] |= (uint16_t)bit;
    if (tables->won[o]) position->won[1] |= (uint16_t)bit;
    if (tables->won[x] || tables->won[o] || (x | o) == FULL) position->closed |= (uint16_t)bit;
    position->marks += (uint8_t)__builtin_popcount(x | o);
    change_code(position, board, 0, board_code(tables, position, board));
  }
}

/* ---- moving ---- */

static void play(const struct pns_rules *rules, void *data, pns_move move) {
  const struct tables *tables = tables_of(rules);
  struct position *position = data;
  const uint32_t board = move / 9, cell = move % 9, mover = position->mover;
  const uint32_t before = board_code(tables, position, board);
  uint16_t *own = &position->cells[mover][board];
  *own |= (uint16_t)(1u << cell);
  const uint32_t won = tables->won[*own];
  const uint32_t full = (*own | position->cells[mover ^ 1][board]) == FULL;
  position->won[mover] |= (uint16_t)(won << board);
  position->closed |= (uint16_t)((won | full) << board);
  change_code(position, board, before, board_code(tables, position, board));
  position->target = (uint8_t)(position->closed >> cell & 1 ? ANYWHERE : cell);
  position->mover = (uint8_t)(mover ^ 1);
  position->marks++;
}

static enum pns_player mover(const struct pns_rules *rules, const void *data) {
  (void)rules;
  return (enum pns_player)((const struct position *)data)->mover;
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *data) {
  const struct tables *tables = tables_of(rules);
  const struct position *position = data;
  if (tables->won[position->won[0]]) return PNS_FIRST_WINS;
  if (tables->won[position->won[1]]) return PNS_SECOND_WINS;
  return position->closed == FULL ? PNS_DRAW : PNS_ONGOING;
}

/* No three boards in a row are won by the player or open, with a row of cells that the other side
 * has not marked. */
static bool hopeless(const struct pns_rules *rules, const void *data, enum pns_player player) {
  const struct tables *tables = tables_of(rules);
  const struct position *position = data;
  uint32_t within_reach = position->won[player];
  for (uint32_t board = 0; board < BOARDS; board++) {
    const uint32_t open = ~((uint32_t)position->closed >> board) & 1;
    const uint32_t unmarked = FULL & ~(uint32_t)position->cells[player ^ 1][board];
    within_reach |= (open & tables->won[unmarked]) << board;
  }
  return !tables->won[within_reach];
}

static inline uint32_t free_cells(const struct position *position, uint32_t board) {
  return FULL & ~(uint32_t)(position->cells[0][board] | position->cells[1][board]);
}

/* The boards the mover may play on. */
static inline uint32_t open_targets(const struct position *position) {
  const uint32_t target = position->target;
  return target == ANYWHERE ? FULL & ~(uint32_t)position->closed : 1u << target;
}

static uint32_t moves(const struct pns_rules *rules, const void *data, pns_move *list) {
  (void)rules;
  const struct position *position = data;
  uint32_t count = 0;
  for (uint32_t boards = open_targets(position); boards != 0; boards &= boards - 1) {
    const uint32_t board = (uint32_t)__builtin_ctz(boards);
    for (uint32_t cells = free_cells(position, board); cells != 0; cells &= cells - 1)
      list[count++] = board * 9 + (uint32_t)__builtin_ctz(cells);
  }
  return count;
}

static uint32_t mobility(const struct pns_rules *rules, const void *data) {
  (void)rules;
  const struct position *position = data;
  uint32_t count = 0;
  for (uint32_t boards = open_targets(position); boards != 0; boards &= boards - 1)
    count += (uint32_t)__builtin_popcount(free_cells(position, (uint32_t)__builtin_ctz(boards)));
  return count;
}

/* ---- the next move ---- */

/* The cells of a board where a mark gives the player that board. */
static inline uint32_t winning_cells(const struct tables *tables, const struct position *position,
                                     uint32_t player, uint32_t board) {
  const uint32_t own = position->cells[player][board];
  uint32_t winning = 0;
  for (uint32_t cells = free_cells(position, board); cells != 0; cells &= cells - 1)
    if (tables->won[own | (cells & -cells)]) winning |= cells & -cells;
  return winning;
}

/* The boards of these that the player can win with his next mark, and the game with them. */
static inline uint32_t winning_boards(const struct tables *tables, const struct position *position,
                                      uint32_t player, uint32_t boards) {
  uint32_t winning = 0;
  for (; boards != 0; boards &= boards - 1) {
    const uint32_t board = (uint32_t)__builtin_ctz(boards);
    if (!tables->won[position->won[player] | 1u << board]) continue;
    if (winning_cells(tables, position, player, board) != 0) winning |= 1u << board;
  }
  return winning;
}

#define OPEN_BOARDS(position) (FULL & ~(uint32_t)(position)->closed)

/* Whether after every move of the side to move the other one wins the game with his next mark.
 * Only the board of the move can lose its threat by it. */
static inline bool nothing_helps(const struct pns_rules *rules, const struct position *position) {
  const struct tables *tables = tables_of(rules);
  const uint32_t other = position->mover ^ 1u;
  if (winning_boards(tables, position, other, OPEN_BOARDS(position)) == 0) return false;
  for (uint32_t boards = open_targets(position); boards != 0; boards &= boards - 1) {
    const uint32_t board = (uint32_t)__builtin_ctz(boards);
    for (uint32_t cells = free_cells(position, board); cells != 0; cells &= cells - 1) {
      struct position next = *position;
      play(rules, &next, board * 9 + (uint32_t)__builtin_ctz(cells));
      if (winning_boards(tables, &next, other, open_targets(&next)) == 0) return false;
    }
  }
  return true;
}

static enum pns_decision decided(const struct pns_rules *rules, const void *data,
                                 enum pns_player player) {
  const struct tables *tables = tables_of(rules);
  const struct position *position = data;
  const bool wins = winning_boards(tables, position, position->mover, open_targets(position)) != 0;
  if (!wins && !nothing_helps(rules, position)) return PNS_UNDECIDED;
  return wins == (position->mover == (uint32_t)player) ? PNS_FORCED_WIN : PNS_NO_FORCED_WIN;
}

/* ---- leaf ---- */

/* What a local board is worth to a side that may still win it: 1 when it has, otherwise the sum
 * over its open lines of 0.15, 0.06 or 0.03 for one, two or three missing cells, in hundredths. */
static uint32_t hope_of(uint32_t own, uint32_t other) {
  static const uint8_t missing[4] = {100, 15, 6, 3};
  uint32_t hope = 0;
  for (unsigned i = 0; i < 8; i++)
    if ((lines[i] & other) == 0) hope += missing[3 - __builtin_popcount(lines[i] & own)];
  return hope < 100 ? hope : 100;
}

/* The chance of `side` to get three boards in a row, on a scale of its own: the sum over all rows
 * of the product of its boards. */
static float chance(const struct tables *tables, const struct position *position, uint32_t side) {
  float hope[BOARDS];
  for (uint32_t board = 0; board < BOARDS; board++) {
    const uint32_t own = tables->ternary[position->cells[side][board]];
    const uint32_t other = tables->ternary[position->cells[side ^ 1][board]];
    const uint32_t open = tables->hope[own + 2 * other];
    hope[board] = (float)(position->won[side] >> board & 1 ? 100
                          : position->closed >> board & 1  ? 0
                                                           : open);
  }
  return 10.0f + hope[0] * hope[1] * hope[2] + hope[3] * hope[4] * hope[5] +
         hope[6] * hope[7] * hope[8] + hope[0] * hope[3] * hope[6] + hope[1] * hope[4] * hope[7] +
         hope[2] * hope[5] * hope[8] + hope[0] * hope[4] * hope[8] + hope[2] * hope[4] * hope[6];
}

static uint32_t scaled(float odds) {
  const float number = 16.0f * odds + 0.5f;
  return number < 1 ? 1 : number > 200000 ? 200000 : (uint32_t)number;
}

/* Both numbers by the odds of the chances, times what the mover's opponent has to refute. */
static void leaf(const struct pns_rules *rules, const void *data, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct position *position = data;
  const float own = chance(tables_of(rules), position, position->mover);
  const float other = chance(tables_of(rules), position, position->mover ^ 1u);
  const uint32_t win = scaled(other / own), loss = scaled(own / other) * mobility(rules, data);
  const bool prover_moves = position->mover == (uint32_t)prover;
  *pn = prover_moves ? win : loss;
  *dn = prover_moves ? loss : win;
}

/* ---- keys ---- */

static void key(const struct pns_rules *rules, const void *data, struct pns_key *result) {
  (void)rules;
  const struct position *position = data;
  const uint32_t rest = position->last * 20 + position->target * 2u + position->mover;
  result->word[0] = position->packed[0] + FOUR_BOARDS * (rest / SPARE);
  result->word[1] = position->packed[1] + FOUR_BOARDS * (rest % SPARE);
}

/* Symmetry `how` of the nine places, of cells as of boards. */
static uint32_t turned_place(unsigned how, uint32_t place) {
  uint32_t x = place % 3, y = place / 3;
  if (how & 1) x = 2 - x;
  if (how & 2) y = 2 - y;
  return how & 4 ? x * 3 + y : y * 3 + x;
}

static void turn(const struct tables *tables, unsigned how, const struct position *from,
                 struct position *to) {
  *to = *from;
  for (uint32_t board = 0; board < BOARDS; board++)
    for (unsigned side = 0; side < 2; side++)
      to->cells[side][turned_place(how, board)] = tables->turned[how][from->cells[side][board]];
  if (from->target != ANYWHERE) to->target = (uint8_t)turned_place(how, from->target);
  complete(tables, to);
}

/* Puts the least of the siblings in the place of the position; returns the symmetry that makes it.
 */
static unsigned fold(const struct pns_rules *rules, struct position *position) {
  struct position best = *position, sibling;
  struct pns_key best_key, sibling_key;
  unsigned best_how = 0;
  key(rules, position, &best_key);
  for (unsigned how = 1; how < 8; how++) {
    turn(tables_of(rules), how, position, &sibling);
    key(rules, &sibling, &sibling_key);
    if (sibling_key.word[0] > best_key.word[0] ||
        (sibling_key.word[0] == best_key.word[0] && sibling_key.word[1] >= best_key.word[1]))
      continue;
    best = sibling;
    best_key = sibling_key;
    best_how = how;
  }
  *position = best;
  return best_how;
}

static bool folds(const struct position *position) {
  return position->marks <= FOLD_MARKS && position->closed == 0;
}

static void canonical(const struct pns_rules *rules, void *data) {
  struct position *position = data;
  for (uint32_t boards = position->closed; boards != 0; boards &= boards - 1) {
    const uint32_t board = (uint32_t)__builtin_ctz(boards);
    position->cells[0][board] = position->cells[1][board] = 0;
  }
  if (folds(position)) fold(rules, position);
}

static pns_move unfold(const struct pns_rules *rules, const void *data, pns_move move) {
  struct position position = *(const struct position *)data;
  uint32_t board = 0, cell = 0;
  if (!folds(&position)) return move;
  const unsigned how = fold(rules, &position);
  while (turned_place(how, board) != move / 9) board++;
  while (turned_place(how, cell) != move % 9) cell++;
  return board * 9 + cell;
}

/* ---- texts ---- */

static char mark_letter(uint32_t x, uint32_t o, uint32_t place, char empty) {
  if (x >> place & 1) return 'X';
  return o >> place & 1 ? 'O' : empty;
}

static char board_letter(const struct position *position, uint32_t board) {
  return mark_letter(position->won[0], position->won[1], board,
                     position->target == board ? '@' : '.');
}

static void format(const struct pns_rules *rules, const void *data, char *text) {
  (void)rules;
  const struct position *position = data;
  *text++ = position->mover == PNS_FIRST ? 'X' : 'O';
  *text++ = ';';
  for (uint32_t board = 0; board < BOARDS; board++) *text++ = board_letter(position, board);
  for (uint32_t i = 0; i < 81; i++) {
    if (i % 9 == 0) *text++ = i == 0 ? ';' : '/';
    *text++ = mark_letter(position->cells[0][i / 9], position->cells[1][i / 9], i % 9, '.');
  }
  *text = '\0';
}

static void move_text(const struct pns_rules *rules, const void *data, pns_move move, char *text) {
  (void)rules, (void)data;
  sprintf(text, "%u-%u", move / 9 + 1, move % 9 + 1);
}

static char *draw_row(const struct position *position, uint32_t row, char *text) {
  const uint32_t playable = open_targets(position);
  for (uint32_t column = 0; column < 9; column++) {
    const uint32_t board = row / 3 * 3 + column / 3, cell = row % 3 * 3 + column % 3;
    if (column % 3 == 0) text += sprintf(text, column == 0 ? " " : " |");
    text += sprintf(text, " %c",
                    mark_letter(position->cells[0][board], position->cells[1][board], cell,
                                playable >> board & 1 ? '*' : '.'));
  }
  if (row % 3 == 1) {
    text += sprintf(text, "    ");
    for (uint32_t board = row / 3 * 3; board < row / 3 * 3 + 3; board++)
      text += sprintf(text, " %c", board_letter(position, board));
  }
  return text + sprintf(text, "\n");
}

static void draw(const struct pns_rules *rules, const void *data, char *text) {
  (void)rules;
  const struct position *position = data;
  for (uint32_t row = 0; row < 9; row++) {
    if (row == 3 || row == 6) text += sprintf(text, "  ------+-------+------\n");
    text = draw_row(position, row, text);
  }
  sprintf(text, " %c to move on %s (* where; boards won on the right)\n",
          position->mover == PNS_FIRST ? 'X' : 'O',
          position->target == ANYWHERE ? "any open board" : "board @");
}

/* ---- reading positions ---- */

static enum pns_status refuse(const char *text, uint32_t at, const char *expected,
                              struct pns_error *error) {
  char quoted[PNS_GRID_QUOTED];
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "uttt: the position has '%s' at character %u, expected %s",
                       pns_grid_quote(text + at, quoted), at + 1, expected);
}

/* The nine boards, text[12] and on. */
static enum pns_status parse_cells(const char *text, struct position *position,
                                   struct pns_error *error) {
  uint32_t at = 12;
  for (uint32_t i = 0; i < 81; i++, at++) {
    if (i % 9 == 0 && i > 0) {
      if (text[at] != '/') return refuse(text, at, "'/' between two local boards", error);
      at++;
    }
    const char letter = (char)toupper((unsigned char)text[at]);
    if (letter == 'X' || letter == 'O')
      position->cells[letter == 'O'][i / 9] |= (uint16_t)(1u << i % 9);
    else if (letter != '.')
      return refuse(text, at, "X, O or . (nine local boards of nine cells)", error);
  }
  return text[at] == '\0' ? PNS_OK : refuse(text, at, "the end", error);
}

/* The nine letters of the global board, text[2] and on, must say what the local boards say. */
static enum pns_status parse_global(const char *text, struct position *position,
                                    struct pns_error *error) {
  position->target = ANYWHERE;
  for (uint32_t board = 0; board < BOARDS; board++) {
    const uint32_t at = board + 2;
    const char letter = (char)toupper((unsigned char)text[at]);
    const bool x = position->won[0] >> board & 1, o = position->won[1] >> board & 1;
    if (x && o)
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "uttt: local board %u has lines of both X and O, expected one at most",
                           board + 1);
    if (x && letter != 'X') return refuse(text, at, "X, who has a line on that board", error);
    if (o && letter != 'O') return refuse(text, at, "O, who has a line on that board", error);
    if (x || o) continue;
    if (letter == '@') {
      if (position->closed >> board & 1) return refuse(text, at, ". for a full board", error);
      if (position->target != ANYWHERE) return refuse(text, at, "only one @", error);
      position->target = (uint8_t)board;
    } else if (letter != '.') {
      return refuse(text, at, "@ or . for a board without a line", error);
    }
  }
  return PNS_OK;
}

static enum pns_status check_counts(const struct tables *tables, const struct position *position,
                                    struct pns_error *error) {
  uint32_t count[2] = {0, 0};
  for (uint32_t i = 0; i < 2 * BOARDS; i++)
    count[i / BOARDS] += (uint32_t)__builtin_popcount(position->cells[i / BOARDS][i % BOARDS]);
  if (count[0] != count[1] + position->mover)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "uttt: the position has %u X and %u O with %c to move, expected as many X "
                         "as O before X moves and one more before O moves",
                         count[0], count[1], position->mover == PNS_FIRST ? 'X' : 'O');
  if (tables->won[position->won[0]] && tables->won[position->won[1]])
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "uttt: both X and O have three boards in a row, expected one at most");
  return PNS_OK;
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *data,
                             struct pns_error *error) {
  const struct tables *tables = tables_of(rules);
  struct position position = {0};
  const char side = (char)toupper((unsigned char)text[0]);
  if (side != 'X' && side != 'O') return refuse(text, 0, "the side to move, X or O", error);
  if (text[1] != ';') return refuse(text, 1, "';' after the side to move", error);
  position.mover = side == 'O';
  for (uint32_t at = 2; at < 11; at++)
    if (text[at] == '\0' || strchr("XOxo@.", text[at]) == NULL)
      return refuse(text, at, "X, O, @ or . (nine of them, the global board)", error);
  if (text[11] != ';') return refuse(text, 11, "';' after the global board", error);
  enum pns_status status = parse_cells(text, &position, error);
  if (status != PNS_OK) return status;
  complete(tables, &position);
  status = parse_global(text, &position, error);
  if (status == PNS_OK) status = check_counts(tables, &position, error);
  if (status == PNS_OK) memcpy(data, &position, sizeof position);
  return status;
}

/* ---- opening ---- */

static bool has_line(uint32_t cells) {
  for (unsigned i = 0; i < 8; i++)
    if ((cells & lines[i]) == lines[i]) return true;
  return false;
}

static void fill_masks(struct tables *tables) {
  for (uint32_t mask = 0; mask <= FULL; mask++) {
    uint32_t power = 1;
    tables->won[mask] = has_line(mask);
    for (uint32_t place = 0; place < 9; place++, power *= 3) {
      if ((mask >> place & 1) == 0) continue;
      tables->ternary[mask] = (uint16_t)(tables->ternary[mask] + power);
      for (unsigned how = 0; how < 8; how++)
        tables->turned[how][mask] |= (uint16_t)(1u << turned_place(how, place));
    }
  }
}

/* Numbers the open boards without a line and tells what X may hope for there. */
static void fill_codes(struct tables *tables) {
  uint16_t next = 0;
  for (uint32_t x = 0; x <= FULL; x++)
    for (uint32_t o = 0; o <= FULL; o++)
      if ((x & o) == 0 && (x | o) != FULL && !tables->won[x] && !tables->won[o]) {
        const uint32_t index = tables->ternary[x] + 2u * tables->ternary[o];
        tables->code[index] = next++;
        tables->hope[index] = (uint8_t)hope_of(x, o);
      }
}

static void start(const struct pns_rules *rules, void *data) {
  struct position position = {.target = ANYWHERE};
  complete(tables_of(rules), &position);
  memcpy(data, &position, sizeof position);
}

static enum pns_status open(struct pns_rules *rules, const char *parameters,
                            struct pns_error *error) {
  if (*parameters != '\0') {
    char quoted[PNS_GRID_QUOTED];
    return pns_error_set(error, PNS_ERROR_INPUT, "uttt: parameters '%s', expected none",
                         pns_grid_quote(parameters, quoted));
  }
  struct tables *tables = calloc(1, sizeof *tables);
  if (tables == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "uttt: out of memory");
  fill_masks(tables);
  fill_codes(tables);
  rules->context = tables;
  rules->position_bytes = sizeof(struct position);
  rules->max_moves = 81;
  rules->exact_key = true;
  rules->draws = true;
  rules->backup = PNS_BACKUP_SUM;
  rules->init = PNS_INIT_GAME;
  rules->epsilon = 0.125;
  return PNS_OK;
}

static void close(struct pns_rules *rules) { free(rules->context); }

const struct pns_game pns_game_uttt = {
    .abi = PNS_GAME_ABI,
    .name = "uttt",
    .title = "Ultimate tic-tac-toe",
    .parameters = "none",
    .notation =
        "A move is BOARD-CELL, both 1 to 9 in reading order (5-3: the centre board's upper right "
        "cell). A position is the side to move, the global board (X, O won, @ the board to play "
        "on, . otherwise) and the nine local boards: X;.@.......;........./..X....../... and so "
        "on; without @ the mover may play on any open board.",
    .rules =
        "X moves first. A move takes an empty cell of a local board; three in a row win that "
        "board. The cell taken names the board on which the other side must play; when that one "
        "is won or full he may play on any open board. Three won boards in a row win the game; "
        "when no open board is left it is a draw.",
    .source = "the usual rules, as in the ultimattt solver",
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
    .hopeless = hopeless,
    .decided = decided,
};
