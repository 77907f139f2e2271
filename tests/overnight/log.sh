#!/bin/bash
# --log: every line is an object with time and event; rotation; a log that cannot be written.
set -eu
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/overnight.sh"

well_formed() {
  lines_are "$1" "all(re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z', x['time']) and
    list(x)[:2] == ['time', 'event'] for x in e) if (re := __import__('re')) else 0" True
}

# has EVENT FIELD...: the last event of that name has all the fields.
has() {
  local event=$1
  shift
  lines_are "$log" "[f for f in '$*'.split() if f not in [x for x in e if x['event'] == '$event'][-1]]" "[]"
}

# ---- a run that sweeps, from start to stop ----
run 3 solve connect4:7x6 --memory 24M --threads 2 --seed 3 --progress 10ms --time 1h --expansions 600000 \
  --log "$log"
well_formed "$log"
lines_are "$log" "e[0]['event'], e[-2]['event'], e[-1]['event']" "('start', 'verdict', 'stop')"
has start version build host cpus pid command game position goal proposition threads \
  memory_budget_bytes options
lines_are "$log" "e[0]['game'], e[0]['options']['seed'], e[0]['options']['time']" \
  "('connect4:7x6', '3', '3600.000s')"
lines_are "$log" "e[0]['command'][1:4]" "['solve', 'connect4:7x6', '--memory']"
has progress elapsed_s expansions expansions_per_s nodes memory_bytes memory_budget_bytes root \
  root_moves root_settled collections collections_s line
if [ $plain = yes ]; then
  has collection count new seconds nodes_before nodes_after
  lines_are "$log" "sum(x['new'] for x in e if x['event'] == 'collection') <= e[-2]['collections']" True
  lines_are "$log" "min(x['nodes_before'] - x['nodes_after'] for x in e if x['event'] == 'collection') >= 0" True
fi
has verdict verdict reason expansions nodes wall_s cpu_s huge_page_bytes pinned_threads memory_nodes
lines_are "$log" "e[-1]['reason'], e[-1]['signal'], e[-1]['exit_status']" "('expansions', None, 3)"

# ---- a second run is appended ----
run 0 solve connect4:4x4 --value --log "$log"
well_formed "$log"
lines_are "$log" "[x['event'] for x in e].count('start')" 2
lines_are "$log" "[x['event'] for x in e[-4:]]" "['start', 'proposition', 'verdict', 'stop']"
lines_are "$log" "e[-2]['value'], e[-1]['reason']" "('draw', 'decided')"

# ---- standard error was closed before: the log does not get its number, nor what is meant for it ----
checks=$((checks + 1))
timeout 60 "$PNS" solve connect4:7x6 --memory 24M --progress 50ms --time 400ms --log "$work/alone" \
  >"$work/out" 2>&- </dev/null && die "that was too fast"
well_formed "$work/alone"
lines_are "$work/alone" "e[-1]['event']" stop

# ---- rotation: HUP after the rename ----
rm "$log"
start --log "$log"
eventually "progress in the log" grep -q '"progress"' "$log"
mv "$log" "$log.1"
kill -HUP "$job"
eventually "the new log" test -s "$log"
before=$(wc -l <"$log.1")
sleep 0.5
[ "$(wc -l <"$log.1")" = "$before" ] || die "lines still go to the old log"
finish TERM 4
well_formed "$log.1"
well_formed "$log"
lines_are "$log" "e[-1]['signal']" TERM

# ---- the folder vanishes and comes back: one warning each time, and it goes on ----
mkdir "$work/place"
start --log "$work/place/log"
rm -r "$work/place"
eventually "the warning" grep -q "warning: the log .* the run goes on" "$work/err"
sleep 0.5
[ "$(grep -c warning "$work/err")" = 1 ] || die "warned more than once"
mkdir "$work/place"
eventually "the log to come back" test -s "$work/place/log"
finish TERM 4
well_formed "$work/place/log"

# ---- never writable, and a full disk ----
run 0 solve connect4:4x4 --log "$work/none/log"
grep -q "warning: the log" "$work/err" || die "no warning about a folder that is not there"
run 0 solve connect4:4x4 --log /dev/full
[ "$(grep -c warning "$work/err")" = 1 ] || die "expected one warning about the full disk"

done_checking
