#include "certificate/output.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/crc32c.h"

struct pns_output {
  FILE *file;
  char *path, *part; /* the final name and the one until then */
  XXH3_state_t *digest;
  uint64_t bytes;
  uint32_t crc;
  int failure; /* an errno, 0: none */
};

static enum pns_status refuse(const char *doing, const char *path, int reason,
                              struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_SYSTEM, "certificate: cannot %s '%s': %s", doing, path,
                       strerror(reason));
}

static bool open_part(struct pns_output *output, const char *path) {
  output->path = strdup(path);
  output->digest = XXH3_createState();
  if (output->path == NULL || output->digest == NULL) return false;
  if (asprintf(&output->part, "%s.part", path) < 0) {
    output->part = NULL;
    return false;
  }
  XXH3_128bits_reset(output->digest);
  output->file = fopen(output->part, "wbe");
  return output->file != NULL;
}

struct pns_output *pns_output_new(const char *path, struct pns_error *error) {
  struct pns_output *output = calloc(1, sizeof *output);
  errno = ENOMEM;
  if (output != NULL && open_part(output, path)) return output;
  refuse("create", path, errno, error);
  pns_output_free(output);
  return NULL;
}

void pns_output_free(struct pns_output *output) {
  if (output == NULL) return;
  if (output->file != NULL) {
    fclose(output->file);
    unlink(output->part);
  }
  XXH3_freeState(output->digest);
  free(output->path);
  free(output->part);
  free(output);
}

static void put_raw(struct pns_output *output, const void *bytes, size_t count) {
  output->bytes += count;
  if (output->failure != 0 || fwrite(bytes, 1, count, output->file) == count) return;
  output->failure = errno != 0 ? errno : EIO;
}

void pns_output_put(struct pns_output *output, const void *bytes, size_t count) {
  if (count == 0) return;
  output->crc = pns_crc32c(output->crc, bytes, count);
  XXH3_128bits_update(output->digest, bytes, count);
  put_raw(output, bytes, count);
}

void pns_output_number(struct pns_output *output, uint64_t number, unsigned size) {
  uint8_t bytes[8];
  for (unsigned i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> (8 * i));
  pns_output_put(output, bytes, size);
}

void pns_output_checksum(struct pns_output *output) {
  pns_output_number(output, output->crc, 4);
  output->crc = 0;
}

uint64_t pns_output_bytes(const struct pns_output *output) { return output->bytes; }

enum pns_status pns_output_status(const struct pns_output *output, struct pns_error *error) {
  if (output->failure == 0) return PNS_OK;
  return refuse("write", output->path, output->failure, error);
}

/* A new name is safe only when its folder is on the disk too. */
static void sync_folder(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return;
  const int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    fsync(folder);
    close(folder);
  }
  free(copy);
}

/* Pipes and devices cannot be synchronised, and need not be. */
static bool is_safe(FILE *file) {
  return fflush(file) == 0 && (fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS);
}

enum pns_status pns_output_keep(struct pns_output *output, struct pns_error *error) {
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(output->digest));
  put_raw(output, digest.digest, sizeof digest.digest);
  if (output->failure == 0 && !is_safe(output->file)) output->failure = errno;
  if (output->failure != 0) return pns_output_status(output, error);
  if (rename(output->part, output->path) != 0) return refuse("name", output->path, errno, error);
  fclose(output->file);
  output->file = NULL;
  sync_folder(output->path);
  return PNS_OK;
}
