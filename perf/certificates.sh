#!/bin/bash
# Size of certificates and time to check them against one thread's time to solve:
# perf/certificates.sh [BUILD] > perf/results/certificates.csv
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
bin=${1:-$root/build/release}/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# field NAME: of the JSON object in $work/result
field() { grep -o "\"$1\": *[^,}]*" "$work/result" | head -1 | sed 's/^[^:]*: *//; s/"//g'; }

# seconds COMMAND...: the least wall time of three runs
seconds() {
  local best= now
  for _ in 1 2 3; do
    local from=$EPOCHREALTIME
    "$@" >/dev/null
    now=$(echo "$EPOCHREALTIME - $from" | bc -l)
    if [ -z "$best" ] || [ "$(echo "$now < $best" | bc -l)" = 1 ]; then best=$now; fi
  done
  printf '%.3f' "$best"
}

echo "problem,verdict,expansions,solve_s,positions,references,bytes,bytes_per_position,check_s"
for problem in connect4:5x5 connect4:6x5 breakthrough:3x6 domineering:5x5 domineering:6x6 hex:4 \
  hex:5 cram:5x4 othello:4x4; do
  "$bin/pns" solve "$problem" --threads 1 --quiet --json --certificate "$work/file" >"$work/result"
  check_s=$(seconds "$bin/pns-check" --quiet --jobs 1 "$work/file")
  positions=$(field positions) bytes=$(field bytes)
  printf '%s,%s,%s,%.3f,%s,%s,%s,%.2f,%s\n' "$problem" "$(field verdict)" "$(field expansions)" \
    "$(field wall_s)" "$positions" "$(field references)" "$bytes" \
    "$(echo "$bytes / $positions" | bc -l)" "$check_s"
done
