#!/bin/bash
# solve --certificate, pns-check and export as a user strings them together.
set -eu
: "${PNS:?}" "${PNS_CHECK:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fails() { echo "$1"; exit 1; }
# refused PATTERN ARGUMENT...: exit 1 and one sentence that matches
refused() {
  local pattern=$1 status=0
  shift
  "$PNS" "$@" >out 2>err || status=$?
  [ "$status" = 1 ] && grep -qE -- "$pattern" err || { cat out err; fails "pns $*: status $status"; }
}

"$PNS" solve hex:3 --quiet --threads 1 --certificate hex.pns >out
grep -q '^Certificate: hex.pns (.* positions, .* bytes)$' out || fails "no line about the file"
[ ! -e hex.pns.part ] || fails "the unfinished file was left behind"
"$PNS_CHECK" --quiet hex.pns | grep -q '^s VERIFIED the first player can force a win' || fails "hex"

# One file for each proposition of a value; their names tell them apart.
"$PNS" solve mnk:3x3x3 --value --json --quiet --certificate ttt >out
grep -q '"certificates": *\[{"file": *"ttt.mover-wins"' out || fails "no list of files"
for file in ttt.mover-wins ttt.mover-not-loses; do
  "$PNS_CHECK" --quiet "$file" | grep -q '^s VERIFIED' || fails "$file"
done

# A draw is no win: the second claim is about the opponent.
"$PNS_CHECK" --quiet ttt.mover-wins | grep -q 'the first player cannot' || fails "mover-wins"
"$PNS_CHECK" --quiet ttt.mover-not-loses | grep -q 'the second player cannot' || fails "not-loses"

"$PNS" export hex.pns --depth 1 >out
grep -qE '^Proven: the first player can force a win in hex:3$' out || fails "title"
grep -qE '^1\. b2! +[0-9]+$' out || fails "the only winning centre"
"$PNS" export hex.pns --format dot --depth 2 >out
grep -q '^digraph proof {$' out && grep -q '^}$' out || fails "dot"
if command -v dot >/dev/null; then dot -Tsvg out >svg || fails "Graphviz refuses the picture"; fi
"$PNS" export hex.pns --format json --depth 1 >out
[ "$(wc -l <out)" = 1 ] || fails "json is not one line"
grep -q '"tree": *{"move": *null, *"shown": *"here", *"mover": *"first"' out ||
  grep -q '"tree":{"move":null,"shown":"here","mover":"first"' out || fails "json"

# Where the prover can no longer win, a disproof ends: the text, the picture and JSON say so.
"$PNS" solve mnk:3x3x3 b2 a1 c1 a3 --quiet --goal first-wins --certificate lost.pns >out
head -n 1 lost.pns | grep -q '^pns certificate 2$' || fails "a disproof of mnk is not of version 2"
"$PNS_CHECK" --quiet lost.pns | grep -q '^s VERIFIED the first player cannot' || fails "lost"
"$PNS" export lost.pns >out
grep -qE '^ *[0-9]+\. [abc][123]!? +first can no longer win$' out || { cat out; fails "no end in the text"; }
"$PNS" export lost.pns --format dot >out
grep -q 'label="first can no longer win", shape=plaintext' out || fails "no end in the picture"
"$PNS" export lost.pns --format json >out
grep -qE '"shown": ?"end", ?"mover": ?null, ?"outcome": ?"first can no longer win"' out ||
  fails "no end in json"

# A graph travels with its certificate: its file is not needed any more.
printf 'r or a b\na and x y\nb and y z\nx win\ny win\nz loss\n' >graph
"$PNS" solve andor:graph --quiet --certificate graph.pns >out
rm graph
"$PNS_CHECK" --quiet graph.pns | grep -q '^s VERIFIED .* from r in andor:graph' || fails "graph"
"$PNS" export graph.pns | grep -qE '^1\. a! ' || fails "graph export"

# Where a line goes round, it says to where.
printf 'r or a b\na and r c\nb and c d\nc or r\nd win\n' >graph
"$PNS" solve andor:graph --quiet --certificate round.pns >out
"$PNS_CHECK" --quiet round.pns | grep -q '^s VERIFIED .* cannot force a win from r' || fails "round"
"$PNS" export round.pns >out
grep -qE '^  2\. r! +returns to #1$' out || fails "no return in the text"
"$PNS" export round.pns --format dot >out
grep -q 'n1 -> n0 .*style=dotted' out || fails "no return in the picture"
if command -v dot >/dev/null; then dot -Tsvg out >svg || fails "Graphviz refuses the picture"; fi
"$PNS" export round.pns --format json >out
grep -qE '"number": ?1, ?"positions": ?0, ?"children": ?\[\]' out || fails "no return in json"
"$PNS" solve checkers:4x4 --quiet --value --certificate round >out
for file in round.mover-wins round.mover-not-loses; do
  "$PNS_CHECK" --quiet "$file" | grep -q '^s VERIFIED .* cannot force a win' || fails "$file"
done
"$PNS" export round.mover-wins --depth 40 | grep -q 'returns to #' || fails "checkers never returns"

refused 'cannot open' export nothing
refused 'no certificate' export "$0"
refused 'expected one certificate' export
refused 'expected text, dot or json' export hex.pns --format xml
refused 'from 0 to 1000' export hex.pns --depth -1
refused "lists" export hex.pns --deep
head -c 200 hex.pns >cut
refused 'ends too early' export cut

# A place that is no place is refused before the search, not after hours of it.
refused "none/file': No such file or directory, expected a place" solve hex:3 --certificate none/file
refused 'has 0 bytes' solve hex:3 --certificate ''

# Where the file cannot be written the verdict is told all the same.
mkdir taken
status=0
"$PNS" solve hex:3 --quiet --certificate taken >out 2>err || status=$?
[ "$status" = 2 ] && grep -q '^Proven: ' out && grep -q "taken" err ||
  { cat out err; fails "status $status"; }
status=0
"$PNS" solve hex:5 --expansions 10 --quiet --certificate undecided >out 2>err || status=$?
[ "$status" = 3 ] && grep -q '^Certificate: none' out && [ ! -e undecided ] || fails "undecided"

# size PROBLEM: hundredths of a byte a position
size() {
  "$PNS" solve "$1" --threads 1 --quiet --json --certificate sized >out
  sed -E 's/.*"positions": ?([0-9]+).*"bytes": ?([0-9]+).*/\2 \1/' out | {
    read -r bytes positions
    echo $((100 * bytes / positions))
  }
}
for problem in connect4:5x5 hex:4; do
  [ "$(size "$problem")" -le 250 ] || fails "$problem takes more than 2.5 bytes a position"
done

# A store a tenth of what the search needs: most of the proof is searched again.
for threads in 1 2; do
  "$PNS" solve connect4:5x5 --store 400K --threads "$threads" --quiet --certificate swept >out
  "$PNS_CHECK" --quiet swept | grep -q '^s VERIFIED' || fails "swept, $threads threads"
done
echo "certificates are written, checked and shown"
