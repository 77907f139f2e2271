/* What is asked of every position of a checked game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "games/checked_inside.h"

void pns_checked_copy(const struct pns_checked *c, union pns_check_position *to, const void *from) {
  memcpy(to->bytes, from, c->inner.position_bytes);
  memset(to->bytes + c->inner.position_bytes, PNS_CHECK_FILL, PNS_CHECK_GUARD);
}

static bool is_fill(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i] != PNS_CHECK_FILL) return false;
  return true;
}

bool pns_checked_guard_holds(const struct pns_checked *c, const union pns_check_position *p) {
  return is_fill(p->bytes + c->inner.position_bytes, PNS_CHECK_GUARD);
}

/* ---- moves ---- */

static int compare_moves(const void *a, const void *b) {
  const pns_move x = *(const pns_move *)a, y = *(const pns_move *)b;
  return x < y ? -1 : x > y;
}

static bool all_differ(const pns_move *moves, uint32_t count) {
  pns_move *sorted = malloc(count * sizeof *sorted);
  if (sorted == NULL) return true;
  bool differ = true;
  memcpy(sorted, moves, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare_moves);
  for (uint32_t i = 1; i < count; i++) differ &= sorted[i - 1] != sorted[i];
  free(sorted);
  return differ;
}

uint32_t pns_checked_list(struct pns_checked *c, const void *at, const void *position,
                          pns_move *moves) {
  const struct pns_rules *inner = &c->inner;
  enum { ROOM = PNS_MOVES_MAX + PNS_CHECK_GUARD / sizeof(pns_move) };
  pns_move written[ROOM];
  memset(written, PNS_CHECK_FILL, sizeof written);
  const uint32_t count = c->inner_game->moves(inner, position, written);
  const size_t most = inner->max_moves * sizeof *written;
  if (count < 1 || count > inner->max_moves) {
    pns_checked_fault(c, at, "moves gives %u moves, expected 1 to %u (max_moves)", count,
                      inner->max_moves);
    moves[0] = written[0];
    return 1;
  }
  if (!is_fill((const unsigned char *)written + most, sizeof written - most))
    pns_checked_fault(c, at, "moves writes more than max_moves (%u) moves", inner->max_moves);
  memcpy(moves, written, count * sizeof *moves);
  return count;
}

