/* Limits of control groups, on copies of their files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cgroup.h"
#include "base/machine.h"
#include "support/scratch.h"

static char base[SCRATCH_MAX], membership[SCRATCH_INSIDE_MAX], mount_at[SCRATCH_INSIDE_MAX];
static const struct pns_cgroup_places places = {membership, mount_at};

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* Writes a file below the mount, making the folders on the way. */
static void put(const char *name, const char *text) {
  char path[SCRATCH_INSIDE_MAX + 64];
  snprintf(path, sizeof path, "%s/%s", mount_at, name);
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0700);
    *slash = '/';
  }
  write_file(path, text);
}

static int make_places(void **state) {
  (void)state;
  scratch_folder(base);
  snprintf(membership, sizeof membership, "%s/membership", base);
  snprintf(mount_at, sizeof mount_at, "%s/mount", base);
  return mkdir(mount_at, 0700);
}

static int remove_places(void **state) {
  (void)state;
  char command[SCRATCH_INSIDE_MAX];
  snprintf(command, sizeof command, "rm -rf '%s'", base);
  return system(command);
}

static void nothing_there(void **state) {
  (void)state;
  assert_int_equal(pns_cgroup_cpus(&places), UINT32_MAX);
  assert_true(pns_cgroup_available_bytes(&places) == UINT64_MAX);
}

static void version_2_nested(void **state) {
  (void)state;
  write_file(membership, "0::/outer/inner\n");
  put("outer/inner/cpu.max", "max 100000\n");
  put("outer/cpu.max", "150000 100000\n");
  put("outer/inner/memory.max", "max\n");
  put("outer/inner/memory.high", "900\n");
  put("outer/inner/memory.current", "100\n");
  put("outer/memory.max", "1000\n");
  put("outer/memory.current", "600\n");
  put("outer/memory.stat", "anon 300\ninactive_file 250\nfile 7\n");
  assert_int_equal(pns_cgroup_cpus(&places), 2);
  assert_true(pns_cgroup_available_bytes(&places) == 650);
}

static void version_2_inside_a_container(void **state) {
  (void)state;
  write_file(membership, "0::/some/path/of/the/host\n");
  put("cpu.max", "20000 100000\n");
  put("memory.max", "1000\n");
  put("memory.current", "2000\n");
  assert_int_equal(pns_cgroup_cpus(&places), 1);
  assert_true(pns_cgroup_available_bytes(&places) == 0);
}

static void version_1(void **state) {
  (void)state;
  write_file(membership, "4:memory:/job\n2:cpuacct,cpu:/job\n1:name=systemd:/\n0::/\n");
  put("memory/job/memory.limit_in_bytes", "5000\n");
  put("memory/job/memory.usage_in_bytes", "1000\n");
  put("memory/job/memory.stat", "cache 3\ntotal_inactive_file 500\n");
  put("memory/memory.limit_in_bytes", "9223372036854771712\n");
  put("cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
  put("cpu,cpuacct/cpu.cfs_quota_us", "300000\n");
  put("cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  assert_true(pns_cgroup_available_bytes(&places) == 4500);
  assert_int_equal(pns_cgroup_cpus(&places), 3);
}

static void nonsense(void **state) {
  (void)state;
  write_file(membership, "\n:\n::\n0::\ngarbage\n");
  put("cpu.max", "many\n");
  put("memory.max", "much\n");
  assert_int_equal(pns_cgroup_cpus(&places), UINT32_MAX);
  assert_true(pns_cgroup_available_bytes(&places) == UINT64_MAX);
}

static void this_machine(void **state) {
  (void)state;
  assert_in_range(pns_machine_cpus(), 1, 1u << 20);
  assert_true(pns_machine_available_bytes() > 0);
  assert_true(pns_machine_resident_bytes() > 0);
  assert_true(pns_machine_peak_resident_bytes() > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(nothing_there, make_places, remove_places),
      cmocka_unit_test_setup_teardown(version_2_nested, make_places, remove_places),
      cmocka_unit_test_setup_teardown(version_2_inside_a_container, make_places, remove_places),
      cmocka_unit_test_setup_teardown(version_1, make_places, remove_places),
      cmocka_unit_test_setup_teardown(nonsense, make_places, remove_places),
      cmocka_unit_test(this_machine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
