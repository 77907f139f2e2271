#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text.h"

#define REPORT_MAX 640

/* Whether the user's locale writes UTF-8, by the variables that decide it. */
static bool writes_utf8(void) {
  const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *locale = getenv(names[i]);
    if (locale == NULL || locale[0] == '\0') continue;
    return strstr(locale, "UTF-8") != NULL || strstr(locale, "utf8") != NULL;
  }
  return false;
}

void pns_cli_progress_init(struct pns_cli_progress *progress) {
  *progress = (struct pns_cli_progress){.live = isatty(STDERR_FILENO), .arrows = writes_utf8()};
}

const char *pns_cli_progress_default(const struct pns_cli_progress *progress) {
  return progress->live ? "1s" : "10s";
}

/* How a number moved since the report before. */
static const char *trend(const struct pns_cli_progress *progress, uint32_t before, uint32_t now) {
  if (!progress->shown) return "";
  if (now > before) return progress->arrows ? "\u2191" : "^";
  if (now < before) return progress->arrows ? "\u2193" : "v";
  return progress->arrows ? "\u2192" : "=";
}

static void write_report(const struct pns_cli_progress *progress, const struct pns_progress *now,
                         char text[REPORT_MAX]) {
  char elapsed[PNS_CLI_NUMBER_MAX], expansions[PNS_CLI_NUMBER_MAX], rate[PNS_CLI_NUMBER_MAX];
  char memory[PNS_CLI_NUMBER_MAX], budget[PNS_CLI_NUMBER_MAX];
  char pn[PNS_CLI_NUMBER_MAX], dn[PNS_CLI_NUMBER_MAX];
  snprintf(text, REPORT_MAX, "%s  %s exp  %s/s  %s/%s  pn %s%s dn %s%s  solved %u/%u  %s",
           pns_cli_time(now->elapsed_s, elapsed),
           pns_cli_short((double)now->expansions, expansions),
           pns_cli_short(now->expansions_per_s, rate), pns_cli_size(now->memory_bytes, memory),
           pns_cli_size(now->memory_budget_bytes, budget), pns_cli_number(now->pn, pn),
           trend(progress, progress->pn, now->pn), pns_cli_number(now->dn, dn),
           trend(progress, progress->dn, now->dn), now->root_solved, now->root_moves, now->line);
}

static size_t terminal_columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/* Cuts the text to so many characters; an arrow is one character of three bytes. */
static void cut(char *text, size_t columns) {
  size_t characters = 0;
  for (; *text != '\0'; text++) {
    bool continues = ((unsigned char)*text & 0xc0) == 0x80;
    if (!continues && characters++ == columns) break;
  }
  *text = '\0';
}

void pns_cli_progress_report(void *argument, const struct pns_progress *now) {
  struct pns_cli_progress *progress = argument;
  char text[REPORT_MAX];
  write_report(progress, now, text);
  if (progress->live) {
    cut(text, terminal_columns() - 1);
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
  } else {
    fprintf(stderr, "%s\n", text);
  }
  progress->shown = true;
  progress->pn = now->pn;
  progress->dn = now->dn;
}

void pns_cli_progress_done(struct pns_cli_progress *progress) {
  if (progress->live && progress->shown) fputs("\r\033[K", stderr);
}
