/* CRC-32C (Castagnoli), the checksum of iSCSI, ext4 and RFC 3720. */
#ifndef PNS_CHECK_CRC32C_H
#define PNS_CHECK_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from `crc` (0 at the start). */
uint32_t check_crc32c(uint32_t crc, const void *bytes, size_t count);

#endif
