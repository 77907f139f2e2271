#!/bin/bash
# Whatever the user gets wrong ends with exit 1 and one sentence that helps.
set -eu
. "$(dirname "$0")/../support/cli.sh"

# ---- subcommands and options ----
refuse "no subcommand"
refuse "did you mean 'solve'" slove connect4
refuse "unknown subcommand 'frobnicate'" frobnicate
refuse "unknown subcommand ''" ''
refuse "no game" solve
refuse "no game" trace
refuse "no game" show
refuse "no game" solve --threads 2
refuse "did you mean --threads" solve connect4 --thraeds 2
refuse "unknown option '--frobnicate'" solve connect4 --frobnicate
refuse "unknown option '-x'" solve connect4 -x
refuse "--threads lacks its value" solve connect4 --threads
refuse "--position lacks its value" show connect4 --position
refuse "--json takes no value" solve connect4 --json=yes
refuse "unknown option '--threads'" show connect4 --threads 2
refuse "--value and --goal together" solve connect4 --value --goal mover-wins
refuse "unknown option '--value'" trace connect4 --value

# ---- numbers out of range, and no numbers ----
for bad in 0 -1 1025 2.5 two '' ' 2' 0x2 99999999999999999999; do
  refuse "expected a whole number from 1 to 1024" solve connect4:4x4 --threads "$bad"
done
for bad in 0 1K -1G lots '' 1.5G 16X 99999999999999999999 2000000T; do
  refuse "memory is '$bad'" solve connect4:4x4 --memory "$bad"
done
for bad in 0 0s -1s soon '' 5parsecs 1e400s; do
  refuse "time is '$bad'" solve connect4:4x4 --time "$bad"
done
for bad in 0 -5 1.5 99999999999999999999; do
  refuse "expansions is '$bad'" solve connect4:4x4 --expansions "$bad"
done
for bad in -1 17 nan inf x; do
  refuse "epsilon is '$bad'" solve connect4:4x4 --epsilon "$bad"
done
refuse "virtual-loss is '1025'" solve connect4:4x4 --virtual-loss 1025
refuse "expected one of default|mover-wins|" solve connect4:4x4 --goal draw
refuse "expected one of default|sum|weak" solve connect4:4x4 --backup strong
refuse "expected one of default|unit|mobility|game|leaf" solve connect4:4x4 --init ''
refuse "progress is 'often'" solve connect4:4x4 --progress often
# Far too little for a single node.
refuse "memory" solve connect4:4x4 --memory 1M

# ---- games and their parameters ----
refuse "expected one of andor, breakthrough, checkers" solve chess
refuse "unknown game ''" show ''
refuse "unknown game ''" show :5x5
refuse "did you mean 'hex'" games hax
refuse "unknown game 'chess-on-the-moon'" games chess-on-the-moon
refuse "at most the name of a game" games hex rex
for spec in connect4:0x0 connect4:1x1 connect4:13x13 connect4:5x connect4:x5 connect4:5x5x5 \
  connect4:axb connect4:-5x5 connect4:99999999999x2 hex:0 hex:12 hex:5x4 hex:five rex:0 rex:99 \
  breakthrough:1x1 breakthrough:9x9 checkers:5x5 checkers:2x2 checkers:8x checkers:12x12 \
  domineering:0x1 domineering:99x99 cram:0x0 cram:99x99 \
  othello:5x5 othello:10x10 othello:3x4 mnk:16x16x5 mnk:0x3x3 mnk:3x3 mnk:3x3x0 mnk:3x3x99 \
  uttt:3 synth:nonsense synth:-1; do
  refuse "${spec%%:*}" show "$spec"
done
refuse "300 characters long" show "connect4:$(printf '%0300d' 5)"

# ---- moves ----
refuse "move 1 is '9', expected one of" show connect4:5x4 9
refuse "move 3 is 'z9', expected one of" show hex:4 a1 a2 z9
refuse "move 2 is 'a1', expected one of" solve hex:4 a1 a1
refuse "move 1 is ''" show connect4:5x4 ''
refuse "the game is over" show mnk:3x3x3 a1 b1 a2 b2 a3 c3
refuse "move 2" show connect4:5x4 1 "$(printf '%02000d' 7)"

# ---- positions ----
for text in '' nonsense "$(printf '%05000d' 1)" $'\x01\x02\xff'; do
  refuse "" show connect4:5x4 --position "$text"
  refuse "" show othello:8x8 --position "$text"
  refuse "" show uttt --position "$text"
done

# ---- files ----
refuse "andor" solve andor
refuse "andor" solve andor:
refuse "$work/absent" solve "andor:$work/absent"
refuse "" solve "andor:$work"
graph() {
  printf "$2" >"$work/graph"
  refuse "$1" solve "andor:$work/graph"
}
graph "" ''
graph "" '\0\001\377\376binary\0'
graph "line 1" 'a\n'
graph "line 1" 'a xor b\nb win\n'
graph "line 2" 'a or b\na win\n'
graph "b" 'a or b\n'
graph "line 1" 'a or\n'
graph "line 1" "$(printf '%0100d' 1) win\n"
head -c 300000 /dev/urandom >"$work/graph"
refuse "" solve "andor:$work/graph"

done_checking
