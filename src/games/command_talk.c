#include "games/command_talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/text.h"

/* A process that ended or fell silent is replaced and the question put again, so often in all. */
#define TRIES 3
#define GREETING "pns 1"
/* A program may have to load much before it can greet: so many times the time of an answer. */
#define GREETING_TIMES 6

/* One question under way. */
struct talk {
  struct pns_crew *crew;
  struct pns_process *process;
  const char *question; /* without its newline */
  double answer_s, deadline;
  struct pns_error *error;
};

/* ---- sentences ---- */

static int shown(const char *text) { return (int)strnlen(text, PNS_TEXT_QUOTED); }

static enum pns_status nonsense(const struct talk *t, const char *fault) {
  return pns_error_set(t->error, PNS_ERROR_INTERNAL,
                       "game command '%.100s' answered '%.*s' with %.200s", t->crew->command,
                       shown(t->question), t->question, fault);
}

/* What became of the process, for one that did not answer. */
static void describe_end(const struct talk *t, char *text, size_t size) {
  const struct pns_process *process = t->process;
  const int status = process->status;
  if (process->fault == PNS_PROCESS_LATE)
    snprintf(text, size, "gave no answer within %g s", t->answer_s);
  else if (process->pid != 0)
    snprintf(text, size, "closed its output");
  else if (WIFSIGNALED(status))
    snprintf(text, size, "was ended by signal %d", WTERMSIG(status));
  else if (WEXITSTATUS(status) > 128) /* the shell's way to say it */
    snprintf(text, size, "was ended by signal %d", WEXITSTATUS(status) - 128);
  else
    snprintf(text, size, "ended with status %d", WEXITSTATUS(status));
}

static enum pns_status silence(const struct talk *t) {
  char text[128];
  describe_end(t, text, sizeof text);
  return pns_error_set(t->error, PNS_ERROR_SYSTEM,
                       "game command '%.150s' %s when it was asked '%.*s', %d times in a row",
                       t->crew->command, text, shown(t->question), t->question, TRIES);
}

/* ---- one question to one process ---- */

/* NULL: the process is no good any more, or (PNS_PROCESS_LONG) talks nonsense. */
static char *hear(struct talk *t) { return pns_process_hear(t->process, t->deadline); }

static bool say(struct talk *t) {
  char line[PNS_PROCESS_LINE_MAX];
  snprintf(line, sizeof line, "%s\n", t->question);
  t->deadline = pns_clock_now() + t->answer_s;
  return pns_process_say(t->process, line, t->deadline);
}

/* Reads an answer. `again` is set when another process may do better. */
typedef enum pns_status answer_function(struct talk *t, void *into, bool *again);

static enum pns_status unheard(const struct talk *t, bool *again) {
  if (t->process->fault == PNS_PROCESS_LONG)
    return nonsense(t, "a line that is too long or has a zero byte in it");
  *again = true;
  return silence(t);
}

/* "error SENTENCE" */
static bool is_refusal(const struct talk *t, const char *line) {
  if (strncmp(line, "error ", 6) != 0) return false;
  pns_error_set(t->error, PNS_ERROR_INPUT, "game command '%.100s' refuses '%.*s': %.250s",
                t->crew->command, shown(t->question), t->question, line + 6);
  return true;
}

static enum pns_status hear_position(struct talk *t, void *into, bool *again) {
  char fault[160];
  char *line = hear(t);
  if (line == NULL) return unheard(t, again);
  if (is_refusal(t, line)) return PNS_ERROR_INPUT;
  if (pns_told_read(into, line, t->crew->hello.text_most, fault, sizeof fault)) return PNS_OK;
  return nonsense(t, fault);
}

struct wanted {
  const struct pns_told *parent;
  struct pns_family_draft draft;
};

static enum pns_status hear_moves(struct talk *t, void *into, bool *again) {
  struct wanted *wanted = into;
  struct pns_family_draft *draft = &wanted->draft;
  char fault[160];
  uint64_t count;
  char *line = hear(t);
  if (line == NULL) return unheard(t, again);
  if (is_refusal(t, line)) { /* it named that position itself */
    if (t->error != NULL) t->error->status = PNS_ERROR_INTERNAL;
    return PNS_ERROR_INTERNAL;
  }
  if (pns_text_count("", line, 1, t->crew->hello.moves_most, &count, NULL) != PNS_OK) {
    snprintf(fault, sizeof fault, "'%.60s', expected how many moves there are, 1 to %u", line,
             (unsigned)t->crew->hello.moves_most);
    return nonsense(t, fault);
  }
  if (!pns_draft_begin(draft, wanted->parent, (uint32_t)count))
    return pns_error_set(t->error, PNS_ERROR_SYSTEM, "out of memory for moves");
  while (draft->family->count < count) {
    line = hear(t);
    if (line == NULL) return unheard(t, again);
    if (pns_draft_add(draft, line, t->crew->hello.text_most, fault, sizeof fault)) continue;
    if (fault[0] != '\0') return nonsense(t, fault);
    return pns_error_set(t->error, PNS_ERROR_SYSTEM, "out of memory for moves");
  }
  return PNS_OK;
}

