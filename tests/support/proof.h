/* Certificates made by test code alone: small games spread out as graphs, solved by backward
 * induction, and written as src/certificate/README.md says. Include the cmocka headers first. */
#ifndef PNS_TESTS_PROOF_H
#define PNS_TESTS_PROOF_H

#include <pns/pns.h>

struct proof_node {
  uint32_t first, count;  /* its children, in natural order of the moves */
  uint32_t class_id;      /* equal for symmetric positions */
  uint8_t mover, outcome; /* enum pns_player, enum pns_outcome */
  bool hopeless[2];       /* for each player, as the game says */
  uint8_t decided[2];     /* the same: enum pns_decision */
};

/* Node 0 is the root. */
struct proof_graph {
  struct proof_node *nodes;
  uint32_t *children;
  uint32_t count, room, child_count, child_room;
  char game[32], parameters[PNS_PARAMETERS_MAX], position[PNS_POSITION_TEXT_MAX];
  char *definition; /* NULL: none */
  bool cyclic;
};

/* Everything that can be reached from the position ("" for the usual start) in GAME[:PARAMETERS].
 */
void proof_graph_game(struct proof_graph *graph, const char *spec, const char *position);
/* A random AND/OR graph with names n0, n1, ...; with `cyclic`, children may lead back. */
void proof_graph_random(struct proof_graph *graph, uint64_t seed, uint32_t nodes, bool cyclic);
/* An AND/OR graph from text whose lines are known to be well-formed, with any node as the root. */
void proof_graph_text(struct proof_graph *graph, const char *definition, const char *root);
void proof_graph_done(struct proof_graph *graph);

/* For each node how many moves the prover needs at most to win from it, UINT32_MAX where he cannot
 * force a win. To be freed. */
uint32_t *proof_solve(const struct proof_graph *graph, uint8_t prover);

struct proof_options {
  uint8_t prover;
  bool proven;           /* the claim */
  bool repetition;       /* references to open positions */
  bool looks;            /* version 2: nothing follows where the prover has no hope */
  uint32_t block_tokens; /* a new block after so many records and bits of children; 0: as large as
                            they may be */
  uint64_t lies;         /* not 0: a seed. Moves and references are then chosen at random, so that
                            false claims get certificates too */
};

struct proof_bytes {
  uint8_t *bytes;
  size_t count, room;
  uint64_t records;
};

/* Appends the certificate; `bytes` starts zeroed and is freed by the caller. */
void proof_write(const struct proof_graph *graph, const struct proof_options *options,
                 struct proof_bytes *bytes);

/* Replaces all checksums and the digest of a file whose sections can be told apart by the right
 * ones; false when they cannot be told apart. */
bool proof_reseal(uint8_t *bytes, size_t count);

#endif
