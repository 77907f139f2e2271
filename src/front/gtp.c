/* A session: finds the command, writes the answer. */
#include "front/gtp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/gtp_input.h"
#include "front/gtp_inside.h"

/* ---- what the program says about itself ---- */

static pns_front_gtp_command protocol_version, name, version, list_commands, known_command,
    analyze_commands, nothing;

struct command {
  const char *name;
  pns_front_gtp_command *run;
  size_t least, most; /* arguments */
  const char *arguments;
};

static const struct command commands[] = {
    {"all_legal_moves", pns_front_gtp_legal_moves, 0, 0, ""},
    {"boardsize", pns_front_gtp_boardsize, 1, 2, "N [N]"},
    {"clear_board", pns_front_gtp_clear_board, 0, 0, ""},
    {"dfpn-clear-tt", pns_front_gtp_clear_tt, 0, 0, ""},
    {"dfpn-get-bounds", pns_front_gtp_get_bounds, 0, 1, "[COLOUR]"},
    {"dfpn-get-pv", pns_front_gtp_get_pv, 0, 1, "[COLOUR]"},
    {"dfpn-get-work", pns_front_gtp_get_work, 0, 1, "[COLOUR]"},
    {"dfpn-solve-state", pns_front_gtp_solve_state, 0, 1, "[COLOUR]"},
    {"dfpn-solver-find-winning", pns_front_gtp_find_winning, 0, 1, "[COLOUR]"},
    {"final_score", pns_front_gtp_final_score, 0, 0, ""},
    {"genmove", pns_front_gtp_genmove, 1, 1, "COLOUR"},
    {"gogui-analyze_commands", analyze_commands, 0, 0, ""},
    {"gogui-interrupt", nothing, 0, 0, ""},
    {"hexgui-analyze_commands", analyze_commands, 0, 0, ""},
    {"known_command", known_command, 1, 1, "COMMAND"},
    {"list_commands", list_commands, 0, 0, ""},
    {"name", name, 0, 0, ""},
    {"param_dfpn", pns_front_gtp_param, 0, 2, "[NAME VALUE]"},
    {"play", pns_front_gtp_play, 2, 2, "COLOUR MOVE"},
    {"pns-position", pns_front_gtp_position, 0, PNS_FRONT_GTP_WORDS_MAX, "[POSITION]"},
    {"protocol_version", protocol_version, 0, 0, ""},
    {"quit", nothing, 0, 0, ""},
    {"reg_genmove", pns_front_gtp_reg_genmove, 1, 1, "COLOUR"},
    {"showboard", pns_front_gtp_showboard, 0, 0, ""},
    {"time_left", pns_front_gtp_time_left, 3, 3, "COLOUR SECONDS MOVES"},
    {"time_settings", pns_front_gtp_time_settings, 3, 3, "MAIN BYO_YOMI BYO_YOMI_MOVES"},
    {"undo", pns_front_gtp_undo, 0, 0, ""},
    {"version", version, 0, 0, ""},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static const struct command *find(const char *text) {
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i].name, text) == 0) return &commands[i];
  return NULL;
}

/* The commands that take nothing but the session and the stream look alike. */
#define COMMAND(function)                                                           \
  static enum pns_status function(struct pns_front_gtp *gtp,                        \
                                  const struct pns_front_gtp_line *line, FILE *out, \
                                  struct pns_error *error)

COMMAND(protocol_version) {
  (void)gtp, (void)line, (void)error;
  fprintf(out, "2");
  return PNS_OK;
}

COMMAND(name) {
  (void)gtp, (void)line, (void)error;
  fprintf(out, "pns");
  return PNS_OK;
}

COMMAND(version) {
  (void)gtp, (void)line, (void)error;
  fprintf(out, "%s", pns_version());
  return PNS_OK;
}

COMMAND(nothing) {
  (void)gtp, (void)line, (void)out, (void)error;
  return PNS_OK;
}

COMMAND(list_commands) {
  (void)gtp, (void)line, (void)error;
  for (size_t i = 0; i < COMMANDS; i++) fprintf(out, "%s\n", commands[i].name);
  return PNS_OK;
}

COMMAND(known_command) {
  (void)gtp, (void)error;
  fprintf(out, find(line->words[0]) == NULL ? "false" : "true");
  return PNS_OK;
}

/* "%m" is the side to move. */
COMMAND(analyze_commands) {
  (void)gtp, (void)line, (void)error;
  fprintf(out,
          "param/DFPN Param/param_dfpn\n"
          "string/DFPN Solve State/dfpn-solve-state %%m\n"
          "plist/DFPN Find Winning/dfpn-solver-find-winning %%m\n"
          "var/DFPN Get PV/dfpn-get-pv %%m\n"
          "pspairs/DFPN Get Bounds/dfpn-get-bounds %%m\n"
          "pspairs/DFPN Get Work/dfpn-get-work %%m\n"
          "none/DFPN Clear TT/dfpn-clear-tt\n"
          "move/Best Move/reg_genmove %%m\n"
          "plist/All Legal Moves/all_legal_moves\n"
          "string/Final Score/final_score\n"
          "string/Show Board/showboard\n"
          "string/Position/pns-position\n");
  return PNS_OK;
}

/* ---- sessions ---- */

