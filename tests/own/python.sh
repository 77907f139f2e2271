#!/bin/bash
# The Python module: its structs are those of the headers, field by field; its example says what it should;
# failures are exceptions; an exception in a callback stops a run.
set -eu
: "${PNS_SOURCE:?}" "${PNS_BUILD:?}"
if grep -qE '^(PNS_SANITIZE:STRING=.+|PNS_COVERAGE:BOOL=ON)$' "$PNS_BUILD/CMakeCache.txt"; then
  echo "an instrumented library does not load into Python: skipped"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PNS_LIBRARY=$PNS_BUILD/lib/libpns.so PYTHONPATH=$PNS_SOURCE/python PYTHONDONTWRITEBYTECODE=1

# ---- layout ----
python3 - >"$work/layout.c" <<'END'
import ctypes, pns
print('#include <pns/pns.h>\n#include <stdio.h>\nint main(void) {')
for name, struct in pns.STRUCTS.items():
    print(f'  printf("{name} %zu\\n", sizeof(struct {name}));')
    for field, _ in struct._fields_:
        print(f'  printf("{name}.{field} %zu %zu\\n", offsetof(struct {name}, {field}),'
              f' sizeof((struct {name} *)0)->{field});')
print(f'  printf("abi %u\\n", PNS_ABI);\n  return 0;\n}}')
END
sed -i 's/sizeof((struct \([a-z_]*\) \*)0)->\([a-z_]*\)/sizeof(((struct \1 *)0)->\2)/' "$work/layout.c"
cc -std=c17 -I"$PNS_SOURCE/include" "$work/layout.c" -o "$work/layout"
"$work/layout" >"$work/c"
python3 - >"$work/py" <<'END'
import ctypes, pns
for name, struct in pns.STRUCTS.items():
    print(name, ctypes.sizeof(struct))
    for field, kind in struct._fields_:
        print(f"{name}.{field}", getattr(struct, field).offset, ctypes.sizeof(kind))
print("abi", pns.ABI)
END
diff "$work/c" "$work/py" || { echo "pns.py and the headers differ"; exit 1; }

# ---- the example ----
python3 "$PNS_SOURCE/examples/python/walk.py" >"$work/out"
for said in '^disproven: the first player, to move, can force a win from the start in Connect Four 5x4' \
  '^disproven after [0-9]+ full steps of 10000' '^[0-9.]+ s  [0-9]+ positions  pn [0-9]+' \
  '^unknown: stop' '^  b2 proven' '^all [0-9]+ ends of play are won' "move 2 is 'z9', expected one of"; do
  grep -qE "$said" "$work/out" || { cat "$work/out"; echo "the example lacks: $said"; exit 1; }
done

# ---- failures ----
python3 - <<'END'
import pns, threading, time

def raises(kind, part, function):
    try:
        function()
    except kind as failure:
        assert part in str(failure), failure
    else:
        raise AssertionError(f"nothing raised, expected '{part}'")

raises(pns.InputError, "unknown game 'nothing'", lambda: pns.Position("nothing"))
raises(ValueError, "threads", lambda: pns.Solver("hex:3", threads=0))
raises(pns.InputError, "unknown option", lambda: pns.Solver("hex:3", colour="red"))
solver = pns.Solver("hex:5", goal="first-wins")
raises(pns.InputError, "not decided", lambda: solver.certificate("/nowhere"))
solver.run()
raises(pns.InputError, "move 1 is 'zz'", lambda: solver.children(["zz"]))
raises(pns.Error, "/nowhere/x", lambda: solver.certificate("/nowhere/x"))
raises(pns.Error, "status 127", lambda: pns.Position("race", command="nothing-of-this-name 2>&-"))

class Enough(Exception):
    pass

def enough(now):
    raise Enough
solver = pns.Solver("connect4:7x6", threads=2, memory="256M", progress="50ms")
raises(Enough, "", lambda: solver.run(enough))
assert solver.step(100).reason == "expansions"  # still good after that

# A finished game; a position through which two lines lead; verdicts from both sides.
assert pns.Solver(pns.Position("mnk:3x3x3", "a1 a2 b1 b2 c1".split())).progress() is None
# Othello 6x6 folds up to twelve discs: after that the store has the mirror image of what is looked
# at. An unsolved position has a move that its mover has not lost yet, and all that was expanded
# below it was expanded below one of its moves.
solver = pns.Solver(pns.Position("othello:6x6", position="-------O-----OXX---OOX------X------- X"),
                    threads=1, expansions=3000, goal="first-wins")
assert solver.run().verdict == "unknown"
def unsolved(line, depth):
    here, found = solver.children(line), 0
    if here.verdict == "unknown" and here.expanded:
        lost = "disproven" if here.mover == "first" else "proven"
        assert any(child.verdict != lost for child in here.children), line
        assert here.work == 1 or any(child.expanded for child in here.children), line
        found = len(line) > 2  # more than twelve discs
    return found + sum(unsolved(line + [child.move], depth - 1)
                       for child in here.children if depth > 0 and child.expanded)
assert unsolved([], 5) > 10
solver = pns.Solver("mnk:3x3x3", goal="second-not-loses")
assert solver.run().verdict == "proven"
seen = [here for _, here in solver.proof(depth=3)]
assert len(seen) > 50 and all(here.verdict == "proven" for here in seen)
assert {len(here.children) for _, here in solver.proof(depth=0)} == {9}
print("failures are exceptions")
END
! PNS_LIBRARY=/dev/null python3 -c 'import pns' 2>"$work/err" || exit 1
grep -q "pns.Error: '/dev/null' is no libpns.so" "$work/err" || { cat "$work/err"; exit 1; }
