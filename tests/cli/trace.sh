#!/bin/bash
# The textbook search on the textbook's trees.
set -eu
. "$(dirname "$0")/../support/cli.sh"

# step N: the lines of one expansion, without indentation
step() { sed -n "/^$1\. expand/,/^[^ ]/p" "$work/out" | sed '1!{/^[^ ]/d}' | sed 's/^ *//'; }

has() {
  step "$1" | grep -qxF -- "$2" || die "expansion $1 lacks '$2'"
}

# ---- the demo tree: 0 1 2 3 4 in that order, 11 of 15 nodes touched ----
run 0 trace "andor:$here/data/demo.andor"
order=$(sed -nE 's/^[0-9]+\. expand.* ([^ ]+)$/\1/p' "$work/out" | paste -sd ' ')
[ "$order" = "0 1 2 3 4" ] || die "expanded $order, expected 0 1 2 3 4"
said "Proven: "
grep -qx 'expanded 5' "$work/out" || die "expected 5 expansions"
grep -qx 'touched 11' "$work/out" || die "expected 11 nodes touched"
has 1 "0 or (1,2)"
has 2 "1 and (2,1)"
has 3 "0 or (2,2)"
has 4 "3 or (0,inf)"
has 4 "1 and (1,1)"
has 4 "7 or (0,inf)"
has 5 "0 or (0,inf)"

# ---- A (2,1), B (3,1), R (2,2) at first; then a1 proven gives A (1,1), R (1,2) ----
run 0 trace "andor:$here/data/example-a1-won.andor"
has 2 "A and (2,1)"
has 3 "B and (3,1)"
has 3 "R or (2,2)"
has 4 "a1 or (0,inf)"
has 4 "A and (1,1)"
has 4 "R or (1,2)"

# ---- a2 disproven instead gives A (inf,0), R (3,1) ----
run 0 trace "andor:$here/data/example-a2-lost.andor"
has 3 "R or (2,2)"
has 4 "R or (2,2)"
has 5 "a2 or (inf,0)"
has 5 "A and (inf,0)"
has 5 "R or (3,1)"
said "Proven: "

# ---- the same verdict as the search, on a game ----
run 0 trace mnk:3x3x3 a1 b2 c3
said "isproven: "
run 3 trace connect4:7x6 --expansions 20
said "Unknown: "
grep -qx 'expanded 20' "$work/out" || die "expected 20 expansions"

done_checking
