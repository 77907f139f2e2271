/* A line of the Go Text Protocol, taken apart. */
#ifndef PNS_FRONT_GTP_LINE_H
#define PNS_FRONT_GTP_LINE_H

#include <stdbool.h>
#include <stddef.h>

#define PNS_FRONT_GTP_WORDS_MAX 16u

struct pns_front_gtp_line {
  bool empty;       /* nothing but blanks and a comment: no answer is due */
  const char *id;   /* the number in front; "": none */
  const char *name; /* of the command; "" where only a number stands */
  size_t count;     /* of arguments; more than the maximum may have been given */
  const char *words[PNS_FRONT_GTP_WORDS_MAX];
};

/* Takes a line apart as section 3.1 of the protocol says: control characters go, a tab is a blank,
 * a comment begins with '#'. The text is written over and must have room for one byte more. */
void pns_front_gtp_line_read(struct pns_front_gtp_line *line, char *text, size_t length);

/* Whether this is the comment by which GoGui and HexGui interrupt a command. */
bool pns_front_gtp_line_interrupts(const char *text, size_t length);

#endif
