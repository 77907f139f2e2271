/*
 * Nim, a game of one's own for pns: take any number of stones from one heap; whoever takes the last
 * stone wins. The mover wins exactly when the exclusive or of the heaps is not zero (C. L. Bouton,
 * "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901), which makes
 * the solver's answers easy to check.
 *
 *     cc -O2 -shared -fPIC $(pkg-config --cflags pns) nim.c -o nim.so
 *     pns solve ./nim.so:3-5-7
 */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAPS = 8, MOST = 31 };

/* A byte each, so that there is no padding. */
struct nim {
  uint8_t heap[HEAPS];
  uint8_t turn; /* enum pns_player */
};

/* "3-5-7"; the empty text is the usual start. */
static bool read_heaps(const char *text, struct nim *nim) {
  memset(nim, 0, sizeof *nim);
  for (int i = 0; i < HEAPS; i++) {
    char *end;
    long stones = strtol(text, &end, 10);
    if (end == text || *text < '0' || *text > '9' || stones > MOST) return false;
    nim->heap[i] = (uint8_t)stones;
    if (*end != '-') return *end == '\0';
    text = end + 1;
  }
  return false;
}

static void write_heaps(const struct nim *nim, char *text) {
  int used = HEAPS;
  while (used > 1 && nim->heap[used - 1] == 0) used--;
  for (int i = 0; i < used; i++) text += sprintf(text, "%s%u", i > 0 ? "-" : "", nim->heap[i]);
}

static enum pns_status nim_open(struct pns_rules *rules, const char *parameters,
                                struct pns_error *error) {
  struct nim nim;
  if (!read_heaps(parameters[0] == '\0' ? "3-5-7" : parameters, &nim))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "nim: '%.60s', expected up to %d heaps of up to %d stones like 3-5-7",
                         parameters, HEAPS, MOST);
  write_heaps(&nim, rules->parameters);
  rules->position_bytes = sizeof nim;
  rules->max_moves = HEAPS * MOST;
  rules->exact_key = true;
  rules->init = PNS_INIT_MOBILITY;
  return PNS_OK;
}

static void nim_start(const struct pns_rules *rules, void *position) {
  read_heaps(rules->parameters, position);
}

static void nim_format(const struct pns_rules *rules, const void *position, char *text) {
  const struct nim *nim = position;
  (void)rules;
  write_heaps(nim, text);
  strcat(text, nim->turn == PNS_FIRST ? " first" : " second");
}

static enum pns_status nim_parse(const struct pns_rules *rules, const char *text, void *position,
                                 struct pns_error *error) {
  char heaps[64];
  const char *blank = strchr(text, ' ');
  const size_t length = blank == NULL ? 0 : (size_t)(blank - text);
  struct nim nim;
  (void)rules;
  snprintf(heaps, sizeof heaps, "%.*s", (int)(length < sizeof heaps ? length : 0), text);
  if (blank == NULL || !read_heaps(heaps, &nim) ||
      (strcmp(blank, " first") != 0 && strcmp(blank, " second") != 0))
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "nim: position '%.60s', expected heaps and who moves like '3-5-7 first'",
                         text);
  nim.turn = strcmp(blank, " first") == 0 ? PNS_FIRST : PNS_SECOND;
  memcpy(position, &nim, sizeof nim);
  return PNS_OK;
}

static void nim_draw(const struct pns_rules *rules, const void *position, char *text) {
  nim_format(rules, position, text);
  strcat(text, "\n");
}

/* A move is its heap and how many stones are taken from there: "b3" takes three of the second. */
static void nim_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                          char *text) {
  (void)rules;
  (void)position;
  sprintf(text, "%c%u", 'a' + (int)(move >> 8), move & 255);
}

static enum pns_player nim_mover(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return (enum pns_player)((const struct nim *)position)->turn;
}

static enum pns_outcome nim_outcome(const struct pns_rules *rules, const void *position) {
  const struct nim *nim = position;
  (void)rules;
  for (int i = 0; i < HEAPS; i++)
    if (nim->heap[i] > 0) return PNS_ONGOING;
  return nim->turn == PNS_FIRST ? PNS_SECOND_WINS : PNS_FIRST_WINS; /* whoever cannot move loses */
}

static uint32_t nim_moves(const struct pns_rules *rules, const void *position, pns_move *moves) {
  const struct nim *nim = position;
  uint32_t count = 0;
  (void)rules;
  for (uint32_t i = 0; i < HEAPS; i++)
    for (uint32_t taken = nim->heap[i]; taken >= 1; taken--) moves[count++] = i << 8 | taken;
  return count;
}

static void nim_play(const struct pns_rules *rules, void *position, pns_move move) {
  struct nim *nim = position;
  (void)rules;
  nim->heap[move >> 8] = (uint8_t)(nim->heap[move >> 8] - (move & 255));
  nim->turn ^= 1;
}

static int larger_first(const void *a, const void *b) {
  return *(const uint8_t *)b - *(const uint8_t *)a;
}

/* The order of the heaps does not matter, ever: so children tell moves apart, without `unfold`. */
static void nim_canonical(const struct pns_rules *rules, void *position) {
  (void)rules;
  qsort(((struct nim *)position)->heap, HEAPS, 1, larger_first);
}

static void nim_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  const struct nim *nim = position;
  (void)rules;
  memcpy(&key->word[0], nim->heap, HEAPS);
  key->word[1] = nim->turn;
}

PNS_OWN_GAME = {
    .abi = PNS_GAME_ABI,
    .name = "nim",
    .title = "Nim",
    .parameters = "HEAP-HEAP-..., up to 8 heaps of up to 31 stones; default 3-5-7",
    .notation = "A move is a heap and a number of stones: b3 takes three from the second heap.",
    .rules =
        "In turn the players take one or more stones from one heap. Whoever takes the last "
        "stone wins.",
    .source = "C. L. Bouton, Annals of Mathematics 3 (1901)",
    .open = nim_open,
    .start = nim_start,
    .parse = nim_parse,
    .format = nim_format,
    .draw = nim_draw,
    .move_text = nim_move_text,
    .mover = nim_mover,
    .outcome = nim_outcome,
    .moves = nim_moves,
    .play = nim_play,
    .canonical = nim_canonical,
    .key = nim_key,
};
