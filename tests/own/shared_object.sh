#!/bin/bash
# Games in shared objects: found, refused, solved in every subcommand, and caught when they break a
# promise of game.h.
set -eu
. "$(dirname "$0")/../support/cli.sh"
: "${PNS_SOURCE:?}"
if grep -qE '^PNS_SANITIZE:STRING=.*(address|thread)' "$PNS_BUILD/CMakeCache.txt"; then
  sanitize=$(sed -n 's/^PNS_SANITIZE:STRING=/-fsanitize=/p' "$PNS_BUILD/CMakeCache.txt")
fi
build() {
  local out=$1
  shift
  cc -std=c17 -O1 -shared -fPIC ${sanitize:-} -I"$PNS_SOURCE/include" "$@" -o "$work/$out"
}
build race.so "$here/broken.c"
cd "$work"

# ---- honest: whoever moves from 12 - 4k to go loses ----
run 1 solve race.so
run 0 solve ./race.so --json --threads 2
is "o['verdict']" disproven
is "o['game']" race
run 0 solve "$work/race.so" 1 --json
is "o['verdict']" proven
is "o['best_move']" 3
run 0 solve ./race.so --position '5 1' --value --json
is "o['value']" win
run 0 solve ./race.so 1 --check-game --json --threads 3
is "o['verdict']" proven
run 0 show ./race.so 1 2
said 'position 3 0'
run 0 solve ./race.so:deep --position '5 1' --threads 2 --json --quiet
is "o['verdict']" proven
run 0 trace ./race.so 1
said 'Proven'
run 0 games ./race.so
said 'race: Race'
run 0 show ./race.so --perft 3 --json
is "[p['lines'] for p in o['perft']]" '[3, 9, 27]'
run 0 show ./race.so 3 3 3 1 --perft 3 --json # two to go: 1, 2 or 3 ends it by the second or third ply
is "[(p['lines'], p['ends']) for p in o['perft']]" '[(3, 2), (3, 3), (0, 0)]'

# ---- checkpoints: they name the file, and know its rules ----
run 3 solve ./race.so 1 --checkpoint kept --expansions 2 --threads 1 --quiet
refuse "its game is the shared object '$(realpath race.so)', expected --own-game" resume kept
mkdir elsewhere && cd elsewhere
run 0 resume ../kept --own-game --json --quiet
cd ..
is "o['verdict']" proven
is "o['game']" race
[ "$(field "o['expansions']")" -gt 2 ] || die "it began anew"
cp race.so same.so
sed 's/at < 12/at < 13/' "$here/broken.c" >other.c
build race.so other.c
refuse "made with other rules of 'race'" resume kept --own-game
refuse "made with other rules of 'race'" solve ./race.so 1 --checkpoint kept
build race.so -O0 "$here/broken.c"
run 0 resume kept --own-game --json --quiet
rm race.so
refuse "No such file" resume kept --own-game
mv same.so race.so

# ---- refused ----
build symbol.so -DWITHOUT_SYMBOL "$here/broken.c"
build abi.so -DABI=99 "$here/broken.c"
build open.so -DWITHOUT_OPEN "$here/broken.c"
build name.so '-DNAME="hex"' "$here/broken.c"
echo nothing >text.so
refuse "unknown game 'race.so'" solve race.so
refuse "No such file" solve ./none.so
refuse "expected a shared object" solve ./text.so
refuse "exports no 'pns_own_game'" solve ./symbol.so
refuse "made for interface 99, this library has 4" solve ./abi.so
refuse "lacks a function that it must have: open" solve ./open.so
refuse "is called 'hex', expected a name that no built-in game has" solve ./name.so
refuse "made for interface 99" solve ./abi.so --check-game
refuse "perft is '0'" show ./race.so --perft 0
refuse "expected one of 1, 2, 3" solve ./race.so 7

# ---- promises: each broken one is caught, and shown with the moves where it needs some ----
# caught BUG SENTENCE
caught() {
  run 2 show "./race.so:$1" --check-game
  [ ! -s out ] || die "$1: printed something"
  grep -qF -- "the game 'race' breaks a promise: $2" err || die "$1: not caught as '$2'"
  [ "$(wc -l <err)" = 1 ] || die "$1: expected one line"
}
caught unwritten 'start leaves bytes of the position unwritten'
caught long-text 'format writes more than 1024 bytes'
caught parse 'parse refuses what format writes'
caught parse-other 'parse makes another position'
caught draw 'draw does not end with a newline, at the start'
caught blank "move_text writes 'by 1', expected a word"
caught same-text "two moves are written '2'"
caught mover 'mover gives 7'
caught outcome 'outcome gives 9'
caught a-draw 'a draw, though rules->draws is false'
caught no-moves 'moves gives 0 moves, expected 1 to 3'
caught many-moves 'moves gives 4 moves, expected 1 to 3'
caught overrun 'moves writes more than max_moves (3) moves'
caught same-move 'two moves of one position have the same number'
caught order 'moves lists other moves when it is asked twice'
caught random 'play gives two positions for one move'
caught cycle 'a position comes back, though rules->cyclic is false, after'
caught behind 'play writes behind the position'
caught canonical 'canonical changes a canonical position'
caught canonical-mover 'canonical changes the mover'
caught unfold-moves 'unfold gives other moves than the position has, after'
caught unfold-still 'unfold changes a move of a position that canonical leaves as it is, after'
caught unfold-child 'unfold gives 3, but play does not go on as after that move of the canonical form, after'
caught half-key 'key gives another key when it is asked twice, or leaves a word of it unwritten'
caught key 'key gives another key when it is asked twice'
caught same-key 'two positions with one key differ in mover'
caught mobility 'mobility says 2, but there are 3 moves'
caught leaf 'leaf gives 0 and 1'
caught hopeless-twice 'hopeless changes its mind about the first player when it is asked twice'
caught hopeless-fold 'hopeless says something else about the first player in the symmetric position, after'
caught hopeless-win 'hopeless gives up the second player, who wins by 1, after'
caught hopeless-child 'hopeless gives up the first player, but not after 1, after'
caught decided-value 'decided gives 7, expected one of enum pns_decision, after'
caught decided-twice 'decided changes its mind about the first player when it is asked twice, after'
caught decided-fold 'decided says something else about the first player in the symmetric position, after'
caught decided-no-move 'decided says that the first player can force a win, but he cannot after any move, after'
caught decided-answer 'decided says that the first player can force a win, but he cannot after 1, after'
caught decided-all-moves 'decided says that the first player cannot force a win, but he can after every move, after'
caught decided-move 'decided says that the first player cannot force a win, but he can after 1, after'
caught decided-both 'decided says that both players can force a win, after'
# The moves shown do lead there: no move but these makes eight.
run 2 show ./race.so:no-moves --check-game
line=$(sed -nE 's/.*, after ([0-9 ]+) from the start$/\1/p' err)
[ $((${line// /+})) = 8 ] || die "the moves '$line' do not make 8"
# A promise that is broken only where the search comes, not in games from the start.
run 2 solve ./race.so:no-moves --check-game --position '7 0'
grep -qF "moves gives 0 moves" err || die "not caught while solving"

done_checking
