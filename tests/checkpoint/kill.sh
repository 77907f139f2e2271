#!/bin/bash
# kill -9 at random moments, checkpoints every 20 ms: whatever is killed, a run or the process that
# writes, the next one goes on from the newest complete checkpoint, without a complaint, and the
# verdict is that of an unbroken run, certified.
#
# PNS_KILLS (20) is how often, PNS_KILL_SEED (42) draws the moments. A run that ends before it is
# killed is not counted, its file is thrown away and everything begins again.
set -eu
. "$(dirname "$0")/../support/cli.sh"
: "${PNS_CHECK:?}"
kills=${PNS_KILLS:-20}
problem=(othello:8x8 --position '--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X')
file=$work/state
killed=0 decided=0 most=0 writing=0 fresh=0
RANDOM=${PNS_KILL_SEED:-42}

# expansions_of FILE: those of a checkpoint that has its name, from its head; 0 without a file
expansions_of() { { grep -a -m1 '^expansions ' "$1" 2>/dev/null || echo expansions 0; } | cut -d' ' -f2; }

decide() {
  is "o['verdict']" proven
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
  "$PNS" solve "${problem[@]}" --threads $((1 + RANDOM % 2)) --memory 1G --checkpoint "$file" \
    --checkpoint-every 20ms --certificate "$work/certificate" --json \
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
  [ ! -e "$file.new" ] || writing=$((writing + 1))
  [ "$most" = 0 ] || [ -e "$file" ] || die "there is no file of that name"
  now=$(expansions_of "$file")
  [ "$now" -ge "$most" ] || die "the checkpoint after $most expansions was lost, $now are left"
  most=$now
done

# Undisturbed to the end.
run 0 solve "${problem[@]}" --threads 2 --memory 1G --checkpoint "$file" --certificate "$work/certificate" --json
check_start
decide
echo "$killed kills ($writing while a file was being written, $fresh times that file was complete), $decided verdicts certified"