static void check_moves(struct pns_checked *c, const void *position, const pns_move *moves,
                        uint32_t count) {
  pns_move again[PNS_MOVES_MAX];
  if (pns_checked_list(c, position, position, again) != count ||
      memcmp(moves, again, count * sizeof *moves) != 0)
    pns_checked_fault(c, position, "moves lists other moves when it is asked twice");
  if (!all_differ(moves, count))
    pns_checked_fault(c, position, "two moves of one position have the same number");
  const uint32_t mobility =
      c->inner_game->mobility == NULL ? count : c->inner_game->mobility(&c->inner, position);
  if (mobility != count)
    pns_checked_fault(c, position, "mobility says %u, but there are %u moves", mobility, count);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static bool is_word(const char *text) {
  if (text[0] == '\0') return false;
  for (; *text != '\0'; text++)
    if ((unsigned char)*text <= ' ') return false;
  return true;
}

void pns_checked_move_text(struct pns_checked *c, const void *position, pns_move move, char *text) {
  char written[PNS_MOVE_TEXT_MAX + PNS_CHECK_GUARD];
  memset(written, PNS_CHECK_FILL, sizeof written);
  c->inner_game->move_text(&c->inner, position, move, written);
  const bool fits = memchr(written, '\0', PNS_MOVE_TEXT_MAX) != NULL &&
                    is_fill((unsigned char *)written + PNS_MOVE_TEXT_MAX, PNS_CHECK_GUARD);
  if (!fits)
    pns_checked_fault(c, position, "move_text writes more than %u bytes", PNS_MOVE_TEXT_MAX);
  else if (!is_word(written))
    pns_checked_fault(c, position, "move_text writes '%.40s', expected a word without blanks",
                      written);
  memcpy(text, fits ? written : "?", fits ? strlen(written) + 1 : 2);
}

static void check_move_texts(struct pns_checked *c, const void *position, const pns_move *moves,
                             uint32_t count) {
  char(*texts)[PNS_MOVE_TEXT_MAX] = malloc(count * sizeof *texts);
  if (texts == NULL) return;
  for (uint32_t i = 0; i < count; i++) pns_checked_move_text(c, position, moves[i], texts[i]);
  qsort(texts, count, sizeof *texts, compare_texts);
  for (uint32_t i = 1; i < count; i++)
    if (strcmp(texts[i - 1], texts[i]) == 0)
      pns_checked_fault(c, position, "two moves are written '%.60s'", texts[i]);
  free(texts);
}

/* ---- symmetry and keys ---- */

static void fold(struct pns_checked *c, const void *position, union pns_check_position *folded) {
  pns_checked_copy(c, folded, position);
  if (c->inner_game->canonical != NULL) c->inner_game->canonical(&c->inner, folded->bytes);
}

struct pns_key pns_checked_key(struct pns_checked *c, const void *position) {
  union pns_check_position folded;
  struct pns_key key = {{0, 0}};
  fold(c, position, &folded);
  c->inner_game->key(&c->inner, folded.bytes, &key);
  return key;
}

static bool same_key(const struct pns_key *a, const struct pns_key *b) {
  return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static void check_key(struct pns_checked *c, const void *position, const void *folded) {
  struct pns_key key = {{0, 0}}, again = {{~UINT64_C(0), ~UINT64_C(0)}};
  c->inner_game->key(&c->inner, folded, &key);
  c->inner_game->key(&c->inner, folded, &again);
  if (!same_key(&key, &again))
    pns_checked_fault(c, position,
                      "key gives another key when it is asked twice, or leaves a word "
                      "of it unwritten");
}

static uint32_t count_moves(struct pns_checked *c, const void *at, const void *position,
                            pns_move *moves) {
  if (c->inner_game->outcome(&c->inner, position) != PNS_ONGOING) return 0;
  return pns_checked_list(c, at, position, moves);
}

static void check_canonical(struct pns_checked *c, const void *position,
                            union pns_check_position *folded) {
  union pns_check_position twice;
  pns_move once_moves[PNS_MOVES_MAX], twice_moves[PNS_MOVES_MAX];
  fold(c, position, folded);
  if (!pns_checked_guard_holds(c, folded))
    pns_checked_fault(c, position, "canonical writes behind the position");
  check_key(c, position, folded->bytes);
  if (c->inner_game->canonical == NULL) return;
  fold(c, folded->bytes, &twice);
  const struct pns_key key = pns_checked_key(c, position),
                       again = pns_checked_key(c, folded->bytes);
  const uint32_t count = count_moves(c, position, folded->bytes, once_moves);
  if (!same_key(&key, &again) || count_moves(c, position, twice.bytes, twice_moves) != count ||
      memcmp(once_moves, twice_moves, count * sizeof *once_moves) != 0)
    pns_checked_fault(c, position, "canonical changes a canonical position");
  if (c->inner_game->mover(&c->inner, position) != c->inner_game->mover(&c->inner, folded->bytes) ||
      count_moves(c, position, position, twice_moves) != count ||
      c->inner_game->outcome(&c->inner, position) !=
          c->inner_game->outcome(&c->inner, folded->bytes))
    pns_checked_fault(c, position,
                      "canonical changes the mover, the outcome or the count of moves");
}

/* ---- equal keys, equal games ---- */

static void mix(uint64_t *sum, const void *bytes, size_t count) {
  *sum = XXH3_64bits_withSeed(bytes, count, *sum);
}

/* The mover, the outcome, the moves, and where each of them leads. */
static uint64_t sign(struct pns_checked *c, const void *at, const void *folded) {
  pns_move moves[PNS_MOVES_MAX];
  const int facts[] = {(int)c->inner_game->mover(&c->inner, folded),
                       (int)c->inner_game->outcome(&c->inner, folded)};
  const uint32_t count = count_moves(c, at, folded, moves);
  uint64_t sum = count;
  mix(&sum, facts, sizeof facts);
  mix(&sum, moves, count * sizeof *moves);
  for (uint32_t i = 0; i < count; i++) {
    union pns_check_position child;
    pns_checked_copy(c, &child, folded);
    c->inner_game->play(&c->inner, child.bytes, moves[i]);
    const int outcome = (int)c->inner_game->outcome(&c->inner, child.bytes);
    const struct pns_key key = pns_checked_key(c, child.bytes);
    mix(&sum, &outcome, sizeof outcome);
    if (outcome == PNS_ONGOING) mix(&sum, &key, sizeof key);
  }
  return sum;
}

static uint64_t text_hash(struct pns_checked *c, const void *folded) {
  char text[PNS_POSITION_TEXT_MAX];
  c->inner_game->format(&c->inner, folded, text);
  return XXH3_64bits(text, strnlen(text, sizeof text));
}

/* Finished games are never looked up by their key. */
static void check_seen(struct pns_checked *c, const void *position, const void *folded) {
  if (c->inner_game->outcome(&c->inner, folded) != PNS_ONGOING) return;
  struct pns_check_seen now = {.used = true, .signature = sign(c, position, folded)};
  c->inner_game->key(&c->inner, folded, &now.key);
  now.text = text_hash(c, folded);
  const uint64_t hash = XXH3_64bits(&now.key, sizeof now.key);
  pthread_mutex_lock(&c->lock);
  struct pns_check_seen *slot = &c->seen[hash % PNS_CHECK_SEEN];
  const struct pns_check_seen before = *slot;
  *slot = now;
  pthread_mutex_unlock(&c->lock);
  if (!before.used || !same_key(&before.key, &now.key)) return;
  if (before.signature != now.signature)
    pns_checked_fault(c, position,
                      "two positions with one key differ in mover, outcome, moves or in what "
                      "follows from these");
  else if (c->inner.exact_key && before.text != now.text)
    pns_checked_fault(c, position,
                      "exact_key is set, but two positions with one key are written "
                      "differently");
}

/* ---- texts ---- */

/* Whether the text of a function that was given `room` bytes ends within them. */
static bool text_fits(const char *text, size_t room) {
  return memchr(text, '\0', room) != NULL &&
         is_fill((const unsigned char *)text + room, PNS_CHECK_GUARD);
}

static void check_parse(struct pns_checked *c, const void *position, const char *text) {
  union pns_check_position parsed;
  struct pns_error error = {.text = ""};
  memset(&parsed, PNS_CHECK_FILL, sizeof parsed);
  memset(parsed.bytes, 0, c->inner.position_bytes);
  if (c->inner_game->parse(&c->inner, text, parsed.bytes, &error) != PNS_OK) {
    pns_checked_fault(c, position, "parse refuses what format writes: %.100s", error.text);
    return;
  }
  const struct pns_key key = pns_checked_key(c, position), again = pns_checked_key(c, parsed.bytes);
  if (!same_key(&key, &again))
    pns_checked_fault(c, position, "parse makes another position of what format writes");
  if (!pns_checked_guard_holds(c, &parsed))
    pns_checked_fault(c, position, "parse writes behind the position");
}

static void check_texts(struct pns_checked *c, const void *position) {
  char text[PNS_POSITION_TEXT_MAX + PNS_CHECK_GUARD], drawing[PNS_DRAWING_MAX + PNS_CHECK_GUARD];
  memset(text, PNS_CHECK_FILL, sizeof text);
  memset(drawing, PNS_CHECK_FILL, sizeof drawing);
  c->inner_game->draw(&c->inner, position, drawing);
  c->inner_game->format(&c->inner, position, text);
  if (!text_fits(text, PNS_POSITION_TEXT_MAX))
    pns_checked_fault(c, position, "format writes more than %u bytes", PNS_POSITION_TEXT_MAX);
  else if (c->inner_game->parse != NULL)
    check_parse(c, position, text);
  if (!text_fits(drawing, PNS_DRAWING_MAX))
    pns_checked_fault(c, position, "draw writes more than %u bytes", PNS_DRAWING_MAX);
  else if (drawing[0] == '\0' || drawing[strlen(drawing) - 1] != '\n')
    pns_checked_fault(c, position, "draw does not end with a newline");
}

/* ---- all of it ---- */

static bool check_facts(struct pns_checked *c, const void *position) {
  const int mover = (int)c->inner_game->mover(&c->inner, position);
  const int outcome = (int)c->inner_game->outcome(&c->inner, position);
  if (mover != PNS_FIRST && mover != PNS_SECOND)
    pns_checked_fault(c, position, "mover gives %d, expected PNS_FIRST or PNS_SECOND", mover);
  if (outcome < PNS_ONGOING || outcome > PNS_DRAW)
    pns_checked_fault(c, position, "outcome gives %d, expected one of enum pns_outcome", outcome);
  if (outcome == PNS_DRAW && !c->inner.draws)
    pns_checked_fault(c, position, "a draw, though rules->draws is false");
  if (mover != (int)c->inner_game->mover(&c->inner, position) ||
      outcome != (int)c->inner_game->outcome(&c->inner, position))
    pns_checked_fault(c, position, "mover or outcome change when they are asked twice");
  return !pns_failure_is_set(c->failure);
}

void pns_checked_examine(struct pns_checked *c, const void *position) {
  union pns_check_position before, folded;
  pns_move moves[PNS_MOVES_MAX];
  pns_checked_copy(c, &before, position);
  if (!check_facts(c, position)) return;
  const uint32_t count = count_moves(c, position, position, moves);
  if (count > 0) {
    check_moves(c, position, moves, count);
    check_move_texts(c, position, moves, count);
  }
  check_canonical(c, position, &folded);
  if (count > 0) {
    pns_checked_unfold(c, position, folded.bytes, moves, count);
    pns_checked_leaf(c, position, folded.bytes);
    pns_checked_hopeless(c, position, folded.bytes, moves, count);
    pns_checked_decided(c, position, folded.bytes, moves, count);
  }
  check_texts(c, position);
  check_seen(c, position, folded.bytes);
  if (memcmp(before.bytes, position, c->inner.position_bytes) != 0)
    pns_checked_fault(c, position, "a function that only looks at a position changes it");
}
