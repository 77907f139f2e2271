#include "front/gtp_line.h"

#include <string.h>

/* Longer ones are no number that a front end counts with. */
#define ID_DIGITS_MAX 18u

/* Leaves what counts, ended by a zero. */
static void clean(char *text, size_t length) {
  size_t used = 0;
  for (size_t i = 0; i < length && text[i] != '#'; i++) {
    const unsigned char letter = (unsigned char)text[i];
    if (letter == '\t')
      text[used++] = ' ';
    else if (letter >= ' ' && letter != 127)
      text[used++] = text[i];
  }
  text[used] = '\0';
}

/* The next word, ended by a zero; NULL: there is none. */
static char *next_word(char **rest) {
  *rest += strspn(*rest, " ");
  if (**rest == '\0') return NULL;
  char *word = *rest;
  *rest += strcspn(word, " ");
  if (**rest != '\0') *(*rest)++ = '\0';
  return word;
}

static bool is_id(const char *word) {
  const size_t digits = strspn(word, "0123456789");
  return word[digits] == '\0' && digits <= ID_DIGITS_MAX;
}

void pns_front_gtp_line_read(struct pns_front_gtp_line *line, char *text, size_t length) {
  *line = (struct pns_front_gtp_line){.id = "", .name = ""};
  clean(text, length);
  char *word = next_word(&text);
  line->empty = word == NULL;
  if (line->empty) return;
  if (is_id(word)) {
    line->id = word;
    word = next_word(&text);
  }
  if (word == NULL) return;
  line->name = word;
  while ((word = next_word(&text)) != NULL) {
    if (line->count < PNS_FRONT_GTP_WORDS_MAX) line->words[line->count] = word;
    line->count++;
  }
}

bool pns_front_gtp_line_interrupts(const char *text, size_t length) {
  static const char word[] = "interrupt";
  while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) length--;
  size_t i = 0;
  while (i < length && (text[i] == ' ' || text[i] == '\t')) i++;
  if (i == length || text[i++] != '#') return false;
  while (i < length && (text[i] == ' ' || text[i] == '\t')) i++;
  return length - i == strlen(word) && memcmp(text + i, word, strlen(word)) == 0;
}
