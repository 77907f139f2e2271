/* The power goes: of what was done in the folder since it was last brought to the disk, the disk
 * has kept any selection. A model of the folder goes through all of them at every moment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "checkpoint/generations.h"

enum { NOTHING = 0, DAMAGED = -1, OPERATIONS = 8 };

/* What lies under each name: a generation, all of whose contents are on the disk. */
struct folder {
  int holds[PNS_GENERATIONS];
};

/* One change, whole or not at all: a name that gets this contents, and one that goes. -1: none. */
struct operation {
  int gets, holds, goes;
};

static struct folder on_disk, as_seen;
static struct operation operations[OPERATIONS];
static unsigned count, looks;
static bool links_exist;
static int least;       /* generation that must be found, */
static int newest_seen; /* and after a kill without a loss of power */

static void apply(struct folder *folder, const struct operation *operation) {
  if (operation->gets >= 0) folder->holds[operation->gets] = operation->holds;
  if (operation->goes >= 0) folder->holds[operation->goes] = NOTHING;
}

/* What a reader would find: the newest, damaged ones left aside. */
static int newest(const struct folder *folder) {
  int found = NOTHING;
  for (int i = 0; i < PNS_GENERATIONS; i++)
    if (folder->holds[i] > found) found = folder->holds[i];
  return found;
}

static void look(void) {
  for (unsigned kept = 0; kept < 1u << count; kept++) {
    struct folder folder = on_disk;
    for (unsigned i = 0; i < count; i++)
      if ((kept >> i & 1) != 0) apply(&folder, &operations[i]);
    assert_true(newest(&folder) >= least);
    looks++;
  }
  assert_int_equal(newest(&as_seen), newest_seen);
}

static void change(int gets, int holds, int goes) {
  assert_true(count < OPERATIONS);
  operations[count] = (struct operation){gets, holds, goes};
  apply(&as_seen, &operations[count++]);
  look();
}

/* ---- the system ---- */

static int name_of(const char *path) {
  for (int i = 1; i < PNS_GENERATIONS; i++)
    if (strcmp(strrchr(path, '/') + 2, pns_generation_suffixes[i]) == 0) return i;
  return PNS_NAMED;
}

static int open_folder(const char *path, int flags, mode_t mode) {
  (void)path, (void)flags, (void)mode;
  return 9;
}

static ssize_t write_nothing(int file, const void *bytes, size_t size) {
  (void)file, (void)bytes, (void)size;
  return -1;
}

static int sync_folder(int file) {
  (void)file;
  on_disk = as_seen;
  count = 0;
  look();
  return 0;
}

static int close_folder(int file) {
  (void)file;
  return 0;
}

static bool is_there(const char *path) {
  if (as_seen.holds[name_of(path)] != NOTHING) return true;
  errno = ENOENT;
  return false;
}

static int link_names(const char *from, const char *to) {
  if (!links_exist) errno = EPERM;
  if (!links_exist || !is_there(from)) return -1;
  if (as_seen.holds[name_of(to)] != NOTHING) {
    errno = EEXIST;
    return -1;
  }
  change(name_of(to), as_seen.holds[name_of(from)], -1);
  return 0;
}

static int rename_names(const char *from, const char *to) {
  if (!is_there(from)) return -1;
  change(name_of(to), as_seen.holds[name_of(from)], name_of(from));
  return 0;
}

static int unlink_name(const char *path) {
  if (!is_there(path)) return -1;
  change(-1, NOTHING, name_of(path));
  return 0;
}

static const struct pns_save_calls model = {open_folder, write_nothing, sync_folder, close_folder,
                                            link_names,  rename_names,  unlink_name};

/* ---- tests ---- */

/* NAME.new was just written, so that its own name may not be on the disk yet. */
static void publish(int named, int former, bool links, bool named_is_sound) {
  struct pns_generations generations;
  struct pns_save_outcome outcome = {.failure = 0};
  on_disk = as_seen = (struct folder){{named, NOTHING, former}};
  least = newest(&on_disk);
  newest_seen = 3;
  links_exist = links;
  count = 0;
  as_seen.holds[PNS_FRESH] = 3;
  change(PNS_FRESH, 3, -1);
  assert_true(pns_generations_init(&generations, "/f/c", &model));
  pns_generations_found(&generations, PNS_FRESH, named_is_sound);
  pns_generations_publish(&generations, &outcome);
  assert_int_equal(outcome.failure, 0);
  assert_false(generations.complete);
  assert_int_equal(on_disk.holds[PNS_NAMED], 3);
  assert_int_equal(on_disk.holds[PNS_FRESH], NOTHING);
  /* The better of the two others is kept. */
  if (named_is_sound && named > 0) assert_int_equal(on_disk.holds[PNS_FORMER], named);
  if (!named_is_sound) assert_int_equal(on_disk.holds[PNS_FORMER], former);
  pns_generations_done(&generations);
}

static void the_newest_is_never_lost(void **state) {
  (void)state;
  for (int links = 0; links < 2; links++) {
    publish(2, 1, links, true);
    publish(2, NOTHING, links, true);
    publish(NOTHING, NOTHING, links, true);
    publish(NOTHING, 1, links, false);
    publish(DAMAGED, 1, links, false);
    /* Nobody read NAME, because NAME.new went further: nobody knows that it is damaged. */
    publish(DAMAGED, 1, links, true);
  }
  assert_true(looks > 100);
}

/* What cannot be named now is named the next time; a folder that is another one is not waited for.
 */
static void what_has_no_name_is_remembered(void **state) {
  (void)state;
  struct pns_generations generations;
  struct pns_save_outcome outcome = {.failure = 0};
  on_disk = as_seen = (struct folder){{NOTHING, NOTHING, NOTHING}};
  least = newest_seen = NOTHING;
  assert_true(pns_generations_init(&generations, "/f/c", &model));
  pns_generations_found(&generations, PNS_FRESH, true);
  pns_generations_publish(&generations, &outcome);
  assert_int_equal(outcome.failure, ENOENT);
  assert_false(generations.complete);
  pns_generations_done(&generations);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_newest_is_never_lost),
      cmocka_unit_test(what_has_no_name_is_remembered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
