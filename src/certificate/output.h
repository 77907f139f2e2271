/*
 * A file that appears under its name when it is complete, or not at all: bytes go to NAME.part,
 * which is renamed at the end. Everything that is put counts into the checksum of the section and
 * the digest of the whole. A failure is remembered and reported at the end.
 */
#ifndef PNS_CERTIFICATE_OUTPUT_H
#define PNS_CERTIFICATE_OUTPUT_H

#include <pns/pns.h>

struct pns_output;

/* NULL with a sentence when the file cannot be made. */
struct pns_output *pns_output_new(const char *path, struct pns_error *error);
/* Gives everything back; a file that was not kept is removed. */
void pns_output_free(struct pns_output *output);

void pns_output_put(struct pns_output *output, const void *bytes, size_t count);
/* The low `size` bytes of a number, the lowest first. */
void pns_output_number(struct pns_output *output, uint64_t number, unsigned size);
/* The checksum of what was put since the one before; the next section begins. */
void pns_output_checksum(struct pns_output *output);

uint64_t pns_output_bytes(const struct pns_output *output);
/* What has failed so far, if anything. */
enum pns_status pns_output_status(const struct pns_output *output, struct pns_error *error);

/* Adds the digest, brings everything to the disk and gives the file its name. */
enum pns_status pns_output_keep(struct pns_output *output, struct pns_error *error);

#endif
