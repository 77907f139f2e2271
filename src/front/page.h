/* The page, page.html, as CMake embeds it. */
#ifndef PNS_FRONT_PAGE_H
#define PNS_FRONT_PAGE_H

#include <stddef.h>

extern const char pns_front_page[];
extern const size_t pns_front_page_bytes;

#endif
