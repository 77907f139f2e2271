#!/bin/bash
# pns bench: figures add up, records are complete, a wrong verdict ends it, Ctrl-C keeps what there is.
set -eu
. "$(dirname "$0")/../support/cli.sh"

suite=$work/suite
printf '# two small ones\nsmall\tconnect, "four"\tdisproven\tconnect4:4x4\n' >"$suite"
printf 'small\thex 4 b2\t-\thex:4\tb2\t--goal\tsecond-wins\n' >>"$suite"

# Every cell has its runs, and S = p / (f_s f_t).
run 0 bench --suite "$suite" --threads 1,2 --runs 3 --portfolio --json --memory 256M --csv "$work/csv"
python3 - "$work/out" "$work/csv" <<'END' || die "the figures do not add up"
import csv, json, sys
cells = [json.loads(line) for line in open(sys.argv[1])]
assert [(c["problem"], c["setting"], c["threads"]) for c in cells] == [
    (p, s, t) for p in ('connect, "four"', "hex 4 b2")
    for s, t in (("search", 1), ("search", 2), ("portfolio", 2))], cells
for c in cells:
    assert c["runs"] == len(c["wall_s"]) == len(c["expansions"]) == 3 and c["timeouts"] == 0, c
    assert c["verdict"] == ("disproven" if c["problem"][0] == "c" else "proven"), c
    assert c["wall_s_least"] == min(c["wall_s"]) <= c["wall_s_mean"] <= max(c["wall_s"]), c
    if c["setting"] == "search":
        assert abs(c["speedup"] * c["f_s"] * c["f_t"] / c["threads"] - 1) < 1e-6, c
        assert abs(c["rate_ratio"] * c["f_t"] / c["threads"] - 1) < 1e-6, c
one, two = cells[0], cells[1]
geometric = lambda xs: (xs[0] * xs[1] * xs[2]) ** (1 / 3)
assert abs(two["speedup"] - geometric(one["wall_s"]) / geometric(two["wall_s"])) < 1e-6
assert len(set(one["expansions"])) == 1 and one["speedup"] == 1
lines = [l for l in open(sys.argv[2])]
facts = [l.split(":")[0] for l in lines if l.startswith("#")]
assert facts == ["# pns", "# processor", "# memory", "# huge pages", "# kernel", "# begun"], facts
rows = list(csv.DictReader(l for l in lines if not l.startswith("#")))
assert len(rows) == 18 and rows[0]["problem"] == 'connect, "four"', rows[0]
order = [(r["setting"], r["threads"]) for r in rows[:6]]
assert order[:3] == order[3:] and len(set(order)) == 3, order  # in turn
assert all(r["pinned_threads"] == r["threads"] for r in rows if r["setting"] == "search")
assert [r["expansions"] for r in rows if r["setting"] == "search" and r["threads"] == "1"][:3] == [
    str(n) for n in one["expansions"]]
END

# Memory is that of each run alone: a small run after a large one does not inherit its peak.
printf 's\tlarge\t-\tconnect4:5x6\ns\tsmall\t-\tconnect4:4x4\n' >"$work/order"
run 0 bench --suite "$work/order" --threads 1 --runs 1 --json --memory 256M
python3 -c 'import json, sys; a, b = map(json.loads, open(sys.argv[1])); assert b["peak_rss_bytes"] < a["peak_rss_bytes"] / 2' \
  "$work/out" || die "a run's memory contains that of another"

# For people: a table, and the baseline named; the options of the search are passed on.
run 0 bench --suite "$suite" --threads 1 --runs 1 --baseline --backup weak --epsilon 1
said 'geometric means'
said 'connect, "four": disproven, 1 runs each'
run 0 bench --suite "$suite" --threads 1 --runs 2 --json --backup weak
cp "$work/out" "$work/weak"
run 0 bench --suite "$suite" --threads 1 --runs 2 --json --backup sum
python3 -c 'import json, sys; a, b = (json.loads(open(f).readline()) for f in sys.argv[1:]); assert a["expansions"] != b["expansions"]' \
  "$work/weak" "$work/out" || die "--backup was not passed on"

