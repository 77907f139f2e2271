/* CRC-32C (Castagnoli), which files are checked with section by section. */
#ifndef PNS_BASE_CRC32C_H
#define PNS_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from `crc`, 0 at the start. */
uint32_t pns_crc32c(uint32_t crc, const void *bytes, size_t count);

#endif
