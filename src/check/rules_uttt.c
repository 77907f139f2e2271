/* Ultimate tic-tac-toe on a grid of 9x9 cells: cell c of local board b lies at
 * (3 (b % 3) + c % 3, 3 (b / 3) + c / 3). When a local board is won, all its cells are painted with
 * the winner's mark, and when it is full, with 3: nothing else about it matters any more. `extra`
 * is the board to play on, 9 for any open one. */
#include <stdio.h>
#include <string.h>

#include "check/rules.h"

#define ANY 9

static int grid_cell(int board, int cell) {
  return (board / 3 * 3 + cell / 3) * 9 + board % 3 * 3 + cell % 3;
}

static bool open(struct check_rules *rules, const char *parameters) {
  rules->width = rules->height = 9;
  rules->cells = 81;
  rules->images = CHECK_SQUARE;
  rules->extra_is_board = true;
  return *parameters == '\0';
}

static bool three(const uint8_t nine[9], uint8_t who) {
  static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                  {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  for (int i = 0; i < 8; i++)
    if (nine[lines[i][0]] == who && nine[lines[i][1]] == who && nine[lines[i][2]] == who)
      return true;
  return false;
}

/* 0 while a local board is open, else 1, 2 or 3. */
static uint8_t board_state(const struct check_position *position, int board) {
  uint8_t nine[9];
  for (int cell = 0; cell < 9; cell++) nine[cell] = position->cell[grid_cell(board, cell)];
  if (three(nine, 1)) return 1;
  if (three(nine, 2)) return 2;
  return memchr(nine, 0, 9) == NULL ? 3 : 0;
}

static void paint_if_closed(struct check_position *position, int board) {
  const uint8_t state = board_state(position, board);
  for (int cell = 0; state != 0 && cell < 9; cell++) position->cell[grid_cell(board, cell)] = state;
}

/* The nine local boards of the text, each nine cells. Counts the marks of both sides. */
static bool read_boards(const char *text, struct check_position *position, int marks[3]) {
  for (int board = 0; board < 9; board++) {
    if (board > 0 && *text++ != '/') return false;
    for (int cell = 0; cell < 9; cell++, text++) {
      if (*text != '.' && *text != 'X' && *text != 'O') return false;
      const uint8_t mark = *text == 'X' ? 1 : *text == 'O' ? 2 : 0;
      position->cell[grid_cell(board, cell)] = mark;
      marks[mark]++;
    }
  }
  return *text == '\0';
}

static bool both_have_three(const struct check_position *position, int board) {
  uint8_t nine[9];
  for (int cell = 0; cell < 9; cell++) nine[cell] = position->cell[grid_cell(board, cell)];
  return three(nine, 1) && three(nine, 2);
}

/* The global board must say what the local ones say. */
static bool read_global(const char *text, struct check_position *position) {
  position->extra = ANY;
  for (int board = 0; board < 9; board++) {
    const uint8_t state = board_state(position, board);
    if (both_have_three(position, board)) return false;
    if (text[board] == '@' && state == 0 && position->extra == ANY)
      position->extra = (uint8_t)board;
    else if (text[board] != (state == 1 ? 'X' : state == 2 ? 'O' : '.'))
      return false;
  }
  return true;
}

/* "X;NINE;NINE/NINE/NINE/NINE/NINE/NINE/NINE/NINE/NINE" */
static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  (void)rules;
  int marks[3] = {0};
  if (strlen(text) < 12 || (text[0] != 'X' && text[0] != 'O') || text[1] != ';' || text[11] != ';')
    return false;
  position->side = text[0] == 'X' ? CHECK_FIRST : CHECK_SECOND;
  if (!read_boards(text + 12, position, marks) || !read_global(text + 2, position)) return false;
  for (int board = 0; board < 9; board++) paint_if_closed(position, board);
  return marks[1] == marks[2] + position->side;
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  (void)rules;
  uint8_t states[9];
  for (int board = 0; board < 9; board++) states[board] = board_state(position, board);
  if (three(states, 1)) return CHECK_FIRST_WINS;
  if (three(states, 2)) return CHECK_SECOND_WINS;
  return memchr(states, 0, 9) == NULL ? CHECK_DRAW : CHECK_ONGOING;
}

/* A move is nine times the board plus the cell. Closed boards have no empty cells. */
static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  (void)rules;
  uint32_t count = 0;
  for (int board = 0; board < 9; board++)
    for (int cell = 0; cell < 9; cell++)
      if ((position->extra == ANY || position->extra == board) &&
          position->cell[grid_cell(board, cell)] == 0)
        list[count++] = (uint32_t)(board * 9 + cell);
  return count;
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  (void)rules;
  const int board = (int)move / 9, cell = (int)move % 9;
  position->cell[grid_cell(board, cell)] = position->side == CHECK_FIRST ? 1 : 2;
  paint_if_closed(position, board);
  position->extra = board_state(position, cell) == 0 ? (uint8_t)cell : ANY;
  position->side = !position->side;
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  (void)rules, (void)position;
  sprintf(text, "%u-%u", move / 9 + 1, move % 9 + 1);
}

const struct check_game check_game_uttt = {
    .name = "uttt",
    .rules =
        "X and O in turn mark a cell of the local board named by the cell just taken, of any open "
        "one if that is won or full; three in a row win a board, three boards in a row the game",
    .bits_per_cell = 2,
    .open = open,
    .parse = parse,
    .outcome = outcome,
    .hopeless = check_is_hopeless,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
