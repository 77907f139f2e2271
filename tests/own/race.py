"""The race of broken.c as a program that pns asks, with faults that its first argument names:

    race.py [FAULT [FILE]]

FILE counts how often the fault has happened, for faults that happen once.
"""
import os
import signal
import sys
import time
import zlib

fault = sys.argv[1] if len(sys.argv) > 1 else ""
counter = sys.argv[2] if len(sys.argv) > 2 else None
goal = 12
asked = 0

if fault == "brief":  # what it was born with besides its three streams; the last one is the listing
    inherited = [fd for fd in sorted(map(int, os.listdir("/proc/self/fd")))[:-1] if fd > 2]
    if inherited:
        with open(counter, "a") as file:
            print(*[os.readlink(f"/proc/self/fd/{fd}") for fd in inherited], file=file)


def first_time():
    """Whether the fault may happen now."""
    try:
        os.close(os.open(counter, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def position(at, turn):
    """In the terms of PROTOCOL.md: FIRST is `or`."""
    if at >= goal:
        return f"{at} {turn}\t" + ("loss" if turn == "first" else "win")
    numbers = "\t3\t5" if fault == "leaf" else "\t0\t5" if fault == "zero-leaf" else ""
    return f"{at} {turn}\t" + ("or" if turn == "first" else "and") + numbers


def wide(text):
    """A tree of eight moves and five plies, whose ends are won by their checksum."""
    if len(text) > 5:
        return text + ("\twin" if zlib.crc32(text.encode()) % 3 else "\tloss")
    return text + ("\tor" if len(text) % 2 else "\tand")


def moves(text):
    if fault == "wide":
        time.sleep(0.02)
        return ["8"] + [f"{digit}\t{wide(text + digit)}" for digit in "12345678"]
    global asked
    asked += 1
    if fault == "brief" and asked > 3:
        os._exit(3)
    at, turn = text.split()
    at, other = int(at), "second" if turn == "first" else "first"
    listed = [f"{step}\t{position(at + step, other)}" for step in (1, 2, 3)]
    if at == 6 and fault in ("die", "die-once", "hang-once", "kill"):
        if not fault.endswith("once") or first_time():
            if fault == "hang-once":
                time.sleep(60)
            if fault == "kill":
                os.kill(os.getpid(), signal.SIGSEGV)
            os._exit(3)
    if fault == "die-far" and 140 <= at <= 142:
        os._exit(3)
    if fault == "slow":
        time.sleep(0.1)
    if at == 6 and fault == "half":
        return ["3", listed[0]]
    if at == 6:
        listed = {"twice": listed[:2] + listed[:1], "word": ["a b" + row for row in listed],
                  "side": [row.replace("\tor", "\tOR") for row in listed],
                  "alone": [row.split("\t")[0] for row in listed],
                  "long": ["x" * 5000] * 3, "zero": ["\0"] * 3,
                  "refuse": []}.get(fault, listed)
    if at == 6 and fault == "refuse":
        return ["error I do not know"]
    if at == 6 and fault == "none":
        return ["0"]
    if fault == "change" and first_time():
        listed = listed[:1]
    return [str(len(listed))] + listed


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "pns":
        parameters = rest.partition("\t")[2]
        goal = int(parameters or 12)
        if fault == "no":
            print("error not today")
        else:
            print("pns 1", "race", "bogus=1" if fault == "fact" else "title=Race",
                  f"parameters={goal}", "leaf=yes" if "leaf" in fault else "leaf=no", sep="\t")
    elif word == "start":
        print(wide("r") if fault == "wide" else position(0, "first"))
    elif word == "parse":
        at, _, turn = rest.partition(" ")
        known = at.isdigit() and turn in ("first", "second")
        print(position(int(at), turn) if known else f"error '{rest}', expected e.g. '3 first'")
    elif word == "moves":
        print(*moves(rest), sep="\n")
    sys.stdout.flush()
    if fault == "half" and word == "moves" and rest.startswith("6"):
        time.sleep(60)
if fault == "deaf":
    time.sleep(60)
