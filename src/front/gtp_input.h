/*
 * Standard input, read ahead by a thread, so that an interrupt is heard while a command is being
 * answered.
 */
#ifndef PNS_FRONT_GTP_INPUT_H
#define PNS_FRONT_GTP_INPUT_H

#include <pns/pns.h>

/* More characters than this make no line. */
#define PNS_FRONT_GTP_LINE_MAX 65536u

struct pns_front_gtp_input;

/* Called with true when the command being answered is interrupted, by the reading thread, and with
 * each new command: whether it was interrupted while it still waited. Calls never overlap. */
typedef void pns_front_gtp_signal(void *user, bool interrupted);

enum pns_status pns_front_gtp_input_new(struct pns_front_gtp_input **input,
                                        pns_front_gtp_signal *signal, void *user,
                                        struct pns_error *error);
void pns_front_gtp_input_free(struct pns_front_gtp_input *input);

/* Waits for the next line and hands it over, to be given to free(), with room for one byte more.
 * `whole` is false for the beginning of a line that was too long. NULL at the end, and when nobody
 * reads the answers any more. */
char *pns_front_gtp_input_next(struct pns_front_gtp_input *input, size_t *length, bool *whole);

#endif
