/* What a checkpoint says about itself: lines of text in a fixed order, see README.md. */
#ifndef PNS_CHECKPOINT_HEAD_H
#define PNS_CHECKPOINT_HEAD_H

#include <pns/pns.h>

#include "search/expand.h"

#define PNS_CHECKPOINT_MAGIC "pns checkpoint "
/* Written is the newest version; all from the oldest on are read. One digit each. */
#define PNS_CHECKPOINT_VERSION 3
#define PNS_CHECKPOINT_OLDEST 1
#define PNS_CHECKPOINT_FIRST_LINE "pns checkpoint 3\n"
/* Longest text without the definition, all of it escaped, and with it. */
#define PNS_HEAD_LINES_MAX 16384u
#define PNS_HEAD_TEXT_MAX (256u << 20)

/* In place of what a file of an older version does not tell. */
#define PNS_HEAD_SAYS_NOTHING UINT64_MAX

struct pns_checkpoint_head {
  char writer[64], game[64];
  char parameters[PNS_PARAMETERS_MAX], position[PNS_POSITION_TEXT_MAX];
  /* Of a game that is not built in, else "": the path of its shared object ("command" when it lives
   * in another process), and what tells its rules from others. */
  char origin[PNS_PATH_MAX], identity[40];
  /* The enums of pns.h and game.h by their numbers. */
  uint64_t goal, prover, backup, init;
  uint64_t epsilon, virtual_loss, seed;
  uint64_t loss_share;                  /* since version 2 */
  uint64_t nodes, settled, collections; /* settled: of these, those of the table */
  uint64_t wall_us, cpu_us;
  struct pns_tally tally;
  const char *definition; /* of rules that parameters alone do not define; else "" */
  size_t definition_bytes;
};

/* Writes the text, at most PNS_HEAD_LINES_MAX and the definition; its length. Takes no lock and no
 * memory. */
size_t pns_head_write(const struct pns_checkpoint_head *head, char *text);

/* Reads it back; the definition then lies inside `text`, which ends with a zero that `size` does
 * not count. False when anything is not as the pns_head_write of this version wrote it. */
bool pns_head_read(struct pns_checkpoint_head *head, unsigned version, const char *text,
                   size_t size);

#endif