# Other seeds, the same for all cells.
run 0 bench --suite "$suite" --threads 1 --runs 3 --json --reseed
python3 -c 'import json, sys; c = json.loads(open(sys.argv[1]).readline()); assert len(set(c["expansions"])) > 1' \
  "$work/out" || die "--reseed changed nothing"

# Time-outs are counted, and nothing is claimed of them.
printf 's\thard\t-\tconnect4:7x6\n' >"$work/hard"
run 3 bench --suite "$work/hard" --threads 1,2 --runs 2 --time 20ms --json --memory 256M
python3 -c 'import json, sys
for c in map(json.loads, open(sys.argv[1])):
  assert c["timeouts"] == 2 and c["speedup"] is None and c["verdict"] == "unknown", c' \
  "$work/out" || die "time-outs are not told"

# A wrong verdict.
printf 's\tlie\tproven\tconnect4:4x4\n' >"$work/lie"
run 2 bench --suite "$work/lie" --threads 1 --runs 4 --json
grep -qF "'lie' came out disproven with 1 threads, expected proven" "$work/err" || die "no word of the lie"
[ "$(wc -l <"$work/out")" = 1 ] || die "the run before was not shown"

# measured COUNT: so many runs are in the CSV, which may be written any time
measured() { [ "$(grep -c '^"hard"' "$work/kept" 2>/dev/null)" -ge "$1" ]; }

# interrupt CONDITION ARGUMENT...: Ctrl-C once it is true
interrupt() {
  local condition=$1 status=0 job
  shift
  "$PNS" bench --suite "$work/hard" --threads 1,2 --runs 50 --json --memory 256M "$@" \
    >"$work/out" 2>"$work/err" &
  job=$!
  wait_until catches "$job"
  wait_until $condition
  kill -INT "$job"
  wait "$job" || status=$?
  [ "$status" = 4 ] || die "interrupted: exit $status, expected 4"
}

# Ctrl-C keeps what was measured, be it nothing, and leaves nobody behind.
interrupt true --time 60s
[ ! -s "$work/out" ] || die "a run that did not end was shown"
[ -z "$(pgrep -f "$work/hard" || true)" ] || die "a run lives on"
interrupt 'measured 2' --time 300ms --csv "$work/kept"
[ "$(grep -c '^"hard"' "$work/kept")" -ge 2 ] || die "the CSV lost its runs"
python3 -c 'import json, sys; assert json.loads(open(sys.argv[1]).readline())["runs"] >= 1' "$work/out" ||
  die "what was measured is not shown"

# The built-in suites know their problems.
for name in quick laptop server ffo uttt; do
  run 3 bench --suite "$name" --threads 1 --runs 1 --expansions 5 --json --memory 64M
done

# Wrong input.
refuse "suite 'nothing': No such file or directory, expected quick, laptop, server, ffo, uttt or a file" \
  bench --suite nothing
refuse "runs is '0', expected a whole number from 1 to" bench --runs 0
refuse "threads is 'x', expected a whole number" bench --threads 1,x
refuse "threads is '', expected a whole number" bench --threads 1,
refuse 'threads lists 2 twice' bench --threads 2,2
refuse "unexpected 'hex', expected options only" bench hex
refuse "csv '/nowhere/x' cannot be written" bench --suite "$suite" --csv /nowhere/x
for line in 'x' 's\tn\tmaybe\thex' 's\t\tproven\thex' 's\tn\t-\tchess' 's\tn\t-\thex:3\tz9' \
  's\tn\t-\thex:3\t--nope'; do
  printf "# one\n$line\n" >"$work/bad"
  refuse 'bad line 2: ' bench --suite "$work/bad"
done
: >"$work/empty"
refuse 'has no problem' bench --suite "$work/empty"
done_checking
