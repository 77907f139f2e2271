/* Checkers as text: FEN and moves of PDN, and the board drawn. */
#include <ctype.h>
#include <pns/pns.h>
#include <stdio.h>
#include <string.h>

#include "games/bits.h"
#include "games/checkers_board.h"
#include "games/grid.h"

/* ---- writing ---- */

static char *format_side(const struct checkers_board *board,
                         const struct checkers_position *position, uint32_t side, char *text) {
  text += sprintf(text, ":%c", side == PNS_FIRST ? 'B' : 'W');
  const char *between = "";
  for (uint64_t left = position->pieces[side]; left != 0; left &= left - 1) {
    const uint32_t bit = bits_first(left);
    text += sprintf(text, "%s%s%u", between, position->kings >> bit & 1 ? "K" : "",
                    checkers_number(board, bit));
    between = ",";
  }
  return text;
}

void pns_checkers_format(const struct pns_rules *rules, const void *data, char *text) {
  const struct checkers_board *board = checkers_board_of(rules);
  const struct checkers_position *position = data;
  *text++ = position->mover == PNS_FIRST ? 'B' : 'W';
  text = format_side(board, position, PNS_SECOND, text);
  format_side(board, position, PNS_FIRST, text);
}

/* All squares of a jump: the ends alone can mean several ways. */
void pns_checkers_move_text(const struct pns_rules *rules, const void *data, pns_move move,
                            char *text) {
  const struct checkers_board *board = checkers_board_of(rules);
  const uint32_t count = checkers_move_jumps(move);
  uint64_t at = UINT64_C(1) << checkers_move_from(move);
  (void)data;
  text += sprintf(text, "%u", checkers_number(board, bits_first(at)));
  for (uint32_t i = 0; i == 0 || i < count; i++) {
    const uint32_t direction = checkers_move_direction(move, i);
    at = checkers_step(board, at, direction);
    if (count > 0) at = checkers_step(board, at, direction);
    text += sprintf(text, "%c%u", count > 0 ? 'x' : '-', checkers_number(board, bits_first(at)));
  }
}

static char piece_letter(const struct checkers_position *position, uint32_t bit) {
  const bool king = position->kings >> bit & 1;
  if (position->pieces[PNS_FIRST] >> bit & 1) return king ? 'B' : 'b';
  if (position->pieces[PNS_SECOND] >> bit & 1) return king ? 'W' : 'w';
  return '.';
}

/* The pieces, and beside them the numbers of the squares. */
static char *draw_row(const struct checkers_board *board, const struct checkers_position *position,
                      uint32_t row, char *text) {
  const uint32_t first = row * board->half + 1, indent = row % 2 == 0 ? 2 : 0;
  text += sprintf(text, " %*s", (int)indent, "");
  for (uint32_t i = 0; i < board->half; i++)
    text += sprintf(text, " %c  ", piece_letter(position, checkers_bit(board, first + i)));
  text += sprintf(text, "%*s", (int)(4 + (2 - indent) + indent), "");
  for (uint32_t i = 0; i < board->half; i++) text += sprintf(text, "%2u  ", first + i);
  while (text[-1] == ' ') text--;
  *text++ = '\n';
  return text;
}

void pns_checkers_draw(const struct pns_rules *rules, const void *data, char *text) {
  const struct checkers_board *board = checkers_board_of(rules);
  const struct checkers_position *position = data;
  for (uint32_t row = 0; row < board->size; row++) text = draw_row(board, position, row, text);
  sprintf(text, " %s to move (capitals are kings)\n",
          position->mover == PNS_FIRST ? "Black (going down)" : "White (going up)");
}

/* ---- reading ---- */

struct reader {
  const struct checkers_board *board;
  struct checkers_position *position;
  const char *text, *at;
  struct pns_error *error;
};

static enum pns_status refuse(const struct reader *reader, const char *expected) {
  char quoted[PNS_GRID_QUOTED];
  return pns_error_set(reader->error, PNS_ERROR_INPUT,
                       "checkers: the position has '%s' from character %zu on, expected %s",
                       pns_grid_quote(reader->at, quoted), (size_t)(reader->at - reader->text) + 1,
                       expected);
}

/* "B" or "W", small letters too. */
static bool read_colour(struct reader *reader, uint32_t *side) {
  const int letter = toupper((unsigned char)*reader->at);
  if (letter != 'B' && letter != 'W') return false;
  *side = letter == 'B' ? PNS_FIRST : PNS_SECOND;
  reader->at++;
  return true;
}

