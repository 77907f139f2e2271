/*
 * A random AND/OR tree from a seed, for studies of scalability: nothing is stored, every node's
 * branching and every leaf's value is a hash of the path that leads there. Expanding can be made to
 * cost processor time, waiting time, or both.
 */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "games/grid.h"

__extension__ typedef unsigned __int128 wide;

#define BRANCHING_MAX 4096u
#define PATH_BITS 120u /* the key is the path itself, with a 1 in front */
#define COST_MAX_US 10000000u
#define NS_PER_US UINT64_C(1000)
#define NS_PER_S UINT64_C(1000000000)

struct position {
  uint64_t path[2]; /* low word first */
  uint64_t depth;
};

struct context {
  uint64_t seed, depth, least, most, cost_us, sleep_us;
  double wins;
  uint64_t win_limit; /* a leaf is won when its hash's top 53 bits are below */
  uint32_t move_bits;
};

static const struct context *context_of(const struct pns_rules *rules) { return rules->context; }

/* ---- opening ---- */

/* Chance that FIRST wins a node two levels above nodes that he wins with chance p. */
static double two_levels(const struct context *context, double p, bool or_below) {
  for (int level = 0; level < 2; level++) {
    const bool is_or = (level == 0) == or_below;
    double sum = 0, all = 1;
    for (uint64_t branching = 1; branching <= context->most; branching++) {
      all *= is_or ? 1 - p : p;
      if (branching >= context->least) sum += is_or ? 1 - all : all;
    }
    p = sum / (double)(context->most - context->least + 1);
  }
  return p;
}

/* The share of won leaves that keeps the chance the same from level to level: with less the root of
 * a deep tree is almost surely lost, with more it is almost surely won. */
static double critical_share(const struct context *context) {
  const bool or_below = context->depth % 2 == 1;
  double low = 1e-6, high = 1 - 1e-6;
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if (two_levels(context, middle, or_below) < middle)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static enum pns_status read_branching(struct context *context, const char *value,
                                      struct pns_error *error) {
  char least[PNS_PARAMETERS_MAX];
  const size_t length = strcspn(value, "-");
  memcpy(least, value, length);
  least[length] = '\0';
  const char *most = value[length] == '-' ? value + length + 1 : least;
  enum pns_status status =
      pns_text_count("synth: branching", least, 1, BRANCHING_MAX, &context->least, error);
  if (status == PNS_OK)
    status = pns_text_count("synth: branching's upper end", most, context->least, BRANCHING_MAX,
                            &context->most, error);
  return status;
}

static enum pns_status read_pair(struct context *context, char *pair, struct pns_error *error) {
  char quoted[PNS_GRID_QUOTED];
  char *value = strchr(pair, '=');
  if (value != NULL) {
    *value++ = '\0';
    if (strcmp(pair, "seed") == 0)
      return pns_text_count("synth: seed", value, 0, UINT64_MAX, &context->seed, error);
    if (strcmp(pair, "branching") == 0) return read_branching(context, value, error);
    if (strcmp(pair, "depth") == 0)
      return pns_text_count("synth: depth", value, 0, PATH_BITS, &context->depth, error);
    if (strcmp(pair, "wins") == 0)
      return pns_text_real("synth: wins", value, 0, 1, &context->wins, error);
    if (strcmp(pair, "cost") == 0)
      return pns_text_count("synth: cost", value, 0, COST_MAX_US, &context->cost_us, error);
    if (strcmp(pair, "sleep") == 0)
      return pns_text_count("synth: sleep", value, 0, COST_MAX_US, &context->sleep_us, error);
  }
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "synth: '%s', expected seed=, branching=, depth=, wins=, cost= or sleep= "
                       "with a value, between commas",
                       pns_grid_quote(pair, quoted));
}

static enum pns_status read_pairs(struct context *context, const char *parameters,
                                  struct pns_error *error) {
  char text[PNS_PARAMETERS_MAX], quoted[PNS_GRID_QUOTED];
  enum pns_status status = PNS_OK;
  for (const char *c = parameters; *c != '\0'; c++)
    if (*c < '!' || *c > '~')
      return pns_error_set(error, PNS_ERROR_INPUT,
                           "synth: '%s' has a blank or unprintable byte, expected none",
                           pns_grid_quote(parameters, quoted));
  if (strlen(parameters) >= sizeof text)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "synth: parameters of %zu bytes, expected at most %zu", strlen(parameters),
                         sizeof text - 1);
  strcpy(text, parameters);
  for (char *pair = text; pair != NULL && text[0] != '\0' && status == PNS_OK;) {
    char *comma = strchr(pair, ',');
    if (comma != NULL) *comma = '\0';
    status = read_pair(context, pair, error);
    pair = comma != NULL ? comma + 1 : NULL;
  }
  return status;
}

