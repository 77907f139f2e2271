#!/bin/bash
# Games in other processes: solved with as many processes as threads, and every way in which a process
# can fail ends with a sentence, never with a verdict and never with a process left behind.
set -eu
. "$(dirname "$0")/../support/cli.sh"
: "${PNS_SOURCE:?}"
race="python3 $here/race.py"
retro=$PNS_SOURCE/examples/retrosynthesis/retro.py
cd "$work"

# ---- right answers ----
for target in 9 10 11 12 13; do
  run 0 solve --game-command "$race" race:$target --json --threads 3
  is "o['verdict']" $([ $((target % 4)) = 0 ] && echo disproven || echo proven)
  is "o['game']" race:$target
done
run 0 solve --game-command "$race" race 1 --value --json
is "o['value']" win
run 0 solve --game-command "$race" race --position '8 second' --goal second-wins --json
is "o['verdict']" disproven
run 0 solve --game-command "$race leaf" race --check-game --json
is "o['verdict']" disproven
run 0 show --game-command "$race" race --perft 3 --json
is "[p['lines'] for p in o['perft']]" '[3, 9, 27]'
run 0 trace --game-command "$race" race 1
said 'Disproven'

# ---- the retrosynthesis example, in and out of stock ----
for molecule in aspirin paracetamol lidocaine benzocaine water; do
  run 0 solve --game-command "$retro" retro:$molecule --json
  is "o['verdict']" proven
done
run 0 show --game-command "$retro" retro:lidocaine --check-game
for molecule in taxol baccatin-iii; do
  run 0 solve --game-command "$retro" retro:$molecule --json
  is "o['verdict']" disproven
done
run 0 solve --game-command "$retro --stock phenol" retro:aspirin --json
is "o['verdict']" disproven
run 0 solve --game-command "$retro --stock salicylic-acid,acetic-anhydride" retro:aspirin --json
is "o['best_move']" salicylic-acid+acetic-anhydride
refuse "no molecule 'gold', expected one that the reactions name" \
  solve --game-command "$retro" retro:gold

# ---- waiting overlaps: four threads on whatever processors there are ----
# 20 ms for each of 240 positions, beside which interpreters that start count little.
run 3 solve --game-command "$race wide" race --expansions 240 --threads 1 --json
one=$(field "o['wall_s']")
run 3 solve --game-command "$race wide" race --expansions 240 --threads 4 --json
four=$(field "o['wall_s']")
python3 -c "import sys; sys.exit(not $four < 0.6 * $one)" || die "1 thread $one s, 4 threads $four s"

# ---- failures ----
# fails PART FAULT [ARGUMENT...]
fails() {
  local part=$1 fault=$2
  shift 2
  run 2 solve --game-command "$race $fault" race --quiet "$@"
  [ ! -s out ] || die "$fault: told a verdict"
  grep -qF -- "$part" err || die "$fault: the sentence lacks '$part'"
  [ "$(grep -c '^pns:' err)" = 1 ] || die "$fault: expected one sentence"
}
fails "ended with status 3 when it was asked 'moves 6" die --threads 4
fails "was ended by signal 11" kill
fails "gave no answer within 0.5 s when it was asked 'moves 6" half --game-answer 500ms
fails "the move '1' twice" twice
fails "a move of 4 bytes, expected 1 to 71 without blanks" word
fails "'OR' after a position, expected or, and, win, loss or draw" side
fails "alone, expected a position after it" alone
fails "a line that is too long" long
fails "a line that is too long or has a zero byte in it" zero
fails "'0', expected how many moves there are, 1 to 256" none
fails "refuses 'moves 6" refuse
fails "numbers '0' and '5', expected two from 1 to 16777216" zero-leaf
fails "'bogus=1', which is no fact" fact
run 2 solve --game-command nothing-of-this-name race
grep -qF "ended with status 127 when it was asked 'pns 1', 3 times in a row" err || die "no program"
refuse "refuses 'pns 1': not today" solve --game-command "$race no" race
refuse "plays 'race', expected 'other'" solve --game-command "$race" other
refuse "expected a name that no built-in game has" solve --game-command "$race" hex
refuse "expected a duration" solve --game-command "$race" race --game-answer soon
refuse "refuses 'parse x': 'x', expected e.g. '3 first'" \
  solve --game-command "$race" race --position x
run 2 solve --game-command "cat" race
grep -qF "answered 'pns 1' with 'pns 1', expected" err || [ -s err ] || die "cat: no sentence"

# A process that fails once is replaced.
for fault in die-once hang-once; do
  run 0 solve --game-command "$race $fault $work/$fault" race --json --game-answer 700ms
  is "o['verdict']" disproven
  [ -e "$work/$fault" ] || die "$fault: it never happened"
done

# What was found before a process fell silent is kept, and is sound.
run 2 solve --game-command "$race die-far" race:161 --checkpoint kept --quiet
[ -s kept ] || die "no checkpoint"
refuse "lives in another process, expected --game-command" resume kept
run 0 resume kept --game-command "$race" --json --quiet
is "o['verdict']" proven
is "o['game']" race:161

# All of it: no sweep walks with a game that answers no more, though it has forgotten most of what the
# program said by then.
silent="python3 $here/silent.py 8000 $work/over"
run 2 solve --game-command "$silent" silent --threads 1 --checkpoint silent --quiet
rm over
run 3 resume silent --game-command "$silent" --threads 1 --expansions 1 --quiet --json
is "o['expansions'] - o['nodes'] < 3 and o['nodes'] > 6000" True

# A process starts with its three streams and nothing of ours, whatever is being written meanwhile. With
# two threads at most two processes are at their end at once, which is one less than makes a fault.
exec 7</dev/null
run 0 solve --game-command "$race brief $work/born" race:29 --threads 2 --quiet \
  --checkpoint brief --checkpoint-every 10ms --memory 512M
exec 7<&-
[ ! -e born ] || die "a process inherited $(sort -u born)"

# ---- nobody is left behind ----
# Processes that do not hear that their input has closed cost a second, not one each.
begun=$(date +%s%N)
run 0 solve --game-command "$race deaf" race:14 --threads 8 --quiet
took=$((($(date +%s%N) - begun) / 1000000))
[ $took -lt 6000 ] || die "eight deaf processes took $took ms"
left=$(pgrep -f "$here/race.py" || true)
[ -z "$left" ] || die "processes left behind: $left"
# Not even when pns is killed: their input closes.
timeout -s KILL 1 "$PNS" solve --game-command "$race slow" race:200 --threads 4 --quiet >/dev/null 2>&1 || true
none_left() { ! pgrep -f "$here/race.py slow" >/dev/null; }
wait_until none_left

done_checking
