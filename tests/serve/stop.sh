#!/bin/bash
# `stop` is answered within 100 ms while 8 threads search, and so is everything else; the solve itself
# ends soon. Signals end all with answers.
. "$(dirname "$0")/../support/serve.sh"
python3 - <<'END'
import os, time
from serve import *

limit_ms = float(os.environ.get("PNS_SERVE_STOP_MS", 100))
server = Server(stdio=True)
answered, ended = [], []
for number in range(12):
    server.lines.send(dict(id=number, type="solve", game="connect4:7x6", threads=8, progress=20,
                           memory="256M"))
    while server.lines.take()["type"] != "progress":
        pass
    time.sleep(0.15)
    began = time.time()
    server.lines.send(dict(id="stop", type="stop", target=number))
    seen = {}
    while len(seen) < 2:
        answer = server.lines.take()
        if answer["type"] in ("ok", "result"):
            seen[answer["type"]] = time.time() - began
            check(answer["id"] == ("stop" if answer["type"] == "ok" else number), "%s" % answer)
            if answer["type"] == "result":
                check(answer["reason"] == "stop" and answer["verdict"] == "unknown", "%s" % answer)
                check(answer["threads"] == 8, "%s" % answer)
    answered.append(1000 * seen["ok"])
    ended.append(1000 * seen["result"])
    server.lines.ask(id="f", type="forget", target=number)
answered.sort()
ended.sort()
print("stop answered in %.1f ms (median), %.1f ms (most); the solve ended in %.1f and %.1f ms" %
      (answered[6], answered[-1], ended[6], ended[-1]))
check(answered[-1] < limit_ms, "answered after %.1f ms, expected less than %.0f" % (answered[-1], limit_ms))

# One that waits is stopped without ever having searched; one that has ended can be stopped as well.
for number in range(5):
    server.lines.send(dict(id=number, type="solve", game="connect4:7x6", threads=1))
server.lines.send(dict(id="stop", type="stop", target=4))
seen = [server.lines.take() for _ in range(2)]
check(sorted(a["type"] for a in seen) == ["ok", "result"], "%s" % seen)
check(all(a["id"] == 4 and a["reason"] == "stop" for a in seen if a["type"] == "result"), "%s" % seen)
check(server.lines.ask(id=9, type="stop", target=4)["type"] == "ok", "stop of one that has ended")
check(server.lines.ask(id=9, type="stop", target=77)["error"]["field"] == "target", "stop of none")

# TERM: the others are answered with reason signal, exit 4.
server.process.send_signal(15)
rest = [server.lines.take() for _ in range(4)]
check(sorted(a["id"] for a in rest) == [0, 1, 2, 3], "%s" % rest)
check(all(a["reason"] == "signal" for a in rest), "%s" % rest)
check(server.process.wait(10) == 4, "exit after TERM")

# INT while nothing is at work; the end of the input lets what was asked be answered.
idle = Server(stdio=True)
idle.lines.ask(id=1, type="version")
idle.process.send_signal(2)
check(idle.process.wait(10) == 4, "exit after INT")
last = Server(stdio=True)
last.lines.send(dict(id=1, type="solve", game="connect4:5x4"), '{"id":2,"type":"version"}')
last.lines.close()
check(sorted(json.loads(line)["id"] for line in last.process.stdout) == [1, 2], "after the end")
check(last.process.wait(10) == 0, "exit after the end of the input")

# Its output has gone: it ends, and stops what is at work.
pipe = Server(stdio=True)
pipe.lines.send(dict(id=1, type="solve", game="connect4:7x6", progress=10))
pipe.lines.take()
pipe.process.stdout.close()
check(pipe.process.wait(10) == 0, "exit when nobody reads")
END