static enum pns_status check_path(struct context *context, struct pns_error *error) {
  for (context->move_bits = 1; UINT64_C(1) << context->move_bits < context->most;)
    context->move_bits++;
  const uint64_t deepest = PATH_BITS / context->move_bits;
  if (context->depth <= deepest) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "synth: depth %llu, expected at most %llu with up to %llu moves a node",
                       (unsigned long long)context->depth, (unsigned long long)deepest,
                       (unsigned long long)context->most);
}

/* The share is rounded as the canonical parameters show it, so that they name the same tree. */
static void settle_wins(struct context *context) {
  char text[32];
  if (context->wins < 0) context->wins = critical_share(context);
  snprintf(text, sizeof text, "%.6f", context->wins);
  context->wins = strtod(text, NULL);
  context->win_limit = (uint64_t)(context->wins * (double)(UINT64_C(1) << 53));
}

static void write_parameters(const struct context *context, char *text) {
  char most[24] = "";
  if (context->most != context->least)
    snprintf(most, sizeof most, "-%llu", (unsigned long long)context->most);
  snprintf(text, PNS_PARAMETERS_MAX,
           "seed=%llu,branching=%llu%s,depth=%llu,wins=%.6f,cost=%llu,sleep=%llu",
           (unsigned long long)context->seed, (unsigned long long)context->least, most,
           (unsigned long long)context->depth, context->wins, (unsigned long long)context->cost_us,
           (unsigned long long)context->sleep_us);
}

static enum pns_status open_rules(struct pns_rules *rules, const char *parameters,
                                  struct pns_error *error) {
  struct context *context = calloc(1, sizeof *context);
  if (context == NULL)
    return pns_error_set(error, PNS_ERROR_SYSTEM, "synth: out of memory for the rules");
  *context = (struct context){.seed = 1, .depth = 20, .least = 2, .most = 4, .wins = -1};
  enum pns_status status = read_pairs(context, parameters, error);
  if (status == PNS_OK) status = check_path(context, error);
  if (status != PNS_OK) {
    free(context);
    return status;
  }
  settle_wins(context);
  write_parameters(context, rules->parameters);
  rules->context = context;
  rules->position_bytes = sizeof(struct position);
  rules->max_moves = (uint32_t)context->most;
  rules->exact_key = true;
  rules->goal = PNS_GOAL_MOVER_WINS;
  rules->backup = PNS_BACKUP_WEAK;
  rules->init = PNS_INIT_MOBILITY;
  rules->epsilon = 1;
  return PNS_OK;
}

static void close_rules(struct pns_rules *rules) { free(rules->context); }

/* ---- the tree ---- */

/* Finalizer of MurmurHash3: every bit of the input changes half of the output's. */
static uint64_t mix(uint64_t bits) {
  bits = (bits ^ bits >> 33) * UINT64_C(0xff51afd7ed558ccd);
  bits = (bits ^ bits >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
  return bits ^ bits >> 33;
}

static uint64_t hash(const struct context *context, const struct position *position) {
  return mix(mix(mix(context->seed + UINT64_C(0x9e3779b97f4a7c15)) ^ position->path[0]) +
             position->path[1]);
}

static uint32_t branching(const struct context *context, const struct position *position) {
  const uint64_t span = context->most - context->least + 1;
  return (uint32_t)(context->least + (hash(context, position) >> 32) * span / (UINT64_C(1) << 32));
}

static void start(const struct pns_rules *rules, void *position) {
  const struct position root = {{1, 0}, 0};
  (void)rules;
  memcpy(position, &root, sizeof root);
}

static enum pns_player mover(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return (enum pns_player)(((const struct position *)position)->depth % 2);
}

static enum pns_outcome outcome(const struct pns_rules *rules, const void *position) {
  const struct context *context = context_of(rules);
  if (((const struct position *)position)->depth < context->depth) return PNS_ONGOING;
  return hash(context, position) >> 11 < context->win_limit ? PNS_FIRST_WINS : PNS_SECOND_WINS;
}

static uint64_t thread_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* Counted in processor time of this thread: being preempted makes the work no smaller. */
static void work(const struct context *context) {
  if (context->cost_us > 0) {
    const uint64_t end = thread_ns() + context->cost_us * NS_PER_US;
    while (thread_ns() < end) continue;
  }
  if (context->sleep_us > 0) {
    struct timespec left = {(time_t)(context->sleep_us * NS_PER_US / NS_PER_S),
                            (long)(context->sleep_us * NS_PER_US % NS_PER_S)};
    while (nanosleep(&left, &left) != 0) continue;
  }
}

/* A move is the child's number from 0. Asking for the moves is what an expansion pays for. */
static uint32_t moves(const struct pns_rules *rules, const void *position, pns_move *list) {
  const uint32_t count = branching(context_of(rules), position);
  for (uint32_t i = 0; i < count; i++) list[i] = i;
  work(context_of(rules));
  return count;
}

static uint32_t mobility(const struct pns_rules *rules, const void *position) {
  return branching(context_of(rules), position);
}

static void play(const struct pns_rules *rules, void *position, pns_move move) {
  const uint32_t bits = context_of(rules)->move_bits;
  struct position *at = position;
  at->path[1] = at->path[1] << bits | at->path[0] >> (64 - bits);
  at->path[0] = at->path[0] << bits | move;
  at->depth++;
}

static void key(const struct pns_rules *rules, const void *position, struct pns_key *name) {
  (void)rules;
  memcpy(name->word, ((const struct position *)position)->path, sizeof name->word);
}

/* ---- texts ---- */

static pns_move move_at(const struct context *context, const struct position *position,
                        uint64_t ply) {
  const wide path = (wide)position->path[1] << 64 | position->path[0];
  const uint64_t shift = (position->depth - 1 - ply) * context->move_bits;
  return (pns_move)(uint64_t)(path >> shift) & ((1u << context->move_bits) - 1);
}

static void format(const struct pns_rules *rules, const void *position, char *text) {
  const struct position *at = position;
  text += sprintf(text, "root");
  for (uint64_t ply = 0; ply < at->depth; ply++)
    text += sprintf(text, ".%u", move_at(context_of(rules), at, ply) + 1);
}

static enum pns_status parse_move(const struct pns_rules *rules, const char *text, const char **at,
                                  void *position, struct pns_error *error) {
  const char *digit = *at;
  uint32_t number = 0;
  for (; *digit >= '0' && *digit <= '9' && number <= BRANCHING_MAX; digit++)
    number = number * 10 + (uint32_t)(*digit - '0');
  if (outcome(rules, position) != PNS_ONGOING)
    return pns_error_set(
        error, PNS_ERROR_INPUT,
        "synth: a move at character %zu of the position, expected the end at a leaf",
        (size_t)(*at - text) + 1);
  const uint32_t count = branching(context_of(rules), position);
  if (number < 1 || number > count || **at == '0')
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "synth: no such move at character %zu of the position, expected a number "
                         "from 1 to %u",
                         (size_t)(*at - text) + 1, count);
  play(rules, position, number - 1);
  *at = digit;
  return PNS_OK;
}

