#!/bin/bash
# Many clients at once: all requests answered, none mixed up, memory flat; clients that vanish, stall
# or send garbage harm nobody. PNS_SERVE_REQUESTS (10000) and PNS_SERVE_CLIENTS (50) say how many.
. "$(dirname "$0")/../support/serve.sh"
python3 - <<'END'
import json, os, random, socket, sys, threading, time
from serve import *

requests = int(os.environ.get("PNS_SERVE_REQUESTS", 10000))
clients = int(os.environ.get("PNS_SERVE_CLIENTS", 50))
work = folder()
server = Server("--listen", "unix:" + work + "/socket", "--listen", "127.0.0.1:0", "--memory", "512M",
                "--threads", "2")
faults = []

def hex_text(moves, size=5):
    """What the server must answer for the moves, by rules of this test's own."""
    board = [["."] * size for _ in range(size)]
    for number, move in enumerate(moves):
        board[int(move[1:]) - 1][ord(move[0]) - ord("a")] = "XO"[number % 2]
    return "/".join("".join(row) for row in board)

def random_moves(rng, most, size=5):
    cells = [chr(97 + c) + str(r + 1) for r in range(size) for c in range(size)]
    rng.shuffle(cells)
    return cells[: rng.randint(0, most)]

def make(rng, name):
    """A request and a judge of its answer."""
    kind = rng.random()
    if kind < 0.45:
        moves = random_moves(rng, 8)
        return dict(id=name, type="show", game="hex:5", moves=moves), \
            lambda a: a["type"] == "position" and a["position"] == hex_text(moves)
    if kind < 0.75:
        moves = random_moves(rng, 6)
        return dict(id=name, type="moves", game="hex:5", moves=moves), \
            lambda a: a["type"] == "moves" and a["position"] == hex_text(moves) and \
            len(a["moves"]) == 25 - len(moves)
    if kind < 0.85:
        return dict(id=name, type="version"), lambda a: a["type"] == "version"
    if kind < 0.9:
        wrong = rng.choice(["hex:99", "go:9", "hex:x"])
        return dict(id=name, type="show", game=wrong), \
            lambda a: a["type"] == "error" and a["error"]["field"] == "game"
    if kind < 0.97:
        first = rng.choice("abc")
        return dict(id=name, type="solve", game="hex:3", moves=[first + "1"], threads=1), \
            lambda a: a["type"] == "result" and a["position"].startswith(
                {"a": "X..", "b": ".X.", "c": "..X"}[first])
    return dict(id=name, type="status"), lambda a: a["type"] == "status"

def talk(index, count):
    rng = random.Random(index)
    try:
        line = server.client(index % 2)
        open_requests, sent = {}, 0
        while sent < count or open_requests:
            while sent < count and len(open_requests) < 10:
                name = "%d/%d" % (index, sent) if sent % 3 else index * 1000000 + sent
                request, judge = make(rng, name)
                open_requests[name] = judge
                line.send(request)
                sent += 1
            answer = line.take()
            if answer is None:
                raise ValueError("the connection ended")
            judge = open_requests.pop(answer["id"])
            if not judge(answer):
                raise ValueError("wrong answer %s" % answer)
        line.close()
    except Exception as fault:
        faults.append("client %d: %r" % (index, fault))

