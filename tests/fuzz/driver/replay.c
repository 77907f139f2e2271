/*
 * Runs a fuzz source over the files of its corpus: replay-NAME corpus/NAME. Beside the folder
 * stands corpus/NAME.tsv with a line "FILE<tab>PART" for each input that must be refused, by a
 * sentence that contains PART; files that begin with "good" must be accepted.
 */
#include <dirent.h>
#include <stdio.h>

#include "fuzz/driver/fuzz.h"

static char refusal[512];

void fuzz_refused(const char *sentence) {
  if (refusal[0] == '\0') snprintf(refusal, sizeof refusal, "%s", sentence);
}

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  uint8_t *data = length < 0 ? NULL : malloc((size_t)length + 1);
  *size = data == NULL ? 0 : fread(data, 1, (size_t)length, file);
  fclose(file);
  return data;
}

/* The PART of a file in the list; "" when it is not there. */
static void find_expected(const char *folder, const char *name, char *part, size_t part_size) {
  char path[4096], line[1024];
  part[0] = '\0';
  snprintf(path, sizeof path, "%s.tsv", folder);
  FILE *list = fopen(path, "r");
  if (list == NULL) return;
  while (fgets(line, sizeof line, list) != NULL) {
    char *tab = strchr(line, '\t');
    if (tab == NULL) continue;
    *tab = '\0';
    tab[1 + strcspn(tab + 1, "\n")] = '\0';
    if (strcmp(line, name) == 0) snprintf(part, part_size, "%s", tab + 1);
  }
  fclose(list);
}

/* Whether the refusal, or its absence, is the one that must be. */
static bool judge(const char *folder, const char *name) {
  char part[512];
  find_expected(folder, name, part, sizeof part);
  if (part[0] != '\0' && strstr(refusal, part) == NULL) {
    printf("%s: refused by '%s', expected '%s'\n", name, refusal, part);
    return false;
  }
  if (strncmp(name, "good", 4) == 0 && refusal[0] != '\0') {
    printf("%s: refused by '%s', expected none\n", name, refusal);
    return false;
  }
  return true;
}

static bool replay(const char *folder, const char *name) {
  char path[4096];
  size_t size;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  uint8_t *data = read_file(path, &size);
  if (data == NULL) {
    printf("%s cannot be read\n", path);
    return false;
  }
  refusal[0] = '\0';
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return judge(folder, name);
}

int main(int argc, char **argv) {
  unsigned inputs = 0, faults = 0;
  for (int i = 1; i < argc; i++) {
    DIR *folder = opendir(argv[i]);
    if (folder == NULL) {
      printf("no folder %s\n", argv[i]);
      return 1;
    }
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
      if (entry->d_name[0] == '.') continue;
      inputs++;
      faults += !replay(argv[i], entry->d_name);
    }
    closedir(folder);
  }
  printf("%u inputs, %u faults\n", inputs, faults);
  return inputs == 0 || faults > 0;
}
