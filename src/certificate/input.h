/* A certificate as the engine reads it back to show it: its header, then one stream of bits over
 * all blocks. Damage is noticed (checksums), but whether the proof holds is for pns-check to say.
 */
#ifndef PNS_CERTIFICATE_INPUT_H
#define PNS_CERTIFICATE_INPUT_H

#include <pns/pns.h>

struct pns_input;

/* The lines of the header by their names. */
enum pns_input_line {
  PNS_INPUT_VERSION,
  PNS_INPUT_WRITER,
  PNS_INPUT_GAME,
  PNS_INPUT_PARAMETERS,
  PNS_INPUT_POSITION,
  PNS_INPUT_PROVER,
  PNS_INPUT_CLAIM,
  PNS_INPUT_REPETITION,
  PNS_INPUT_DEFINITION,
  PNS_INPUT_LINES
};

enum pns_status pns_input_open(const char *path, struct pns_input **input, struct pns_error *error);
void pns_input_close(struct pns_input *input);

const char *pns_input_value(const struct pns_input *input, enum pns_input_line line);
/* The definition, ended by a zero that `bytes` does not count. */
const char *pns_input_definition(const struct pns_input *input, size_t *bytes);

/* The next `width` bits, at most 16. */
enum pns_status pns_input_bits(struct pns_input *input, uint32_t width, uint32_t *value,
                               struct pns_error *error);

/* Nothing may be left but the trailer, and that must count so many records and references. The
 * digest is not looked at: blocks have checksums of their own. */
enum pns_status pns_input_end(struct pns_input *input, uint64_t records, uint64_t references,
                              struct pns_error *error);

#endif
