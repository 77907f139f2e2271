#!/bin/bash
# Installs into an empty folder and builds a stranger's programs in C and C++ against it, by the
# CMake package and by pkg-config, with the static and with the shared library.
set -eu
: "${PNS_SOURCE:?}" "${PNS_BUILD:?}"
if grep -qE '^(PNS_SANITIZE:STRING=.+|PNS_COVERAGE:BOOL=ON|PNS_FUZZ:BOOL=ON)$' "$PNS_BUILD/CMakeCache.txt"; then
  echo "an instrumented library is not for strangers: skipped"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(cd "$(dirname "$0")" && pwd)

cmake --install "$PNS_BUILD" --prefix "$work/usr" >"$work/log" || { cat "$work/log"; exit 1; }
lib=$(dirname "$(find "$work/usr" -name libpns.a)")
for file in bin/pns bin/pns-check include/pns/pns.h include/pns/game.h; do
  [ -e "$work/usr/$file" ] || { echo "$file was not installed"; exit 1; }
done

# answers PROGRAM: the stranger's program solves its own game and a built-in one
answers() {
  "$@" | tee "$work/answer"
  diff "$work/answer" "$here/expected.txt"
  count=$((${count:-0} + 1))
}

# ---- the CMake package ----
cmake -S "$here" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/usr" >"$work/log" 2>&1 &&
  cmake --build "$work/cmake" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
for program in c-static c-shared cxx-static cxx-shared; do answers "$work/cmake/$program"; done

# ---- pkg-config ----
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
cc -std=c17 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags pns) "$here/stranger.c" \
  -o "$work/by-pkg-config" $(pkg-config --libs pns)
answers "$work/by-pkg-config"
cc -std=c17 $(pkg-config --cflags pns) "$here/stranger.c" -o "$work/static" \
  "$lib/libpns.a" $(pkg-config --libs --static pns | tr ' ' '\n' | grep -v '^-lpns$' | paste -sd ' ')
LD_LIBRARY_PATH= answers "$work/static"

# ---- the manual's own example, as it stands in pns.h ----
sed -n '/#include <pns\/pns.h>/,/^ \*     }$/s/^ \*     //p' "$work/usr/include/pns/pns.h" >"$work/manual.c"
cc -std=c17 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags pns) "$work/manual.c" \
  -o "$work/manual" $(pkg-config --libs pns)
"$work/manual" | grep -E '^(proven|disproven): the '

# ---- a game of one's own, made by its author in C and in C++, asked by the installed command ----
own=$PNS_SOURCE/examples/own_game
cmake -S "$own" -B "$work/own" -DCMAKE_PREFIX_PATH="$work/usr" >"$work/log" 2>&1 &&
  cmake --build "$work/own" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cc -std=c17 -O2 -Wall -Wextra -Wpedantic -Werror -shared -fPIC $(pkg-config --cflags pns) "$own/nim.c" \
  -o "$work/nim.so"
c++ -std=c++17 -DAS_OWN_GAME -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -shared -fPIC \
  $(pkg-config --cflags pns) "$here/stranger.cc" -o "$work/heap.so"
pns=$work/usr/bin/pns

# solved GAME VERDICT [ARGUMENT...]
solved() {
  local game=$1 verdict=$2
  shift 2
  "$pns" solve "$game" "$@" --json --quiet >"$work/answer"
  grep -q "^{\"verdict\":\"$verdict\"" "$work/answer" || { cat "$work/answer"; echo "$game: not $verdict"; exit 1; }
  solved=$((${solved:-0} + 1))
}

# nim HEAP...: the mover wins unless the exclusive or of the heaps is zero
nim() {
  local sum=0 heap
  for heap; do sum=$((sum ^ heap)); done
  solved "$library:$(IFS=-; echo "$*")" $([ $sum = 0 ] && echo disproven || echo proven) --threads 2
}
for library in "$work/own/nim.so" "$work/nim.so"; do
  nim 1; nim 1 1; nim 2 1; nim 1 2 3; nim 3 5 7; nim 2 4 6; nim 3 5 6; nim 9 9; nim 1 4 5 7; nim 2 4 5 3
done
nim 7 9 14; nim 7 9 15; nim 5 5 6 6
solved "$work/nim.so:3-4" proven --check-game --threads 3
solved "$work/heap.so:99" disproven
solved "$work/heap.so:100" proven
# The checker has no such rules, and says so.
"$pns" solve "$work/nim.so:1-2-3" --certificate "$work/nim.pns" --quiet >"$work/answer"
grep -qxF "pns-check has no rules of its own for nim, so it cannot verify this" "$work/answer"
status=0
"$work/usr/bin/pns-check" "$work/nim.pns" >"$work/answer" 2>&1 || status=$?
[ $status != 0 ] && grep -q "has no rules for the game" "$work/answer" || { cat "$work/answer"; echo "pns-check knows nim"; exit 1; }

# ---- Python finds the installed library by itself ----
(unset LD_LIBRARY_PATH && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$work/usr/share/pns" \
  python3 -c 'import pns; assert pns.solve("hex:3", goal="first-wins").verdict == "proven"')

# ---- only what the headers declare is visible ----
declared=$(cat "$work/usr/include/pns/"*.h | grep -oE '\bpns_[a-z0-9_]+\(' | tr -d '(' | sort -u)
for symbol in $(nm -D --defined-only "$lib/libpns.so" | awk '$2 ~ /[TDBR]/ {print $3}'); do
  grep -qx "$symbol" <<<"$declared" || { echo "libpns.so shows $symbol, which no header declares"; exit 1; }
done
# ---- none that was ever there has gone ----
nm -D --defined-only "$lib/libpns.so" | awk '{print $3}' | sort >"$work/symbols"
gone=$(comm -13 "$work/symbols" <(sort "$here/symbols.txt"))
[ -z "$gone" ] || { echo "functions that programs rely on are gone:"; echo $gone; exit 1; }

# ---- the library keeps to itself: no output, no exit, no signal handlers, no variables ----
# fprintf and the like need a stream, and the standard ones would be wanted by name. _exit ends the children
# that write checkpoints, kill the processes of games.
nm -D --undefined-only "$lib/libpns.so" | awk '{print $2}' | sed 's/@.*//' | sort >"$work/wanted"
foreign=$(grep -xE 'v?printf|__v?printf_chk|puts|putchar|perror|stdout|stderr|psignal|error|v?warnx?|v?errx?|exit|quick_exit|abort|__assert_fail|atexit|signal|bsd_signal|sigaction|sigprocmask|pthread_sigmask|sigwait|signalfd|raise|setenv|putenv|setlocale|chdir|umask|srand|rand|random' \
  "$work/wanted" || true)
[ -z "$foreign" ] || { echo "the library calls:"; echo $foreign; exit 1; }
variables=$(objdump -t "$lib/libpns.a" | grep -E ' O \.(data|bss|tdata|tbss|data\.[^r]\S*|bss\.\S*)\s' || true)
[ -z "$variables" ] || { echo "the library has variables:"; echo "$variables"; exit 1; }
echo "$count programs answered, $solved games of one's own solved"
