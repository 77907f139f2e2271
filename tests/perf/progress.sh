#!/bin/bash
# Progress objects, ten a second, cost less than 1 % of what one thread expands in that second; measured
# in processor time of the threads at work, so that a busy machine matters little.
set -eu
: "${PNS_BUILD:?set PNS_BUILD to the build folder}"
program=$PNS_BUILD/bin/pns-reports
for problem in 'connect4:7x6 300000' 'hex:6 60000' 'othello:8x8 60000' 'mnk:15x15x5 30000'; do
  # shellcheck disable=SC2086 # a problem is words
  "$program" $problem
done | tee /dev/stderr | awk '
  { share = $(NF - 1); if (share >= 1) { print "too much: " $0; bad = 1 } count++ }
  END { exit bad || count != 4 }'
