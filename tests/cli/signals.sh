#!/bin/bash
# TERM, INT and XCPU end a run with exit 4 and a complete result; a second INT ends it at once.
set -eu
. "$(dirname "$0")/../support/cli.sh"

# start ARGUMENT...: a long run in the background, with INT as a terminal gives it (a script starts
# background jobs with INT ignored).
start() {
  checks=$((checks + 1))
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$PNS" "$@" >"$work/out" 2>"$work/err" </dev/null &
  job=$!
}

finish() {
  local status=0
  wait "$job" || status=$?
  [ "$status" = "$1" ] || die "exit $status, expected $1"
}

for signal in TERM INT XCPU; do
  start solve connect4:7x6 --memory 1G --threads 2 --json
  wait_until catches "$job"
  kill -"$signal" "$job"
  finish 4
  is "o['verdict'], o['reason']" "('unknown', 'signal')"
  is "o['expansions'] > 0 and o['root']['pn'] > 0 and o['root']['dn'] > 0" True
done

# At any moment: while it starts, while it searches.
for delay in 0.02 0.05 0.1 0.15 0.2 0.3; do
  start solve connect4:7x6 --memory 1G --threads 8 --json
  sleep "$delay"
  kill -TERM "$job"
  status=0
  wait "$job" || status=$?
  # Before the program has set itself up, the signal just ends it.
  [ "$status" = 143 ] && continue
  [ "$status" = 4 ] || die "exit $status after $delay s, expected 4"
  is "o['verdict'], o['reason']" "('unknown', 'signal')"
done

# Between the two runs of a value the signal is not lost either.
start solve connect4:7x6 --memory 1G --value --json
wait_until catches "$job"
kill -TERM "$job"
finish 4
is "o['value'], o['reason']" "(None, 'signal')"

# Two INT: whatever comes first, the end of the search or the exit at once.
start solve connect4:7x6 --memory 1G --threads 2 --json
wait_until catches "$job"
kill -INT "$job"
kill -INT "$job" 2>/dev/null || true
status=0
wait "$job" || status=$?
[ "$status" = 4 ] || [ "$status" = 130 ] || die "exit $status after two INT"

start trace connect4:7x6
wait_until catches "$job"
kill -TERM "$job"
finish 4
done_checking
