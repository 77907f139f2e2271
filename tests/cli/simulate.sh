#!/bin/bash
# pns simulate from the command line: its table, JSON and CSV, costs measured and read, refusals.
set -eu
. "$(dirname "$0")/../support/cli.sh"

# lines EXPRESSION: evaluates a Python expression on the list `o` of the last run's JSON objects.
lines() {
  python3 -c 'import json, sys
o = [json.loads(l) for l in open(sys.argv[1])]; print(eval(sys.argv[2]))' "$work/out" "$1"
}

# equal EXPRESSION EXPECTED
equal() {
  local found
  found=$(lines "$1")
  [ "$found" = "$2" ] || die "$1 is '$found', expected '$2'"
}

# ---- one object a line and worker count ----
run 0 simulate connect4:5x4 --workers 1,16,64 --json
equal '[r["workers"] for r in o]' '[1, 16, 64]'
equal '{r["verdict"] for r in o}' "{'disproven'}"
equal 'o[0]["speedup"], o[0]["search_overhead"]' '(1.0, 1.0)'
equal 'all(o[0]["virtual_time"] > r["virtual_time"] > 0 for r in o[1:])' True
equal 'all(abs(r["speedup"] - o[0]["virtual_time"] / r["virtual_time"]) < 1e-6 for r in o)' True
equal 'all(r["transfers"] > 0 for r in o[1:])' True
first=$(lines 'o[0]["expansions"]')
cp "$work/out" "$work/before"
run 0 simulate connect4:5x4 --workers 1,16,64 --json
cmp "$work/before" "$work/out" || die "the same command said something else"

# ---- one worker expands what one thread does ----
run 0 solve connect4:5x4 --threads 1 --json
is 'o["expansions"]' "$first"

# ---- contention, schedules, limits ----
run 0 simulate connect4:5x4 --workers 16 --no-contention --json
equal 'o[0]["transfers"]' 0
run 0 simulate hex:4 --workers 1,8 --seeds 3 --json
equal '[(r["workers"], r["seed"]) for r in o]' '[(1, 0), (1, 1), (1, 2), (8, 0), (8, 1), (8, 2)]'
equal 'len({r["virtual_time"] for r in o[3:]})' 3
run 3 simulate connect4:6x6 --workers 4 --expansions 500 --json
equal 'o[0]["verdict"], o[0]["reason"], o[0]["speedup"]' "('unknown', 'expansions', None)"
run 0 simulate connect4:5x5 --workers 4 --store 4M --json
equal 'o[0]["collections"] > 0, o[0]["verdict"]' "(True, 'disproven')"

# ---- for people and for tables ----
run 0 simulate hex:4 --workers 1,4 --seeds 2
said "speed-up"
said "of 2 schedules"
said "visit"
run 0 simulate hex:4 --workers 1,4 --csv
[ "$(head -1 "$work/out" | cut -d, -f1-3)" = workers,seed,verdict ] || die "no head in the CSV"
[ "$(wc -l <"$work/out")" = 3 ] || die "expected three lines of CSV"

# ---- calibration ----
run 0 simulate --calibrate hex:4 --quiet --costs "$work/costs"
grep -q '^transfer [0-9.]* #' "$work/costs" || die "no transfer in the file of costs"
grep -q '^game hex:4 visit' "$work/costs" || die "no hex:4 in the file of costs"
run 0 simulate hex:4 --workers 2 --costs "$work/costs"
said "hex:4"
run 0 simulate mnk:3x3x3 --workers 2 --costs "$work/costs"
said "mean of other games"

# ---- refusals ----
refuse "no game" simulate
refuse "did you mean 'simulate'" simulat hex:4
for bad in 0 1025 1,,2 1, ,1 two -1 '' '1 2' 99999999999999999999; do
  refuse "expected numbers from 1 to 1024 between commas" simulate hex:4 --workers "$bad"
done
for bad in 0 -1 two 10001 1x; do
  refuse "expected a whole number from 1 to 10000" simulate hex:4 --seeds "$bad"
done
refuse "--json and --csv together" simulate hex:4 --json --csv
refuse "cannot be read" simulate hex:4 --costs "$work/none"
printf 'transfer fast\ngame hex visit 1 retreat 1 expansion 1\n' >"$work/bad"
refuse "bad line 1: transfer is 'fast'" simulate hex:4 --costs "$work/bad"
refuse "memory" simulate hex:4 --workers 64 --memory 1M
refuse "unknown game" simulate --calibrate chess
refuse "the game is over" simulate --calibrate --quiet hex:3 --position X../XO./XO.
run 2 simulate --calibrate hex:4 --quiet --costs "$work/no/folder"
grep -q "cannot be written" "$work/err" || die "no sentence about the file"

done_checking
