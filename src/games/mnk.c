/*
 * m,n,k games: tic-tac-toe, gomoku without extra rules, and everything between, up to 15x15.
 *
 * A position is the stones of X, the stones of O (64 cells a word, row by row) and a status word.
 * Whether the last stone made a row is found when it is put down, so that asking costs nothing.
 */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "games/grid.h"
#include "games/rows.h"

#define LENGTH_MAX 15u
#define CELLS_MAX (LENGTH_MAX * LENGTH_MAX)
#define WORDS_MAX 4u
#define SYMMETRIES 8u /* of a square; a rectangle has 4 */
#define LINES_MAX 60u /* through one cell: 4 directions, LENGTH_MAX ways to lie on it */

/* Symmetric boards of up to SMALL_FOLD cells are always folded. Larger ones only while so few
 * stones lie on them that the same position is still likely to come up turned around: all images
 * have the same count of stones, so the rule folds all of them or none. */
#define SMALL_FOLD 36u
#define STONES_FOLDED 5u

#define MOVES_COUNTED 64u /* of a leaf, see odds.h */

#define STATUS_COUNT 0xffffu
#define STATUS_ROW 0x10000u /* whoever moved last has k in a row */

/* Boards of one word look images up in chunks of CHUNK_BITS cells. */
#define CHUNK_BITS 5u
#define CHUNKS_MAX 13u

/* The lines through one cell of a one-word board. */
struct lines {
  uint32_t count;
  uint64_t mask[LINES_MAX];
};

struct context {
  struct pns_grid grid;
  uint32_t k, cells, words, symmetries;
  uint16_t order[CELLS_MAX];                                /* cells, centre first */
  uint8_t image[SYMMETRIES][CELLS_MAX];                     /* of each cell; [0] is the cell */
  uint64_t chunk[SYMMETRIES][CHUNKS_MAX][1u << CHUNK_BITS]; /* for one word */
  struct lines lines[64];                                   /* for one word */
  struct rows rows;
};

static const struct context *context_of(const struct pns_rules *rules) { return rules->context; }

/* ---- opening ---- */

static uint32_t from_centre(const struct pns_grid *grid, uint32_t cell) {
  const int32_t across = (int32_t)(2 * (cell % grid->width)) - (int32_t)(grid->width - 1);
  const int32_t down = (int32_t)(2 * (cell / grid->width)) - (int32_t)(grid->height - 1);
  const int32_t longer = abs(across) > abs(down) ? abs(across) : abs(down);
  return (uint32_t)(longer * 64 + abs(across) + abs(down));
}

static void order_cells(struct context *context) {
  uint32_t count = 0;
  for (uint32_t distance = 0; count < context->cells; distance++)
    for (uint32_t cell = 0; cell < context->cells; cell++)
      if (from_centre(&context->grid, cell) == distance) context->order[count++] = (uint16_t)cell;
}

/* Bits of the symmetry: 1 mirrors left and right, 2 top and bottom, 4 swaps rows and columns. */
static void fill_images(struct context *context) {
  const uint32_t width = context->grid.width, height = context->grid.height;
  context->symmetries = width == height ? 8 : 4;
  for (uint32_t symmetry = 0; symmetry < context->symmetries; symmetry++) {
    for (uint32_t cell = 0; cell < context->cells; cell++) {
      const uint32_t row = cell / width, column = cell % width;
      const uint32_t down = (symmetry & 2) != 0 ? height - 1 - row : row;
      const uint32_t across = (symmetry & 1) != 0 ? width - 1 - column : column;
      context->image[symmetry][cell] =
          (uint8_t)((symmetry & 4) != 0 ? across * width + down : down * width + across);
    }
  }
}

static void fill_chunks(struct context *context) {
  for (uint32_t symmetry = 0; symmetry < context->symmetries; symmetry++)
    for (uint32_t cell = 0; cell < context->cells; cell++)
      for (uint32_t bits = 0; bits < 1u << CHUNK_BITS; bits++)
        if ((bits >> cell % CHUNK_BITS & 1) != 0)
          context->chunk[symmetry][cell / CHUNK_BITS][bits] |= UINT64_C(1)
                                                               << context->image[symmetry][cell];
}

