#!/bin/bash
# --metrics-file: valid text exposition at any moment; a place that cannot be written.
set -eu
. "$(dirname "$0")/../support/cli.sh"
. "$(dirname "$0")/../support/overnight.sh"

cat >"$work/parse.py" <<'PYTHON'
"""Reads the text exposition format strictly; prints one metric."""
import re, sys
def parse(text):
    assert text.endswith("\n"), "cut off"
    helps, types, values = {}, {}, {}
    for line in text.splitlines():
        if line.startswith("# HELP "):
            _, _, name, helps[line.split()[2]] = line.split(" ", 3)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name in helps and name not in types and kind in ("gauge", "counter"), line
            assert (kind == "counter") == name.endswith("_total"), line
            types[name] = kind
        else:
            label = r'[a-z_]+="(?:[^"\\\n]|\\["\\n])*"'
            found = re.fullmatch(r'(pns_[a-z_]+)(\{%s(?:,%s)*\})? (\S+)' % (label, label), line)
            assert found and found[1] in types, line
            assert found[1] + (found[2] or "") not in values, line
            values[found[1] + (found[2] or "")] = float(found[3].replace("+Inf", "inf"))
    return values
if __name__ == "__main__":
    print(eval(sys.argv[2], {"m": parse(open(sys.argv[1]).read())}))
PYTHON

metric_is() {
  local found
  found=$(python3 "$work/parse.py" "$metrics" "$1") || die "not a text exposition"
  [ "$found" = "$2" ] || die "$1 is '$found', expected '$2'"
}

# ---- while it runs ----
start --metrics-file "$metrics"
eventually "the metrics" test -s "$metrics"
metric_is "m['pns_running'], m['pns_verdict{verdict=\"unknown\"}']" "(1.0, 1.0)"
metric_is "m['pns_memory_budget_bytes']" 67108864.0
[ $plain = no ] || metric_is "0 < m['pns_memory_resident_bytes'] <= m['pns_memory_budget_bytes']" True
metric_is "m['pns_expansions_total'] > 0 and m['pns_elapsed_seconds'] > 0" True
metric_is "m['pns_root_proof_number'] > 0 and m['pns_root_disproof_number'] > 0" True
finish TERM 4
metric_is "m['pns_running'], m['pns_verdict{verdict=\"unknown\"}']" "(0.0, 1.0)"
metric_is "int(m['pns_collections_total'])" "$(field "o['collections']")"
metric_is "int(m['pns_expansions_total'])" "$(field "o['expansions']")"
[ ! -e "$metrics.new" ] || die "a new file was left behind"

# ---- a reader never sees half a file ----
start --metrics-file "$metrics" --progress 1ms
python3 - "$work" "$metrics" <<'PYTHON' || die "a reader saw half a file"
import sys, time
sys.path.insert(0, sys.argv[1])
from parse import parse
until, versions = time.time() + 2, set()
while time.time() < until:
    versions.add(parse(open(sys.argv[2]).read())["pns_expansions_total"])
assert len(versions) > 3, "it never changes"
PYTHON
finish TERM 4

# ---- the end ----
run 0 solve connect4:4x4 --metrics-file "$metrics"
metric_is "m['pns_verdict{verdict=\"disproven\"}'], m['pns_verdict{verdict=\"unknown\"}']" "(1.0, 0.0)"
metric_is "m['pns_root_proof_number'], m['pns_root_disproof_number']" "(inf, 0.0)"

# ---- labels: a file name may hold anything ----
graph=$work/'a"b\c'
printf 'root or a\na win\n' >"$graph"
run 0 solve "andor:$graph" --metrics-file "$metrics"
metric_is "any('a\\\\\"b\\\\\\\\c' in name for name in m)" True

# ---- the folder vanishes and comes back ----
mkdir "$work/place"
start --metrics-file "$work/place/metrics"
rm -r "$work/place"
eventually "the warning" grep -q "warning: metrics .* the run goes on" "$work/err"
sleep 0.5
[ "$(grep -c warning "$work/err")" = 1 ] || die "warned more than once"
mkdir "$work/place"
eventually "the metrics to come back" test -s "$work/place/metrics"
finish TERM 4

# ---- a folder in the way, and no folder ----
mkdir "$work/folder"
run 0 solve connect4:4x4 --metrics-file "$work/folder"
grep -q "warning: metrics" "$work/err" || die "no warning about a folder in the way"
run 0 solve connect4:4x4 --metrics-file "$work/none/metrics"
grep -q "warning: metrics" "$work/err" || die "no warning about a folder that is not there"

done_checking