/* The number of a square, at most two digits long. */
static enum pns_status read_number(struct reader *reader, uint32_t *number) {
  const char *digits = reader->at;
  *number = 0;
  while (isdigit((unsigned char)*digits) && digits - reader->at < 3)
    *number = *number * 10 + (uint32_t)(*digits++ - '0');
  if (digits > reader->at && *number >= 1 && *number <= reader->board->count) {
    reader->at = digits;
    return PNS_OK;
  }
  char expected[60];
  snprintf(expected, sizeof expected, "the number of a square, 1 to %u", reader->board->count);
  return refuse(reader, expected);
}

static enum pns_status put(struct reader *reader, uint32_t side, uint32_t number, bool king) {
  struct checkers_position *position = reader->position;
  const uint64_t bit = UINT64_C(1) << checkers_bit(reader->board, number);
  if (((position->pieces[0] | position->pieces[1]) & bit) != 0)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "checkers: the position names square %u twice, expected each once",
                         number);
  if (!king && (reader->board->far_rows[side] & bit) != 0)
    return pns_error_set(reader->error, PNS_ERROR_INPUT,
                         "checkers: the position has a man of %s on square %u, expected a king "
                         "there (K%u)",
                         side == PNS_FIRST ? "Black" : "White", number, number);
  position->pieces[side] |= bit;
  if (king) position->kings |= bit;
  return PNS_OK;
}

/* "K12", "5" or a range, "K1-4". */
static enum pns_status read_item(struct reader *reader, uint32_t side) {
  const bool king = *reader->at == 'K' || *reader->at == 'k';
  uint32_t first, last;
  reader->at += king;
  enum pns_status status = read_number(reader, &first);
  last = first;
  if (status == PNS_OK && *reader->at == '-') {
    reader->at++;
    const char *number = reader->at;
    status = read_number(reader, &last);
    if (status == PNS_OK && last < first) {
      reader->at = number;
      return refuse(reader, "a range's greater number behind its smaller one");
    }
  }
  for (uint32_t i = first; status == PNS_OK && i <= last; i++) status = put(reader, side, i, king);
  return status;
}

/* ":W" and its squares, perhaps none. */
static enum pns_status read_side(struct reader *reader, uint32_t *side) {
  if (*reader->at != ':') return refuse(reader, "':' and a side's pieces");
  reader->at++;
  if (!read_colour(reader, side)) return refuse(reader, "a side, W or B");
  if (strchr(":.", *reader->at) != NULL) return PNS_OK; /* the end as well */
  enum pns_status status = read_item(reader, *side);
  while (status == PNS_OK && *reader->at == ',') {
    reader->at++;
    status = read_item(reader, *side);
  }
  return status;
}

static enum pns_status read_all(struct reader *reader) {
  uint32_t one, other;
  if (!read_colour(reader, &reader->position->mover))
    return refuse(reader, "the side to move, W or B");
  enum pns_status status = read_side(reader, &one);
  const char *second = reader->at;
  if (status == PNS_OK) status = read_side(reader, &other);
  if (status != PNS_OK) return status;
  if (one == other) {
    reader->at = second;
    return refuse(reader, "the pieces of the other side");
  }
  reader->at += *reader->at == '.';
  if (*reader->at != '\0') return refuse(reader, "',' and a square, or the end");
  return PNS_OK;
}

static enum pns_status check_count(const struct reader *reader) {
  const uint64_t *pieces = reader->position->pieces;
  for (uint32_t side = 0; side < 2; side++)
    if (bits_count(pieces[side]) > reader->board->men)
      return pns_error_set(reader->error, PNS_ERROR_INPUT,
                           "checkers: the position has %u pieces of %s, expected at most %u",
                           bits_count(pieces[side]), side == PNS_FIRST ? "Black" : "White",
                           reader->board->men);
  if ((pieces[0] | pieces[1]) != 0) return PNS_OK;
  return pns_error_set(reader->error, PNS_ERROR_INPUT,
                       "checkers: the position has no pieces, expected at least one");
}

enum pns_status pns_checkers_parse(const struct pns_rules *rules, const char *text, void *data,
                                   struct pns_error *error) {
  struct checkers_position position = {.mover = PNS_FIRST};
  struct reader reader = {checkers_board_of(rules), &position, text, text, error};
  enum pns_status status = read_all(&reader);
  if (status == PNS_OK) status = check_count(&reader);
  if (status == PNS_OK) memcpy(data, &position, sizeof position);
  return status;
}
