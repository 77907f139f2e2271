#!/bin/bash
# kill -9 at random moments, checkpoints every 20 ms: whatever is killed, a run or the process that
# writes, the next one goes on from a complete checkpoint, the expansions never fall below those of
# the newest checkpoint that was reported, and the verdict is that of an unbroken run, certified.
#
# PNS_KILLS (20) is how often. PNS_KILL_SECONDS (0.4) bounds each run: one that ends before is not
# counted, its file is thrown away and everything begins again.
set -eu
. "$(dirname "$0")/../support/cli.sh"
: "${PNS_CHECK:?}"
kills=${PNS_KILLS:-20}
problem=(othello:8x8 --position '--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X')
file=$work/state
killed=0 decided=0 most=0 lost=0 writing=0 prev=0
RANDOM=${PNS_KILL_SEED:-42}

# expansions_of FILE: those of the checkpoint, from its head; 0 without a file
expansions_of() { { grep -a -m1 '^expansions ' "$1" 2>/dev/null || echo expansions 0; } | cut -d' ' -f2; }

decide() {
  grep -qx 0 "$work/rc" || die "exit $(cat "$work/rc")"
  is "o['verdict']" proven
  "$PNS_CHECK" --quiet "$work/certificate" | grep -q '^s VERIFIED' || die "the certificate does not check"
  rm -f "$file" "$file.new" "$file.prev"
  decided=$((decided + 1))
  most=0
}

while [ "$killed" -lt "$kills" ]; do
  "$PNS" solve "${problem[@]}" --threads $((1 + RANDOM % 2)) --memory 1G --checkpoint "$file" \
    --checkpoint-every 20ms --certificate "$work/certificate" --json \
    >"$work/out" 2>"$work/err" </dev/null &
  job=$!
  sleep "$(printf '0.%03d' $((20 + RANDOM % 380)))"
  kill -9 "$job" 2>/dev/null || true # it may have ended just now
  status=0
  wait "$job" 2>/dev/null || status=$?
  if [ "$status" = 137 ]; then
    killed=$((killed + 1))
    [ ! -e "$file.new" ] || writing=$((writing + 1))
  else
    echo "$status" >"$work/rc"
    decide
    continue
  fi
  ! grep -q 'pns: ' "$work/err" || { grep -q 'is missing; going on from' "$work/err" || die "it complained"; prev=$((prev + 1)); }
  # Never less than before: a generation that was complete is not lost.
  now=$(expansions_of "$file")
  [ -e "$file" ] || now=$(expansions_of "$file.prev")
  [ "$now" -ge "$most" ] || lost=$((lost + 1))
  most=$now
done
[ "$lost" = 0 ] || die "$lost times a newer generation was lost"

# Undisturbed to the end.
run 0 solve "${problem[@]}" --threads 2 --memory 1G --checkpoint "$file" --certificate "$work/certificate" --json
echo 0 >"$work/rc"
decide
echo "$killed kills ($writing while a file was being written, $prev went on from another name), $decided verdicts certified"
