#!/bin/bash
# --json prints one object on one line with everything the contract names.
set -eu
. "$(dirname "$0")/../support/cli.sh"

fields='verdict reason proposition game position goal root best_move threads expansions nodes
bytes_per_node wall_s cpu_s expansions_per_s peak_rss_bytes waits collections version'

has_all_fields() {
  is "[f for f in '''$fields'''.split() if f not in o]" "[]"
  is "sorted(o['root'])" "['dn', 'pn']"
}

# ---- proven ----
run 0 solve connect4:4x4 --goal second-not-loses --threads 2 --json
has_all_fields
is "o['verdict'], o['reason'], o['goal']" "('proven', None, 'second-not-loses')"
is "o['game'], o['threads']" "('connect4:4x4', 2)"
is "o['root']['pn'], o['root']['dn']" "(0, None)"
is "o['expansions'] > 0 and o['wall_s'] > 0 and o['peak_rss_bytes'] > 100000" True
is "'value' in o" False

# ---- disproven ----
run 0 solve connect4:4x4 --json
has_all_fields
is "o['verdict'], o['root']['pn'], o['root']['dn']" "('disproven', None, 0)"

# ---- a win names its first move ----
run 0 solve mnk:3x3x3 a1 b1 a2 b2 --json
is "o['verdict'], o['best_move']" "('proven', 'a3')"

# ---- values ----
run 0 solve connect4:4x4 --value --json
has_all_fields
is "o['value']" draw
run 0 solve connect4:4x4 --value
said "Value: draw for the first player, to move."
run 0 solve mnk:3x3x3 a1 b1 a2 b2 --value --json
is "o['value']" win
run 0 solve mnk:3x3x3 a1 b2 a2 b1 b3 --value --json
has_all_fields

# ---- a finished game ----
run 0 solve mnk:3x3x3 a1 b1 a2 b2 a3 --json
has_all_fields
is "o['verdict']" disproven
run 0 solve mnk:3x3x3 a1 b1 a2 b2 a3 --goal first-wins --json
is "o['verdict'], o['expansions']" "('proven', 0)"

# ---- limits ----
run 3 solve connect4:7x6 --expansions 1000 --threads 1 --json
has_all_fields
is "o['verdict'], o['reason']" "('unknown', 'expansions')"
is "900 <= o['expansions'] <= 1100" True
is "o['root']['pn'] > 0 and o['root']['dn'] > 0" True
run 3 solve connect4:7x6 --time 300ms --json
is "o['verdict'], o['reason']" "('unknown', 'time')"
is "0.25 < o['wall_s'] < 3" True
run 3 solve connect4:7x6 --store 8K --threads 1 --time 60s --json
is "o['verdict'], o['reason']" "('unknown', 'memory')"
# A budget far below what the run would like to have: swept, and kept.
run 0 solve connect4:5x6 --memory 16M --threads 2 --json
is "o['verdict'], o['collections'] > 0" "('disproven', True)"
case $("$PNS" --version) in
  *sanitize*) ;; # its own memory comes on top
  *) is "o['peak_rss_bytes'] <= 16 * 2**20" True ;;
esac
run 3 solve connect4:7x6 --value --expansions 1000 --json
is "o['value'], o['reason']" "(None, 'expansions')"

# ---- show ----
run 0 show connect4:5x4 3 3 --json
is "o['game'], o['mover'], o['outcome'], sorted(o['moves'])" \
  "('connect4:5x4', 'first', 'ongoing', ['1', '2', '3', '4', '5'])"
is "len(o['key'])" 32

done_checking
