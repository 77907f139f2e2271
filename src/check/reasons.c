#include "check/reasons.h"

static const struct {
  const char *word, *sentence;
} rows[] = {
#define ROW(name, word, sentence) {word, sentence},
    CHECK_REASONS(ROW)
#undef ROW
};

const char *check_reason_word(enum check_reason reason) { return rows[reason].word; }

const char *check_reason_sentence(enum check_reason reason) { return rows[reason].sentence; }
