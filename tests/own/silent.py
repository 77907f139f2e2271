"""A game without an end whose program falls silent for good:

    silent.py QUESTIONS FILE

answers so many questions about moves, then each of its processes exits. Its positions are long, so
that only a part of what it said is remembered. FILE tells the processes that it is over.
"""
import os
import sys

left, over = int(sys.argv[1]), sys.argv[2]

for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "pns":
        print("pns 1", "silent", "text=900", "moves=8", sep="\t")
    elif word == "moves":
        left -= 1
        if left < 0 or os.path.exists(over):
            open(over, "w").close()
            sys.exit(3)
        path = rest.split("_")[0]
        print(8)
        for digit in "12345678":
            text = path + digit
            print(digit, text + "_" * (800 - len(text)), "or" if len(text) % 2 else "and", sep="\t")
    else:
        print("r" + "_" * 799 + "\tor")
    sys.stdout.flush()
