#include "certificate/hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pns_claim_looks(const struct pns_certificate_claim *claim) {
  return !claim->proven && claim->search->rules->game->hopeless != NULL;
}

enum pns_end pns_claim_end(const struct pns_certificate_claim *claim, const void *position) {
  const struct pns_rules *rules = claim->search->rules;
  const enum pns_player prover = claim->search->prover;
  const enum pns_outcome win = prover == PNS_FIRST ? PNS_FIRST_WINS : PNS_SECOND_WINS;
  const enum pns_outcome outcome = rules->game->outcome(rules, position);
  if (outcome != PNS_ONGOING) return (outcome == win) == claim->proven ? PNS_GOOD_END : PNS_BAD_END;
  if (!pns_claim_looks(claim)) return PNS_NO_END;
  return rules->game->hopeless(rules, position, prover) ? PNS_GOOD_END : PNS_NO_END;
}

enum pns_status pns_hand_init(struct pns_hand *hand) {
  hand->rules = hand->claim->search->rules;
  hand->child = malloc(hand->rules->position_bytes);
  hand->folded = malloc(hand->rules->position_bytes);
  if (hand->child == NULL || hand->folded == NULL)
    return pns_error_set(hand->error, PNS_ERROR_SYSTEM, "certificate: out of memory");
  return pns_again_init(&hand->again, hand->claim->search, hand->error);
}

void pns_hand_done(struct pns_hand *hand) {
  pns_again_done(&hand->again);
  free(hand->child);
  free(hand->folded);
}

void pns_hand_take_root(struct pns_hand *hand) {
  memcpy(hand->child, hand->claim->position, hand->rules->position_bytes);
  pns_hand_name(hand);
}

enum pns_end pns_hand_play(struct pns_hand *hand, const void *position, pns_move move) {
  memcpy(hand->child, position, hand->rules->position_bytes);
  hand->rules->game->play(hand->rules, hand->child, move);
  return pns_claim_end(hand->claim, hand->child);
}

void pns_hand_name(struct pns_hand *hand) {
  memcpy(hand->folded, hand->child, hand->rules->position_bytes);
  if (hand->rules->game->canonical != NULL) hand->rules->game->canonical(hand->rules, hand->folded);
  hand->rules->game->key(hand->rules, hand->folded, &hand->key);
  hand->hash = pns_key_hash(&hand->key);
}

static uint64_t claimed_word(const struct pns_hand *hand) {
  return hand->claim->proven ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN;
}

/* Works are compared by their logarithms, which is all that is left of some. */
bool pns_hand_settled(const struct pns_hand *hand, uint32_t *work) {
  const struct pns_store *store = hand->claim->search->store;
  const struct pns_node *node = pns_store_find(store, &hand->key, hand->hash);
  if (node == NULL) {
    const struct pns_known known = pns_store_known(store, &hand->key, hand->hash);
    *work = known.work;
    return known.word == claimed_word(hand);
  }
  *work = pns_work_log(atomic_load_explicit(&node->work, memory_order_relaxed));
  return atomic_load_explicit(&node->word, memory_order_acquire) == claimed_word(hand);
}

bool pns_hand_remembered(const struct pns_hand *hand, const struct pns_key *key, pns_move *move) {
  const struct pns_store *store = hand->claim->search->store;
  const uint64_t hash = pns_key_hash(key);
  const struct pns_node *node = pns_store_find(store, key, hash);
  if (node == NULL) {
    const struct pns_known known = pns_store_known(store, key, hash);
    *move = known.move;
    return known.word == claimed_word(hand);
  }
  for (uint32_t i = 0; i < node->edge_count; i++) {
    *move = node->edges[i].move;
    if (atomic_load_explicit(&node->edges[i].word, memory_order_acquire) == claimed_word(hand))
      return true;
  }
  return false;
}

/* Searched to the end the position turned out otherwise than the verdict needs it. */
static enum pns_status refuse(const struct pns_hand *hand) {
  char text[PNS_POSITION_TEXT_MAX], blame[160] = "";
  const struct pns_search *search = hand->claim->search;
  const struct pns_game *game = hand->rules->game;
  if (game->decided != NULL && search->init == PNS_INIT_GAME)
    snprintf(blame, sizeof blame,
             "; 'decided' of the game '%.40s' said so, other first numbers (init) do without it",
             game->name);
  game->format(hand->rules, hand->child, text);
  return pns_error_set(hand->error, PNS_ERROR_INTERNAL,
                       "certificate: none is written, for the verdict rests on '%.200s' %s for the "
                       "%s player, and a search to the end of play finds the opposite%s",
                       text, hand->claim->proven ? "being won" : "not being won",
                       search->prover == PNS_FIRST ? "first" : "second", blame);
}

enum pns_status pns_hand_settle(struct pns_hand *hand) {
  uint32_t ignored;
  if (pns_hand_settled(hand, &ignored)) return PNS_OK;
  const enum pns_status status =
      pns_again(&hand->again, hand->folded, hand->stopped, hand->user, hand->error);
  if (status != PNS_OK) return status;
  hand->searched_again++;
  if (pns_hand_settled(hand, &ignored)) return PNS_OK;
  return refuse(hand);
}

bool pns_hand_chooses(const struct pns_hand *hand, const void *position) {
  const bool prover_moves =
      hand->rules->game->mover(hand->rules, position) == hand->claim->search->prover;
  return prover_moves == hand->claim->proven;
}