def talk_all(count):
    threads = [threading.Thread(target=talk, args=(i, count)) for i in range(clients)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    check(not faults, "; ".join(faults[:3]))

def settled_kib():
    """Resident once solves of clients that went are given back, by threads beside the loop."""
    least = server.rss_kib()
    for _ in range(10):
        time.sleep(0.05)
        least = min(least, server.rss_kib())
    return least

talk_all(max(1, requests // clients // 5))     # everything was used once
before = settled_kib()
descriptors, began = server.descriptors(), time.time()
talk_all(requests // clients)
took, grown = time.time() - began, settled_kib() - before
print("%d requests of %d clients answered in %.1f s, memory grew by %d KiB" %
      (requests // clients * clients, clients, took, grown))
sanitized = "sanitize" in server.client().ask(id=1, type="version")["build"]   # which keep what is freed
check(sanitized or grown < 8192, "memory grew by %d KiB" % grown)

# ---- clients that are of no use ----
good = server.client()

def well(what):
    began = time.time()
    check(good.ask(id=what, type="show", game="hex:3")["id"] == what, "no answer after: " + what)
    check(time.time() - began < 10, "slow after: " + what)

gone = [server.socket(i % 2) for i in range(40)]
for number, connection in enumerate(gone):
    connection.sendall(b'{"id":%d,"type":"solve","game":"connect4:7x6","progress":10}\n' % number)
for connection in gone:
    connection.close()
well("clients that vanish while they solve")

def at_work():
    status = good.ask(id=0, type="status")
    return status["running"] + status["waiting"] + status["kept"]

until(lambda: at_work() == 0, "solves of clients that are gone go on")
print("40 clients vanished while they solved; nothing of theirs is left")

reset = server.socket(1)
reset.sendall(b'{"id":1,"type":"solve","game":"connect4:7x6"}\n{"id":2')
reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
reset.close()
well("a reset in the middle of a line")

stalled = server.socket()
stalled.setblocking(False)
sent = 0
blob = b"".join(b'{"id":%d,"type":"games"}\n' % i for i in range(200))
began = time.time()
while time.time() - began < 3:
    try:
        sent += stalled.send(blob)
    except BlockingIOError:
        time.sleep(0.05)
        if sent and time.time() - began > 1:
            break
stuck = server.rss_kib()
well("a client that sends %d bytes and reads none" % sent)
check(sanitized or stuck - before < 16384, "a stalled client cost %d KiB" % (stuck - before))
slow = server.client()
slow.send(dict(id=1, type="solve", game="connect4:7x6", threads=1, time="700ms", progress=10))
well("a client that does not read its reports")
print("a client that stalled sent %d KiB of requests, and was not read any further" % (sent // 1024))
stalled.close()

rng = random.Random(7)
for number in range(60):
    trash = server.socket(number % 2)
    trash.settimeout(5)
    junk = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 400)))
    trash.sendall(junk + b"\n" + b'{"id":"after","type":"version"}\n')
    trash.shutdown(socket.SHUT_WR)
    answers = [json.loads(line) for line in trash.makefile("rb")]
    check(answers and answers[-1]["id"] == "after", "garbage was the end: %r" % junk)
    check(all(a["type"] == "error" and a["id"] is None for a in answers[:-1]), "%s" % answers)
    check(all(a["error"]["position"] >= 1 for a in answers[:-1]), "%s" % answers)
    trash.close()
well("garbage")

long = server.client(1)
long.send('{"id":1,"type":"' + "x" * (3 << 20) + '"}\n', dict(id=2, type="version"))
first, second = long.take(), long.take()
check(first["id"] is None and first["error"]["position"] == 1 << 20 and
      "3145746 bytes" in first["error"]["message"], "%s" % first)
check(second["id"] == 2, "no answer after a line that is too long")
deep = "[" * 100000
for bad, position in ((deep, 2049), ('{"id":1,"type":"version"', 24), ('{"a":"\xff"}', 6), ('7', 1)):
    answer_to = server.client(1)
    answer_to.writer.write(bad.encode("latin1") + b"\n")
    answer_to.writer.flush()
    answer = answer_to.take()
    check(answer["error"]["position"] == position, "%s, expected %d" % (answer, position))
    answer_to.close()
well("lines that are too long, too deep, cut off")

until(lambda: good.ask(id=0, type="status")["running"] == 0, "a solve of 700 ms")
many = server.client()
for number in range(80):
    many.send(dict(id=number, type="solve", game="connect4:7x6", threads=1))
refused = [many.take() for _ in range(16)]
check(all("too many solves" in a["error"]["message"] for a in refused), "%s" % refused)
def prepared():
    return all(s["state"] != "preparing" for s in good.ask(id=1, type="status")["solves"])

until(lambda: prepared() and good.ask(id=1, type="status")["running"] == 4, "64 solves are not prepared")
status = good.ask(id=1, type="status")
check(status["running"] == 4 and status["waiting"] == 60, "%s" % str(status)[:300])
check(sorted(s["place"] for s in status["solves"] if s["state"] == "waiting") == list(range(1, 61)),
      "the places of those who wait")
other = server.client()
other.send(dict(id="mine", type="solve", game="hex:3", threads=1))
for number in range(4):
    many.send(dict(id="stop", type="stop", target=number))
check(other.take()["verdict"] == "proven", "a client without any solve at work is next")
many.close()
until(lambda: server.descriptors() <= descriptors + 4, "descriptors are left open")
for line in (good, long, slow, other):
    line.close()
server.end()
END