static const int32_t steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}}; /* down, right */

/* Whether k cells from (row, column) on in one direction lie on the board. */
static bool fits(const struct context *context, int32_t row, int32_t column,
                 const int32_t step[2]) {
  const int32_t span = (int32_t)context->k - 1, width = (int32_t)context->grid.width;
  const int32_t last_row = row + span * step[0], last_column = column + span * step[1];
  return last_row < (int32_t)context->grid.height && last_column < width && last_column >= 0;
}

/* Those cells. */
static bool line_from(const struct context *context, int32_t row, int32_t column,
                      const int32_t step[2], uint64_t *mask) {
  const int32_t span = (int32_t)context->k - 1, width = (int32_t)context->grid.width;
  if (!fits(context, row, column, step)) return false;
  *mask = 0;
  for (int32_t i = 0; i <= span; i++)
    *mask |= UINT64_C(1) << ((row + i * step[0]) * width + column + i * step[1]);
  return true;
}

static void fill_rows(struct context *context) {
  const uint32_t width = context->grid.width;
  struct rows *rows = &context->rows;

  for (uint32_t way = 0; way < ROWS_WAYS; way++) {
    rows->step[way] = (uint32_t)(steps[way][0] * (int32_t)width + steps[way][1]);
    for (uint32_t cell = 0; cell < context->cells; cell++)
      if (fits(context, (int32_t)(cell / width), (int32_t)(cell % width), steps[way])) {
        rows->start[way][cell / 64] |= UINT64_C(1) << cell % 64;
        rows->total++;
      }
  }
}

static void fill_lines(struct context *context) {
  for (uint32_t cell = 0; cell < context->cells; cell++) {
    for (uint32_t direction = 0; direction < 4; direction++) {
      uint64_t mask;
      if (!line_from(context, (int32_t)(cell / context->grid.width),
                     (int32_t)(cell % context->grid.width), steps[direction], &mask))
        continue;
      /* With k = 1 the four directions are one line. */
      if (context->k == 1 && direction > 0) continue;
      for (uint32_t on = 0; on < context->cells; on++)
        if ((mask >> on & 1) != 0) context->lines[on].mask[context->lines[on].count++] = mask;
    }
  }
}

static enum pns_status read_parameters(const char *text, struct pns_grid *grid, uint32_t *k,
                                       struct pns_error *error) {
  static const struct pns_grid_limits limits = {1, LENGTH_MAX, 1, LENGTH_MAX, CELLS_MAX, false};
  char quoted[PNS_GRID_QUOTED];
  const char *end;
  *grid = (struct pns_grid){3, 3};
  *k = 3;
  if (text[0] == '\0') return PNS_OK;
  const enum pns_status status = pns_grid_read("mnk", text, &end, &limits, grid, error);
  if (status != PNS_OK) return status;
  *k = 0;
  if (*end == 'x')
    for (end++; *end >= '0' && *end <= '9' && *k <= LENGTH_MAX; end++)
      *k = *k * 10 + (uint32_t)(*end - '0');
  const uint32_t longest = grid->width > grid->height ? grid->width : grid->height;
  if (*end == '\0' && *k >= 1 && *k <= longest) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "mnk: '%s', expected WIDTHxHEIGHTxK with K from 1 to the longer side, %u",
                       pns_grid_quote(text, quoted), longest);
}

