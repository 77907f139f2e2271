/* The solver's options: declared once in options.def, here as a struct. */
#ifndef PNS_CONFIG_OPTIONS_H
#define PNS_CONFIG_OPTIONS_H

#include <pns/pns.h>

#define PNS_OPTION_TYPE_FLAG bool
#define PNS_OPTION_TYPE_COUNT uint64_t
#define PNS_OPTION_TYPE_REAL double
#define PNS_OPTION_TYPE_SIZE uint64_t
#define PNS_OPTION_TYPE_DURATION double
#define PNS_OPTION_TYPE_CHOICE uint64_t

/* A choice holds the number of its word. Where the first word is "default", the others are the
 * enum of game.h plus 1, and 0 leaves the decision to the game. The other defaults outside their
 * range: threads 0 is every CPU this process may use, memory_bytes 0 half of what is available,
 * time_s and expansions 0 no limit, a negative epsilon the game's. */
struct pns_options {
  uint64_t given; /* a bit for each row: somebody set it, if only to its default */
#define PNS_OPTION(kind, field, name, preset, least, most, value, choices, help) \
  PNS_OPTION_TYPE_##kind field;
#include "config/options.def"
#undef PNS_OPTION
};

/* The rows by their fields. */
enum pns_option_row {
#define PNS_OPTION(kind, field, name, preset, least, most, value, choices, help) \
  PNS_OPTION_ROW_##field,
#include "config/options.def"
#undef PNS_OPTION
  PNS_OPTION_ROWS
};
_Static_assert(PNS_OPTION_ROWS <= 64, "a bit for each row");

static inline bool pns_options_given(const struct pns_options *options, enum pns_option_row row) {
  return (options->given >> row & 1) != 0;
}

/* Every option at its default. */
void pns_options_init(struct pns_options *options);

#endif
