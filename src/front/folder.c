#include "front/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a path in a request. */
#define PATH_MOST 1024u
#define NAME_MOST 200u /* of its last part, so that what is put behind it still fits */

enum pns_status pns_front_folder_open(struct pns_front_folder *folder, const char *path,
                                      struct pns_error *error) {
  folder->fd = -1;
  if (path == NULL) return PNS_OK;
  folder->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder->fd >= 0 && fchdir(folder->fd) == 0) return PNS_OK;
  const int failure = errno;
  pns_front_folder_close(folder);
  return pns_error_set(error, PNS_ERROR_INPUT, "folder '%.200s': %s, expected a folder to go into",
                       path, strerror(failure));
}

void pns_front_folder_close(struct pns_front_folder *folder) {
  if (folder->fd >= 0) close(folder->fd);
  folder->fd = -1;
}

static enum pns_status refuse(const char *what, const char *path, const char *why,
                              struct pns_error *error) {
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "%s is '%.100s': %s, expected a path inside the folder of this server", what,
                       path, why);
}

/* What can be told from the text alone; NULL: nothing is wrong. */
static const char *fault_of(const char *path) {
  if (strlen(path) > PATH_MOST) return "it is too long";
  if (path[0] == '/') return "it is absolute";
  for (const char *at = path; *at != '\0'; at++)
    if ((unsigned char)*at < ' ') return "it has a control character";
  for (const char *part = path;; part++) {
    const size_t length = strcspn(part, "/");
    if (length == 0 || (length == 1 && part[0] == '.')) return "it has an empty part";
    if (length == 2 && part[0] == '.' && part[1] == '.') return "it leads upwards";
    if (length > NAME_MOST) return "a part of it is too long";
    part += length;
    if (*part == '\0') return NULL;
  }
}

/* Opens the folder that the last part lies in, step by step and never through a link. */
static int open_parent(const struct pns_front_folder *folder, const char *path, const char **last) {
  int at = openat(folder->fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (size_t length; at >= 0 && path[length = strcspn(path, "/")] != '\0'; path += length + 1) {
    char part[NAME_MOST + 1];
    memcpy(part, path, length);
    part[length] = '\0';
    const int next = openat(at, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int failure = errno;
    close(at);
    errno = failure;
    at = next;
  }
  *last = path;
  return at;
}

static enum pns_status find_parent(const struct pns_front_folder *folder, const char *what,
                                   const char *path, int *parent, const char **last,
                                   struct pns_error *error) {
  if (folder->fd < 0)
    return pns_error_set(error, PNS_ERROR_INPUT,
                         "%s names a file, and this server was started without --folder", what);
  const char *fault = fault_of(path);
  if (fault != NULL) return refuse(what, path, fault, error);
  *parent = open_parent(folder, path, last);
  return *parent >= 0 ? PNS_OK : refuse(what, path, strerror(errno), error);
}

enum pns_status pns_front_folder_reads(const struct pns_front_folder *folder, const char *what,
                                       const char *path, struct pns_error *error) {
  const char *last = NULL;
  int parent = -1;
  struct stat found;
  enum pns_status status = find_parent(folder, what, path, &parent, &last, error);
  if (status != PNS_OK) return status;
  if (fstatat(parent, last, &found, AT_SYMLINK_NOFOLLOW) != 0)
    status = refuse(what, path, strerror(errno), error);
  else if (!S_ISREG(found.st_mode))
    status = refuse(what, path, "it is no plain file", error);
  close(parent);
  return status;
}

/* Writers put suffixes behind the name (.part, .new, .prev, a goal), so nothing that begins with it
 * may be a link to elsewhere. */
static bool names_are_plain(int parent, const char *last) {
  const int fd = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *listing = fd < 0 ? NULL : fdopendir(fd);
  bool plain = listing != NULL;
  struct stat found;
  for (struct dirent *entry; plain && (entry = readdir(listing)) != NULL;) {
    if (strncmp(entry->d_name, last, strlen(last)) != 0) continue;
    plain = fstatat(parent, entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0 ||
            S_ISREG(found.st_mode) || (S_ISDIR(found.st_mode) && strcmp(entry->d_name, last) != 0);
  }
  if (listing != NULL)
    closedir(listing);
  else if (fd >= 0)
    close(fd);
  return plain;
}

enum pns_status pns_front_folder_writes(const struct pns_front_folder *folder, const char *what,
                                        const char *path, struct pns_error *error) {
  const char *last = NULL;
  int parent = -1;
  enum pns_status status = find_parent(folder, what, path, &parent, &last, error);
  if (status != PNS_OK) return status;
  if (faccessat(parent, ".", W_OK | X_OK, 0) != 0)
    status = refuse(what, path, strerror(errno), error);
  else if (!names_are_plain(parent, last))
    status = refuse(what, path, "there is something else than a plain file", error);
  close(parent);
  return status;
}
