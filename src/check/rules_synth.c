/*
 * A random tree from a seed. A node is its path: a 1, then the number of each move from the root on
 * in `bits` bits, all read as one number of 128 bits. A hash of seed and path gives every node its
 * count of children and every leaf its winner:
 *
 *   mix(x): x ^= x >> 33; x *= 0xff51afd7ed558ccd; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53;
 *           x ^= x >> 33
 *   hash = mix(mix(mix(seed + 0x9e3779b97f4a7c15) ^ low word) + high word)
 *   children = LEAST + ((upper 32 bits of hash) * (MOST - LEAST + 1)) >> 32
 *   a leaf is won for the first player if (hash >> 11) < WINS * 2^53
 *
 * words[0] is the low word, words[1] the high one, `extra` the depth.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules.h"

struct tree {
  uint64_t seed, least, most, depth, win_limit;
  unsigned bits; /* of a move in the path */
};

static const struct tree *tree_of(const struct check_rules *rules) { return rules->context; }

/* ---- parameters: "seed=1,branching=2-4,depth=20,wins=0.500000,cost=0,sleep=0" ---- */

/* Reads "NAME=" and a number of at most 20 digits. */
static bool take_number(const char **text, const char *name, uint64_t *number) {
  const size_t length = strlen(name);
  if (strncmp(*text, name, length) != 0) return false;
  *text += length;
  const size_t digits = strspn(*text, "0123456789");
  if (digits == 0 || digits > 20) return false;
  *number = 0;
  for (size_t i = 0; i < digits; i++, ++*text) {
    const uint64_t digit = (uint64_t)(**text - '0');
    if (*number > (UINT64_MAX - digit) / 10) return false;
    *number = *number * 10 + digit;
  }
  return true;
}

/* The share is written with six decimals. Times 2^53 it is exact, and is then cut. */
static bool take_wins(const char **text, struct tree *tree) {
  static const char name[] = ",wins=";
  if (strncmp(*text, name, sizeof name - 1) != 0) return false;
  *text += sizeof name - 1;
  if (strspn(*text, "01") < 1 || (*text)[1] != '.' || strspn(*text + 2, "0123456789") != 6)
    return false;
  const double wins = strtod(*text, NULL);
  *text += 8;
  tree->win_limit = (uint64_t)(wins * (double)(UINT64_C(1) << 53));
  return wins <= 1;
}

static bool read_parameters(const char *text, struct tree *tree) {
  uint64_t cost, sleep;
  if (!take_number(&text, "seed=", &tree->seed)) return false;
  if (!take_number(&text, ",branching=", &tree->least)) return false;
  tree->most = tree->least;
  if (*text == '-' && !take_number(&text, "-", &tree->most)) return false;
  return take_number(&text, ",depth=", &tree->depth) && take_wins(&text, tree) &&
         take_number(&text, ",cost=", &cost) && take_number(&text, ",sleep=", &sleep) &&
         *text == '\0';
}

static bool open(struct check_rules *rules, const char *parameters) {
  struct tree *tree = calloc(1, sizeof *tree);
  rules->context = tree;
  if (tree == NULL || !read_parameters(parameters, tree)) return false;
  if (tree->least < 1 || tree->most < tree->least || tree->most > CHECK_MOVES_MAX) return false;
  for (tree->bits = 1; UINT64_C(1) << tree->bits < tree->most;) tree->bits++;
  return tree->depth <= 120 / tree->bits;
}

static void close(struct check_rules *rules) { free(rules->context); }

/* ---- the tree ---- */

static uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= UINT64_C(0xff51afd7ed558ccd);
  x ^= x >> 33;
  x *= UINT64_C(0xc4ceb9fe1a85ec53);
  x ^= x >> 33;
  return x;
}

static uint64_t hash(const struct tree *tree, const struct check_position *position) {
  const uint64_t seed = mix(tree->seed + UINT64_C(0x9e3779b97f4a7c15));
  return mix(mix(seed ^ position->words[0]) + position->words[1]);
}

static uint32_t count_children(const struct tree *tree, const struct check_position *position) {
  const uint64_t span = tree->most - tree->least + 1;
  return (uint32_t)(tree->least + ((hash(tree, position) >> 32) * span >> 32));
}

static enum check_outcome outcome(const struct check_rules *rules,
                                  const struct check_position *position) {
  const struct tree *tree = tree_of(rules);
  if (position->extra < tree->depth) return CHECK_ONGOING;
  return hash(tree, position) >> 11 < tree->win_limit ? CHECK_FIRST_WINS : CHECK_SECOND_WINS;
}

static uint32_t moves(const struct check_rules *rules, const struct check_position *position,
                      uint32_t *list) {
  const uint32_t count = count_children(tree_of(rules), position);
  for (uint32_t i = 0; i < count; i++) list[i] = i;
  return count;
}

static void play(const struct check_rules *rules, struct check_position *position, uint32_t move) {
  for (unsigned bit = tree_of(rules)->bits; bit-- > 0;) {
    position->words[1] = position->words[1] << 1 | position->words[0] >> 63;
    position->words[0] = position->words[0] << 1 | (move >> bit & 1);
  }
  position->extra++;
  position->side = !position->side;
}

/* ---- texts ---- */

/* "root", or "root.2.1" after moves 2 and 1. */
static bool parse(const struct check_rules *rules, const char *text,
                  struct check_position *position) {
  position->words[0] = 1;
  if (strncmp(text, "root", 4) != 0) return false;
  for (text += 4; *text != '\0';) {
    uint64_t number;
    if (text[1] == '0' || !take_number(&text, ".", &number)) return false;
    if (outcome(rules, position) != CHECK_ONGOING) return false;
    if (number < 1 || number > count_children(tree_of(rules), position)) return false;
    play(rules, position, (uint32_t)number - 1);
  }
  return true;
}

static void move_text(const struct check_rules *rules, const struct check_position *position,
                      uint32_t move, char *text) {
  (void)rules, (void)position;
  sprintf(text, "%u", move + 1);
}

const struct check_game check_game_synth = {
    .name = "synth",
    .rules =
        "both choose a child in turn in a random tree; children and winners come from a hash of "
        "the seed and the path",
    .words = 2,
    .open = open,
    .close = close,
    .parse = parse,
    .outcome = outcome,
    .moves = moves,
    .play = play,
    .move_text = move_text,
};
