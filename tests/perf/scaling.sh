#!/bin/bash
# A change after which 16 workers gain less is noticed: simulated speed-ups over one worker on some
# small problems, four schedules each, against those committed. Simulations come out the same
# on every machine.
#
#     PNS=build/release/bin/pns tests/perf/scaling.sh --renew    writes the figures anew
set -euo pipefail
source=${PNS_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
pns=${PNS:-$source/build/release/bin/pns}
known=$source/perf/results/scaling.tsv
workers=16
seeds=4
most_percent=8 # schedules drawn anew move the mean by about three

problems=(breakthrough:4x5 connect4:5x6 rex:4 mnk:6x4x4 domineering:7x6 "synth:seed=1,branching=8-24,depth=7")

if [ ! -x "$(dirname "$pns")/pns-instructions" ]; then
  echo "skipped: a build with sanitizers or coverage would say the same, slowly"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# Two at a time; xargs fails when one of them does.
# shellcheck disable=SC2016 # the inner shell's own arguments
printf '%s\n' "${problems[@]}" | xargs -P 2 -I{} bash -c \
  '"$1" simulate "$5" --workers "1,$2" --seeds "$3" --memory 1G --json >"$4/$5"' \
  - "$pns" "$workers" "$seeds" "$work" {}

python3 - "$known" "$work" "$workers" "$most_percent" "${1-}" "${problems[@]}" <<'EOF'
import json
import math
import sys

known, work, workers, most_percent, mode, *problems = sys.argv[1:]


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def speedup(problem):
    with open(f"{work}/{problem}") as stream:
        rows = [json.loads(line) for line in stream]
    return mean([row["speedup"] for row in rows if row["workers"] == int(workers)])


now = {problem: round(speedup(problem), 3) for problem in problems}
if mode == "--renew":
    with open(known, "w") as stream:
        stream.write(f"# problem, speed-up of {workers} simulated workers over one\n")
        stream.writelines(f"{problem}\t{value}\n" for problem, value in now.items())
    sys.exit()
with open(known) as stream:
    before = dict(line.split("\t") for line in stream.read().splitlines() if not line.startswith("#"))
for problem, value in now.items():
    print(f"{problem:20} {value:6.2f}, committed {float(before[problem]):6.2f}")
change = 100 * (mean(now.values()) / mean([float(before[problem]) for problem in problems]) - 1)
print(f"{workers} workers: {mean(now.values()):.2f} times as fast as one, {change:+.1f} %")
if change <= -float(most_percent):
    print(f"{-change:.1f} % less, allowed is less than {most_percent} %. If that is what the change is worth, "
          f"say so in NEWS.md and renew the figures: tests/perf/scaling.sh --renew")
    sys.exit(1)
EOF
