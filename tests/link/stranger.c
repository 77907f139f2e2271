/* A game from outside (take one or two from a heap, the last one wins) and a built-in one. */
#include <pns/pns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct heap {
  uint32_t left, turn;
};

static enum pns_status heap_open(struct pns_rules *rules, const char *parameters,
                                 struct pns_error *error) {
  int size = atoi(parameters);
  if (size < 1 || size > 1000)
    return pns_error_set(error, PNS_ERROR_INPUT, "heap: '%s', expected 1 to 1000", parameters);
  snprintf(rules->parameters, sizeof rules->parameters, "%d", size);
  rules->position_bytes = sizeof(struct heap);
  rules->max_moves = 2;
  rules->exact_key = true;
  return PNS_OK;
}

static void heap_start(const struct pns_rules *rules, void *position) {
  struct heap *heap = position;
  heap->left = (uint32_t)atoi(rules->parameters);
  heap->turn = 0;
}

static void heap_format(const struct pns_rules *rules, const void *position, char *text) {
  (void)rules;
  const struct heap *heap = position;
  sprintf(text, "%u left, %s to move", heap->left, heap->turn == 0 ? "first" : "second");
}

static void heap_draw(const struct pns_rules *rules, const void *position, char *text) {
  heap_format(rules, position, text);
  strcat(text, "\n");
}

static void heap_move_text(const struct pns_rules *rules, const void *position, pns_move move,
                           char *text) {
  (void)rules;
  (void)position;
  sprintf(text, "%u", move);
}

static enum pns_player heap_mover(const struct pns_rules *rules, const void *position) {
  (void)rules;
  return ((const struct heap *)position)->turn == 0 ? PNS_FIRST : PNS_SECOND;
}

static enum pns_outcome heap_outcome(const struct pns_rules *rules, const void *position) {
  (void)rules;
  const struct heap *heap = position;
  if (heap->left > 0) return PNS_ONGOING;
  return heap->turn == 0 ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

static uint32_t heap_moves(const struct pns_rules *rules, const void *position, pns_move *moves) {
  (void)rules;
  moves[0] = 1;
  moves[1] = 2;
  return ((const struct heap *)position)->left == 1 ? 1 : 2;
}

static void heap_play(const struct pns_rules *rules, void *position, pns_move move) {
  (void)rules;
  struct heap *heap = position;
  heap->left -= move;
  heap->turn ^= 1;
}

static void heap_key(const struct pns_rules *rules, const void *position, struct pns_key *key) {
  (void)rules;
  const struct heap *heap = position;
  key->word[0] = heap->left;
  key->word[1] = heap->turn;
}

static const struct pns_game heap_game = {
    .abi = PNS_GAME_ABI,
    .name = "heap",
    .title = "Heap",
    .parameters = "1 to 1000",
    .notation = "Moves are 1 and 2.",
    .rules = "Take one or two, the last one wins.",
    .source = "folklore",
    .open = heap_open,
    .start = heap_start,
    .format = heap_format,
    .draw = heap_draw,
    .move_text = heap_move_text,
    .mover = heap_mover,
    .outcome = heap_outcome,
    .moves = heap_moves,
    .play = heap_play,
    .key = heap_key,
};

static void fail(const struct pns_error *error) {
  fprintf(stderr, "%s\n", error->text);
  exit(1);
}

static void answer(struct pns_position *position) {
  struct pns_error error;
  struct pns_result result;
  struct pns_solver *solver = NULL;
  struct pns_options *options = pns_options_new();
  if (pns_options_set(options, "threads", "2", &error) != PNS_OK ||
      pns_options_set(options, "memory", "256M", &error) != PNS_OK ||
      pns_solver_new(position, options, &solver, &error) != PNS_OK ||
      pns_solver_run(solver, NULL, NULL, &result, &error) != PNS_OK)
    fail(&error);
  printf("%s %s\n", pns_position_rules(position)->game->name, pns_verdict_name(result.verdict));
  pns_solver_free(solver);
  pns_options_free(options);
  pns_position_free(position);
}

static void answer_heap(const char *size) {
  struct pns_error error;
  struct pns_position *position = NULL;
  if (pns_position_new_game(&heap_game, size, &position, &error) != PNS_OK) fail(&error);
  answer(position);
}

int main(void) {
  struct pns_error error;
  struct pns_position *position = NULL;
  answer_heap("100");
  answer_heap("99");
  if (pns_position_new("mnk:3x3x3", &position, &error) != PNS_OK) fail(&error);
  answer(position);
  return 0;
}
