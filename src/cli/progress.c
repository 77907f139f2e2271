#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

#define REPORT_MAX 768

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

/* Sweeps and checkpoints, once there are any: the line is narrow. */
static void write_upkeep(const struct pns_progress *now, const struct pns_cli_saved *saved,
                         char *text, size_t size) {
  char count[PNS_CLI_NUMBER_MAX], age[PNS_CLI_NUMBER_MAX];
  text[0] = '\0';
  if (now->collections > 0)
    snprintf(text, size, "  %s sweep%s", pns_cli_short((double)now->collections, count),
             now->collections == 1 ? "" : "s");
  const size_t used = strlen(text);
  if (saved->last_failed)
    snprintf(text + used, size - used, "  checkpoint failed");
  else if (saved->written > 0)
    snprintf(text + used, size - used, "  saved %s ago",
             pns_cli_time(floor(difftime(time(NULL), saved->at)), age));
}

static void write_report(const struct pns_cli_progress *progress, const struct pns_progress *now,
                         const struct pns_cli_saved *saved, char text[REPORT_MAX]) {
  char elapsed[PNS_CLI_NUMBER_MAX], expansions[PNS_CLI_NUMBER_MAX], rate[PNS_CLI_NUMBER_MAX];
  char memory[PNS_CLI_NUMBER_MAX], budget[PNS_CLI_NUMBER_MAX];
  char pn[PNS_CLI_NUMBER_MAX], dn[PNS_CLI_NUMBER_MAX], upkeep[128];
  write_upkeep(now, saved, upkeep, sizeof upkeep);
  snprintf(
      text, REPORT_MAX, "%s  %s exp  %s/s  %s/%s  pn %s%s dn %s%s  solved %u/%u%s  %s",
      pns_cli_time(now->elapsed_s, elapsed), pns_cli_short((double)now->expansions, expansions),
      pns_cli_short(now->expansions_per_s, rate), pns_cli_size(now->memory_bytes, memory),
      pns_cli_size(now->memory_budget_bytes, budget), pns_cli_number(now->pn, pn),
      trend(progress, progress->pn, now->pn), pns_cli_number(now->dn, dn),
      trend(progress, progress->dn, now->dn), now->root_solved, now->root_moves, upkeep, now->line);
}

static size_t terminal_columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/* For the live line: the terminal shows "^C" behind it, and must not break it for that. */
static size_t live_columns(void) {
  const size_t columns = terminal_columns();
  return columns > 3 ? columns - 3 : 0;
}

/* Cuts the text to so many characters and says how many are left; an arrow is one character of
 * three bytes. */
static size_t cut(char *text, size_t columns) {
  size_t characters = 0;
  for (; *text != '\0'; text++) {
    bool continues = ((unsigned char)*text & 0xc0) == 0x80;
    if (continues) continue;
    if (characters == columns) break;
    characters++;
  }
  *text = '\0';
  return characters;
}

/* Takes the live line away. Where the window became narrower meanwhile, the terminal has broken the
 * line into several. */
static void wipe(struct pns_cli_progress *progress) {
  const size_t columns = terminal_columns();
  if (!progress->on_screen) return;
  const size_t rows = progress->length == 0 ? 0 : (progress->length - 1) / columns;
  if (rows > 0) fprintf(stderr, "\033[%zuA", rows);
  fputs(rows > 0 ? "\r\033[J" : "\r\033[K", stderr);
  progress->on_screen = false;
}

void pns_cli_progress_report(struct pns_cli_progress *progress, const struct pns_progress *now,
                             const struct pns_cli_saved *saved) {
  char text[REPORT_MAX];
  write_report(progress, now, saved, text);
  if (progress->live) {
    wipe(progress);
    progress->length = cut(text, live_columns());
    progress->on_screen = true;
    fputs(text, stderr);
  } else {
    fprintf(stderr, "%s\n", text);
  }
  progress->shown = true;
  progress->pn = now->pn;
  progress->dn = now->dn;
}

void pns_cli_progress_done(struct pns_cli_progress *progress) { wipe(progress); }