/* ---- greeting ---- */

static bool is_yes(const char *value) { return strcmp(value, "yes") == 0; }

static bool set_text(char *to, size_t size, const char *value) {
  return (size_t)snprintf(to, size, "%s", value) < size;
}

static bool set_count(uint64_t *to, const char *value, uint64_t most) {
  return pns_text_count("", value, 1, most, to, NULL) == PNS_OK;
}

static bool set_goal(enum pns_goal *goal, const char *value) {
  for (int i = PNS_GOAL_MOVER_WINS; i <= PNS_GOAL_SECOND_NOT_LOSES; i++)
    if (strcmp(value, pns_goal_name((enum pns_goal)i)) == 0) {
      *goal = (enum pns_goal)i;
      return true;
    }
  return false;
}

static bool set_flag(bool *flag, const char *value) {
  *flag = is_yes(value);
  return *flag || strcmp(value, "no") == 0;
}

/* NAME=VALUE */
static bool set_fact(struct pns_hello *h, const char *fact) {
  const char *value = strchr(fact, '=');
  if (value == NULL) return false;
  const size_t length = (size_t)(value++ - fact);
#define IS(name) (length == sizeof name - 1 && memcmp(fact, name, sizeof name - 1) == 0)
  if (IS("title")) return set_text(h->title, sizeof h->title, value);
  if (IS("parameters")) return set_text(h->parameters, sizeof h->parameters, value);
  if (IS("notation")) return set_text(h->notation, sizeof h->notation, value);
  if (IS("rules")) return set_text(h->rules, sizeof h->rules, value);
  if (IS("source")) return set_text(h->source, sizeof h->source, value);
  if (IS("text")) return set_count(&h->text_most, value, PNS_POSITION_TEXT_MAX - 1);
  if (IS("moves")) return set_count(&h->moves_most, value, PNS_MOVES_MAX);
  if (IS("cyclic")) return set_flag(&h->cyclic, value);
  if (IS("draws")) return set_flag(&h->draws, value);
  if (IS("leaf")) return set_flag(&h->leaf, value);
  if (IS("goal")) return set_goal(&h->goal, value);
#undef IS
  return false;
}

static void set_defaults(struct pns_hello *h, const char *name, const char *parameters) {
  memset(h, 0, sizeof *h); /* compared byte by byte */
  snprintf(h->name, sizeof h->name, "%.63s", name);
  snprintf(h->title, sizeof h->title, "%.63s", name);
  snprintf(h->parameters, sizeof h->parameters, "%s", parameters);
  snprintf(h->notation, sizeof h->notation, "as the program writes them");
  snprintf(h->rules, sizeof h->rules, "as the program plays");
  snprintf(h->source, sizeof h->source, "a program");
  h->text_most = 200;
  h->moves_most = 256;
  h->goal = PNS_GOAL_FIRST_WINS;
}

static enum pns_status hear_hello(struct talk *t, void *into, bool *again) {
  struct pns_hello *hello = into;
  char fault[160], *rest;
  char *line = hear(t);
  if (line == NULL) return unheard(t, again);
  if (is_refusal(t, line)) return PNS_ERROR_INPUT;
  const char *greeting = strtok_r(line, "\t", &rest), *name = strtok_r(NULL, "\t", &rest);
  if (greeting == NULL || strcmp(greeting, GREETING) != 0 || name == NULL) {
    snprintf(fault, sizeof fault, "'%.60s', expected '" GREETING "', a tab and its name",
             greeting == NULL ? "" : greeting);
    return nonsense(t, fault);
  }
  set_defaults(hello, name, t->crew->greeting + sizeof GREETING);
  for (const char *fact; (fact = strtok_r(NULL, "\t", &rest)) != NULL;) {
    if (set_fact(hello, fact)) continue;
    snprintf(fault, sizeof fault, "'%.80s', which is no fact that its greeting can hold", fact);
    return nonsense(t, fault);
  }
  return PNS_OK;
}

/* ---- the crew ---- */

bool pns_crew_init(struct pns_crew *crew, const char *command, double answer_s,
                   struct pns_failure *failure) {
  *crew = (struct pns_crew){.answer_s = answer_s, .failure = failure};
  crew->command = strdup(command);
  return pthread_mutex_init(&crew->lock, NULL) == 0 && crew->command != NULL;
}

