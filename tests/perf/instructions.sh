#!/bin/bash
# A change that slows the search by 5 % is noticed: the instructions that callgrind counts inside the
# steps of one worker, on some small problems, against those committed for this compiler. They come
# out the same on every run, so that a noisy machine does not matter.
#
#     PNS_BUILD=build/release tests/perf/instructions.sh --renew    writes the figures anew
set -euo pipefail
source=${PNS_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
program=${PNS_BUILD:-$source/build/release}/bin/pns-instructions
known=$source/perf/results/instructions.tsv
most_percent=5

problems=(
  '40000 connect4:6x5'
  '6000 hex:6'
  '10000 breakthrough:3x7'
  '12000 domineering:7x6'
  '12000 mnk:6x4x4'
  '12000 othello:6x6'
  '6000 uttt'
)

skip() {
  echo "skipped: $*"
  exit 77
}

[ -x "$program" ] || skip "this build has no pns-instructions (sanitizers and coverage add instructions)"
command -v valgrind >/dev/null || skip "valgrind is not installed; script/bootstrap test does that"
compiler="$("$program" --compiler), $(uname -m)"

# count PROBLEM...: instructions inside the steps, of all calls
count() {
  local report
  report=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
    --toggle-collect=pns_worker_step "$program" "$@" 2>&1 >/dev/null) ||
    { echo "$report" >&2; return 1; }
  sed -nE 's/.*Collected *: *([0-9]+).*/\1/p' <<<"$report"
}

# Two at a time; the figures come in the order of the problems.
count_all() {
  local i work
  work=$(mktemp -d)
  for i in "${!problems[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
    # shellcheck disable=SC2086 # a problem is words
    count ${problems[$i]} >"$work/$i" &
  done
  wait
  for i in "${!problems[@]}"; do
    [ -s "$work/$i" ] || { echo "no count for ${problems[$i]}" >&2; exit 1; }
    printf '%s\t%s\t%s\n' "$compiler" "${problems[$i]}" "$(cat "$work/$i")"
  done
  rm -r "$work"
}

if [ "${1-}" = --renew ]; then
  figures=$(count_all)
  others=$(grep -vF "$compiler	" "$known" 2>/dev/null || echo '# compiler, problem, instructions')
  printf '%s\n%s\n' "$others" "$figures" >"$known"
  echo "$known has the figures of $compiler"
  exit 0
fi

grep -qF "$compiler	" "$known" || skip "no figures for $compiler in $known; '$0 --renew' adds them"
count_all | awk -F '\t' -v known="$known" -v compiler="$compiler" -v most="$most_percent" '
  BEGIN {
    while ((getline line < known) > 0) {
      split(line, field, "\t")
      if (field[1] == compiler) before[field[2]] = field[3]
    }
  }
  {
    if (!($2 in before)) { printf "no figure for %s\n", $2; missing = 1; next }
    ratio = $3 / before[$2]
    printf "%-24s %11d instructions, %+.2f %%\n", $2, $3, 100 * (ratio - 1)
    sum += log(ratio); n++
  }
  END {
    if (missing) { print "renew them: tests/perf/instructions.sh --renew"; exit 1 }
    change = 100 * (exp(sum / n) - 1)
    printf "%s: %+.2f %% instructions, geometric mean of %d problems\n", compiler, change, n
    if (change >= most) {
      printf "slower by %.2f %%, allowed is less than %d %%. If that is what the change is worth, say so in ", change, most
      printf "NEWS.md and renew the figures: tests/perf/instructions.sh --renew\n"
      exit 1
    }
    if (change <= -most) print "faster: renew the figures with tests/perf/instructions.sh --renew"
  }'
