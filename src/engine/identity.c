#include "engine/identity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Enough to see most changes, the ends of some games included; few enough for a slow program. */
enum { POSITIONS = 500, POSITIONS_ASKED = 60 };

struct sample {
  const struct pns_rules *rules;
  char *position;
  pns_move *moves;
  XXH3_state_t *hash;
  uint64_t random;
};

static uint32_t below(struct sample *s, uint32_t count) {
  s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(((s->random >> 32) * count) >> 32);
}

/* Takes a position into the hash and goes on from there; back to the start after the end. */
static void take(struct sample *s) {
  const struct pns_game *game = s->rules->game;
  char text[PNS_POSITION_TEXT_MAX];
  game->format(s->rules, s->position, text);
  const int facts[] = {(int)game->mover(s->rules, s->position),
                       (int)game->outcome(s->rules, s->position)};
  XXH3_128bits_update(s->hash, text, strlen(text));
  XXH3_128bits_update(s->hash, facts, sizeof facts);
  if (facts[1] != PNS_ONGOING) {
    game->start(s->rules, s->position);
    return;
  }
  struct pns_key key = {{0, 0}};
  pns_move *moves = s->moves;
  game->key(s->rules, s->position, &key);
  const uint32_t count = game->moves(s->rules, s->position, moves);
  XXH3_128bits_update(s->hash, &key, sizeof key);
  XXH3_128bits_update(s->hash, moves, count * sizeof *moves);
  game->play(s->rules, s->position, moves[below(s, count)]);
}

static void hash_sample(struct sample *s, uint32_t positions, char identity[PNS_IDENTITY_MAX]) {
  const struct pns_rules *rules = s->rules;
  XXH3_128bits_reset(s->hash);
  XXH3_128bits_update(s->hash, rules->game->name, strlen(rules->game->name));
  XXH3_128bits_update(s->hash, rules->parameters, strlen(rules->parameters));
  rules->game->start(rules, s->position);
  for (uint32_t i = 0; i < positions; i++) take(s);
  const XXH128_hash_t hash = XXH3_128bits_digest(s->hash);
  snprintf(identity, PNS_IDENTITY_MAX, "%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64,
           (uint64_t)hash.low64);
}

enum pns_status pns_identity_write(const struct pns_position *position,
                                   char identity[PNS_IDENTITY_MAX], struct pns_error *error) {
  const struct pns_rules *rules = pns_position_rules(position);
  struct sample s = {.rules = rules};
  identity[0] = '\0';
  if (!pns_origin_is_foreign(&position->shared->origin)) return PNS_OK;
  s.position = calloc(1, rules->position_bytes);
  s.moves = malloc(rules->max_moves * sizeof *s.moves);
  s.hash = XXH3_createState();
  const bool ready = s.position != NULL && s.moves != NULL && s.hash != NULL;
  const bool asked = position->shared->origin.command != NULL;
  if (ready) hash_sample(&s, asked ? POSITIONS_ASKED : POSITIONS, identity);
  XXH3_freeState(s.hash);
  free(s.moves);
  free(s.position);
  if (!ready) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for knowing a game");
  return pns_position_check(position, error);
}
