/* The words of the contract. */
#include <pns/pns.h>

const char *pns_verdict_name(enum pns_verdict verdict) {
  switch (verdict) {
    case PNS_PROVEN:
      return "proven";
    case PNS_DISPROVEN:
      return "disproven";
    case PNS_UNKNOWN:
      break;
  }
  return "unknown";
}

const char *pns_reason_name(enum pns_reason reason) {
  switch (reason) {
    case PNS_REASON_TIME:
      return "time";
    case PNS_REASON_EXPANSIONS:
      return "expansions";
    case PNS_REASON_MEMORY:
      return "memory";
    case PNS_REASON_SIGNAL:
      return "signal";
    case PNS_REASON_STOP:
      return "stop";
    case PNS_REASON_NONE:
      break;
  }
  return NULL;
}

const char *pns_value_name(enum pns_value value) {
  switch (value) {
    case PNS_VALUE_WIN:
      return "win";
    case PNS_VALUE_DRAW:
      return "draw";
    case PNS_VALUE_LOSS:
      return "loss";
    case PNS_VALUE_UNKNOWN:
      break;
  }
  return NULL;
}

const char *pns_goal_name(enum pns_goal goal) {
  switch (goal) {
    case PNS_GOAL_MOVER_WINS:
      return "mover-wins";
    case PNS_GOAL_MOVER_NOT_LOSES:
      return "mover-not-loses";
    case PNS_GOAL_FIRST_WINS:
      return "first-wins";
    case PNS_GOAL_FIRST_NOT_LOSES:
      return "first-not-loses";
    case PNS_GOAL_SECOND_WINS:
      return "second-wins";
    case PNS_GOAL_SECOND_NOT_LOSES:
      return "second-not-loses";
  }
  return "unknown";
}
