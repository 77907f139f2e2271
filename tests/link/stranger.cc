// The stranger's program again, from C++: the headers must be valid there too.
#include <pns/game.h>
#include <pns/pns.h>

#include <cstdlib>
#include <iostream>

namespace {

struct Heap {
  uint32_t left, turn;
};

Heap *heap(void *position) { return static_cast<Heap *>(position); }
const Heap *heap(const void *position) { return static_cast<const Heap *>(position); }

pns_status open(pns_rules *rules, const char *parameters, pns_error *) {
  std::snprintf(rules->parameters, sizeof rules->parameters, "%s", parameters);
  rules->position_bytes = sizeof(Heap);
  rules->max_moves = 2;
  rules->exact_key = true;
  return PNS_OK;
}

void start(const pns_rules *rules, void *position) {
  *heap(position) = {static_cast<uint32_t>(std::atoi(rules->parameters)), 0};
}

void format(const pns_rules *, const void *position, char *text) {
  std::snprintf(text, PNS_POSITION_TEXT_MAX, "%u left", heap(position)->left);
}

void move_text(const pns_rules *, const void *, pns_move move, char *text) {
  std::snprintf(text, PNS_MOVE_TEXT_MAX, "%u", move);
}

pns_player mover(const pns_rules *, const void *position) {
  return heap(position)->turn == 0 ? PNS_FIRST : PNS_SECOND;
}

pns_outcome outcome(const pns_rules *, const void *position) {
  if (heap(position)->left > 0) return PNS_ONGOING;
  return heap(position)->turn == 0 ? PNS_SECOND_WINS : PNS_FIRST_WINS;
}

uint32_t moves(const pns_rules *, const void *position, pns_move *moves) {
  moves[0] = 1;
  moves[1] = 2;
  return heap(position)->left == 1 ? 1 : 2;
}

void play(const pns_rules *, void *position, pns_move move) {
  heap(position)->left -= move;
  heap(position)->turn ^= 1;
}

void key(const pns_rules *, const void *position, pns_key *key) {
  key->word[0] = heap(position)->left;
  key->word[1] = heap(position)->turn;
}

pns_game make_game() {
  pns_game game = {};
  game.abi = PNS_GAME_ABI;
  game.name = "heap";
  game.title = "Heap";
  game.parameters = game.notation = game.rules = game.source = "as in stranger.c";
  game.open = open;
  game.start = start;
  game.format = format;
  game.draw = format;
  game.move_text = move_text;
  game.mover = mover;
  game.outcome = outcome;
  game.moves = moves;
  game.play = play;
  game.key = key;
  return game;
}

void require(pns_status status, const pns_error &error) {
  if (status == PNS_OK) return;
  std::cerr << error.text << '\n';
  std::exit(1);
}

void answer(pns_position *position) {
  pns_error error;
  pns_result result;
  pns_solver *solver = nullptr;
  pns_options *options = pns_options_new();
  require(pns_options_set(options, "memory", "256M", &error), error);
  require(pns_solver_new(position, options, &solver, &error), error);
  require(pns_solver_run(solver, nullptr, nullptr, &result, &error), error);
  std::cout << pns_position_rules(position)->game->name << ' ' << pns_verdict_name(result.verdict)
            << '\n';
  pns_solver_free(solver);
  pns_options_free(options);
  pns_position_free(position);
}

}  // namespace

#ifdef AS_OWN_GAME

// The same game for `pns solve ./heap.so:SIZE`.
PNS_OWN_GAME = make_game();

#else

int main() {
  const pns_game game = make_game();
  pns_error error;
  pns_position *position = nullptr;
  for (const char *size : {"100", "99"}) {
    require(pns_position_new_game(&game, size, &position, &error), error);
    answer(position);
  }
  require(pns_position_new("mnk:3x3x3", &position, &error), error);
  answer(position);
}

#endif