static enum pns_status parse(const struct pns_rules *rules, const char *text, void *position,
                             struct pns_error *error) {
  const char *at = text + 4;
  enum pns_status status = PNS_OK;
  if (strncmp(text, "root", 4) != 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "synth: the position does not begin with 'root', expected 'root' and "
                         "moves, as in 'root.1.2'");
  start(rules, position);
  while (*at == '.' && status == PNS_OK) {
    at++;
    status = parse_move(rules, text, &at, position, error);
  }
  if (status == PNS_OK && *at != '\0')
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "synth: byte 0x%02x at character %zu of the position, expected '.' or the "
                         "end",
                         (unsigned)(unsigned char)*at, (size_t)(at - text) + 1);
  return status;
}

static void draw(const struct pns_rules *rules, const void *position, char *text) {
  const struct context *context = context_of(rules);
  const struct position *at = position;
  format(rules, position, text);
  text += strlen(text);
  if (at->depth == context->depth)
    sprintf(text, ": a leaf, %s for the first player\n",
            outcome(rules, position) == PNS_FIRST_WINS ? "won" : "lost");
  else
    sprintf(text, ": depth %llu of %llu, %u moves, the %s player chooses\n",
            (unsigned long long)at->depth, (unsigned long long)context->depth,
            branching(context, at), at->depth % 2 == 0 ? "first" : "second");
}

static void move_text(const struct pns_rules *rules, const void *position, pns_move move,
                      char *text) {
  (void)rules;
  (void)position;
  sprintf(text, "%u", move + 1);
}

const struct pns_game pns_game_synth = {
    .abi = PNS_GAME_ABI,
    .name = "synth",
    .title = "Random tree",
    .parameters =
        "seed=N,branching=N or N-M,depth=N,wins=SHARE,cost=MICROSECONDS,sleep=MICROSECONDS, "
        "each optional; default seed=1,branching=2-4,depth=20,cost=0,sleep=0 and the share "
        "of won leaves at which such trees are hardest",
    .notation =
        "A move is the number of a child, counted from 1. A position is 'root' and the moves "
        "from there: 'root.2.1'.",
    .rules =
        "The players choose a child in turn; after DEPTH moves the play ends. Each node has a "
        "random count of children (uniform over the range of BRANCHING), each leaf is won for "
        "the first player with chance WINS and lost otherwise, both by a hash of the seed and "
        "the path. Expanding a node takes COST microseconds of processor time and SLEEP "
        "microseconds of waiting.",
    .source =
        "J. Pearl: Heuristics (1984), chapter 8, on random game trees and their critical share",
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
    .key = key,
    .mobility = mobility,
};