static enum pns_status open_rules(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  struct pns_grid grid;
  uint32_t k;
  const enum pns_status status = read_parameters(parameters, &grid, &k, error);
  if (status != PNS_OK) return status;
  struct context *context = calloc(1, sizeof *context);
  if (context == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "mnk: out of memory for the rules");
  context->grid = grid;
  context->k = k;
  context->cells = grid.width * grid.height;
  context->words = (context->cells + 63) / 64;
  order_cells(context);
  fill_images(context);
  fill_rows(context);
  if (context->words == 1) {
    fill_chunks(context);
    fill_lines(context);
  }
  rules->context = context;
  snprintf(rules->parameters, sizeof rules->parameters, "%ux%ux%u", grid.width, grid.height, k);
  rules->position_bytes = (2 * context->words + 1) * sizeof(uint64_t);
  rules->max_moves = context->cells;
  rules->exact_key = context->words == 1;
  rules->draws = true;
  rules->goal = PNS_GOAL_MOVER_WINS;
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_GAME;
  return PNS_OK;
}

static void close_rules(struct pns_rules *rules) { free(rules->context); }

/* ---- play ---- */

static void start(const struct pns_rules *rules, void *position) {
  memset(position, 0, rules->position_bytes);
}

static uint64_t status_of(const struct context *context, const uint64_t *words) {
  return words[2 * context->words];
}

static enum pns_player mover(const struct pns_rules *rules, const void *position) {
  return (enum pns_player)(status_of(context_of(rules), position) & 1);
}

static uint32_t mobility(const struct pns_rules *rules, const void *position) {
  const struct context *context = context_of(rules);
  return context->cells - (uint32_t)(status_of(context, position) & STATUS_COUNT);
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *position) {
  const uint64_t status = status_of(context_of(rules), position);
  if ((status & STATUS_ROW) != 0) return (status & 1) != 0 ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  return mobility(rules, position) == 0 ? PNS_DRAW : PNS_ONGOING;
}

static uint32_t moves(const struct pns_rules *rules, const void *position, pns_move *list) {
  const struct context *context = context_of(rules);
  const uint64_t *words = position;
  uint64_t taken[WORDS_MAX];
  uint32_t count = 0;
  for (uint32_t i = 0; i < context->words; i++) taken[i] = words[i] | words[context->words + i];
  for (uint32_t i = 0; i < context->cells; i++) {
    const uint32_t cell = context->order[i];
    if ((taken[cell / 64] >> cell % 64 & 1) == 0) list[count++] = cell;
  }
  return count;
}

static bool holds(const uint64_t *stones, uint32_t cell) {
  return (stones[cell / 64] >> cell % 64 & 1) != 0;
}

/* How many stones lie beside `cell` without a gap in one direction, at most k - 1. */
static uint32_t run(const struct context *context, const uint64_t *stones, uint32_t cell,
                    int32_t down, int32_t right) {
  const int32_t width = (int32_t)context->grid.width, height = (int32_t)context->grid.height;
  int32_t row = (int32_t)cell / width + down, column = (int32_t)cell % width + right;
  uint32_t length = 0;
  while (length + 1 < context->k && row >= 0 && row < height && column >= 0 && column < width &&
         holds(stones, (uint32_t)(row * width + column))) {
    length++;
    row += down;
    column += right;
  }
  return length;
}

/* Whether the stone on `cell` lies in a row of at least k. */
static bool makes_row(const struct context *context, const uint64_t *stones, uint32_t cell) {
  if (context->words == 1) {
    const struct lines *lines = &context->lines[cell];
    bool row = false;
    for (uint32_t i = 0; i < lines->count; i++) row |= (~stones[0] & lines->mask[i]) == 0;
    return row;
  }
  for (uint32_t i = 0; i < 4; i++)
    if (run(context, stones, cell, steps[i][0], steps[i][1]) +
            run(context, stones, cell, -steps[i][0], -steps[i][1]) + 1 >=
        context->k)
      return true;
  return false;
}

/* Whether these stones contain a row anywhere. */
static bool any_row(const struct context *context, const uint64_t *stones) {
  for (uint32_t i = 0; i < context->cells; i++)
    if (holds(stones, i) && makes_row(context, stones, i)) return true;
  return false;
}

