#!/bin/bash
# A full disk, a folder without write permission, a folder that vanishes: the run goes on, says so and
# tries again. The same command line goes on, and refuses what is about something else.
set -eu
. "$(dirname "$0")/../support/cli.sh"
folder=$work/folder
job=
trap '[ -z "$job" ] || kill -KILL "$job" 2>/dev/null || true; rm -rf "$work"' EXIT
long=(connect4:7x6 --threads 2 --memory 512M --quiet --json)
mkdir "$folder"

# ---- a folder that vanishes and comes back ----
"$PNS" solve "${long[@]}" --checkpoint "$folder/c" --checkpoint-every 100ms \
  >"$work/out" 2>"$work/err" </dev/null &
job=$!
wait_until [ -e "$folder/c" ]
mv "$folder" "$folder.away"
wait_until grep -q 'warning: checkpoint: cannot .*No such file or directory; the run goes on' "$work/err"
mv "$folder.away" "$folder"
touch "$work/back"
wait_until [ "$folder/c" -nt "$work/back" ]
kill -TERM "$job"
status=0
wait "$job" || status=$?
job=
[ "$status" = 4 ] || die "exit $status, expected 4"
is "o['reason'], o['checkpoints'] >= 2" "('signal', True)"
before=$(field "o['expansions']")

# ---- the same command line goes on; so does resume ----
# One thread uses up its limit to the last expansion.
run 3 solve connect4:7x6 --threads 1 --memory 512M --quiet --json --expansions 1000 --checkpoint "$folder/c"
is "o['expansions'] == $before + 1000" True
run 3 resume "$folder/c" --expansions 1000 --json --quiet --threads 1 --memory 512M
is "o['expansions'] == $before + 2000 and o['game'] == 'connect4:7x6'" True
refuse "is about connect4:7x6, expected one about hex:3" solve hex:3 --checkpoint "$folder/c"
refuse "expected one about second-wins" solve connect4:7x6 --goal second-wins --checkpoint "$folder/c"
refuse "No such file" resume "$folder/none"
refuse "is no checkpoint of pns" resume "$0"
refuse "0 files, expected one" resume

# ---- another graph under the same name, and names that are no single line ----
odd="$work/a\\b
c"
printf 'r or a\na win\n' >"$odd"
run 0 solve "andor:$odd" --checkpoint "$folder/odd" --json --quiet
run 0 resume "$folder/odd" --json --quiet
is "o['game'] == 'andor:$work/a' + chr(92) + 'b' + chr(10) + 'c'" True
printf 'r or a\na loss\n' >"$odd"
refuse "was made with other rules of 'andor:" solve "andor:$odd" --checkpoint "$folder/odd"

# ---- a newer file that is damaged ----
python3 -c 'import sys
with open(sys.argv[1], "r+b") as f:
    f.seek(5000); byte = f.read(1)[0]
    f.seek(5000); f.write(bytes([byte ^ 1]))' "$folder/c"
run 3 resume "$folder/c" --expansions 1 --json --quiet --threads 1 --memory 512M
grep -q "warning: .*false checksum, expected a complete one; going on from '.*c.prev'" "$work/err" ||
  die "the former generation was not named"

# ---- a full disk ----
# A limit on the size of files does to a process what a full disk does, and needs no rights.
status=0
(ulimit -f 64; trap '' XFSZ; "$PNS" solve "${long[@]}" --time 1s --checkpoint "$folder/full" \
  --checkpoint-every 100ms >"$work/out" 2>"$work/err" </dev/null) || status=$?
[ "$status" = 3 ] || die "exit $status with a full disk, expected 3"
grep -q 'warning: checkpoint: cannot write .*; the run goes on, and tries again' "$work/err" ||
  die "a full disk went unnoticed"
[ ! -e "$folder/full.new" ] || die "half a file was left behind"

# ---- a folder that cannot be written ----
run 3 solve "${long[@]}" --time 1s --checkpoint /proc/c --checkpoint-every 100ms
grep -q 'warning: checkpoint: cannot create' "$work/err" || die "a read-only folder went unnoticed"

# ---- a value: one file for each proposition ----
run 0 solve connect4:5x4 --value --json --quiet --checkpoint "$folder/v"
is "o['value']" draw
first=$(field "o['expansions']")
[ -e "$folder/v.mover-wins" ] && [ -e "$folder/v.mover-not-loses" ] || die "not one file each"
run 0 solve connect4:5x4 --value --json --quiet --checkpoint "$folder/v" --expansions 1
is "o['value'], o['expansions'] == $first" "('draw', True)"

# ---- a graph travels with its checkpoint ----
printf 'r or a b\na and x y\nb and y z\nx win\ny win\nz loss\n' >"$work/graph"
run 3 solve "andor:$work/graph" --checkpoint "$folder/g" --expansions 1
rm "$work/graph"
run 0 resume "$folder/g" --json
is "o['verdict'], o['game'] == 'andor:$work/graph'" "('proven', True)"

# ---- a second process ----
"$PNS" solve "${long[@]}" --checkpoint "$folder/two" --checkpoint-every 100ms >"$work/out" 2>"$work/err" </dev/null &
job=$!
wait_until [ -e "$folder/two" ]
refuse "two' is kept by process $job, expected one process for each file" \
  solve connect4:7x6 --threads 1 --memory 512M --checkpoint "$folder/two"
refuse "is kept by process $job" resume "$folder/two" --threads 1 --memory 512M --quiet
kill -KILL "$job"
wait "$job" 2>/dev/null || true
job=
[ -e "$folder/two.lock" ] || die "the lock's file should have been left behind"
run 3 resume "$folder/two" --expansions 1 --threads 1 --memory 512M --quiet
[ ! -e "$folder/two.lock" ] || die "the lock's file should be gone"

# ---- killed while the first checkpoint was written: nothing to go on from, the run begins anew ----
head -c 3000 "$folder/two" >"$folder/half.new"
run 3 solve connect4:7x6 --threads 1 --memory 512M --expansions 1000 --quiet --checkpoint "$folder/half"
! grep -q 'pns: ' "$work/err" || die "it complained of half a first checkpoint"
[ -s "$folder/half" ] && [ ! -e "$folder/half.new" ] || die "half a first checkpoint is still there"

# ---- a signal ----
"$PNS" solve "${long[@]}" --checkpoint "$folder/s" >"$work/out" 2>"$work/err" </dev/null &
job=$!
wait_until catches "$job"
kill -TERM "$job"
status=0
wait "$job" || status=$?
job=
[ "$status" = 4 ] && [ -e "$folder/s" ] || die "exit $status after TERM, expected 4 and a file"
done_checking
