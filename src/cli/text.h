/* Numbers as people read them. Each writes into `text` and returns it. */
#ifndef PNS_CLI_TEXT_H
#define PNS_CLI_TEXT_H

#include <stdint.h>

#define PNS_CLI_NUMBER_MAX 40

char *pns_cli_count(uint64_t count, char text[PNS_CLI_NUMBER_MAX]);   /* 12,345,678 */
char *pns_cli_short(double count, char text[PNS_CLI_NUMBER_MAX]);     /* 12.3 M */
char *pns_cli_size(uint64_t bytes, char text[PNS_CLI_NUMBER_MAX]);    /* 1.5 GiB */
char *pns_cli_time(double seconds, char text[PNS_CLI_NUMBER_MAX]);    /* 0.042 s, 3 min 20 s */
char *pns_cli_number(uint32_t number, char text[PNS_CLI_NUMBER_MAX]); /* a pn or dn, or "inf" */

#endif