static void play(const struct pns_rules *rules, void *position, pns_move move) {
  const struct context *context = context_of(rules);
  uint64_t *words = position;
  uint64_t *status = &words[2 * context->words];
  uint64_t *stones = words + (*status & 1) * context->words;
  stones[move / 64] |= UINT64_C(1) << move % 64;
  *status += 1;
  if (makes_row(context, stones, move)) *status |= STATUS_ROW;
}

/* ---- leaf ---- */

/* Stones that it takes at least to block all rows of k: the level ones alone, or the upright ones,
 * have so many that share no cell. */
static uint64_t blockers(const struct context *context) {
  const uint32_t width = context->grid.width, height = context->grid.height, k = context->k;
  const uint32_t level = height * (width / k), upright = width * (height / k);
  return level > upright ? level : upright;
}

static bool hopeless(const struct pns_rules *rules, const void *position, enum pns_player player) {
  const struct context *context = context_of(rules);
  const uint64_t *others = (const uint64_t *)position + (player ^ 1) * context->words;
  if (((status_of(context, position) & STATUS_COUNT) + 1) / 2 < blockers(context)) return false;
  return context->words == 1 ? !rows_any(&context->rows, 1, context->k, others)
                             : !rows_any(&context->rows, context->words, context->k, others);
}

static bool is_empty(const uint64_t *board, uint32_t words) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < words; i++) bits |= board[i];
  return bits == 0;
}

static bool is_single(const uint64_t *board, uint32_t words) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < words; i++) count += (uint32_t)__builtin_popcountll(board[i]);
  return count == 1;
}

/* A row to be filled at once decides, and so do two cells to be blocked. */
static inline enum rows_prospect prospect_of(const struct rows_open *ours,
                                             const struct rows_open *theirs, uint32_t words) {
  if (ours->one > 0) return ROWS_MOVER_WINS;
  const bool open = is_empty(theirs->last, words) || is_single(theirs->last, words);
  return open ? ROWS_OPEN : ROWS_MOVER_LOSES;
}

/* One cell to be blocked leaves a single move. */
static inline void leaf_of(const struct context *context, uint32_t words, const uint64_t *own,
                           const uint64_t *other, uint32_t free, bool prover_moves, uint32_t *pn,
                           uint32_t *dn) {
  struct rows_open ours, theirs;
  rows_look(&context->rows, words, context->k, own, other, &ours, &theirs);
  const enum rows_prospect prospect = prospect_of(&ours, &theirs, words);
  if (prospect != ROWS_OPEN)
    rows_leaf_decided((prospect == ROWS_MOVER_WINS) == prover_moves, pn, dn);
  else
    rows_leaf(&context->rows, &ours, &theirs, is_empty(theirs.last, words) ? free : 1, prover_moves,
              pn, dn);
}

static void leaf(const struct pns_rules *rules, const void *position, enum pns_player prover,
                 uint32_t *pn, uint32_t *dn) {
  const struct context *context = context_of(rules);
  const enum pns_player side = mover(rules, position);
  const uint64_t *own = (const uint64_t *)position + side * context->words;
  const uint64_t *other = (const uint64_t *)position + (side ^ 1) * context->words;
  const uint32_t moves = mobility(rules, position),
                 free = moves < MOVES_COUNTED ? moves : MOVES_COUNTED;
  if (context->words == 1)
    leaf_of(context, 1, own, other, free, side == prover, pn, dn);
  else
    leaf_of(context, context->words, own, other, free, side == prover, pn, dn);
}

/* Follows forced moves, of which there is one at a time, until a side wins or moves freely. */
static inline enum pns_decision play_forced(const struct context *context, uint32_t words,
                                            const uint64_t *own, const uint64_t *other,
                                            bool player_moves) {
  uint64_t stones[2][WORDS_MAX];
  memcpy(stones[0], own, words * sizeof *own);
  memcpy(stones[1], other, words * sizeof *other);
  for (unsigned side = 0;; side ^= 1, player_moves = !player_moves) {
    struct rows_open ours, theirs;
    rows_look(&context->rows, words, context->k, stones[side], stones[side ^ 1], &ours, &theirs);
    const enum rows_prospect prospect = prospect_of(&ours, &theirs, words);
    if (prospect != ROWS_OPEN || is_empty(theirs.last, words))
      return rows_decision(prospect, player_moves);
    for (uint32_t i = 0; i < words; i++) stones[side][i] |= theirs.last[i];
  }
}

