/*
 * Live numbers while a search runs, as GoGui reads them from standard error and HexGui from
 * standard output: a block that begins with "gogui-gfx:" and ends with an empty line. GTP.md
 * describes it.
 */
#ifndef PNS_FRONT_GTP_GFX_H
#define PNS_FRONT_GTP_GFX_H

#include <stdio.h>

#include "front/gtp_board.h"

enum pns_front_gtp_gfx { PNS_FRONT_GTP_OFF, PNS_FRONT_GTP_STDERR, PNS_FRONT_GTP_STDOUT };

/* "off", "stderr", "stdout"; NULL past the last. */
const char *pns_front_gtp_gfx_name(unsigned index);

/* A move of the board's position as the picture shows it. */
struct pns_front_gtp_mark {
  char move[PNS_MOVE_TEXT_MAX];
  bool known;
  struct pns_numbers numbers; /* for the prover, after the move */
  uint32_t work;
};

struct pns_front_gtp_picture {
  const struct pns_front_gtp_board *board;
  enum pns_player prover;
  const char *trying; /* the move whose position is searched; NULL: the board's own is */
  const struct pns_progress *now;
  const struct pns_front_gtp_mark *marks;
  uint32_t count;
};

void pns_front_gtp_gfx_write(enum pns_front_gtp_gfx where,
                             const struct pns_front_gtp_picture *picture);

/* "W" and "L" for a move that wins or does not, else how much the mover still needs: "12", "3k". */
void pns_front_gtp_mark_text(const struct pns_front_gtp_mark *mark, bool mover_proves, char *text,
                             size_t size);

#endif
