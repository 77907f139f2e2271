/* The position at hand of whoever walks over a proof: a child, its canonical form and its name, and
 * what the store knows of it. */
#ifndef PNS_CERTIFICATE_HAND_H
#define PNS_CERTIFICATE_HAND_H

#include "certificate/again.h"
#include "certificate/writer.h"

/* What a position is for a claim. */
enum pns_end {
  PNS_NO_END,   /* play goes on */
  PNS_GOOD_END, /* it ends here, as the claim needs it */
  PNS_BAD_END,  /* it ends here and denies the claim */
};

/* Whether positions in which a look shows that the prover cannot win any more (game.h) count as
 * ends: in a disproof, where the game knows such. They do whatever first numbers the search had. */
bool pns_claim_looks(const struct pns_certificate_claim *claim);
enum pns_end pns_claim_end(const struct pns_certificate_claim *claim, const void *position);

struct pns_hand {
  const struct pns_certificate_claim *claim;
  const struct pns_rules *rules;
  struct pns_error *error;
  bool (*stopped)(void *user); /* asked while something is searched again */
  void *user;
  struct pns_again again;
  uint64_t searched_again; /* positions */
  char *child, *folded;    /* real, and in canonical form */
  struct pns_key key;      /* of the latter */
  uint64_t hash;
};

/* Takes the claim, the error and `stopped` from the struct. */
enum pns_status pns_hand_init(struct pns_hand *hand);
void pns_hand_done(struct pns_hand *hand);

/* Takes the claim's own position. */
void pns_hand_take_root(struct pns_hand *hand);
/* Takes the position after a move; not named yet. */
enum pns_end pns_hand_play(struct pns_hand *hand, const void *position, pns_move move);
/* Folds and names the position at hand. */
void pns_hand_name(struct pns_hand *hand);

/* Whether the store knows it settled as the claim needs it; `work` then says by a logarithm what
 * that took. */
bool pns_hand_settled(const struct pns_hand *hand, uint32_t *work);
/* Sees to it that the store does. */
enum pns_status pns_hand_settle(struct pns_hand *hand);

/* A move of the chooser's by which the store knows a settled position to be so; what it leads to
 * may have been dropped. */
bool pns_hand_remembered(const struct pns_hand *hand, const struct pns_key *key, pns_move *move);

/* One move is shown where the side moves for which the claim is made. */
bool pns_hand_chooses(const struct pns_hand *hand, const void *position);

#endif
