/* Reading numbers that people write: strict, with a sentence for what is wrong. */
#ifndef PNS_BASE_TEXT_H
#define PNS_BASE_TEXT_H

#include <pns/pns.h>

/* Longest piece of the user's own text that a message repeats. */
#define PNS_TEXT_QUOTED 60

/* Each reads the whole text or fails; `what` names the thing in the message. */
enum pns_status pns_text_count(const char *what, const char *text, uint64_t least, uint64_t most,
                               uint64_t *value, struct pns_error *error);
enum pns_status pns_text_real(const char *what, const char *text, double least, double most,
                              double *value, struct pns_error *error);
/* Bytes: digits, then nothing or one of K M G T (times 1024), optionally followed by "B"/"iB". */
enum pns_status pns_text_size(const char *what, const char *text, uint64_t least, uint64_t most,
                              uint64_t *bytes, struct pns_error *error);
/* Seconds: a decimal number followed by nothing or ms, s, m, h, d. */
enum pns_status pns_text_duration(const char *what, const char *text, double least, double most,
                                  double *seconds, struct pns_error *error);

#endif
