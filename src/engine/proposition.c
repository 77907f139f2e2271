#include "engine/proposition.h"

#include <stdio.h>
#include <string.h>

/* Longer ones would drown the sentence; the result holds the position beside it anyway. */
#define POSITION_SHOWN 200

static enum pns_player goal_player(enum pns_goal goal, enum pns_player mover) {
  switch (goal) {
    case PNS_GOAL_FIRST_WINS:
    case PNS_GOAL_FIRST_NOT_LOSES:
      return PNS_FIRST;
    case PNS_GOAL_SECOND_WINS:
    case PNS_GOAL_SECOND_NOT_LOSES:
      return PNS_SECOND;
    case PNS_GOAL_MOVER_WINS:
    case PNS_GOAL_MOVER_NOT_LOSES:
      break;
  }
  return mover;
}

static bool goal_is_win(enum pns_goal goal) {
  return goal == PNS_GOAL_MOVER_WINS || goal == PNS_GOAL_FIRST_WINS || goal == PNS_GOAL_SECOND_WINS;
}

/* "the start" where nothing was played, else the position in its notation. */
static void describe_position(const struct pns_rules *rules, const void *position, char *text,
                              size_t size) {
  char written[PNS_POSITION_TEXT_MAX], start_written[PNS_POSITION_TEXT_MAX];
  _Alignas(max_align_t) unsigned char start[PNS_POSITION_BYTES_MAX] = {0};
  rules->game->format(rules, position, written);
  rules->game->start(rules, start);
  rules->game->format(rules, start, start_written);
  if (strcmp(written, start_written) == 0)
    snprintf(text, size, "the start");
  else if (strlen(written) > POSITION_SHOWN)
    snprintf(text, size, "the given position");
  else
    snprintf(text, size, "%s", written);
}

/* Where positions come back, the reader must know what play without end counts as. */
static const char *endless(const struct pns_rules *rules, enum pns_goal goal) {
  if (!rules->cyclic) return "";
  return goal_is_win(goal) ? ", where play without end is no win"
                           : ", where play without end is no loss";
}

void pns_proposition_write(const struct pns_rules *rules, const void *position, enum pns_goal goal,
                           char *text, size_t size) {
  char from[POSITION_SHOWN + 1];
  describe_position(rules, position, from, sizeof from);
  enum pns_player mover = rules->game->mover(rules, position);
  enum pns_player player = goal_player(goal, mover);
  snprintf(text, size, "the %s player%s can %s from %s in %s%s%.*s%s",
           player == PNS_FIRST ? "first" : "second", player == mover ? ", to move," : "",
           goal_is_win(goal) ? "force a win" : "avoid losing", from, rules->game->title,
           rules->parameters[0] == '\0' ? "" : " ", (int)sizeof rules->parameters,
           rules->parameters, endless(rules, goal));
}
