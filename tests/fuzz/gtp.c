/* A session of the Go Text Protocol: GAME[:PARAMETERS] on the first line, then commands. Every
 * answer must have the form that the protocol gives it. */
#include <stdio.h>

#include "front/gtp.h"
#include "front/gtp_line.h"
#include "fuzz/driver/fuzz.h"

/* What keeps one input short. */
#define LINES_MAX 64

/* Files, and trees as wide as one likes, are no subject of this. */
static bool wanted(const char *spec) {
  return strncmp(spec, "andor", 5) != 0 && strncmp(spec, "synth", 5) != 0;
}

/* Parameters by which a command could take all memory, all day or a thousand threads. */
static bool harmless(const char *text) {
  struct pns_front_gtp_line line;
  char *copy = fuzz_text((const uint8_t *)text, strlen(text));
  pns_front_gtp_line_read(&line, copy, strlen(copy));
  bool yes = strcmp(line.name, "param_dfpn") != 0 || line.count < 2;
  static const char *const named[] = {"epsilon", "backup", "init", "virtual_loss", "seed"};
  for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
    yes |= strcmp(line.words[0] == NULL ? "" : line.words[0], named[i]) == 0;
  free(copy);
  return yes;
}

static void check_answer(const char *text, size_t size) {
  if (size == 0) return; /* the line was empty */
  fuzz_require(strlen(text) == size && size >= 4);
  fuzz_require(text[0] == '=' || text[0] == '?');
  const char *end = strstr(text, "\n\n");
  fuzz_require(end != NULL && end[2] == '\0');
  for (size_t i = 0; i < size; i++)
    fuzz_require((unsigned char)text[i] >= ' ' || text[i] == '\n' || text[i] == '\t');
  if (text[0] == '=') return;
  fuzz_require(strchr(text, '\n') == end);
  fuzz_refused(text);
}

static bool answer(struct pns_front_gtp *gtp, const char *line) {
  size_t length = strlen(line), size = 0;
  char *text = fuzz_text((const uint8_t *)line, length), *said = NULL;
  FILE *out = open_memstream(&said, &size);
  fuzz_require(out != NULL);
  const bool more = pns_front_gtp_answer(gtp, text, length, out);
  fclose(out);
  check_answer(said, size);
  free(said);
  free(text);
  return more;
}

static struct pns_front_gtp *begin(const char *spec) {
  struct pns_front_gtp *gtp = NULL;
  struct pns_error error;
  struct pns_options *options = pns_options_new();
  fuzz_require(options != NULL);
  pns_options_set(options, "threads", "1", NULL);
  pns_options_set(options, "memory", "1G", NULL);
  pns_options_set(options, "store", "256K", NULL);
  pns_options_set(options, "expansions", "20", NULL);
  const struct pns_front_gtp_plan plan = {
      .spec = spec, .options = options, .move_time = "none", .gfx = "off"};
  const enum pns_status status = pns_front_gtp_new(&plan, &gtp, &error);
  pns_options_free(options);
  if (status != PNS_OK) fuzz_check_refusal(status, &error);
  return status == PNS_OK ? gtp : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  char *rest = text;
  char *spec = strsep(&rest, "\n");
  struct pns_front_gtp *gtp = wanted(spec) ? begin(spec) : NULL;
  int lines = 0;
  for (char *line; gtp != NULL && (line = strsep(&rest, "\n")) != NULL;)
    if (++lines > LINES_MAX || (harmless(line) && !answer(gtp, line))) break;
  pns_front_gtp_free(gtp);
  free(text);
  return 0;
}
