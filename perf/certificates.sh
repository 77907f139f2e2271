#!/bin/bash
# Size of certificates, and the wall time of checking one with one thread against that of solving the
# same proposition with one thread: whole processes, start-up and all, one after the other in turn.
# The solver writes no certificate in the runs that are timed.
#
#   perf/certificates.sh [BUILD [RUNS]] > perf/results/certificates.csv
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
bin=${1:-$root/build/release}/bin
runs=${2:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# field NAME: of the JSON object in $work/result
field() { grep -o "\"$1\": *[^,}]*" "$work/result" | head -1 | sed 's/^[^:]*: *//; s/"//g'; }

# timed FILE COMMAND...: adds the microseconds that the command took to FILE
timed() {
  local times=$1 from to
  shift
  from=$EPOCHREALTIME
  "$@" >/dev/null
  to=$EPOCHREALTIME
  echo $((${to/./} - ${from/./})) >>"$times"
}

# spread FILE: median, least and most, in milliseconds
spread() {
  sort -n "$1" | awk '{ t[NR] = $1 / 1000 }
    END { printf "%.2f,%.2f,%.2f", (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2, t[1], t[NR] }'
}

# measure PROBLEM: one line
measure() {
  rm -f "$work"/solve "$work"/check
  "$bin/pns" solve "$1" --threads 1 --quiet --json --certificate "$work/file" >"$work/result"
  for ((run = 0; run < runs; run++)); do
    timed "$work/solve" "$bin/pns" solve "$1" --threads 1 --quiet
    timed "$work/check" "$bin/pns-check" --jobs 1 "$work/file"
  done
  local positions bytes
  positions=$(field positions) bytes=$(field bytes)
  echo "$1,$(field verdict),$(field expansions),$positions,$(field references),$bytes,$(
    awk "BEGIN { printf \"%.2f\", $bytes / $positions }"),$runs,$(spread "$work/solve"),$(
    spread "$work/check")"
}

echo "problem,verdict,expansions,positions,references,bytes,bytes_per_position,runs,solve_ms_median,\
solve_ms_least,solve_ms_most,check_ms_median,check_ms_least,check_ms_most"
for problem in connect4:5x5 connect4:6x5 breakthrough:3x6 domineering:6x6 hex:5 rex:4 \
  mnk:5x4x4 cram:5x5 othello:4x8; do
  measure "$problem"
done
