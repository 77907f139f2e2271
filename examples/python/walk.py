#!/usr/bin/env python3
"""Solving, watching, stopping and reading a proof from Python; each block below is a cell of a notebook.

    PYTHONPATH=../../python python3 walk.py
"""
import threading
import time

import pns

# %% One question, one answer.
result = pns.solve("connect4:5x4", threads=2, goal="first-wins")
print(f"{result.verdict}: {result.proposition} ({result.expansions} positions)")

# %% The same in steps: a solver goes on where it stood.
solver = pns.Solver("connect4:5x4", goal="first-wins", threads=1)
steps = 0
while (result := solver.step(10000)).verdict == "unknown":
    steps += 1
print(f"{result.verdict} after {steps} full steps of 10000")

# %% In the background, watched and stopped from here.
solver = pns.Solver("connect4:7x6", goal="first-wins", threads=2, memory="256M")
answer = {}
thread = threading.Thread(target=lambda: answer.update(result=solver.run()))
thread.start()
for _ in range(5):
    time.sleep(0.1)
    now = solver.progress()
    best = solver.children().best
    print(f"{now.elapsed_s:.1f} s  {now.expansions} positions  pn {now.pn}  dn {now.dn}  "
          f"first move {best.move}: pn {best.pn}")
solver.stop()
thread.join()
print(f"{answer['result'].verdict}: {answer['result'].reason}")

# %% A proof, walked: one move where the winner chooses, all of them where the other side does.
solver = pns.Solver("hex:3", goal="first-wins", threads=1)
solver.run()
ends = 0
for line, here in solver.proof(depth=2):
    if line:
        print("  " * len(line) + line[-1], here.verdict)
for line, here in solver.proof():
    assert here.verdict == "proven"
    ends += here.outcome == "first wins"
print(f"all {ends} ends of play are won by the first player")

# %% What is wrong is an exception with a sentence.
try:
    pns.Position("hex:3", ["b2", "z9"])
except pns.InputError as failure:
    print(failure)
