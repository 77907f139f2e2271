#!/bin/bash
# One thread does the same every time; a seed changes what it does, not what it finds.
set -eu
. "$(dirname "$0")/../support/cli.sh"

same() {
  run 0 solve "$@" --threads 1 --json
  local first
  first=$(field "o['expansions'], o['visits'], o['nodes'], o['verdict']")
  run 0 solve "$@" --threads 1 --json
  is "o['expansions'], o['visits'], o['nodes'], o['verdict']" "$first"
}

same connect4:4x4
same connect4:4x4 --seed 7
same hex:4
same othello:4x4
same breakthrough:3x5
run 0 solve connect4:4x4 --json
is "o['verdict']" disproven
for seed in 1 2 3; do
  run 0 solve connect4:4x4 --seed "$seed" --json
  is "o['verdict']" disproven
done
done_checking
