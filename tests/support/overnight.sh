# Sourced by the tests of long runs, after cli.sh: a run in the background that never ends by itself.
log=$work/run.log
metrics=$work/run.prom
job=      # the run
listener= # what stands in for systemd
trap 'kill -KILL $job $listener 2>/dev/null || true; rm -rf "$work"' EXIT
# A sanitizer takes memory of its own and most of the speed: then neither is looked at.
plain=yes
! "$PNS" --version | grep -q fsanitize || plain=no

# start ARGUMENT...: begins it, with INT as a terminal gives it (a script starts background jobs with
# INT ignored), and waits until it searches.
start() {
  checks=$((checks + 1))
  : >"$work/err"
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' \
    "$PNS" solve connect4:7x6 --memory 64M --threads 2 --progress 200ms --json "$@" \
    >"$work/out" 2>"$work/err" </dev/null &
  job=$!
  eventually "the first report" grep -q "exp " "$work/err"
}

# eventually WHAT COMMAND...: the command succeeds, however slow the machine is, within a minute.
eventually() {
  local what=$1 turn
  shift
  for turn in $(seq 1200); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.05
  done
  die "$what did not come"
}

# finish SIGNAL STATUS: ends the run by the signal.
finish() {
  local status=0
  kill -"$1" "$job"
  wait "$job" || status=$?
  job=
  [ "$status" = "$2" ] || die "exit $status after $1, expected $2"
}

# lines FILE EXPRESSION: evaluates a Python expression on the list `e` of a log's events.
lines() {
  python3 -c 'import json, sys
e = [json.loads(line) for line in open(sys.argv[1]).read().splitlines()]
print(eval(sys.argv[2]))' "$1" "$2" || die "$1 is not a JSON object a line, or has no $2"
}

# lines_are FILE EXPRESSION EXPECTED
lines_are() {
  local found
  found=$(lines "$1" "$2")
  [ "$found" = "$3" ] || die "$2 is '$found' in $1, expected '$3'"
}