enum pns_status pns_front_gtp_new(const struct pns_front_gtp_plan *plan,
                                  struct pns_front_gtp **result, struct pns_error *error) {
  struct pns_front_gtp *gtp = calloc(1, sizeof *gtp);
  if (gtp == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a session");
  gtp->options = pns_front_gtp_param_copy(plan->options, NULL);
  pns_front_gtp_search_init(&gtp->search, gtp->options, pns_front_gtp_report, gtp);
  enum pns_status status = PNS_OK;
  if (gtp->options == NULL)
    status = pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for options");
  if (status == PNS_OK)
    status = pns_front_gtp_board_init(&gtp->board, plan->spec, &plan->game, error);
  if (status == PNS_OK) status = pns_front_gtp_param_set(gtp, "use_guifx", plan->gfx, error);
  if (status == PNS_OK) status = pns_front_gtp_param_set(gtp, "move_time", plan->move_time, error);
  if (status != PNS_OK) {
    pns_front_gtp_free(gtp);
    return status;
  }
  *result = gtp;
  return PNS_OK;
}

void pns_front_gtp_free(struct pns_front_gtp *gtp) {
  if (gtp == NULL) return;
  pns_front_gtp_search_done(&gtp->search);
  pns_front_gtp_board_done(&gtp->board);
  pns_options_free(gtp->options);
  free(gtp);
}

void pns_front_gtp_interrupt(struct pns_front_gtp *gtp, bool interrupted) {
  pns_front_gtp_search_interrupt(&gtp->search, interrupted);
}

/* ---- answers ---- */

/* An empty line would end the answer, and control characters have no place in it. */
static void write_body(FILE *out, const char *text) {
  for (bool begins = false; *text != '\0'; text++) {
    const bool newline = *text == '\n';
    if (newline && (begins || text[1 + strspn(text + 1, "\n")] == '\0')) continue;
    fputc(newline || *text == '\t' || !iscntrl((unsigned char)*text) ? *text : '?', out);
    begins = newline;
  }
}

/* A blank follows the '=' even where nothing else does: HexGui asks for it. */
static void write_answer(FILE *out, char mark, const char *id, const char *text) {
  fprintf(out, "%c%s ", mark, id);
  write_body(out, text);
  fprintf(out, "\n\n");
}

static enum pns_status check_count(const struct command *command,
                                   const struct pns_front_gtp_line *line, struct pns_error *error) {
  if (line->count >= command->least && line->count <= command->most) return PNS_OK;
  return pns_error_set(error, PNS_ERROR_INPUT, "syntax error: %zu arguments, expected '%s%s%s'",
                       line->count, command->name, command->arguments[0] == '\0' ? "" : " ",
                       command->arguments);
}

/* Runs the command with its answer kept apart: a failure has none. */
static enum pns_status run(struct pns_front_gtp *gtp, const struct pns_front_gtp_line *line,
                           char **text, struct pns_error *error) {
  size_t size = 0;
  const struct command *command = find(line->name);
  *text = NULL;
  if (command == NULL) return pns_error_set(error, PNS_ERROR_INPUT, "unknown command");
  enum pns_status status = check_count(command, line, error);
  if (status != PNS_OK) return status;
  FILE *out = open_memstream(text, &size);
  if (out == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for an answer");
  status = command->run(gtp, line, out, error);
  if (fclose(out) != 0 && status == PNS_OK)
    status = pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for an answer");
  return status;
}

bool pns_front_gtp_answer(struct pns_front_gtp *gtp, char *text, size_t length, FILE *out) {
  struct pns_front_gtp_line line;
  struct pns_error error;
  char *answer;
  pns_front_gtp_line_read(&line, text, length);
  if (line.empty) return true;
  if (run(gtp, &line, &answer, &error) == PNS_OK)
    write_answer(out, '=', line.id, answer);
  else
    write_answer(out, '?', line.id, error.text);
  free(answer);
  return strcmp(line.name, "quit") != 0 || line.count > 0;
}

/* ---- standard input and output ---- */

static void hear(void *gtp, bool interrupted) { pns_front_gtp_interrupt(gtp, interrupted); }

static void refuse_long(char *text, size_t length) {
  struct pns_front_gtp_line line;
  char sentence[100];
  pns_front_gtp_line_read(&line, text, length);
  snprintf(sentence, sizeof sentence, "the line is too long, expected at most %u characters",
           PNS_FRONT_GTP_LINE_MAX);
  write_answer(stdout, '?', line.id, sentence);
}

static bool answer_next(struct pns_front_gtp *gtp, struct pns_front_gtp_input *input) {
  size_t length;
  bool whole, more = true;
  char *text = pns_front_gtp_input_next(input, &length, &whole);
  if (text == NULL) return false;
  if (whole)
    more = pns_front_gtp_answer(gtp, text, length, stdout);
  else
    refuse_long(text, length);
  free(text);
  return fflush(stdout) == 0 && more;
}

enum pns_status pns_front_gtp_run(const struct pns_front_gtp_plan *plan, struct pns_error *error) {
  struct pns_front_gtp *gtp = NULL;
  struct pns_front_gtp_input *input = NULL;
  enum pns_status status = pns_front_gtp_new(plan, &gtp, error);
  if (status == PNS_OK) status = pns_front_gtp_input_new(&input, hear, gtp, error);
  while (status == PNS_OK && answer_next(gtp, input)) continue;
  pns_front_gtp_input_free(input);
  pns_front_gtp_free(gtp);
  return status;
}
