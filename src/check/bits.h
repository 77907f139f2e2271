/* Reading a block's payload bit by bit, the lowest bit of a byte first. */
#ifndef PNS_CHECK_BITS_H
#define PNS_CHECK_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct check_bits {
  const uint8_t *bytes;
  uint64_t count; /* bits there are */
  uint64_t at;    /* bits taken */
};

/* A number of `width` bits, its lowest bit first. False when too few are left. */
static inline bool check_bits_take(struct check_bits *bits, uint32_t width, uint32_t *value) {
  *value = 0;
  if (bits->count - bits->at < width) return false;
  for (uint32_t i = 0; i < width; i++, bits->at++)
    *value |= ((uint32_t)bits->bytes[bits->at / 8] >> (bits->at % 8) & 1) << i;
  return true;
}

/* How many bits tell `count` things apart: 0 for one, 3 for five. */
static inline uint32_t check_bits_width(uint32_t count) {
  uint32_t width = 0;
  while ((UINT32_C(1) << width) < count) width++;
  return width;
}

#endif
