#!/bin/bash
# kill -9 at random moments, checkpoints every 20 ms: whatever is killed, a run or the process that
# writes, the next one goes on from the newest complete checkpoint, without a complaint, and the
# verdict is that of an unbroken run, certified. What a kill costs, from the checkpoint there is to the
# last report in the log, is at most one interval and the time of writing.
#
# PNS_KILLS (20) is how often, PNS_KILL_SEED (42) draws the moments, PNS_KILL_PROBLEM is `othello` or
# `circles`, where positions come back. A run that ends before it is
# killed is not counted, its file is thrown away and everything begins again.
set -eu
. "$(dirname "$0")/../support/cli.sh"
: "${PNS_CHECK:?}"
kills=${PNS_KILLS:-20}
case ${PNS_KILL_PROBLEM:-othello} in
  othello)
    problem=(othello:8x8 --position '--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X')
    verdict=proven
    ;;
  circles)
    problem=(checkers:6x6 --position B:W13,14,15:B1,2,3)
    verdict=disproven
    ;;
esac
file=$work/state
killed=0 decided=0 most=0 writing=0 fresh=0
lost=0 slowest=0 # milliseconds: of work, most in one kill; a checkpoint, from safepoint to name
RANDOM=${PNS_KILL_SEED:-42}

# expansions_of FILE: those of a checkpoint that has its name, from its head; 0 without a file
expansions_of() { { grep -a -m1 '^expansions ' "$1" 2>/dev/null || echo expansions 0; } | cut -d' ' -f2; }

# last FIELD: its last value in the log, in thousandths
last() {
  { grep -o "\"$1\":[0-9.e-]*" "$work/log" 2>/dev/null || echo :0; } | tail -1 | cut -d: -f2 |
    awk '{ printf "%d", $1 * 1000 }'
}

# count_lost: what the kill just now cost
count_lost() {
  local seconds reached kept
  seconds=$(last seconds) reached=$(last elapsed_s)
  kept=$({ grep -a -m1 '^wall-us ' "$file" 2>/dev/null || echo wall-us 0; } | cut -d' ' -f2)
  [ "$seconds" -le "$slowest" ] || slowest=$seconds
  [ $((reached - kept / 1000)) -le "$lost" ] || lost=$((reached - kept / 1000))
}

decide() {
  is "o['verdict']" "$verdict"
  "$PNS_CHECK" --quiet "$work/certificate" | grep -q '^s VERIFIED' || die "the certificate does not check"
  rm -f "$file" "$file.new" "$file.prev"
  decided=$((decided + 1))
  most=0
}

# check_start: a run says nothing but what it does, and goes on from no less than what was there.
check_start() {
  ! grep -q 'pns: ' "$work/err" || die "it complained"
  [ "$most" = 0 ] || grep -q 'going on from' "$work/err" || [ ! -s "$work/err" ] || die "it began anew"
  ! grep -q "going on from '.*\.prev'" "$work/err" || die "it went on from an older checkpoint"
  ! grep -q "going on from '.*\.new'" "$work/err" || fresh=$((fresh + 1))
}

while [ "$killed" -lt "$kills" ]; do
  status=0
  rm -f "$work/log"
  "$PNS" solve "${problem[@]}" --threads $((1 + RANDOM % 2)) --memory 1G --checkpoint "$file" \
    --checkpoint-every 20ms --log "$work/log" --progress 5ms --certificate "$work/certificate" --json \
    >"$work/out" 2>"$work/err" </dev/null &
  job=$!
  sleep "$(printf '0.%03d' $((20 + RANDOM % 380)))"
  kill -9 "$job" 2>/dev/null || true # it may have ended just now
  wait "$job" 2>/dev/null || status=$?
  check_start
  if [ "$status" = 0 ]; then
    decide
    continue
  fi
  [ "$status" = 137 ] || die "exit $status"
  killed=$((killed + 1))
  count_lost
  [ ! -e "$file.new" ] || writing=$((writing + 1))
  [ "$most" = 0 ] || [ -e "$file" ] || die "there is no file of that name"
  now=$(expansions_of "$file")
  [ "$now" -ge "$most" ] || die "the checkpoint after $most expansions was lost, $now are left"
  most=$now
done

# A kill can strike the slowest write of all, which nobody then reports: twice the slowest one known.
[ "$lost" -le $((20 + 2 * slowest + 100)) ] ||
  die "a kill cost $lost ms with a checkpoint every 20 ms that took at most $slowest ms"

# Undisturbed to the end.
run 0 solve "${problem[@]}" --threads 2 --memory 1G --checkpoint "$file" --certificate "$work/certificate" --json
check_start
decide
echo "$killed kills ($writing while a file was being written, $fresh times that file was complete), $decided verdicts certified,"
echo "at most $lost ms lost in one kill with a checkpoint every 20 ms, each written within $slowest ms"
