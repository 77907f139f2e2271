#include "events.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "front/json.h"

static json_t *whole(uint64_t number) { return json_integer((json_int_t)number); }

/* ---- start ---- */

/* The words of the command line in their order; getopt has put argv into another. */
static json_t *command_words(void) {
  json_t *words = json_array();
  char word[4096];
  size_t length = 0;
  FILE *file = fopen("/proc/self/cmdline", "re");
  for (int byte; file != NULL && (byte = getc(file)) != EOF;) {
    if (byte != 0 && length < sizeof word - 1) word[length++] = (char)byte;
    if (byte != 0) continue;
    word[length] = '\0';
    json_array_append_new(words, pns_front_json_text(word));
    length = 0;
  }
  if (file != NULL) fclose(file);
  return words;
}

static json_t *host(void) {
  char name[256] = "";
  if (gethostname(name, sizeof name - 1) != 0) return json_null();
  return pns_front_json_text(name);
}

/* Processors of the machine, and how many of them this process may use. */
static json_t *cpus(void) {
  cpu_set_t set;
  json_t *object = json_object();
  json_object_set_new(object, "online", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
  json_object_set_new(
      object, "allowed",
      sched_getaffinity(0, sizeof set, &set) == 0 ? json_integer(CPU_COUNT(&set)) : json_null());
  return object;
}

/* Every option as its text; null where the default stands. */
static json_t *options_texts(const struct pns_options *options) {
  json_t *object = json_object();
  const struct pns_option_info *info;
  for (size_t i = 0; (info = pns_option_at(i)) != NULL; i++) {
    char text[64] = "";
    pns_options_get(options, info->name, text, sizeof text, NULL);
    json_object_set_new(object, info->name, text[0] == '\0' ? json_null() : json_string(text));
  }
  return object;
}

json_t *pns_cli_event_start(const struct pns_cli_arguments *arguments,
                            const struct pns_position *position, const struct pns_result *asked) {
  json_t *fields = json_object();
  json_object_set_new(fields, "version", json_string(pns_version()));
  json_object_set_new(fields, "build", pns_front_json_text(pns_build_facts()));
  json_object_set_new(fields, "host", host());
  json_object_set_new(fields, "cpus", cpus());
  json_object_set_new(fields, "pid", json_integer(getpid()));
  json_object_set_new(fields, "command", command_words());
  json_object_set_new(fields, "game", pns_front_json_game(position));
  json_object_set_new(fields, "position", pns_front_json_text(asked->position));
  json_object_set_new(fields, "goal", json_string(pns_goal_name(asked->goal)));
  json_object_set_new(fields, "proposition", pns_front_json_text(asked->proposition));
  json_object_set_new(fields, "value", json_boolean(arguments->value));
  json_object_set_new(fields, "threads", whole(asked->threads));
  json_object_set_new(fields, "memory_budget_bytes", whole(asked->memory_budget_bytes));
  json_object_set_new(fields, "options", options_texts(arguments->options));
  return fields;
}

/* ---- on the way ---- */

json_t *pns_cli_event_collection(const struct pns_progress *before,
                                 const struct pns_progress *now) {
  json_t *fields = json_object();
  json_object_set_new(fields, "count", whole(now->collections));
  json_object_set_new(fields, "new", whole(now->collections - before->collections));
  json_object_set_new(fields, "seconds", json_real(now->collections_s - before->collections_s));
  json_object_set_new(fields, "nodes_before", whole(now->collection_nodes_before));
  json_object_set_new(fields, "nodes_after", whole(now->collection_nodes_after));
  return fields;
}

json_t *pns_cli_event_checkpoint(const struct pns_cli_saved *saved) {
  json_t *fields = json_object();
  json_object_set_new(fields, "state", json_string(saved->last_failed ? "failed" : "written"));
  json_object_set_new(fields, "path",
                      saved->path == NULL ? json_null() : pns_front_json_text(saved->path));
  if (saved->last_failed) {
    json_object_set_new(fields, "message", pns_front_json_text(saved->message));
    return fields;
  }
  json_object_set_new(fields, "bytes", whole(saved->bytes));
  json_object_set_new(fields, "seconds", json_real(saved->seconds));
  return fields;
}
