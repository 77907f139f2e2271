/* JSON objects of the contract, one on one line. */
#ifndef PNS_FRONT_JSON_H
#define PNS_FRONT_JSON_H

#include <jansson.h>
#include <pns/pns.h>

/* The text as a JSON string; bytes that are not UTF-8 become '?'. */
json_t *pns_front_json_text(const char *text);
/* "connect4:7x6", as the command line takes it. */
json_t *pns_front_json_game(const struct pns_position *position);
/* The same as a plain text, cut to `size` bytes. */
void pns_front_json_game_text(const struct pns_position *position, char *text, size_t size);
/* {"pn": ..., "dn": ...}, null for infinity. */
json_t *pns_front_json_numbers(uint32_t pn, uint32_t dn);
/* The object of `pns solve --json`; NULL when out of memory. */
json_t *pns_front_json_result(const struct pns_position *position, const struct pns_result *result,
                              bool value_asked);
/* A report as an object; `root_moves` is their number. */
json_t *pns_front_json_progress(const struct pns_progress *now);
/* A certificate that was written. */
json_t *pns_front_json_certificate(const char *path, const struct pns_certificate_figures *figures);
/* Prints the object on one line and gives it back; false when it could not. */
bool pns_front_json_print(json_t *object);

#endif