static enum pns_decision decided(const struct pns_rules *rules, const void *position,
                                 enum pns_player player) {
  const struct context *context = context_of(rules);
  const enum pns_player side = mover(rules, position);
  const uint64_t *own = (const uint64_t *)position + side * context->words;
  const uint64_t *other = (const uint64_t *)position + (side ^ 1) * context->words;
  return context->words == 1 ? play_forced(context, 1, own, other, side == player)
                             : play_forced(context, context->words, own, other, side == player);
}

/* ---- symmetry and key ---- */

static uint64_t image_of_word(const struct context *context, uint32_t symmetry, uint64_t stones) {
  uint64_t image = 0;
  for (uint32_t i = 0; stones != 0; i++, stones >>= CHUNK_BITS)
    image |= context->chunk[symmetry][i][stones & ((1u << CHUNK_BITS) - 1)];
  return image;
}

static void fold_word(const struct context *context, uint64_t *words) {
  uint64_t least[2] = {words[0], words[1]};
  for (uint32_t symmetry = 1; symmetry < context->symmetries; symmetry++) {
    const uint64_t x = image_of_word(context, symmetry, words[0]);
    if (x > least[0]) continue;
    const uint64_t o = image_of_word(context, symmetry, words[1]);
    if (x == least[0] && o >= least[1]) continue;
    least[0] = x;
    least[1] = o;
  }
  words[0] = least[0];
  words[1] = least[1];
}

static void image_of_words(const struct context *context, uint32_t symmetry, const uint64_t *stones,
                           uint64_t *image) {
  memset(image, 0, WORDS_MAX * sizeof *image);
  for (uint32_t i = 0; i < context->words; i++) {
    for (uint64_t left = stones[i]; left != 0; left &= left - 1) {
      const uint32_t cell = i * 64 + (uint32_t)__builtin_ctzll(left);
      const uint32_t to = context->image[symmetry][cell];
      image[to / 64] |= UINT64_C(1) << to % 64;
    }
  }
}

static void fold_words(const struct context *context, uint64_t *words) {
  const size_t bytes = context->words * sizeof(uint64_t);
  uint64_t least[2][WORDS_MAX], image[2][WORDS_MAX];
  memcpy(least[0], words, bytes);
  memcpy(least[1], words + context->words, bytes);
  for (uint32_t symmetry = 1; symmetry < context->symmetries; symmetry++) {
    image_of_words(context, symmetry, words, image[0]);
    image_of_words(context, symmetry, words + context->words, image[1]);
    const int first = memcmp(image[0], least[0], bytes);
    if (first > 0 || (first == 0 && memcmp(image[1], least[1], bytes) >= 0)) continue;
    memcpy(least, image, sizeof least);
  }
  memcpy(words, least[0], bytes);
  memcpy(words + context->words, least[1], bytes);
}

static void canonical(const struct pns_rules *rules, void *position) {
  const struct context *context = context_of(rules);
  const uint64_t stones = status_of(context, position) & STATUS_COUNT;
  if (context->cells > SMALL_FOLD && stones > STONES_FOLDED) return;
  if (context->words == 1)
    fold_word(context, position);
  else
    fold_words(context, position);
}

/* A symmetry that makes the canonical form of the position. */
static uint32_t symmetry_of(const struct pns_rules *rules, const uint64_t *words) {
  const struct context *context = context_of(rules);
  const size_t bytes = context->words * sizeof(uint64_t);
  uint64_t folded[2 * WORDS_MAX + 1], image[2][WORDS_MAX];
  uint32_t symmetry = 0;
  memcpy(folded, words, rules->position_bytes);
  canonical(rules, folded);
  for (; symmetry < context->symmetries; symmetry++) {
    image_of_words(context, symmetry, words, image[0]);
    image_of_words(context, symmetry, words + context->words, image[1]);
    if (memcmp(image[0], folded, bytes) == 0 &&
        memcmp(image[1], folded + context->words, bytes) == 0)
      break;
  }
  return symmetry;
}

