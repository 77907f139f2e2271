#!/bin/bash
# pns-check as a command: what it prints, its exit status, standard input, threads, wrong use.
set -eu
: "${PNS_SOURCE:?}" "${PNS_CHECK:?}"
corpus=$PNS_SOURCE/tests/fuzz/corpus/check
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect STATUS PATTERN ARGUMENT...: standard output or error has a line that matches
expect() {
  local status=0 wanted=$1 pattern=$2
  shift 2
  "$PNS_CHECK" "$@" >"$work/out" 2>"$work/err" || status=$?
  if [ "$status" != "$wanted" ] || ! cat "$work/out" "$work/err" | grep -qE -- "$pattern"; then
    echo "pns-check $*: status $status, expected $wanted and '$pattern'"
    cat "$work/out" "$work/err"
    exit 1
  fi
}

for file in "$corpus"/good-*; do expect 0 '^s VERIFIED the (first|second) player can' "$file"; done
for file in "$corpus"/bad-*; do
  expect 1 '^s INVALID offset=[0-9]+ reason=[a-z-]+$' --quiet "$file"
done

expect 0 '^s VERIFIED .* from ../.. in rex:2; 8 positions$' "$corpus/good-rex"
expect 0 '^c rules of rex: ' "$corpus/good-rex"
expect 0 '^s VERIFIED' --jobs 3 --progress "$corpus/good-hex"
expect 0 '^s VERIFIED' - <"$corpus/good-mnk"
expect 0 '^s VERIFIED' --memory 10M "$corpus/good-cram"
"$PNS_CHECK" --quiet "$corpus/good-rex" | diff - <(
  echo "s VERIFIED the first player can force a win from ../.. in rex:2; 8 positions")

expect 2 'cannot open' "$work/nothing"
expect 2 'cannot read' "$work"
expect 2 'expected one' "$corpus/good-rex" "$corpus/good-mnk"
expect 2 'expected one'
expect 2 'expected 1 to 256' --jobs 0 "$corpus/good-rex"
expect 2 'expected 1 to 256' --jobs 257 "$corpus/good-rex"
expect 2 'expected 1 to 256' --jobs 2x "$corpus/good-rex"
expect 2 'expected a size' --memory much "$corpus/good-rex"
expect 2 'help' --nonsense "$corpus/good-rex"
expect 1 'not-a-certificate' /dev/null
expect 0 '^Usage: pns-check' --help
expect 0 'formats 1 and 2' --version
echo "pns-check prints what it should"
