#!/bin/bash
# Every example of PROTOCOL.md is sent, a block being a session, and must be answered as it says there.
. "$(dirname "$0")/../support/serve.sh"
python3 - "$PNS_SOURCE/src/front/PROTOCOL.md" <<'END'
import json, re, shutil, sys
from serve import *

blocks, current = [], []
for number, line in enumerate(open(sys.argv[1]), 1):
    found = re.match(r"    ([<>]) (.*)$", line)
    if found:
        current.append((number, found.group(1), found.group(2)))
    elif current:
        blocks.append(current)
        current = []

def judge(server, number, text):
    expected = json.loads(text)
    while True:
        answer = server.lines.take()
        if answer is not None and answer["type"] != expected["type"] and \
           answer["type"] in ("progress", "checkpoint"):
            continue
        break
    check(matches(answer, expected), "line %d: answered %s" % (number, json.dumps(answer)))

sent = answered = 0
types = set()
for block in blocks:
    work = folder()
    server = Server("--folder", work, stdio=True)
    for number, direction, text in block:
        if direction == ">":
            server.lines.send(text + "\n")
            found = re.search(r'"type":"(\w+)"', text)
            if found:
                types.add(found.group(1))
            sent += 1
        else:
            judge(server, number, text)
            answered += 1
    server.lines.close()
    check(server.process.wait(20) == 0, "the server did not end with 0")
    rest = [json.loads(line)["type"] for line in server.process.stdout]
    check(all(kind in ("progress", "checkpoint") for kind in rest), "unexpected answers: %s" % rest)
    shutil.rmtree(work)

named = set(re.findall(r"^## (\w+)$", open(sys.argv[1]).read(), re.M)) - {"Connections"}
check(named <= types, "no example of %s" % (named - types))
check(sent >= 25, "only %d examples were found" % sent)
print("%d requests of %d sessions, %d answers as described" % (sent, len(blocks), answered))
END