static pns_move unfold(const struct pns_rules *rules, const void *position, pns_move move) {
  const uint8_t *image = context_of(rules)->image[symmetry_of(rules, position)];
  pns_move cell = 0;
  while (image[cell] != move) cell++;
  return cell;
}

/* The count of stones, and with it the side to move, follows from the stones. */
static void key(const struct pns_rules *rules, const void *position, struct pns_key *name) {
  const struct context *context = context_of(rules);
  if (context->words == 1) {
    memcpy(name->word, position, sizeof name->word);
    return;
  }
  const XXH128_hash_t hash = XXH3_128bits(position, 2 * context->words * sizeof(uint64_t));
  name->word[0] = hash.low64;
  name->word[1] = hash.high64;
}

/* ---- texts ---- */

static void unpack(const struct context *context, const uint64_t *words, unsigned char *cells) {
  for (uint32_t i = 0; i < context->cells; i++)
    cells[i] = holds(words, i) ? 1 : holds(words + context->words, i) ? 2 : 0;
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *position,
                             struct pns_error *error) {
  const struct context *context = context_of(rules);
  unsigned char cells[CELLS_MAX];
  uint64_t *words = position;
  uint64_t *status = &words[2 * context->words];
  const enum pns_status read = pns_grid_read_stones("mnk", text, &context->grid, cells, error);
  if (read != PNS_OK) return read;
  start(rules, position);
  for (uint32_t i = 0; i < context->cells; i++) {
    if (cells[i] == 0) continue;
    words[(cells[i] - 1) * context->words + i / 64] |= UINT64_C(1) << i % 64;
    ++*status;
  }
  const uint64_t side = *status & 1;
  if (any_row(context, words + side * context->words))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "mnk: %c is to move and has %u in a row already, expected only the side "
                         "that moved last to have them",
                         "XO"[side], context -> k);
  if (any_row(context, words + (side ^ 1) * context->words)) *status |= STATUS_ROW;
  return PNS_OK;
}

static void format(const struct pns_rules *rules, const void *position, char *text) {
  unsigned char cells[CELLS_MAX];
  unpack(context_of(rules), position, cells);
  pns_grid_write_stones(&context_of(rules)->grid, cells, text);
}

static void draw(const struct pns_rules *rules, const void *position, char *text) {
  unsigned char cells[CELLS_MAX];
  unpack(context_of(rules), position, cells);
  pns_grid_draw(&context_of(rules)->grid, ".XO", cells, 0, text);
}

static void move_text(const struct pns_rules *rules, const void *position, pns_move move,
                      char *text) {
  const uint32_t width = context_of(rules)->grid.width;
  (void)position;
  pns_grid_square(move % width, move / width, text);
}

const struct pns_game pns_game_mnk = {
    .abi = PNS_GAME_ABI,
    .name = "mnk",
    .title = "m,n,k game (tic-tac-toe to gomoku)",
    .parameters = "WIDTHxHEIGHTxK, up to 15x15, K up to the longer side; default 3x3x3",
    .notation =
        "A move is column letter and row number, row 1 on top, 'a1' the upper left cell. A "
        "position is its rows from the top, separated by '/': 'X' the first player, 'O' the "
        "second, '.' empty; the side to move follows from the count of stones.",
    .rules =
        "X and O in turn put one stone of their own on an empty cell. Whoever has K or more of "
        "his stones in an unbroken row, level, upright or diagonal, wins. A full board without "
        "such a row is a draw. No other rules: 15x15x5 is free gomoku.",
    .source =
        "J. Uiterwijk, J. van den Herik: The advantage of the initiative (2000); "
        "en.wikipedia.org/wiki/M,n,k-game",
    .open = open_rules,
    .close = close_rules,
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