void pns_crew_done(struct pns_crew *crew) {
  pns_process_end_all(crew->idle, crew->idle_count);
  free(crew->idle);
  free(crew->command);
  pthread_mutex_destroy(&crew->lock);
}

static struct pns_process *take_idle(struct pns_crew *crew) {
  pthread_mutex_lock(&crew->lock);
  struct pns_process *process = crew->idle_count > 0 ? crew->idle[--crew->idle_count] : NULL;
  pthread_mutex_unlock(&crew->lock);
  return process;
}

static void give_back(struct pns_crew *crew, struct pns_process *process) {
  pthread_mutex_lock(&crew->lock);
  if (crew->idle_count == crew->idle_room) {
    const uint32_t room = 2 * crew->idle_room + 8;
    struct pns_process **idle = realloc(crew->idle, room * sizeof(struct pns_process *));
    if (idle != NULL) {
      crew->idle = idle;
      crew->idle_room = room;
    }
  }
  const bool kept = crew->idle_count < crew->idle_room;
  if (kept) crew->idle[crew->idle_count++] = process;
  pthread_mutex_unlock(&crew->lock);
  if (!kept) pns_process_end(process);
}

/* A process that was started later must play the same game. */
static enum pns_status greet(struct pns_crew *crew, struct talk *t, bool *again) {
  struct pns_hello hello;
  const char *question = t->question;
  t->question = crew->greeting;
  t->answer_s = GREETING_TIMES * crew->answer_s;
  enum pns_status status = say(t) ? hear_hello(t, &hello, again) : unheard(t, again);
  if (status == PNS_OK && !crew->greeted) crew->hello = hello;
  if (status == PNS_OK && crew->greeted && memcmp(&hello, &crew->hello, sizeof hello) != 0)
    status = nonsense(t, "another greeting than before");
  if (status != PNS_OK) return status; /* the sentence is about the greeting */
  t->question = question;
  t->answer_s = crew->answer_s;
  return PNS_OK;
}

/* One try. The process is given back only after an answer that makes sense. */
static enum pns_status try_once(struct talk *t, answer_function *answer, void *into, bool *again) {
  struct pns_crew *crew = t->crew;
  enum pns_status status = PNS_OK;
  *again = false;
  t->process = take_idle(crew);
  if (t->process == NULL) {
    t->process = pns_process_start(crew->command, t->error);
    if (t->process == NULL) return PNS_ERROR_SYSTEM;
    status = greet(crew, t, again);
  }
  if (status == PNS_OK && answer != NULL)
    status = say(t) ? answer(t, into, again) : unheard(t, again);
  if (status == PNS_OK || (status == PNS_ERROR_INPUT && answer != NULL))
    give_back(crew, t->process);
  else
    pns_process_end(t->process);
  return status;
}

static enum pns_status ask(struct pns_crew *crew, const char *question, answer_function *answer,
                           void *into, void (*drop)(void *into), struct pns_error *error) {
  enum pns_status status = PNS_ERROR_SYSTEM;
  bool again = true;
  for (int i = 0; i < TRIES && again; i++) {
    struct talk t = {
        .crew = crew, .question = question, .answer_s = crew->answer_s, .error = error};
    if (pns_failure_is_set(crew->failure)) return pns_failure_status(crew->failure, error);
    status = try_once(&t, answer, into, &again);
    if (status != PNS_OK && drop != NULL) drop(into);
  }
  return status;
}

enum pns_status pns_crew_greet(struct pns_crew *crew, const char *parameters,
                               struct pns_error *error) {
  snprintf(crew->greeting, sizeof crew->greeting, GREETING "%s%s",
           parameters[0] == '\0' ? "" : "\t", parameters);
  const enum pns_status status = ask(crew, crew->greeting, NULL, NULL, NULL, error);
  crew->greeted = status == PNS_OK;
  return status;
}

enum pns_status pns_crew_position(struct pns_crew *crew, const char *question,
                                  struct pns_told *told, struct pns_error *error) {
  return ask(crew, question, hear_position, told, NULL, error);
}

static void drop_draft(void *into) {
  struct wanted *wanted = into;
  pns_draft_drop(&wanted->draft);
  wanted->draft = (struct pns_family_draft){.family = NULL};
}

struct pns_family *pns_crew_moves(struct pns_crew *crew, const struct pns_told *parent,
                                  struct pns_error *error) {
  char question[PNS_POSITION_TEXT_MAX + 8];
  struct wanted wanted = {.parent = parent};
  snprintf(question, sizeof question, "moves %s", parent->text);
  return ask(crew, question, hear_moves, &wanted, drop_draft, error) == PNS_OK ? wanted.draft.family
                                                                               : NULL;
}
