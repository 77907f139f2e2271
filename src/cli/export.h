/* The forms in which `pns export` shows a certificate. Each prints on standard output. */
#ifndef PNS_CLI_EXPORT_H
#define PNS_CLI_EXPORT_H

#include <pns/pns.h>

/* Deeper trees are not for looking at, and the printing is recursive. */
#define PNS_CLI_EXPORT_DEPTH_MAX 1000u

/* Of an end: "first wins", "second wins", "draw", or of a prover without hope "first can no longer
 * win". */
const char *pns_cli_export_end(const struct pns_certificate_info *info,
                               const struct pns_certificate_node *node);
/* Whether the move that led here goes back to a position still open on the way. */
bool pns_cli_export_returns(const struct pns_certificate_node *node);
/* Whether the side for which the claim is made is to move, so that one move is enough. */
bool pns_cli_export_chooses(const struct pns_certificate_info *info,
                            const struct pns_certificate_node *node);

/* An indented line a move, the moves with most positions first. */
void pns_cli_export_text(const struct pns_certificate *certificate, uint32_t depth);
/* A directed graph for Graphviz; false when out of memory. */
bool pns_cli_export_dot(const struct pns_certificate *certificate);
/* One object on one line; false when it could not be printed. */
bool pns_cli_export_json(const struct pns_certificate *certificate, uint32_t depth);

#endif
