#!/bin/bash
# pns-excess: every expansion of a search lies below one move of its root, whether needed or not; and
# what it cannot tell it refuses.
set -euo pipefail
excess=$(dirname "${PNS:?set PNS to the command under test}")/pns-excess
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

die() {
  echo "$*" >&2
  cat "$work/out" >&2
  exit 1
}

# Sums at the root; a transposition may have been expanded on a way that does not count for it.
"$excess" 16 rex:4 >"$work/out"
awk '
  /^[0-9]+ simulated/ { expansions = $(NF - 1); heads++ }
  $1 == "0" && NF == 5 {
    sum = $3 + $4 + $5
    if (sum < 0.99 * expansions || sum > 1.01 * expansions || $3 < 1000) exit 1
    levels++
  }
  $1 != "0" && NF == 5 && $2 > 1 { deeper++ }
  END { if (heads != 2 || levels != 2 || deeper < 6) exit 1 }
' "$work/out" || die "the expansions below the moves of the root are not those of the search"

# refuse PART ARGUMENT...
refuse() {
  local part=$1 status=0
  shift
  "$excess" "$@" >"$work/out" 2>&1 || status=$?
  grep -qF -- "$part" "$work/out" || die "pns-excess $*: the sentence lacks '$part'"
  [ "$status" = 2 ] || die "pns-excess $*: exit $status, expected 2"
}
refuse "usage" 16
refuse "usage" 0 rex:4
refuse "expected a whole number from 1 to 1024" 5000 rex:3
refuse "expected a larger --memory" --store 400K 2 connect4:5x5
refuse "not solved within the limits" --expansions 100 4 rex:4
refuse "move 1 is 'z9'" 4 rex:4 z9
echo "excess: 8 checks"
