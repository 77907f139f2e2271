/*
 * The one folder that paths in requests may name files of. Paths are relative to it, never lead
 * out of it and follow no symbolic link. It becomes the current folder of the process, so that a
 * path which was found good can be opened as it stands.
 */
#ifndef PNS_FRONT_FOLDER_H
#define PNS_FRONT_FOLDER_H

#include <pns/pns.h>

struct pns_front_folder {
  int fd; /* -1: no folder was given, so every path is refused */
};

/* Goes into the folder; NULL for none. */
enum pns_status pns_front_folder_open(struct pns_front_folder *folder, const char *path,
                                      struct pns_error *error);
void pns_front_folder_close(struct pns_front_folder *folder);

/* Whether a file can be read there; `what` names the field in messages. */
enum pns_status pns_front_folder_reads(const struct pns_front_folder *folder, const char *what,
                                       const char *path, struct pns_error *error);
/* Whether a file of this name, and those of names that begin with it, may be written. */
enum pns_status pns_front_folder_writes(const struct pns_front_folder *folder, const char *what,
                                        const char *path, struct pns_error *error);

#endif
