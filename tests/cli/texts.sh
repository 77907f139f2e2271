#!/bin/bash
# What people read: help, version, games, drawings, results and progress.
set -eu
. "$(dirname "$0")/../support/cli.sh"

# ---- help and version ----
run 0 --help
for subcommand in solve trace show games; do said "pns $subcommand"; done
for subcommand in solve trace show games; do
  run 0 "$subcommand" --help
  said "pns $subcommand"
done
run 0 solve --help
for option in goal threads memory time expansions epsilon backup init virtual-loss seed progress \
  position value json quiet; do
  said "--$option"
done
run 0 --version
grep -qE '^pns [0-9]+\.[0-9]+\.[0-9]+$' "$work/out" || die "no version"

# ---- games ----
run 0 games
for game in andor breakthrough checkers connect4 cram domineering hex mnk othello rex synth uttt; do
  said "$game"
done
for game in andor breakthrough checkers connect4 cram domineering hex mnk othello rex synth uttt; do
  run 0 games "$game"
  for part in Parameters: Notation: Rules: Source:; do said "$part"; done
  [ "$game" = andor ] || run 0 show "$game"
done

# ---- play without end ----
printf 'a or b\nb and a\n' >"$work/round"
run 0 solve "andor:$work/round" --quiet
said "Disproven: "
said ", where play without end is no win."
run 0 solve "andor:$work/round" --quiet --value
said "Value: draw"
run 0 solve checkers --position W:WK1,K2:BK29 --quiet --value
said "Value: win for the second player"

# ---- positions ----
run 0 show connect4:5x4 3 3
said "to move  first player"
said "moves"
run 0 show hex:4 A1 B2
said "to move  first player"
run 0 show mnk:3x3x3 a1 b1 a2 b2 a3
said "over     first wins"
said "moves    none"
run 0 show othello:8x8 --position \
  '--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X'
said "to move  first player"

# ---- results ----
run 0 solve connect4:4x4 --threads 1
said "Disproven: it is false that the first player, to move, can force a win from the start in"
said "rules "
said "expanded"
run 3 solve connect4:7x6 --expansions 1000
said "Unknown: whether"
said "open leaves still needed at least"

# ---- progress goes to standard error, and not at all when it is not wanted ----
run 3 solve connect4:7x6 --time 700ms --progress 100ms
[ "$(grep -c ' exp ' "$work/err")" -ge 3 ] || die "too few progress reports"
run 3 solve connect4:7x6 --time 300ms --progress 100ms --quiet
run 3 solve connect4:7x6 --time 300ms --quiet
[ ! -s "$work/err" ] || die "--quiet said something"

# ---- output that cannot be written is a failure ----
if [ -w /dev/full ]; then
  status=0
  "$PNS" games >/dev/full 2>"$work/err" || status=$?
  [ "$status" = 2 ] || die "exit $status when standard output is full, expected 2"
fi

done_checking
