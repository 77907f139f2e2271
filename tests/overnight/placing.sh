#!/bin/bash
# --pin and --huge-pages: accepted, kept, and what came of them is said.
set -eu
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/overnight.sh"

run 0 solve connect4:5x4 --threads 2 --pin --json
is "o['pinned_threads'], o['memory_nodes'] >= 1" "(2, True)"
run 0 solve connect4:5x4 --threads 2 --json
is "o['pinned_threads']" 0
run 0 solve connect4:5x4 --threads 2 --pin
said "2 of 2 threads bound to a CPU each"
run 0 solve connect4:5x4 --threads 64 --pin --json
is "o['pinned_threads']" 64

# Each worker really has one CPU.
start --pin
python3 - "$job" <<'PYTHON' || die "workers have more than one CPU"
import glob, re, sys
bound = 0
for task in glob.glob("/proc/%s/task/*" % sys.argv[1]):
    if not re.fullmatch(r"pns-\d+", open(task + "/comm").read().strip()):
        continue
    allowed = re.search(r"Cpus_allowed_list:\s*(\S+)", open(task + "/status").read())[1]
    assert allowed.isdigit(), allowed
    bound += 1
assert bound == 2, bound
PYTHON
finish TERM 4

# What is resident is told apart from a sanitizer's own only in a plain build.
if [ $plain = yes ]; then
  run 0 solve connect4:5x5 --threads 2 --huge-pages never --json
  is "o['huge_page_bytes'] <= 4 << 20" True # where all processes get them: heap and stack
  if grep -q '\[never\]' /sys/kernel/mm/transparent_hugepage/enabled 2>/dev/null ||
    [ ! -e /sys/kernel/mm/transparent_hugepage ]; then
    run 0 solve connect4:5x5 --threads 2 --huge-pages always --json
    is "o['huge_page_bytes']" 0
  else
    run 0 solve connect4:5x5 --threads 2 --huge-pages always
    said "in huge pages"
    # The budget holds with large pages too, also a small one.
    run 3 solve connect4:7x6 --threads 2 --huge-pages always --memory 24M --time 2s --json
    is "o['huge_page_bytes'] > 0 and o['peak_rss_bytes'] <= 24 << 20" True
  fi
  run 3 solve connect4:7x6 --threads 2 --huge-pages never --memory 24M --time 2s --json
  is "o['huge_page_bytes'] <= 4 << 20 and o['peak_rss_bytes'] <= 24 << 20" True
fi
refuse "expected one of auto|always|never" solve connect4:4x4 --huge-pages yes

done_checking
