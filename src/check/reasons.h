/* Why a file is refused: one row each, the word for programs and a sentence for people. */
#ifndef PNS_CHECK_REASONS_H
#define PNS_CHECK_REASONS_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
#define CHECK_REASONS(row) \
  row(NONE, "none", "nothing is wrong")                                                         \
  row(NOT_A_CERTIFICATE, "not-a-certificate", "the file does not begin with 'pns certificate'") \
  row(UNKNOWN_VERSION, "unknown-version", "only versions 1 and 2 of the format can be read")    \
  row(BAD_HEADER, "bad-header", "the header lines are not those of the format")                 \
  row(BAD_CHECKSUM, "bad-checksum", "a checksum differs: the file is damaged")                  \
  row(TRUNCATED, "truncated", "the file ends too early")                                        \
  row(UNKNOWN_GAME, "unknown-game", "this checker has no rules for the game")                   \
  row(BAD_PARAMETERS, "bad-parameters", "the game does not exist with these parameters")        \
  row(BAD_DEFINITION, "bad-definition", "the definition of the game makes no sense")            \
  row(BAD_POSITION, "bad-position", "the position is none of this game")                        \
  row(BAD_REPETITION, "bad-repetition", "no reference to open positions is allowed here")       \
  row(BAD_BLOCK, "bad-block", "a block's head is outside the format's limits")                  \
  row(BAD_PATH, "bad-path", "a block begins with a path that cannot be played")                 \
  row(BROKEN_PATH, "broken-path", "a block does not begin where the one before stopped")        \
  row(BITS_MISSING, "bits-missing", "a block ends in the middle of a record")                   \
  row(BITS_LEFT, "bits-left", "a block goes on after its proof is complete")                    \
  row(BAD_MOVE, "bad-move", "a record names a move that the position does not have")            \
  row(WRONG_RESULT, "wrong-result", "play reaches a finished position that denies the claim")   \
  row(BAD_REFERENCE, "bad-reference", "a position counts as shown that was not shown before")   \
  row(TOO_DEEP, "too-deep", "more positions are open at once than the format allows")           \
  row(NOT_MARKED, "not-marked", "a position with more than 255 moves must be marked")           \
  row(WRITTEN_TWICE, "written-twice", "a position with more than 255 moves comes twice")        \
  row(NEEDLESS_BLOCK, "needless-block", "a block follows though nothing is left to show")       \
  row(UNFINISHED, "unfinished", "the file ends before everything is shown")                     \
  row(BAD_COUNTS, "bad-counts", "the counts at the end are not those of the file")              \
  row(BAD_DIGEST, "bad-digest", "the digest at the end differs: the file is damaged")           \
  row(DATA_AFTER_END, "data-after-end", "the file goes on after its end")                       \
  row(CANNOT_READ, "cannot-read", "the system cannot read the file")                            \
  row(NO_MEMORY, "no-memory", "the memory for positions that are referred to is used up")
/* clang-format on */

enum check_reason {
#define ROW(name, word, sentence) CHECK_##name,
  CHECK_REASONS(ROW)
#undef ROW
      CHECK_REASON_COUNT
};

/* Where and why; `reason` is CHECK_NONE when all is well. */
struct check_failure {
  enum check_reason reason;
  uint64_t offset; /* of the byte in the file */
};

const char *check_reason_word(enum check_reason reason);
const char *check_reason_sentence(enum check_reason reason);
/* Whether the file is to blame, and not the machine. */
static inline bool check_reason_is_invalid(enum check_reason reason) {
  return reason != CHECK_CANNOT_READ && reason != CHECK_NO_MEMORY;
}

#endif
