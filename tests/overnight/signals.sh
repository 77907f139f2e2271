#!/bin/bash
# USR1, USR2 and HUP while it runs; what ends a run, and with which status.
set -eu
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/overnight.sh"

# ---- USR1: the status, at once and as often as asked ----
start
kill -USR1 "$job"
eventually "the status" grep -q "^Status: whether the first player" "$work/err"
for part in elapsed expansions memory collections root line checkpoint; do
  eventually "$part of the status" grep -q "^  $part  " "$work/err"
done
kill -USR1 "$job"
eventually "the second status" sh -c "[ \$(grep -c '^Status:' '$work/err') = 2 ]"
kill -USR1 "$job"
eventually "the third status" sh -c "[ \$(grep -c '^Status:' '$work/err') = 3 ]"

# ---- USR2 without a file to write to: a word, and on it goes ----
kill -USR2 "$job"
eventually "the word about USR2" grep -q "no checkpoint file was named" "$work/err"
finish TERM 4
is "o['verdict'], o['reason']" "('unknown', 'signal')"

# ---- USR2 with one: it is written, told everywhere, and on it goes ----
start --checkpoint "$work/saved" --checkpoint-every 1h --log "$log" --metrics-file "$metrics"
[ ! -e "$work/saved" ] || die "a checkpoint before anybody asked"
kill -USR2 "$job"
eventually "the checkpoint" test -s "$work/saved"
eventually "the event" grep -q '"checkpoint","state":"written"' "$log"
eventually "the metrics" grep -q "^pns_checkpoints_total 1" "$metrics"
eventually "the reports" grep -q "saved .* ago" "$work/err"
kill -USR1 "$job"
eventually "the status" grep -q "^  checkpoint   written .* ago (" "$work/err"
kill -0 "$job" || die "USR2 ended the run"
finish TERM 4
lines_are "$log" "[x['bytes'] > 0 and x['path'] == '$work/saved' for x in e if x['event'] == 'checkpoint']" \
  "[True, True]"
rm "$log" "$metrics"

# ---- a checkpoint that fails is told as well ----
mkdir "$work/place"
start --checkpoint "$work/place/saved" --checkpoint-every 1h --log "$log" --metrics-file "$metrics"
rm -r "$work/place"
kill -USR2 "$job"
eventually "the event" grep -q '"checkpoint","state":"failed"' "$log"
eventually "the metrics" grep -q "^pns_checkpoint_failures_total 1" "$metrics"
eventually "the reports" grep -q "checkpoint failed" "$work/err"
finish TERM 4
rm "$log"

# ---- HUP without a log: the terminal has gone, so stop in order; nohup has it ignored ----
start
finish HUP 4
trap '' HUP
start
kill -HUP "$job"
kill -USR1 "$job" # the answer shows that it lives on
eventually "a status after HUP" grep -q "^Status:" "$work/err"
finish TERM 4
trap - HUP

# ---- batch systems: USR1 may mean the end, and have a status of its own ----
start --on-usr1 checkpoint-exit --checkpoint-exit 99 --log "$log"
finish USR1 99
is "o['reason']" signal
lines_are "$log" "e[-1]['event'], e[-1]['signal'], e[-1]['exit_status']" "('stop', 'USR1', 99)"
start --checkpoint-exit 0
finish XCPU 0
start --checkpoint-exit 99
finish INT 99

# ---- the other statuses stay ----
run 3 solve connect4:7x6 --expansions 100 --checkpoint-exit 99
run 0 solve connect4:4x4 --checkpoint-exit 99
refuse "expected a whole number from 0 to 125" solve connect4:4x4 --checkpoint-exit 126
refuse "expected a whole number from 0 to 125" solve connect4:4x4 --checkpoint-exit -1
refuse "expected one of status|checkpoint-exit" solve connect4:4x4 --on-usr1 stop

done_checking
