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

# ---- only what the headers declare is visible ----
declared=$(cat "$work/usr/include/pns/"*.h | grep -oE '\bpns_[a-z0-9_]+\(' | tr -d '(' | sort -u)
for symbol in $(nm -D --defined-only "$lib/libpns.so" | awk '$2 ~ /[TDBR]/ {print $3}'); do
  grep -qx "$symbol" <<<"$declared" || { echo "libpns.so shows $symbol, which no header declares"; exit 1; }
done
echo "$count programs answered"
