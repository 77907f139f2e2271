/* A goal as what the search knows: who must win, and whether the answer is turned round. */
#ifndef PNS_ENGINE_GOAL_H
#define PNS_ENGINE_GOAL_H

#include <pns/game.h>

/* "PLAYER does not lose" is "the opponent wins" denied. */
struct pns_question {
  enum pns_player player; /* the goal is about */
  bool win;               /* it asks for a win; else for no loss */
};

static inline enum pns_player pns_opponent(enum pns_player player) {
  return player == PNS_FIRST ? PNS_SECOND : PNS_FIRST;
}

static inline struct pns_question pns_goal_question(enum pns_goal goal, enum pns_player mover) {
  switch (goal) {
    case PNS_GOAL_FIRST_WINS:
      return (struct pns_question){PNS_FIRST, true};
    case PNS_GOAL_FIRST_NOT_LOSES:
      return (struct pns_question){PNS_FIRST, false};
    case PNS_GOAL_SECOND_WINS:
      return (struct pns_question){PNS_SECOND, true};
    case PNS_GOAL_SECOND_NOT_LOSES:
      return (struct pns_question){PNS_SECOND, false};
    case PNS_GOAL_MOVER_NOT_LOSES:
      return (struct pns_question){mover, false};
    case PNS_GOAL_MOVER_WINS:
      break;
  }
  return (struct pns_question){mover, true};
}

/* The player for whom the search proves a win. */
static inline enum pns_player pns_question_prover(struct pns_question question) {
  return question.win ? question.player : pns_opponent(question.player);
}

#endif
