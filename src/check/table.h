/*
 * The positions that later parts of the proof may refer to, as exact bytes, each with the time at
 * which it became usable. Shared by all checking threads.
 */
#ifndef PNS_CHECK_TABLE_H
#define PNS_CHECK_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct check_table;

/* Positions of `packed_bytes` each; `seed` decides where they lie, so that no file can be made to
 * clog the table. NULL when out of memory. */
struct check_table *check_table_new(uint32_t packed_bytes, uint64_t budget_bytes, uint64_t seed);
void check_table_free(struct check_table *table);

enum check_added { CHECK_ADDED, CHECK_ADDED_BEFORE, CHECK_ADDED_NO_MEMORY };

/* Keeps the earlier time when the position is there already. */
enum check_added check_table_add(struct check_table *table, const uint8_t *packed, uint64_t time);
/* Whether the position was usable at this time. */
bool check_table_has(struct check_table *table, const uint8_t *packed, uint64_t time);
uint64_t check_table_count(struct check_table *table);

#endif
